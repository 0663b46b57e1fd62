/* sim/analysis: matching and comparison, with the figures worked by hand. */
#include "sim/analysis/compare.h"
#include "tests/unit/sample_timeline.h"

/* What a test compares: what it leaves of them is released behind it. */
static struct timeline a, b;
static struct compare c;

static void set_up(void)
{
    memset(&a, 0, sizeof a);
    memset(&b, 0, sizeof b);
    memset(&c, 0, sizeof c);
}

static void tear_down(void)
{
    compare_release(&c);
    timeline_release(&a);
    timeline_release(&b);
}

/* The fence as predicted (starts and ends from the first start: k1 0 to 300, k2 302.26 to 602.26,
 * k3 604.42 to 904.42; wall 915.6) and as measured: k2 1 us later, k3 starts 2 and ends 3 us later,
 * wall 920, from 918 to 923. */
START_TEST(the_fence_compared)
{
    sample_fence(&a);
    sample_fence(&b);
    b.source = TIMELINE_MEASURED;
    b.ops.rows[1].start += 1000;
    b.ops.rows[1].end += 1000;
    b.ops.rows[2].start += 2000;
    b.ops.rows[2].end += 3000;
    b.span += 3000;
    b.wall = 920000;
    b.measurement.wall_p10 = 918000;
    b.measurement.wall_p90 = 923000;
    compare_find(&c, &a, &b);
    ck_assert_int_eq(c.match.how, MATCH_LINE);
    ck_assert_uint_eq(c.match.count, 3);
    ck_assert_int_eq(c.match.unmatched, 0);
    ck_assert_int_eq(c.ours.wall_error, -4783); /* -4.4 / 920 */
    /* errors 0, 1, 3 us of a span of 907.42 us */
    ck_assert_int_eq(c.ours.placement_median, 1102);
    ck_assert_int_eq(c.ours.placement_p95, 3306);
    ck_assert_int_eq(c.ours.placement_worst, 3306);
    ck_assert_uint_eq(c.ours.worst, 2);
    ck_assert_uint_eq(c.relations, 0); /* the fence orders all of them */
    /* one after the other: 900 and 11.18 before the first start and after the last end */
    ck_assert_int_eq(c.serial.wall, 911180);
    /* each stream alone: the calls return at 4.14, 7.76 and 11.38: the last ends at 307.24 */
    ck_assert_int_eq(c.streams.wall, 318420);
    ck_assert_int_eq(c.noise_wall, 3261); /* 3 / 920 */
    ck_assert_int_eq(c.noise_median, LABEL_UNKNOWN);
    ck_assert(compare_is_whole(&c));
    ck_assert(compare_says_nothing(&c, 20000));
    ck_assert(!compare_says_nothing(&c, 5000));
    struct strbuf sb;
    strbuf_init(&sb);
    compare_text(&sb, &c, 20000, true, 200);
    sample_check_golden("tests/golden/io/fence.compare", sb.text, sb.length);
    strbuf_release(&sb);
}
END_TEST

/* Two streams, copies in and kernels. Predicted: the copies in order of issue, each kernel after
 * its copy, beside the other stream's copy. Contested pairs: 0-2 (copies), 0-3, 1-2 and 1-3; the
 * others are of one stream. */
static const struct sample_row two_streams[] = {
    {OP_COPY, COPY_H2D, 1, 0, 1, 101, -1, 0},
    {OP_KERNEL, 0, 1, 1, 101, 201, RULE_ID_STREAM, 0},
    {OP_COPY, COPY_H2D, 2, 2, 101, 201, RULE_ID_COPY_ENGINE, 0},
    {OP_KERNEL, 0, 2, 3, 201, 301, RULE_ID_STREAM, 2},
};

START_TEST(contested_relations)
{
    /* measured: the second copy went first; its kernel beside the first copy */
    static const struct sample_row measured[] = {
        {OP_COPY, COPY_H2D, 1, 0, 101, 201, RULE_ID_COPY_ENGINE, 2},
        {OP_KERNEL, 0, 1, 1, 201, 301, RULE_ID_STREAM, 0},
        {OP_COPY, COPY_H2D, 2, 2, 3, 101, -1, 0},
        {OP_KERNEL, 0, 2, 3, 101, 201, RULE_ID_STREAM, 2},
    };
    sample_build(&a, two_streams, 4, 3);
    sample_build(&b, measured, 4, 3);
    compare_find(&c, &a, &b);
    /* near in either: 0-2 touch in both (gap 0 < 100); 0-3: 100 apart in the prediction, not less
     * than the longer; but beside each other when measured; 1-2 likewise; 1-3 touch */
    ck_assert_uint_eq(c.relations, 4);
    /* 0-2: before, measured after: wrong. 0-3: before, measured overlaps: wrong. 1-2: overlaps,
     * measured after: wrong. 1-3: before, measured after: wrong. That ends touch starts in both
     * does not make 0-2 and 1-3 right: each may also be "overlaps", but neither says so. */
    ck_assert_uint_eq(c.ours.relations_right, 0);
    ck_assert_uint_eq(c.wrong_count, 4);
    ck_assert_uint_eq(c.copies, 2);
    ck_assert(!c.copies_in_order);
    compare_release(&c);
    compare_find(&c, &a, &a);
    ck_assert_uint_eq(c.ours.relations_right, c.relations);
    ck_assert_int_eq(c.ours.wall_error, 0);
    ck_assert_int_eq(c.ours.placement_worst, 0);
    ck_assert(c.copies_in_order);
    /* one after the other: 400 instead of 300 of wall time */
    ck_assert_int_eq(c.serial.wall - c.ours.wall, 100000);
    ck_assert(!compare_says_nothing(&c, 20000));
}
END_TEST

/* An end within 3 us of a start may count as either side of it. Two kernels of 100 us in two
 * streams; predicted: the second starts when the first ends. */
START_TEST(ends_near_starts_count_as_either)
{
    static const struct sample_row predicted[] = {
        {OP_KERNEL, 0, 1, 0, 10, 110, -1, 0},
        {OP_KERNEL, 0, 2, 1, 110, 210, RULE_ID_SM_FULL, 0},
    };
    static const struct {
        int start; /* of the second, measured */
        size_t right;
    } cases[] = {
        {107, 1}, /* overlaps by 3 us */
        {60, 1},  /* overlaps by 50 us: "before" was predicted to the point, so "beside" may be */
        {150, 1}, /* 40 us later: before */
        {11, 1},  /* beside it from the start on, likewise */
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct sample_row measured[] = {predicted[0], predicted[1]};
        measured[1].start = cases[i].start;
        measured[1].end = cases[i].start + 100;
        sample_build(&a, predicted, 2, 3);
        sample_build(&b, measured, 2, 3);
        compare_find(&c, &a, &b);
        ck_assert_uint_eq(c.relations, 1);
        ck_assert_uint_eq(c.ours.relations_right, cases[i].right);
        compare_release(&c);
        timeline_release(&a);
        timeline_release(&b);
    }
    /* predicted 4 us apart: "beside" is no longer near */
    struct sample_row apart[] = {predicted[0], predicted[1]};
    apart[1].start = 114;
    apart[1].end = 214;
    struct sample_row beside[] = {predicted[0], predicted[1]};
    beside[1].start = 60;
    beside[1].end = 160;
    sample_build(&a, apart, 2, 3);
    sample_build(&b, beside, 2, 3);
    compare_find(&c, &a, &b);
    ck_assert_uint_eq(c.relations, 1);
    ck_assert_uint_eq(c.ours.relations_right, 0);
    ck_assert_int_eq(c.wrong[0].a, -1);
    ck_assert_int_eq(c.wrong[0].b, 0);
    /* null models: both streams at once (issued at 1 and 2) is right; one after the other touches,
     * and may be beside, too */
    ck_assert_uint_eq(c.streams.relations_right, 1);
    ck_assert_uint_eq(c.serial.relations_right, 1);
    ck_assert_uint_eq(c.streams.relations_gained + c.serial.relations_gained, 0);
    compare_release(&c);
    /* held against itself, streams alone have it wrong and the prediction right */
    compare_find(&c, &a, &a);
    ck_assert_uint_eq(c.streams.relations_right, 0);
    ck_assert_uint_eq(c.streams.relations_gained, 1);
    ck_assert_ptr_eq(compare_better_null(&c), &c.serial);
}
END_TEST

/* Two kernels side by side in two streams. That the second is after the first says one of the two
 * timelines only, which counts whichever it is: a measurement as the first one knows no orders. */
START_TEST(orders_are_of_the_timeline_that_has_them)
{
    static const struct sample_row rows[] = {
        {OP_KERNEL, 0, 1, 0, 10, 110, -1, 0},
        {OP_KERNEL, 0, 2, 1, 11, 111, -1, 0},
    };
    sample_build(&a, rows, 2, 3);
    sample_build(&b, rows, 2, 3);
    compare_find(&c, &a, &b);
    ck_assert_uint_eq(c.relations, 1);
    compare_release(&c);
    b.ops.rows[1].first_after = timeline_add_after(&b, 0);
    b.ops.rows[1].after_count = 1;
    compare_find(&c, &a, &b);
    ck_assert_uint_eq(c.relations, 0);
    compare_release(&c);
    compare_find(&c, &b, &a);
    ck_assert_uint_eq(c.relations, 0);
}
END_TEST

/* A kernel in one stream beside `count` - 1 short ones, one behind the other, in a second stream:
 * as many contested relations, of which the first 64 are with neighbours in time. */
static void build_crowd(uint32_t count)
{
    struct sample_row *rows = mem_zalloc(count * sizeof *rows);
    rows[0] = (struct sample_row){OP_KERNEL, COPY_H2D, 1, 0, 1, 2 + (int)count, -1, 0};
    for (int i = 1; i < (int)count; i++)
        rows[i] = (struct sample_row){OP_KERNEL, COPY_H2D, 2, 0, 1 + i, 2 + i, -1, 0};
    sample_build(&a, rows, count, 3);
    free(rows);
}

START_TEST(of_very_many_operations_only_neighbours_are_compared)
{
    struct strbuf sb;
    strbuf_init(&sb);
    build_crowd(3000);
    compare_find(&c, &a, &a);
    ck_assert(!c.relations_sampled);
    ck_assert_uint_eq(c.relations, 2999);
    compare_release(&c);
    timeline_release(&a);
    build_crowd(3001);
    compare_find(&c, &a, &a);
    ck_assert(c.relations_sampled);
    ck_assert_uint_eq(c.relations, 64);
    compare_text(&sb, &c, 20000, false, 200);
    ck_assert_ptr_nonnull(strstr(sb.text, "only neighbours in time were looked at"));
    strbuf_release(&sb);
}
END_TEST

/* One after the other, but nothing before it was asked for: kernels of 100 us issued at 1 and 501
 * us; the second cannot end before 601, 600 after the first started. */
START_TEST(null_models_know_when_the_host_asked)
{
    static const struct sample_row rows[] = {
        {OP_KERNEL, 0, 1, 0, 1, 101, -1, 0},
        {OP_KERNEL, 0, 2, 500, 501, 601, -1, 0},
    };
    sample_build(&a, rows, 2, 3);
    compare_find(&c, &a, &a);
    ck_assert_int_eq(c.places[1].serial.from, 500000);
    ck_assert_int_eq(c.places[1].serial.to, 600000);
    ck_assert_int_eq(c.serial.wall_error, 0);
    ck_assert_int_eq(c.streams.wall_error, 0);
    ck_assert(compare_says_nothing(&c, 0));
}
END_TEST

/* Predicted: wall 1000 us, one kernel from 0 to 100 and one from 100 to 200, us from the first
 * start. */
static void build_measured(struct timeline *a, struct timeline *b)
{
    static const struct sample_row rows[] = {
        {OP_KERNEL, 0, 1, 0, 10, 110, -1, 0},
        {OP_KERNEL, 0, 1, 1, 110, 210, RULE_ID_STREAM, 0},
    };
    sample_build(a, rows, 2, 2);
    sample_build(b, rows, 2, 2);
    a->wall = b->wall = 1000000;
    b->source = TIMELINE_MEASURED;
}

START_TEST(the_nearest_mode_counts)
{
    build_measured(&a, &b);
    b.wall = 1200000;
    timeline_add_mode(&b, 20, 1200000);
    timeline_add_mode(&b, 10, 1010000);
    compare_find(&c, &a, &b);
    ck_assert_uint_eq(c.mode_count, 2);
    ck_assert_uint_eq(c.mode, 1);
    ck_assert_int_eq(c.b_wall, 1010000);
    ck_assert_int_eq(c.ours.wall_error, -9901); /* -10 / 1010 */
    /* the operations' times are those of the other mode */
    ck_assert(!c.mode_has_places);
    ck_assert_uint_eq(c.known, 0);
    ck_assert_int_eq(c.ours.placement_p95, LABEL_UNKNOWN);
    struct strbuf sb;
    strbuf_init(&sb);
    compare_text(&sb, &c, 20000, false, 200);
    ck_assert_ptr_nonnull(
        strstr(sb.text, "The runs have 2 modes: 1200 us (66.7 %), 1010 us (33.3 %, the nearest)."));
    ck_assert_ptr_nonnull(strstr(sb.text, "the times of the operations are not known"));
    ck_assert_ptr_nonnull(strstr(
        sb.text, "\nspan                                       -             -             -\n"));
    compare_release(&c);
    /* with times of its own: 0 to 100 and 102 to 204 */
    struct timeline_mode_time *times = timeline_add_mode_times(&b);
    times[0] = (struct timeline_mode_time){20000, 120000};
    times[1] = (struct timeline_mode_time){122000, 224000};
    compare_find(&c, &a, &b);
    ck_assert(c.mode_has_places);
    ck_assert_int_eq(c.b_span, 204000);
    ck_assert_int_eq(c.ours.placement_median, 0);
    ck_assert_int_eq(c.ours.placement_worst, 19608); /* 4 of 204 us */
    compare_release(&c);
    /* the first, when that is nearer: 0 to 100 and 100 to 200 */
    a.wall = 1190000;
    compare_find(&c, &a, &b);
    ck_assert_uint_eq(c.mode, 0);
    ck_assert_int_eq(c.ours.wall_error, -8333); /* -10 / 1200 */
    ck_assert_int_eq(c.ours.placement_worst, 0);
    compare_release(&c);
    strbuf_release(&sb);
}
END_TEST

/* Two orders with the same wall time: the nearer in placement counts. */
START_TEST(of_modes_alike_in_wall_time_the_nearer_placed_counts)
{
    static const struct sample_row predicted[] = {
        {OP_KERNEL, 0, 1, 0, 10, 110, -1, 0},
        {OP_KERNEL, 0, 2, 1, 110, 210, RULE_ID_SM_FULL, 0},
    };
    sample_build(&a, predicted, 2, 3);
    sample_build(&b, predicted, 2, 3);
    b.source = TIMELINE_MEASURED;
    a.wall = b.wall = 1000000;
    /* most runs have the second first, with the nearer wall time; others as predicted, 2 us longer
     */
    timeline_add_mode(&b, 20, 1000000);
    struct timeline_mode_time *times = timeline_add_mode_times(&b);
    times[0] = (struct timeline_mode_time){110000, 210000};
    times[1] = (struct timeline_mode_time){10000, 110000};
    timeline_add_mode(&b, 10, 1002000);
    times = timeline_add_mode_times(&b);
    times[0] = (struct timeline_mode_time){10000, 110000};
    times[1] = (struct timeline_mode_time){111000, 211000};
    compare_find(&c, &a, &b);
    ck_assert_uint_eq(c.mode, 1);
    ck_assert_int_eq(c.ours.wall_error, -1996);     /* -2 / 1002 */
    ck_assert_int_eq(c.ours.placement_worst, 4975); /* 1 of 201 us */
    ck_assert_uint_eq(c.ours.relations_right, 1);
    compare_release(&c);
    /* 4 us longer it is no longer alike, and the order is wrong */
    b.modes.rows[1].wall = 1004000;
    compare_find(&c, &a, &b);
    ck_assert_uint_eq(c.mode, 0);
    ck_assert_uint_eq(c.ours.relations_right, 0);
}
END_TEST

START_TEST(noise_between_processes_counts_where_it_is_known)
{
    build_measured(&a, &b);
    a.wall = 1012000;
    b.measurement.wall_p10 = 995000;
    b.measurement.wall_p90 = 1004000;
    compare_find(&c, &a, &b);
    ck_assert(!c.noise_of_processes);
    ck_assert_int_eq(c.noise_wall, 5000);             /* 5 of 1000 us */
    ck_assert_int_eq(compare_beyond_noise(&c), 7000); /* 1.2 % less 0.5 % */
    compare_release(&c);
    b.measurement.noise = (struct timeline_noise){
        .wall = 20000,
        .placement_median = 10,
        .placement_p95 = 20,
        .placement_worst = 30,
        .relations = 8,
        .relations_right = 7,
    };
    compare_find(&c, &a, &b);
    ck_assert(c.noise_of_processes);
    ck_assert_int_eq(c.noise_wall, 20000);
    ck_assert_int_eq(c.noise_p95, 20);
    ck_assert_int_eq(c.noise_relations_right, 7);
    ck_assert_int_eq(compare_beyond_noise(&c), 0);
    compare_release(&c);
    a.wall = TIMELINE_UNKNOWN;
    compare_find(&c, &a, &b);
    ck_assert_int_eq(compare_beyond_noise(&c), LABEL_UNKNOWN);
}
END_TEST

/* Of starts and ends what is farther from its median. The first: 1 us at its start, 4 at its end;
 * the second: 6 and 3; of a span of 200 us. */
START_TEST(noise_of_an_operation_is_its_starts_or_its_ends)
{
    build_measured(&a, &b);
    b.spreads.rows = mem_zalloc(2 * sizeof *b.spreads.rows);
    b.spreads.count = b.spreads.capacity = 2;
    b.spreads.rows[0] = (struct timeline_spread){-1000, 500, -2000, 4000};
    b.spreads.rows[1] = (struct timeline_spread){-6000, 1000, -3000, 2000};
    compare_find(&c, &a, &b);
    ck_assert_int_eq(c.noise_median, 20000);
    ck_assert_int_eq(c.noise_worst, 30000);
    compare_release(&c);
    b.spreads.rows[0].end_p90 = TIMELINE_UNKNOWN; /* of the ends nothing is known */
    compare_find(&c, &a, &b);
    ck_assert_int_eq(c.noise_median, 5000);
    ck_assert_int_eq(c.noise_worst, 30000);
}
END_TEST

/* Two kernels of 100 us in two streams, `later` the operation that starts second: predicted 50 us
 * behind the other one and measured beside it. */
static void build_relation(uint32_t later)
{
    struct sample_row rows[] = {{OP_KERNEL, COPY_H2D, 1, 1, 10, 110, -1, 0},
                                {OP_KERNEL, COPY_H2D, 2, 2, 10, 110, -1, 0}};
    rows[later].start = 160;
    rows[later].end = 260;
    sample_build(&a, rows, 2, 3);
    rows[later].start = 60;
    rows[later].end = 160;
    sample_build(&b, rows, 2, 3);
}

/* Of 12 runs, of which the pair says what they do. */
static void judge_with(const struct timeline_undecided *pair)
{
    b.measurement.noise.runs = 12;
    b.undecided.count = 0;
    timeline_add_undecided(&b, pair);
    compare_find(&c, &a, &b);
}

/* One relation: predicted before, 50 us apart, and measured beside. Of 12 runs 1 goes otherwise
 * than the medians, less than a tenth of 12 (1.2): 11 agree, and it is decided, wrongly predicted.
 * With 2 it is undecided. */
START_TEST(what_the_hardware_leaves_open_is_told_apart)
{
    build_relation(1);
    for (uint32_t otherwise = 1; otherwise <= 2; otherwise++) {
        judge_with(&(struct timeline_undecided){0, 1, otherwise, 0});
        ck_assert_uint_eq(c.relations, 1);
        ck_assert_uint_eq(c.ours.relations_right, 0);
        ck_assert_uint_eq(c.noise_runs, 12);
        ck_assert_uint_eq(c.runs_agreeing, 12 - otherwise);
        ck_assert_uint_eq(c.undecided, otherwise == 2);
        ck_assert_uint_eq(c.undecided_right, 0);
        if (otherwise == 1)
            compare_release(&c);
    }
}
END_TEST

/* The same relation, predicted before and in the typical run beside. Where a tenth of the runs or
 * more have it before, that is right too; where they have it after, it is not; and in fewer runs no
 * other way counts. */
START_TEST(each_way_that_the_hardware_goes_often_is_right)
{
    static const struct {
        uint32_t otherwise, relations;
        bool right;
    } cases[] = {{2, RELATION_BEFORE | RELATION_BESIDE, true},
                 {2, RELATION_BESIDE | RELATION_AFTER, false},
                 {2, 0, false},
                 {1, RELATION_BEFORE | RELATION_BESIDE, false}};
    build_relation(1);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        if (i)
            compare_release(&c);
        judge_with(&(struct timeline_undecided){0, 1, cases[i].otherwise, cases[i].relations});
        ck_assert_uint_eq(c.relations, 1);
        ck_assert_uint_eq(c.ours.relations_right, cases[i].right);
        ck_assert_uint_eq(c.relations_typical, 0);
        ck_assert_uint_eq(c.undecided, cases[i].otherwise == 2);
        ck_assert_uint_eq(c.undecided_right, cases[i].right);
        ck_assert_uint_eq(c.undecided_ways, cases[i].otherwise == 2 && cases[i].relations);
    }
}
END_TEST

/* Ways are of the operation with the lower id to the other: here 1 starts first, predicted before 0
 * and in the typical run beside it. That 0 goes after 1 is right, that it goes before is not; and
 * where all three ways are frequent nothing would be wrong, so that it is not counted. */
START_TEST(ways_are_of_the_lower_id_to_the_other)
{
    static const struct {
        uint32_t relations;
        size_t relevant, right;
    } cases[] = {{RELATION_BESIDE | RELATION_AFTER, 1, 1},
                 {RELATION_BESIDE | RELATION_BEFORE, 1, 0},
                 {RELATION_ALL, 0, 0}};
    build_relation(0);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        if (i)
            compare_release(&c);
        judge_with(&(struct timeline_undecided){0, 1, 4, cases[i].relations});
        ck_assert_uint_eq(c.relations, cases[i].relevant);
        ck_assert_uint_eq(c.ours.relations_right, cases[i].right);
    }
}
END_TEST

START_TEST(a_heavy_instrument_says_nothing_of_placement)
{
    build_measured(&a, &b);
    b.measurement.instrument_wall = 1010000; /* 1 %: still scored */
    compare_find(&c, &a, &b);
    ck_assert_int_eq(c.disturbance, 10000);
    ck_assert(!c.disturbed);
    ck_assert_int_eq(c.ours.placement_worst, 0);
    compare_release(&c);
    b.measurement.instrument_wall = 989000; /* quicker with it: a sign that the runs differ */
    compare_find(&c, &a, &b);
    ck_assert_int_eq(c.disturbance, -11000);
    ck_assert(c.disturbed);
    ck_assert_int_eq(c.ours.placement_worst, LABEL_UNKNOWN);
    ck_assert_int_eq(c.serial.placement_worst, LABEL_UNKNOWN);
    ck_assert_int_eq(c.ours.wall_error, 0);
    struct strbuf sb;
    strbuf_init(&sb);
    compare_text(&sb, &c, 20000, false, 200);
    ck_assert_ptr_nonnull(strstr(
        sb.text, "The instrument changed the wall time by -1.1 %: placement is not scored."));
    strbuf_release(&sb);
}
END_TEST

static void add_answer(struct timeline *t, uint32_t place, int64_t elapsed)
{
    timeline_add_call(t, &(struct timeline_call){.enter = 300000,
                                                 .returned = 301000,
                                                 .place = place,
                                                 .op = TIMELINE_NO_OP,
                                                 .call = CALL_cudaEventElapsedTime});
    timeline_add_answer(t, elapsed, TIMELINE_UNKNOWN, TIMELINE_UNKNOWN);
}

START_TEST(elapsed_times_are_compared)
{
    build_measured(&a, &b);
    /* lines 10 and 11; the second of line 10 has no partner */
    add_answer(&a, 1, 100000);
    add_answer(&a, 1, 50000);
    add_answer(&a, 2, 206000);
    add_answer(&b, 2, 200000);
    add_answer(&b, 1, 101000);
    compare_find(&c, &a, &b);
    ck_assert_uint_eq(c.elapsed.count, 2);
    ck_assert_uint_eq(c.elapsed.only_a, 1);
    ck_assert_uint_eq(c.elapsed.only_b, 0);
    ck_assert_int_eq(c.elapsed.pairs[0].more, -1000);
    ck_assert_int_eq(c.elapsed.pairs[0].error, 9901); /* 1 / 101 */
    ck_assert_int_eq(c.elapsed.pairs[1].error, 30000);
    ck_assert_uint_eq(c.elapsed.worst, 1);
    ck_assert_int_eq(c.elapsed.error_median, 9901);
    ck_assert_int_eq(c.elapsed.error_worst, 30000);
    struct strbuf sb;
    strbuf_init(&sb);
    compare_text(&sb, &c, 20000, false, 200);
    ck_assert_ptr_nonnull(strstr(sb.text, "elapsed (a.cu:11)                     206 us        200 "
                                          "us        +3.0 %\n"));
    compare_release(&c);
    /* of one program, by position: 100 with 200, 50 with 101 */
    memset(a.program_sha256, '1', 64);
    memset(b.program_sha256, '1', 64);
    compare_find(&c, &a, &b);
    ck_assert_uint_eq(c.elapsed.count, 2);
    ck_assert_int_eq(c.elapsed.pairs[0].error, 500000);
    ck_assert_uint_eq(c.elapsed.only_a, 1);
    compare_release(&c);
    strbuf_release(&sb);
}
END_TEST

START_TEST(unmatched_operations_are_listed)
{
    static const struct sample_row fewer[] = {
        {OP_COPY, COPY_H2D, 1, 0, 1, 101, -1, 0},
        {OP_KERNEL, 0, 1, 1, 101, 201, RULE_ID_STREAM, 0},
        {OP_COPY, COPY_H2D, 2, 2, 101, 201, RULE_ID_COPY_ENGINE, 0},
    };
    sample_build(&a, two_streams, 4, 3);
    sample_build(&b, fewer, 3, 3);
    compare_find(&c, &a, &b);
    ck_assert_uint_eq(c.match.count, 3);
    ck_assert_uint_eq(c.match.only_a_count, 1);
    ck_assert_uint_eq(c.match.only_a[0], 3);
    ck_assert_int_eq(c.match.unmatched, 250000); /* one of four equal ones */
    ck_assert(!compare_is_whole(&c));
    struct strbuf sb;
    strbuf_init(&sb);
    compare_text(&sb, &c, 20000, false, 200);
    ck_assert_str_eq(sb.text,
                     "Too much is unmatched to give figures.\n"
                     "3 operations matched by source line and occurrence; unmatched ones hold 25.0 "
                     "% of the busy time.\n"
                     "1 only in the first: k (a.cu:13)\n"
                     "The 2 copies run in the same order.\n");
    strbuf_release(&sb);
}
END_TEST

START_TEST(calls_of_other_work_give_no_figures)
{
    sample_build(&a, two_streams, 4, 3);
    sample_build(&b, two_streams, 4, 3);
    compare_find(&c, &a, &b);
    ck_assert(compare_is_whole(&c));
    c.calls_of_others = true;
    ck_assert(!compare_is_whole(&c));
    struct strbuf sb;
    strbuf_init(&sb);
    compare_text(&sb, &c, 20000, false, 200);
    ck_assert_ptr_nonnull(strstr(sb.text, "calls as they were then are of other work"));
    ck_assert_ptr_null(strstr(sb.text, "wall time"));
    strbuf_release(&sb);
}
END_TEST

/* Any two timelines can be compared; one with itself has no error. */
START_TEST(anything_compares)
{
    struct strbuf sb;
    strbuf_init(&sb);
    for (uint64_t seed = 0; seed < 300; seed++) {
        sample_random_timeline(&a, seed);
        sample_random_timeline(&b, seed / 2);
        strbuf_clear(&sb);
        compare_find(&c, &a, &b);
        compare_text(&sb, &c, 20000, true, 200);
        compare_release(&c);
        a.modes.count = 0; /* its runs came out alike, so that it is its own only answer */
        compare_find(&c, &a, &a);
        ck_assert_uint_eq(c.match.only_a_count + c.match.only_b_count, 0);
        ck_assert(c.ours.placement_worst == 0 || c.ours.placement_worst == LABEL_UNKNOWN);
        ck_assert_uint_eq(c.ours.relations_right, c.relations);
        compare_release(&c);
        timeline_release(&a);
        timeline_release(&b);
    }
    strbuf_release(&sb);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("compare");
    TCase *tc = tcase_create("compare");
    tcase_set_timeout(tc, 60);
    tcase_add_checked_fixture(tc, set_up, tear_down);
    tcase_add_test(tc, the_fence_compared);
    tcase_add_test(tc, contested_relations);
    tcase_add_test(tc, ends_near_starts_count_as_either);
    tcase_add_test(tc, orders_are_of_the_timeline_that_has_them);
    tcase_add_test(tc, of_very_many_operations_only_neighbours_are_compared);
    tcase_add_test(tc, null_models_know_when_the_host_asked);
    tcase_add_test(tc, the_nearest_mode_counts);
    tcase_add_test(tc, of_modes_alike_in_wall_time_the_nearer_placed_counts);
    tcase_add_test(tc, noise_between_processes_counts_where_it_is_known);
    tcase_add_test(tc, noise_of_an_operation_is_its_starts_or_its_ends);
    tcase_add_test(tc, what_the_hardware_leaves_open_is_told_apart);
    tcase_add_test(tc, each_way_that_the_hardware_goes_often_is_right);
    tcase_add_test(tc, ways_are_of_the_lower_id_to_the_other);
    tcase_add_test(tc, a_heavy_instrument_says_nothing_of_placement);
    tcase_add_test(tc, elapsed_times_are_compared);
    tcase_add_test(tc, unmatched_operations_are_listed);
    tcase_add_test(tc, calls_of_other_work_give_no_figures);
    tcase_add_test(tc, anything_compares);
    suite_add_tcase(suite, tc);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
