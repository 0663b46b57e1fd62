/* Percentiles, modes, and what many runs come to: the arithmetic of measurements, worked by hand.
 */
#include "gpu/result.h"
#include "gpu/statistics.h"
#include "gpu/typical.h"
#include "sim/base/percentile.h"
#include "sim/model/relation.h"
#include "tests/scene.h"

#include <check.h>
#include <stdlib.h>
#include <string.h>

/* Nearest rank: of ten values five are at most the fifth, so that is where 500 per mille lie; one
 * is at most the first, nine at most the ninth. Of twenty, 19 (950 per mille) are at most the 19th;
 * of 15, 13.5 are at most the 14th. */
START_TEST(percentiles_are_values_that_were_seen)
{
    int64_t values[] = {70, 10, 100, 30, 50, 20, 90, 40, 60, 80};
    ck_assert_int_eq(statistics_percentile(values, 10, 500), 50);
    ck_assert_int_eq(statistics_percentile(values, 10, 100), 10);
    ck_assert_int_eq(statistics_percentile(values, 10, 900), 90);
    ck_assert_int_eq(statistics_percentile(values, 10, 0), 10);
    ck_assert_int_eq(statistics_percentile(values, 10, 1000), 100);
    int64_t one[] = {7};
    ck_assert_int_eq(statistics_percentile(one, 1, 900), 7);
    ck_assert_uint_eq(percentile_rank(20, 950), 18);
    ck_assert_uint_eq(percentile_rank(15, 900), 13);
    ck_assert_uint_eq(percentile_rank(15, 100), 1);
}
END_TEST

/* 1000 us and 1020 us are 2 % apart: one mode. Median of the eight: rank 3. */
START_TEST(what_lies_close_is_one_mode)
{
    struct statistics_mode modes[STATISTICS_MODES_MOST];
    int64_t values[] = {1000000, 1020000, 1001000, 1021000, 1002000, 1022000, 1003000, 1023000};
    ck_assert_uint_eq(statistics_modes(values, 8, modes), 1);
    ck_assert_int_eq(modes[0].median, 1003000);
    ck_assert_uint_eq(modes[0].count, 8);
    /* 4 us are 40 % of 10 us, but within the 10 us that any two runs may differ by */
    int64_t small[] = {10000, 14000, 10000, 14000};
    ck_assert_uint_eq(statistics_modes(small, 4, modes), 1);
}
END_TEST

/* Between 1002 and 1100 us are 98 us, 9.8 %: two modes of four, with medians at rank 1 of each. */
START_TEST(a_gap_divides_modes)
{
    struct statistics_mode modes[STATISTICS_MODES_MOST];
    int64_t values[] = {1100000, 1000000, 1101000, 1001000, 1102000, 1002000, 1100500, 1000500};
    ck_assert_uint_eq(statistics_modes(values, 8, modes), 2);
    ck_assert_int_eq(modes[0].median, 1000500);
    ck_assert_int_eq(modes[1].median, 1100500);
    ck_assert_uint_eq(modes[0].count, 4);
    ck_assert_uint_eq(modes[1].first, 4);
}
END_TEST

/* One run of eleven, or one of four, is an outlier: it joins the nearer group (1200 is 100 from
 * 1100 and 200 from 1000). */
START_TEST(an_outlier_is_no_mode)
{
    struct statistics_mode modes[STATISTICS_MODES_MOST];
    int64_t values[] = {1000000, 1000000, 1000000, 1000000, 1000000, 1100000,
                        1100000, 1100000, 1100000, 1100000, 1200000};
    ck_assert_uint_eq(statistics_modes(values, 11, modes), 2);
    ck_assert_uint_eq(modes[0].count, 5);
    ck_assert_uint_eq(modes[1].count, 6);
    ck_assert_int_eq(modes[1].median, 1100000);
    int64_t four[] = {1000000, 1000000, 1000000, 5000000};
    ck_assert_uint_eq(statistics_modes(four, 4, modes), 1);
    int64_t first[] = {500000, 1000000, 1000000, 1000000};
    ck_assert_uint_eq(statistics_modes(first, 4, modes), 1);
}
END_TEST

/* Five groups of two of ten values: one too many. The first of the smallest joins its neighbour. */
START_TEST(modes_are_four_at_most)
{
    struct statistics_mode modes[STATISTICS_MODES_MOST];
    int64_t values[] = {100000, 100000, 200000, 200000, 300000,
                        300000, 400000, 400000, 500000, 500000};
    ck_assert_uint_eq(statistics_modes(values, 10, modes), STATISTICS_MODES_MOST);
    ck_assert_uint_eq(modes[0].count, 4);
    ck_assert_int_eq(modes[3].median, 500000);
    ck_assert_uint_eq(statistics_modes(values, 0, modes), 0);
}
END_TEST

/* --- many runs into a timeline ------------------------------------------------------------------
 */

enum { RECORDS = 2, OPS = 1 }; /* a kernel, a synchronize */

struct fixture {
    struct scene scene;
    struct plan plan;
    struct result result;
};

static void begin(struct fixture *f)
{
    struct err err;
    err_init(&err);
    scene_init(&f->scene);
    scene_kernel(&f->scene, 0, "k", 1, 100000);
    scene_synchronize(&f->scene);
    ck_assert_int_eq(plan_init(&f->plan, &f->scene.program, &f->scene.profile, false, &err), 0);
    ck_assert_uint_eq(f->plan.op_count, OPS);
    result_init(&f->result, &f->plan);
}

static void end(struct fixture *f)
{
    result_release(&f->result);
    plan_release(&f->plan);
    scene_release(&f->scene);
}

static void add_plain(struct fixture *f, uint32_t process, int64_t wall)
{
    struct err err;
    err_init(&err);
    ck_assert_int_eq(result_take(&f->result, process, SESSION_PLAIN, &wall, sizeof wall, &err), 0);
}

/* A run under the instrument: called at 0, returned at 3 us, the kernel from `start` to `to`. */
static void add_sample(struct fixture *f, uint32_t process, int64_t wall, int64_t start, int64_t to)
{
    struct err err;
    err_init(&err);
    struct {
        int64_t wall;
        struct run_time calls[RECORDS], ops[OPS];
    } message = {wall, {{0, 3000}, {3100, wall}}, {{start, to}}};
    ck_assert_int_eq(
        result_take(&f->result, process, SESSION_SAMPLE, &message, sizeof message, &err), 0);
}

static void fill(struct fixture *f, struct timeline *timeline)
{
    timeline_init(timeline);
    result_fill(&f->result, timeline);
}

/* Three processes of one run each: walls 110, 112, 113 us, the median 112. Noise: 110 is 2/112 =
 * 1.7857 % below, the worst. The kernel's span in the median is 5 to 105 us; as seen from its own
 * start its end is 99, 100, 102 us behind: errors 1 %, 0 and 2 % of the span of 100 us. */
START_TEST(noise_is_between_processes)
{
    struct fixture f;
    struct timeline t;
    begin(&f);
    add_plain(&f, 0, 110000);
    add_plain(&f, 1, 112000);
    add_plain(&f, 2, 113000);
    add_sample(&f, 0, 111000, 5000, 104000);
    add_sample(&f, 1, 112000, 5000, 105000);
    add_sample(&f, 2, 114000, 6000, 108000);
    fill(&f, &t);
    ck_assert_int_eq(t.wall, 112000);
    ck_assert_int_eq(t.measurement.instrument_wall, 112000);
    ck_assert_uint_eq(t.measurement.processes, 3);
    ck_assert_uint_eq(t.measurement.repetitions, 3);
    ck_assert_int_eq(t.ops.rows[0].start, 5000);
    ck_assert_int_eq(t.ops.rows[0].end, 105000);
    ck_assert_int_eq(t.span, 100000);
    ck_assert_int_eq(t.measurement.noise.wall, 17857);
    ck_assert_int_eq(t.measurement.noise.placement_worst, 20000);
    ck_assert_int_eq(t.measurement.noise.placement_median, 10000);
    ck_assert_uint_eq(t.modes.count, 0);
    timeline_release(&t);
    end(&f);
}
END_TEST

/* The same behind a kernel of the set-up, which comes 100, 120 and 150 us before: that is no noise
 * of the timed part. */
START_TEST(noise_is_of_the_timed_part)
{
    struct fixture f;
    struct timeline t;
    struct err err;
    err_init(&err);
    scene_init(&f.scene);
    scene_kernel(&f.scene, 0, "set-up", 1, 100000);
    uint32_t name = intern_adds(&f.scene.program.names, "nullstream");
    scene_call(&f.scene, CALL_range_push, 0, name, 0);
    scene_kernel(&f.scene, 0, "k", 1, 100000);
    scene_synchronize(&f.scene);
    scene_call(&f.scene, CALL_range_pop, 0, 0, 0);
    ck_assert_int_eq(plan_init(&f.plan, &f.scene.program, &f.scene.profile, false, &err), 0);
    result_init(&f.result, &f.plan);
    const int64_t before[] = {100000, 120000, 150000}, from[] = {5000, 5000, 6000};
    const int64_t to[] = {104000, 105000, 108000};
    for (uint32_t i = 0; i < 3; i++) {
        const int64_t wall = 112000, early = -before[i];
        struct {
            int64_t wall;
            struct run_time calls[5], ops[2];
        } message = {wall,
                     {{early, early + 3000}, {-200, -100}, {0, 3000}, {3100, wall}, {wall, wall}},
                     {{early + 4000, early + 50000}, {from[i], to[i]}}};
        add_plain(&f, i, wall);
        ck_assert_int_eq(result_take(&f.result, i, SESSION_SAMPLE, &message, sizeof message, &err),
                         0);
    }
    fill(&f, &t);
    ck_assert_int_eq(t.span, 100000);
    ck_assert_int_eq(t.measurement.noise.placement_worst, 20000);
    ck_assert_int_eq(t.measurement.noise.placement_median, 10000);
    timeline_release(&t);
    end(&f);
}
END_TEST

/* One process says nothing about others. */
START_TEST(one_process_has_no_noise_floor)
{
    struct fixture f;
    struct timeline t;
    begin(&f);
    add_plain(&f, 0, 110000);
    add_sample(&f, 0, 111000, 5000, 105000);
    fill(&f, &t);
    ck_assert_int_eq(t.measurement.noise.wall, TIMELINE_UNKNOWN);
    ck_assert_int_eq(t.measurement.noise.placement_worst, TIMELINE_UNKNOWN);
    timeline_release(&t);
    end(&f);
}
END_TEST

/* Three runs of 110 us, two of 210: the operations are those of the larger mode, the other keeps
 * its own. */
START_TEST(each_mode_keeps_its_times)
{
    struct fixture f;
    struct timeline t;
    begin(&f);
    for (int i = 0; i < 5; i++) {
        bool late = i >= 3;
        add_plain(&f, 0, (late ? 210000 : 110000) + i * 100);
        add_sample(&f, 0, late ? 211000 : 111000, late ? 105000 : 5000, late ? 205000 : 105000);
    }
    fill(&f, &t);
    ck_assert_int_eq(t.wall, 110100);
    ck_assert_int_eq(t.ops.rows[0].start, 5000);
    ck_assert_uint_eq(t.modes.count, 2);
    ck_assert_uint_eq(t.modes.rows[0].runs, 3);
    ck_assert_int_eq(t.modes.rows[0].wall, 110100);
    ck_assert_uint_eq(t.modes.rows[1].runs, 2);
    ck_assert_int_eq(t.modes.rows[1].wall, 210300); /* rank 0 of 210300 and 210400 */
    ck_assert_int_eq(t.mode_times.rows[t.modes.rows[1].first_time].start, 105000);
    ck_assert_int_eq(t.mode_times.rows[t.modes.rows[0].first_time].start, 5000);
    timeline_release(&t);
    end(&f);
}
END_TEST

/* Two operations that exchange their places, 100 us of 200 apart, in five runs: a first in three,
 * of which the second is in the middle; b first in two. A shift of all, and 4 us, make no
 * difference. */
START_TEST(typical_runs_go_the_same_way)
{
    static const int64_t starts[5][2] = {{0, 100}, {2, 106}, {50, 152}, {100, 0}, {103, 3}};
    struct run_time ops[5][2];
    struct sample_run rows[5], *runs[5];
    for (int i = 0; i < 5; i++) {
        for (int op = 0; op < 2; op++)
            ops[i][op] = (struct run_time){starts[i][op] * 1000, (starts[i][op] + 100) * 1000};
        rows[i] = (struct sample_run){.wall = 200000, .ops = ops[i]};
        runs[i] = &rows[i];
    }
    typical_find(runs, 5, 2);
    for (int i = 0; i < 5; i++)
        ck_assert_int_eq(rows[i].typical, i < 3);
}
END_TEST

/* Two kernels of two streams. In two runs, which alone are alike and so give the medians, the
 * second starts 2 us before the first one's end: beside it or, that being within 3 us, behind it.
 * In a third it starts 50 us behind, in a fourth 40 us before the end: neither is otherwise. In a
 * fifth it has ended before the first starts: that one is. They run beside each other in three
 * runs, and in one each before and after: all in a tenth of five or more. Of the ten places the
 * third and the fourth run have one elsewhere (52 and 38 us of a span of 148) and the fifth both
 * (60 and 98). */
START_TEST(what_runs_decide_otherwise_is_counted)
{
    static const struct run_time firsts[] = {
        {0, 100000}, {0, 100000}, {0, 100000}, {0, 100000}, {60000, 160000}};
    static const struct run_time seconds[] = {
        {98000, 148000}, {98000, 148000}, {150000, 200000}, {60000, 110000}, {0, 50000}};
    struct fixture f;
    struct timeline t;
    struct err err;
    err_init(&err);
    scene_init(&f.scene);
    uint32_t streams[] = {scene_stream(&f.scene, STREAM_NONBLOCKING, "a"),
                          scene_stream(&f.scene, STREAM_NONBLOCKING, "b")};
    for (int i = 0; i < 2; i++)
        scene_kernel(&f.scene, streams[i], "k", 1, 100000);
    scene_synchronize(&f.scene);
    ck_assert_int_eq(plan_init(&f.plan, &f.scene.program, &f.scene.profile, false, &err), 0);
    ck_assert_uint_eq(f.plan.op_count, 2);
    result_init(&f.result, &f.plan);
    size_t records = f.scene.program.records.count;
    struct {
        int64_t wall;
        struct run_time times[16];
    } message = {.wall = 210000};
    ck_assert_uint_le(records + 2, 16);
    for (int i = 0; i < 5; i++) {
        add_plain(&f, 0, 210000);
        message.times[records] = firsts[i];
        message.times[records + 1] = seconds[i];
        ck_assert_int_eq(result_take(&f.result, 0, SESSION_SAMPLE, &message,
                                     sizeof message.wall + (records + 2) * sizeof *message.times,
                                     &err),
                         0);
    }
    fill(&f, &t);
    ck_assert_uint_eq(t.measurement.noise.runs, 5);
    ck_assert_uint_eq(t.undecided.count, 1);
    ck_assert_uint_eq(t.undecided.rows[0].first, 0);
    ck_assert_uint_eq(t.undecided.rows[0].second, 1);
    ck_assert_uint_eq(t.undecided.rows[0].otherwise, 1);
    ck_assert_uint_eq(t.undecided.rows[0].relations, RELATION_ALL);
    ck_assert_uint_eq(t.measurement.noise.run_places, 10);
    ck_assert_uint_eq(t.measurement.noise.run_places_near, 6);
    timeline_release(&t);
    end(&f);
}
END_TEST

START_TEST(messages_that_are_not_a_session_s_are_refused)
{
    struct fixture f;
    struct err err;
    int64_t wall = 1;
    begin(&f);
    err_init(&err);
    ck_assert_int_eq(result_take(&f.result, 0, SESSION_SAMPLE, &wall, sizeof wall, &err), -1);
    ck_assert_int_eq(err.status, ERR_RUN);
    err_init(&err);
    ck_assert_int_eq(result_take(&f.result, 0, 99, &wall, sizeof wall, &err), -1);
    end(&f);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("statistics");
    TCase *values = tcase_create("values");
    tcase_add_test(values, percentiles_are_values_that_were_seen);
    tcase_add_test(values, what_lies_close_is_one_mode);
    tcase_add_test(values, a_gap_divides_modes);
    tcase_add_test(values, an_outlier_is_no_mode);
    tcase_add_test(values, modes_are_four_at_most);
    suite_add_tcase(suite, values);
    TCase *runs = tcase_create("runs");
    tcase_add_test(runs, noise_is_between_processes);
    tcase_add_test(runs, noise_is_of_the_timed_part);
    tcase_add_test(runs, one_process_has_no_noise_floor);
    tcase_add_test(runs, each_mode_keeps_its_times);
    tcase_add_test(runs, typical_runs_go_the_same_way);
    tcase_add_test(runs, what_runs_decide_otherwise_is_counted);
    tcase_add_test(runs, messages_that_are_not_a_session_s_are_refused);
    suite_add_tcase(suite, runs);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed != 0;
}
