/* The pairs of tests/pitfalls: what a fix predicts to gain on the faulty scenario is what the fixed
 * one, changed by hand, is predicted to gain, within 2 % of the faulty wall time (issue 4). */
#include "sim/study/fix.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>

struct pair {
    const char *name;
    enum edit_kind edits[2];
};

static const struct pair pairs[] = {
    {"default-stream", {EDIT_NONBLOCKING_STREAMS}},
    {"hidden-fence", {EDIT_ASYNC}},
    {"hidden-fence-record", {EDIT_MOVE}},
    {"hidden-fence-host-function", {EDIT_MOVE}},
    {"pageable-copy", {EDIT_PINNED}},
    {"sync-in-loop", {EDIT_NO_SYNCHRONIZE}},
    {"sync-copy", {EDIT_ASYNC}},
    {"timed-allocation", {EDIT_HOIST}},
    {"pool-threshold", {EDIT_KEEP_POOL}},
    {"launch-blocking", {EDIT_LAUNCH_BLOCKING}},
    {"order-too-much", {EDIT_NARROW_WAIT}},
    {"timed-event", {EDIT_NO_TIMING}},
    {"issue-order", {EDIT_BREADTH}},
    {"unused-streams", {EDIT_TURNS}},
    {"stream-order", {EDIT_APART}},
};

static const struct predict_options options = {.gpu = "h200"};

static void predict(struct prediction *prediction, const char *name, const char *suffix)
{
    char path[200];
    struct err err;
    err_init(&err);
    prediction_init(prediction);
    snprintf(path, sizeof path, "tests/pitfalls/%s%s.cu", name, suffix);
    int rc = predict_file(prediction, path, &options, &err);
    ck_assert_msg(rc == 0, "%s:%d: %s", err.file, err.line, err.message);
}

START_TEST(a_fix_gains_what_the_fixed_scenario_does)
{
    const struct pair *pair = &pairs[_i];
    struct prediction faulty, fixed;
    struct fix fix;
    predict(&faulty, pair->name, "");
    predict(&fixed, pair->name, "-fixed");
    fix_init(&fix);
    for (size_t i = 0; i < 2 && pair->edits[i]; i++)
        fix_add(&fix, &(struct edit){.kind = pair->edits[i], .stream = EDIT_ANY});
    fixes_try(&faulty, &options, &fix, 1, 1);
    int64_t by_hand = faulty.timeline.wall - fixed.timeline.wall;
    int64_t apart = llabs(by_hand - fix.gain);
    if (getenv("FIX_SHOW"))
        printf("%s: by hand %lld, by fix %lld ns%s%s\n%s\n", pair->name, (long long)by_hand,
               (long long)fix.gain, fix.offered ? "" : ", not offered: ", fix.why, fix.text.text);
    ck_assert_msg(apart * 50 <= faulty.timeline.wall,
                  "%s: by hand %lld ns, by fix %lld ns (%s)\n%s", pair->name, (long long)by_hand,
                  (long long)fix.gain, fix.why, fix.text.text);
    ck_assert_msg(fix.offered, "%s: %s", pair->name, fix.why);
    fix_release(&fix);
    prediction_release(&faulty);
    prediction_release(&fixed);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("fix pairs");
    TCase *tc = tcase_create("fix pairs");
    tcase_set_timeout(tc, 60);
    tcase_add_loop_test(tc, a_fix_gains_what_the_fixed_scenario_does, 0,
                        sizeof pairs / sizeof *pairs);
    suite_add_tcase(suite, tc);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed != 0;
}
