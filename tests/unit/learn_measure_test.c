/* `m` in a lesson: a run measured beside the screen by another process, here this program itself
 * with a fake device, and what stands there after it. */
#include "tests/fake_measure.h"
#include "tests/unit/learn_rig.h"

#include <signal.h>

static void wait_for_measurement(void)
{
    for (int i = 0; i < 3000 && session.measuring.on; i++) {
        now += 200000000;
        session_poll(&session, now);
        usleep(10000);
    }
    ck_assert(!session.measuring.on);
}

/* On the page whose question about the time has been answered. */
static void begin_answered(void)
{
    struct err err;
    begin();
    err_init(&err);
    ck_assert_int_eq(session_open(&session, "small", &err), 0);
    for (size_t i = 0; i < 2; i++)
        session.visit.reader.answered[i] = true;
    reader_set_page(&session.visit.reader, 2);
    press("Space 9 1 4 Enter");
    shows("a real H200    913 us");
}

START_TEST(a_run_is_measured_here)
{
    begin_answered();
    press("m");
    shows("is being measured");
    press("m");
    shows("It is being measured already.");
    wait_for_measurement();
    shows("Measured here");
    shows("a real GPU     1115 us"); /* the fake one is no H200 */
    end();
}
END_TEST

START_TEST(without_a_gpu_the_recording_stays)
{
    ck_assert_int_eq(setenv("NO_GPU", "1", 1), 0);
    begin_answered();
    press("m");
    wait_for_measurement();
    shows("there is no GPU to measure on: no device");
    press("Space");
    shows("a real H200    913 us");
    end();
}
END_TEST

START_TEST(the_own_version_is_measured)
{
    struct err err;
    begin();
    err_init(&err);
    ck_assert_int_eq(session_open(&session, "small", &err), 0);
    memset(session.visit.reader.answered, 1, session.visit.lesson.question_count);
    reader_set_page(&session.visit.reader, 3);
    press("Space");
    ck_assert_int_eq(session_key(&session, 'e'), SESSION_EDIT);
    judge();
    press("m");
    wait_for_measurement();
    shows("Measured here");
    end();
}
END_TEST

START_TEST(who_leaves_ends_the_measurement)
{
    begin_answered();
    press("m");
    pid_t child = session.measuring.child.pid;
    ck_assert(session.measuring.on);
    press("q");
    ck_assert(!session.measuring.on);
    ck_assert_int_eq(kill(child, 0), -1);
    end();
}
END_TEST

int main(int argc, char **argv)
{
    if (argc > 1 && strcmp(argv[1], "measure") == 0)
        return fake_measure(argc, argv);
    Suite *suite = suite_create("learn-measure");
    TCase *tc = tcase_create("measuring");
    tcase_set_timeout(tc, 120);
    tcase_add_test(tc, a_run_is_measured_here);
    tcase_add_test(tc, without_a_gpu_the_recording_stays);
    tcase_add_test(tc, the_own_version_is_measured);
    tcase_add_test(tc, who_leaves_ends_the_measurement);
    suite_add_tcase(suite, tc);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
