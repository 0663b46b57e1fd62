/* What reports call the host's work: by memcpy and its like, or the function that works, where it
 * is nothing else. */
#include "sim/analysis/label.h"
#include "sim/model/host_move.h"
#include "tests/unit/script_rig.h"

static const struct {
    const char *text; /* of main, behind a launch */
    size_t count;     /* of calls like the first */
    const char *label;
} rows[] = {
    {"memset(a, 0, 1 << 24);", 1, "memset of 16 MiB"},
    {"memcpy(b, a, 1 << 20);", 1, "memcpy of 1 MiB"},
    {"memmove(b, a, 1 << 20);", 1, "memmove of 1 MiB"},
    {"for (int i = 0; i < 3; i++) { memset(a, i, 1 << 20);\ncudaGetLastError(); }", 3,
     "3 times memset of 1 MiB"},
    /* without a pause they are one row */
    {"for (int i = 0; i < 3; i++) memset(a, i, 1 << 20);", 1, "memset"},
    /* of different sizes, or too short for calls of their own */
    {"for (int i = 1; i < 3; i++) { memset(a, i, i << 20);\ncudaGetLastError(); }", 2,
     "2 times memset"},
    {"for (int i = 0; i < 9; i++) memcpy(b, a, 4096);", 1, "memcpy"},
    /* one line does more than one thing */
    {"memset(a, 0, 1 << 20); memcpy(b, a, 1 << 20);", 2, "2 times work"},
    {"memset(a, 0, 1 << 20); host_work_us(50);", 1, "work"},
    {"host_work_us(50); memset(a, 0, 1 << 20);", 1, "work"},
    {"host_work_us(50);", 1, "work"},
    {"compute();", 1, "compute"}, /* a function of which the program says how long it takes */
    {"for (int i = 0; i < 3; i++) { compute();\ncudaGetLastError(); }", 3, "3 times compute"},
    {"memset(a, 0, 1 << 20); compute();", 1, "memset of 1 MiB"}, /* that stands elsewhere */
};

START_TEST(moves_of_memory_are_named)
{
    struct run run;
    char text[1000];
    snprintf(text, sizeof text,
             "#include <stdlib.h>\n#include <string.h>\n#include \"nullstream.cuh\"\n"
             "#pragma nullstream kernel(k) time(10us)\n__global__ void k() {}\n"
             "#pragma nullstream host(compute) time(20us)\nvoid compute() {}\n"
             "int main() { char *a = (char *)malloc(1 << 24), *b = (char *)malloc(1 << 24);\n"
             "k<<<1, 32>>>();\n%s\ncudaDeviceSynchronize(); }\n",
             rows[_i].text);
    run_text(&run, text);
    ck_assert_msg(run.status == 0, "%d: %s", run.err.line, run.err.message);
    uint32_t row = UINT32_MAX;
    for (uint32_t i = 0; i < run.timeline.calls.count && row == UINT32_MAX; i++)
        if (run.timeline.calls.rows[i].call == CALL_host_work)
            row = i;
    ck_assert_uint_ne(row, UINT32_MAX);
    struct strbuf label;
    strbuf_init(&label);
    label_calls(&label, &run.timeline, row, rows[_i].count);
    ck_assert_msg(strcmp(label.text, rows[_i].label) == 0, "%s\n is called %s", rows[_i].text,
                  label.text);
    strbuf_release(&label);
    run_release(&run);
}
END_TEST

START_TEST(of_no_place_nothing_is_known)
{
    struct program program;
    struct timeline timeline;
    program_init(&program);
    timeline_init(&timeline);
    program_note_work(&program, 0, "memset", 16);
    ck_assert_uint_eq(program.host_moves.count, 0);
    program_note_work(&program, 3, "memset", 16);
    program_note_work(&program, 4, "memcpy", 16);
    program_note_work(&program, 3, "memset", 16);
    ck_assert_uint_eq(program.host_moves.count, 2);
    ck_assert_uint_eq(program.host_moves.rows[0].bytes, 16);
    struct timeline_call call = {.call = CALL_host_sleep, .place = 3};
    ck_assert_ptr_null(timeline_host_move(&timeline, &call));
    timeline_release(&timeline);
    program_release(&program);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("host_move");
    TCase *tc = tcase_create("host_move");
    tcase_add_checked_fixture(tc, setup, teardown);
    tcase_add_loop_test(tc, moves_of_memory_are_named, 0, sizeof rows / sizeof rows[0]);
    tcase_add_test(tc, of_no_place_nothing_is_known);
    suite_add_tcase(suite, tc);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
