/* sim/analysis: matching, order and comparison, with the figures worked by hand. */
#include "sim/analysis/compare.h"
#include "sim/analysis/order.h"
#include "tests/unit/sample_timeline.h"

/* The fence as predicted (starts and ends from the first start: k1 0 to 300, k2 302.26 to 602.26,
 * k3 604.42 to 904.42; wall 915.6) and as measured: k2 1 us later, k3 starts 2 and ends 3 us later,
 * wall 920, from 918 to 923. */
START_TEST(the_fence_compared)
{
    struct timeline a, b;
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
    struct compare c;
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
    compare_text(&sb, &c, true);
    sample_check_golden("tests/golden/io/fence.compare", sb.text, sb.length);
    strbuf_release(&sb);
    compare_release(&c);
    timeline_release(&a);
    timeline_release(&b);
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
    struct timeline a, b;
    sample_build(&a, two_streams, 4, 3);
    sample_build(&b, measured, 4, 3);
    struct compare c;
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
    compare_release(&c);
    timeline_release(&a);
    timeline_release(&b);
}
END_TEST

START_TEST(unmatched_operations_are_listed)
{
    static const struct sample_row fewer[] = {
        {OP_COPY, COPY_H2D, 1, 0, 1, 101, -1, 0},
        {OP_KERNEL, 0, 1, 1, 101, 201, RULE_ID_STREAM, 0},
        {OP_COPY, COPY_H2D, 2, 2, 101, 201, RULE_ID_COPY_ENGINE, 0},
    };
    struct timeline a, b;
    sample_build(&a, two_streams, 4, 3);
    sample_build(&b, fewer, 3, 3);
    struct compare c;
    compare_find(&c, &a, &b);
    ck_assert_uint_eq(c.match.count, 3);
    ck_assert_uint_eq(c.match.only_a_count, 1);
    ck_assert_uint_eq(c.match.only_a[0], 3);
    ck_assert_int_eq(c.match.unmatched, 250000); /* one of four equal ones */
    ck_assert(!compare_is_whole(&c));
    struct strbuf sb;
    strbuf_init(&sb);
    compare_text(&sb, &c, false);
    ck_assert_str_eq(sb.text,
                     "Too much is unmatched to give figures.\n"
                     "3 operations matched by source line and occurrence; unmatched ones hold 25.0 "
                     "% of the busy time.\n"
                     "1 only in the first: k (a.cu:13)\n"
                     "The 2 copies run in the same order.\n");
    strbuf_release(&sb);
    compare_release(&c);
    timeline_release(&a);
    timeline_release(&b);
}
END_TEST

START_TEST(matching_by_position_and_by_name)
{
    struct timeline a, b;
    struct match m;
    sample_build(&a, two_streams, 4, 3);
    sample_build(&b, two_streams, 4, 3);
    memset(a.program_sha256, '1', 64);
    memset(b.program_sha256, '1', 64);
    for (size_t i = 0; i < 4; i++)
        b.ops.rows[i].place = 0; /* does not matter where the programs are the same */
    match_find(&m, &a, &b);
    ck_assert_int_eq(m.how, MATCH_POSITION);
    ck_assert_uint_eq(m.count, 4);
    match_release(&m);
    b.program_sha256[0] = '2';
    match_find(&m, &a, &b);
    ck_assert_int_eq(m.how, MATCH_NAME);
    ck_assert_uint_eq(m.count, 4);
    ck_assert_uint_eq(m.pairs[3].b, 3);
    match_release(&m);
    timeline_release(&a);
    timeline_release(&b);
}
END_TEST

START_TEST(order_follows_streams_edges_and_waits)
{
    struct timeline t;
    struct order order;
    sample_build(&t, two_streams, 4, 3);
    ck_assert_int_eq(order_build(&order, &t), 0);
    ck_assert(order_is_before(&order, 0, 1));
    ck_assert(!order_is_before(&order, 1, 0));
    ck_assert(!order_is_before(&order, 0, 0));
    ck_assert(!order_is_before(&order, 0, 3));
    order_release(&order);
    /* a host that waited for 0 (until 2.5) before it asked for 3 */
    struct timeline_call call = {.enter = 2000,
                                 .returned = 2500,
                                 .op = TIMELINE_NO_OP,
                                 .call = CALL_cudaEventSynchronize,
                                 .wait_count = 1};
    call.first_wait =
        timeline_add_waits(&t, &(struct timeline_wait){2500, 0, RULE_ID_EVENT_SYNCHRONIZE}, 1);
    timeline_add_call(&t, &call);
    ck_assert_int_eq(order_build(&order, &t), 0);
    ck_assert(order_is_before(&order, 0, 3));
    ck_assert(!order_is_before(&order, 0, 2));
    ck_assert(!order_is_before(&order, 1, 3));
    order_release(&order);
    /* with edges of its own a timeline needs no guess: 1 before 2, so 0 before 3 through it */
    t.ops.rows[2].first_after = timeline_add_after(&t, 1);
    t.ops.rows[2].after_count = 1;
    ck_assert_int_eq(order_build(&order, &t), 0);
    ck_assert(order_is_before(&order, 1, 2));
    ck_assert(order_is_before(&order, 0, 3));
    order_release(&order);
    timeline_release(&t);
}
END_TEST

/* The clocks against a plain closure of the edges. */
START_TEST(order_equals_the_closure)
{
    for (uint64_t seed = 0; seed < 200; seed++) {
        struct timeline t;
        struct order order;
        sample_random_timeline(&t, seed);
        size_t n = t.ops.count;
        if (t.afters.count == 0) {
            timeline_release(&t);
            continue;
        }
        bool *before = mem_zalloc(n * n + 1);
        for (size_t k = 0; k < n; k++) {
            const struct timeline_op *op = &t.ops.rows[k];
            for (size_t i = 0; i < k; i++) {
                bool edge = t.ops.rows[i].stream == op->stream;
                for (uint32_t e = 0; e < op->after_count; e++)
                    edge |= t.afters.rows[op->first_after + e] == i;
                for (size_t j = 0; edge && j <= i; j++)
                    before[j * n + k] |= j == i || before[j * n + i];
            }
        }
        ck_assert_int_eq(order_build(&order, &t), 0);
        for (uint32_t i = 0; i < n; i++)
            for (uint32_t k = 0; k < n; k++)
                ck_assert_int_eq(order_is_before(&order, i, k), before[i * n + k]);
        order_release(&order);
        free(before);
        timeline_release(&t);
    }
}
END_TEST

/* Any two timelines can be compared; one with itself has no error. */
START_TEST(anything_compares)
{
    struct strbuf sb;
    strbuf_init(&sb);
    for (uint64_t seed = 0; seed < 300; seed++) {
        struct timeline a, b;
        struct compare c;
        sample_random_timeline(&a, seed);
        sample_random_timeline(&b, seed / 2);
        strbuf_clear(&sb);
        compare_find(&c, &a, &b);
        compare_text(&sb, &c, true);
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
    tcase_add_test(tc, the_fence_compared);
    tcase_add_test(tc, contested_relations);
    tcase_add_test(tc, unmatched_operations_are_listed);
    tcase_add_test(tc, matching_by_position_and_by_name);
    tcase_add_test(tc, order_follows_streams_edges_and_waits);
    tcase_add_test(tc, order_equals_the_closure);
    tcase_add_test(tc, anything_compares);
    suite_add_tcase(suite, tc);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
