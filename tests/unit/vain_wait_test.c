/* Loops that look at memory and sleep: those that nobody ends are found soon, and no others. */
#include "tests/unit/script_rig.h"

#define START                                                                                      \
    "#include <cuda_runtime.h>\n#include <atomic>\n#include <chrono>\n#include <stdio.h>\n"        \
    "#include <thread>\n#include <unistd.h>\nstd::atomic<bool> stop; volatile bool plain;\n"       \
    "int main() {\n"

static const struct {
    const char *text;
    int line;          /* of the loop that waits in vain; 0: the program ends */
    const char *words; /* what is said of it, or what the program prints */
} rows[] = {
    {"std::thread t([&] {\nwhile "
     "(!stop)\nstd::this_thread::sleep_for(std::chrono::microseconds(20));"
     "\n}); t.join(); }",
     11, "deadlock: this loop waits for memory that nobody writes any more; thread 0 (main) at "},
    {"std::thread t([&] { while (!stop.load(std::memory_order_acquire)) "
     "std::this_thread::yield();\n"
     "}); t.join(); }",
     9, "joins thread 1"},
    {"std::thread t([&] { while (!plain) usleep(20); }); t.join(); }", 9, "joins thread 1"},
    /* counts its turns, in a register and in memory, and ends */
    {"int n = 600000; std::thread t([&] { for (int i = 0; i < n && !stop; i++) usleep(5); });\n"
     "t.join(); puts(\"600000\"); }",
     0, "600000\n"},
    {"int n = 0; std::thread t([&] { while (n < 200000) { n++; usleep(5); } }); t.join();\n"
     "printf(\"%d\\n\", n); }",
     0, "200000\n"},
    /* ends by a clock */
    {"using clock = std::chrono::steady_clock; auto begin = clock::now(); std::thread t([&] {\n"
     "while (!stop && clock::now() - begin < std::chrono::seconds(3)) usleep(5); });\n"
     "t.join(); puts(\"late\"); }",
     0, "late\n"},
    /* nobody waits for it: --limit steps ends it */
    {"for (int i = 0; i < 400000 && !stop; i++) usleep(5); puts(\"alone\"); }", 0, "alone\n"},
    /* the other thread goes on */
    {"std::thread t([&] { usleep(3000000); stop = true; }); while (!stop) usleep(5); t.join();\n"
     "puts(\"stopped\"); }",
     0, "stopped\n"},
};

START_TEST(only_what_nobody_ends_is_a_deadlock)
{
    struct run run;
    char text[2000];
    snprintf(text, sizeof text, "%s%s\n", START, rows[_i].text);
    run_text(&run, text);
    ck_assert_msg(run.status == (rows[_i].line ? -1 : 0), "%s\n%d: %s", text, run.err.line,
                  run.err.message);
    const char *said = rows[_i].line ? run.err.message : script_output(run.script);
    ck_assert_msg(strstr(said, rows[_i].words) != NULL, "%s\n says %s", text, said);
    ck_assert_int_eq(run.err.line, rows[_i].line);
    if (rows[_i].line) /* soon: a tenth of what the limit allows */
        ck_assert_int_lt(script_turns(run.script), 100000000);
    run_release(&run);
}
END_TEST

/* With a higher limit it turns longer. */
START_TEST(the_limit_is_the_user_s)
{
    struct run few, many;
    char text[2000];
    const char *const low[] = {"steps=100000000"}, *const high[] = {"steps=400000000"};
    snprintf(text, sizeof text, "%s%s\n", START, rows[2].text);
    settings.limits = low;
    settings.limit_count = 1;
    run_text(&few, text);
    settings.limits = high;
    run_text(&many, text);
    ck_assert_int_gt(script_turns(many.script), 3 * script_turns(few.script));
    run_release(&few);
    run_release(&many);
}
END_TEST

/* Only the first range "nullstream" is the timed part, which is said once. */
START_TEST(later_ranges_are_told)
{
    struct run run;
    struct err text;
    bool remark = true;
    run_text(&run, KERNEL "#include <nvtx3/nvToolsExt.h>\nint main() {\n"
                          "for (int i = 0; i < 3; i++) {\n"
                          "nvtxRangePush(\"nullstream\"); k<<<1, 32>>>(0); nvtxRangePop(); } }");
    ck_assert_msg(run.status == 0, "%s", run.err.message);
    ck_assert_uint_eq(script_warning_count(run.script), 1);
    script_warning(run.script, 0, &text, &remark);
    ck_assert_str_eq(text.message,
                     "of several ranges \"nullstream\" the first is timed, unless --range "
                     "nullstream#2 names another: to time all turns push it before the loop");
    ck_assert_int_eq(text.line, 8);
    ck_assert(!remark);
    run_release(&run);
    run_text(&run, KERNEL "#include <nvtx3/nvToolsExt.h>\nint main() {\n"
                          "nvtxRangePush(\"nullstream\"); for (int i = 0; i < 3; i++) {\n"
                          "nvtxRangePush(\"step\"); k<<<1, 32>>>(0); nvtxRangePop(); }\n"
                          "nvtxRangePop(); }");
    ck_assert_uint_eq(script_warning_count(run.script), 0);
    run_release(&run);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("vain_wait");
    TCase *tc = tcase_create("vain_wait");
    tcase_add_checked_fixture(tc, setup, teardown);
    tcase_add_loop_test(tc, only_what_nobody_ends_is_a_deadlock, 0, sizeof rows / sizeof rows[0]);
    tcase_add_test(tc, the_limit_is_the_user_s);
    tcase_add_test(tc, later_ranges_are_told);
    suite_add_tcase(suite, tc);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
