/* The first advice is the change that is best, and gains what the program changed by hand gains:
 * each program of tests/advice has one fault, which a constant takes away. */
#include "sim/analysis/critical.h"
#include "sim/analysis/pitfalls.h"
#include "sim/analysis/summary.h"
#include "sim/study/gain.h"
#include "sim/study/predict.h"

#include <check.h>
#include <stdlib.h>
#include <string.h>

static void find(struct pitfalls *pitfalls, const char *path)
{
    struct predict_options options = {.gpu = "h200"};
    struct prediction prediction;
    struct err err;
    err_init(&err);
    prediction_init(&prediction);
    ck_assert_msg(predict_file(&prediction, path, &options, &err) == 0, "%s", err.message);
    struct critical critical;
    struct summary summary;
    critical_find(&critical, &prediction.timeline);
    summary_find(&summary, &prediction.timeline, &prediction.profile, &critical);
    struct pitfall_input input = {&prediction.program, &prediction.timeline, &prediction.profile,
                                  &summary, &critical};
    pitfalls_find(pitfalls, &input);
    gain_find(pitfalls, &prediction, path, &options, GAIN_OPERATIONS);
    critical_release(&critical);
    prediction_release(&prediction);
}

static int64_t wall_of(const char *path, const char *const *defines, size_t count)
{
    struct predict_options options = {.gpu = "h200", .defines = defines, .define_count = count};
    struct prediction prediction;
    struct err err;
    err_init(&err);
    prediction_init(&prediction);
    ck_assert_msg(predict_file(&prediction, path, &options, &err) == 0, "%s", err.message);
    int64_t wall = prediction.timeline.wall;
    prediction_release(&prediction);
    return wall;
}

static const struct advice {
    const char *path, *define;
    enum pitfall_rule rule;
} advices[] = {
    {"tests/advice/pageable.cu", "FIXED=1", PITFALL_ID_PAGEABLE_COPY},
    {"tests/advice/trap.cu", "FIXED=1", PITFALL_ID_DEFAULT_STREAM},
    {"tests/advice/malloc.cu", "FIXED=1", PITFALL_ID_TIMED_ALLOCATION},
    {"tests/advice/order.cu", "FIXED=1", PITFALL_ID_ISSUE_ORDER},
    {"tests/advice/small.cu", "CHUNKS=16", PITFALL_ID_CHUNK_SIZE},
    {"tests/advice/large.cu", "CHUNKS=16", PITFALL_ID_CHUNK_SIZE},
    {"tests/advice/sync.cu", "FIXED=1", PITFALL_ID_SYNC_IN_LOOP},
    {"tests/advice/locked.cu", "FIXED=1", PITFALL_ID_SYNC_IN_LOOP},
    {"tests/advice/locked_pair.cu", "FIXED=1", PITFALL_ID_SYNC_IN_LOOP},
    {"tests/advice/register.cu", "FIXED=1", PITFALL_ID_PAGEABLE_COPY},
    {"tests/advice/passes.cu", "FIXED=1", PITFALL_ID_DEFAULT_STREAM},
    {"tests/advice/priority.cu", "FIXED=1", PITFALL_ID_FULL_KERNEL},
};
enum { ADVICES = sizeof advices / sizeof *advices };

START_TEST(the_first_is_the_best)
{
    const struct advice *advice = &advices[_i];
    struct pitfalls pitfalls;
    find(&pitfalls, advice->path);
    int64_t gain = pitfalls.wall - wall_of(advice->path, &advice->define, 1);
    size_t at = 0;
    while (at < pitfalls.count && !pitfall_matters(&pitfalls, &pitfalls.rows[at]))
        at++;
    ck_assert_uint_lt(at, pitfalls.count);
    const struct pitfall *first = &pitfalls.rows[at];
    ck_assert_int_eq(first->rule, advice->rule);
    if (first->kind == PITFALL_BOUND) /* a priority gains less than a device that is free */
        ck_assert_int_ge(first->gain, gain);
    else
        ck_assert_int_le(llabs(first->gain - gain), gain / 100);
    pitfalls_release(&pitfalls);
}
END_TEST

/* Threads that are not held up any more share the work out in another way: what their recorded
 * calls would gain is not what the changed source does. */
START_TEST(no_change_that_takes_longer)
{
    const char *path = "tests/advice/queue.cu", *define = "FIXED=1";
    struct pitfalls pitfalls;
    find(&pitfalls, path);
    ck_assert_int_gt(wall_of(path, &define, 1), pitfalls.wall);
    for (size_t i = 0; i < pitfalls.count; i++) {
        const struct pitfall *row = &pitfalls.rows[i];
        if (row->rule != PITFALL_ID_SYNC_IN_LOOP)
            continue;
        ck_assert(row->refused);
        ck_assert_ptr_nonnull(strstr(row->ungained, "host threads take turns in another way"));
    }
    pitfalls_release(&pitfalls);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("advice");
    TCase *tc = tcase_create("advice");
    tcase_add_loop_test(tc, the_first_is_the_best, 0, ADVICES);
    tcase_add_test(tc, no_change_that_takes_longer);
    suite_add_tcase(suite, tc);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_ENV);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
