/* What the host does beside its calls, as the program has it: memory that it touches, and time. */
#include "tests/unit/script_rig.h"

/* The records of host accesses: `write` or read, first line, bytes from an offset. */
static int find_access(const struct program *program, enum call call, int line, uint64_t offset,
                       uint64_t bytes)
{
    int found = 0;
    for (size_t i = 0; i < program->records.count; i++) {
        const struct program_record *r = &program->records.rows[i];
        if (r->call != call)
            continue;
        const struct program_range *range = &program->copies.rows[r->object].dst;
        found += program->places.rows[r->place].line == line && range->offset == offset &&
                 range->bytes == bytes;
    }
    return found;
}

START_TEST(host_accesses_of_known_memory_are_recorded)
{
    struct run run;
    run_text(&run,
             "#include <cuda_runtime.h>\n#include <string.h>\nint main() { float *h; int sum = 0;\n"
             "cudaMallocHost(&h, 400000);\n"
             "for (int i = 0; i < 50000; i++)\n h[i] = i;\n"
             "cudaDeviceSynchronize();\n"
             "for (int i = 10; i < 20; i++) sum += h[i];\n"
             "memset(h + 100, 0, 40);\n"
             "return sum; }");
    ck_assert_msg(run.status == 0, "%d: %s", run.err.line, run.err.message);
    ck_assert_int_eq(script_exit_status(run.script), 145); /* 10 + ... + 19 */
    ck_assert_int_eq(find_access(&run.program, CALL_host_write, 6, 0, 200000), 1);
    ck_assert_int_eq(find_access(&run.program, CALL_host_read, 8, 40, 40), 1);
    ck_assert_int_eq(find_access(&run.program, CALL_host_write, 9, 400, 40), 1);
    run_release(&run);
}
END_TEST

/* Not where the next call stands, before which they are handed over. */
START_TEST(what_the_library_touches_stands_where_it_was_called)
{
    struct run run;
    run_text(&run, "#include <cuda_runtime.h>\n#include <algorithm>\n#include <numeric>\n"
                   "int main() { float *h, *other;\n"
                   "cudaMallocHost(&h, 400000); cudaMallocHost(&other, 400000);\n"
                   "std::fill(h, h + 10, 1.0f);\n"
                   "auto set = [&] {\n std::iota(other, other + 20, 0.0f);\n };\n"
                   "set();\n"
                   "cudaDeviceSynchronize();\n"
                   "float sum = std::accumulate(h + 5, h + 10, 0.0f);\n"
                   "cudaDeviceSynchronize();\n"
                   "return (int)sum; }");
    ck_assert_msg(run.status == 0, "%d: %s", run.err.line, run.err.message);
    ck_assert_int_eq(find_access(&run.program, CALL_host_write, 6, 0, 40), 1);
    ck_assert_int_eq(find_access(&run.program, CALL_host_write, 8, 0, 80), 1);
    ck_assert_int_eq(find_access(&run.program, CALL_host_read, 12, 20, 20), 1);
    run_release(&run);
}
END_TEST

static const char *work_at(const struct program *program, int line)
{
    for (size_t i = 0; i < program->host_moves.count; i++)
        if (program->places.rows[program->host_moves.rows[i].place].line == line)
            return program_name(program, program->host_moves.rows[i].name);
    return "";
}

START_TEST(work_of_a_function_has_its_name)
{
    static const char *const bodies[] = {
        "int main() { plan(2); Log log; log.write(); host_work_us(5); }",
        "int main() { Log log; std::thread t([&] { plan(2); log.write(); });\n t.join(); }",
    };
    for (size_t i = 0; i < sizeof bodies / sizeof bodies[0]; i++) {
        struct strbuf text;
        strbuf_init(&text);
        strbuf_adds(&text, "#include <thread>\n#include \"nullstream.cuh\"\n"
                           "#pragma nullstream host(plan) time(30us)\n"
                           "void plan(int n) {}\n"
                           "#pragma nullstream host(Log::write) time(40us)\n"
                           "struct Log {\n void write() {}\n };\n");
        strbuf_adds(&text, bodies[i]);
        struct run run;
        run_text(&run, text.text);
        ck_assert_msg(run.status == 0, "%d: %s", run.err.line, run.err.message);
        ck_assert_str_eq(work_at(&run.program, 4), "plan");
        ck_assert_str_eq(work_at(&run.program, 7), "Log::write");
        ck_assert_str_eq(work_at(&run.program, 9), "");
        run_release(&run);
        strbuf_release(&text);
    }
}
END_TEST

START_TEST(time_spent_on_the_host_is_recorded)
{
    struct run run;
    run_text(&run, "#include <cuda_runtime.h>\n#include <unistd.h>\n#include <stdlib.h>\n"
                   "#include <string.h>\n#include \"nullstream.cuh\"\n"
                   "int main() { usleep(100); host_work_us(50.5);\n"
                   "char *a = (char *)malloc(100000000); memset(a, 0, 100000000); exit(7); }");
    ck_assert_msg(run.status == 0, "%d: %s", run.err.line, run.err.message);
    ck_assert_int_eq(script_exit_status(run.script), 7);
    int64_t sleeps = 0, works = 0, copies = 0;
    for (size_t i = 0; i < run.program.records.count; i++) {
        const struct program_record *r = &run.program.records.rows[i];
        if (r->call == CALL_host_work)
            *(run.program.places.rows[r->place].line == 6 ? &works : &copies) += r->value;
        sleeps += r->call == CALL_host_sleep ? r->value : 0;
    }
    ck_assert_int_eq(sleeps, 100000);
    ck_assert_int_eq(works, 50500);
    /* 100 MB that no cache has any more behind themselves */
    int64_t per_mib = profile_curve_at(&profile.curve[PROFILE_host_write_per_mib], 100000000);
    ck_assert_int_eq(copies, (int64_t)(100000000.0 * (double)per_mib / (1 << 20) + 0.5));
    run_release(&run);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("script_host");
    TCase *tests = tcase_create("script_host");
    tcase_add_checked_fixture(tests, setup, teardown);
    tcase_add_test(tests, host_accesses_of_known_memory_are_recorded);
    tcase_add_test(tests, what_the_library_touches_stands_where_it_was_called);
    tcase_add_test(tests, work_of_a_function_has_its_name);
    tcase_add_test(tests, time_spent_on_the_host_is_recorded);
    suite_add_tcase(suite, tests);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
