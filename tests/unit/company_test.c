/* Changes that gain only together: found, and as much as the program changed by hand gains. */
#include "sim/analysis/critical.h"
#include "sim/analysis/pitfalls.h"
#include "sim/analysis/summary.h"
#include "sim/study/gain.h"
#include "sim/study/predict.h"

#include <check.h>
#include <stdlib.h>

static void find(struct pitfalls *pitfalls, const char *path, uint64_t operations)
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
    gain_find(pitfalls, &prediction, path, &options, operations);
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

static const struct pair {
    const char *path, *fixed;
    const char *defines[2];
    enum pitfall_rule rules[2];
} pairs[] = {
    {"tests/scenarios/waits_in_one.cu",
     "tests/scenarios/waits_in_one-fixed.cu",
     {NULL},
     {PITFALL_ID_SYNC_IN_LOOP, PITFALL_ID_UNUSED_STREAMS}},
    {"tests/scenarios/pageable_one.cu",
     "tests/scenarios/pageable_one.cu",
     {"PINNED=1", "STREAMS=8"},
     {PITFALL_ID_PAGEABLE_COPY, PITFALL_ID_STREAM_COUNT}},
};
enum { PAIRS = sizeof pairs / sizeof *pairs };

/* Each alone gains less than half of what both do, and the gain is that of the program by hand. */
START_TEST(a_pair_gains_what_both_do)
{
    const struct pair *pair = &pairs[_i];
    struct pitfalls pitfalls;
    find(&pitfalls, pair->path, GAIN_OPERATIONS);
    const struct pitfall_company *company = &pitfalls.company;
    ck_assert_uint_eq(company->count, 2);
    for (int i = 0; i < 2; i++) {
        ck_assert_int_eq(company->parts[i].rule, pair->rules[i]);
        ck_assert_int_ne(company->parts[i].gain, TIMELINE_UNKNOWN);
        ck_assert_int_lt(company->parts[i].gain, company->gain * 6 / 10);
    }
    int64_t wall = wall_of(pair->fixed, pair->defines, pair->defines[0] ? 2 : 0);
    ck_assert_int_le(llabs(pitfalls.wall - company->gain - wall), wall / 100);
    pitfalls_release(&pitfalls);
}
END_TEST

/* Nothing is left to gain, each change gains by itself, or there is no time to look. */
START_TEST(no_company_where_none_is_needed)
{
    static const struct {
        const char *path;
        uint64_t operations;
    } cases[] = {
        {"tests/scenarios/waits_in_one-fixed.cu", GAIN_OPERATIONS},
        {"tests/pitfalls/pageable-copy.cu", GAIN_OPERATIONS},
        {"tests/pitfalls/sync-in-loop.cu", GAIN_OPERATIONS},
        {"tests/pitfalls/compute-bound.cu", GAIN_OPERATIONS},
        {"tests/scenarios/waits_in_one.cu", 1000},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct pitfalls pitfalls;
        find(&pitfalls, cases[i].path, cases[i].operations);
        ck_assert_msg(pitfalls.company.count == 0, "%s", cases[i].path);
        pitfalls_release(&pitfalls);
    }
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("company");
    TCase *tc = tcase_create("company");
    tcase_add_loop_test(tc, a_pair_gains_what_both_do, 0, PAIRS);
    tcase_add_test(tc, no_company_where_none_is_needed);
    suite_add_tcase(suite, tc);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_ENV);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
