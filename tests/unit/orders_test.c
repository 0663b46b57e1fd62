/* Orders of operations three ways, on three kernels worked by hand. */
#include "sim/analysis/orders.h"
#include "tests/scene.h"

#include <check.h>
#include <stdlib.h>
#include <string.h>

/* Streams a and b: k1 in a, then k2 in b behind an event, k3 in c unordered. In the round scene the
 * two that are ordered follow each other; k3, called last, runs beside k1. */
static void build(struct scene *s)
{
    scene_init_round(s);
    uint32_t a = scene_stream(s, STREAM_NONBLOCKING, "a");
    uint32_t b = scene_stream(s, STREAM_NONBLOCKING, "b");
    uint32_t c = scene_stream(s, STREAM_NONBLOCKING, "c");
    uint32_t event = scene_event(s, "e");
    scene_kernel(s, a, "k1", 1, 100000);
    scene_record(s, event, a);
    scene_wait(s, event, b);
    scene_kernel(s, b, "k2", 1, 100000);
    scene_kernel(s, c, "k3", 1, 50000);
    scene_synchronize(s);
    ck_assert_int_eq(scene_run(s), 0);
}

/* Its timeline again as if measured: each kernel's start and end. */
static void measure(struct scene *s, const int64_t times[3][2])
{
    build(s);
    s->timeline.source = TIMELINE_MEASURED;
    int kernel = 0;
    for (size_t i = 0; i < s->timeline.ops.count; i++) {
        struct timeline_op *op = &s->timeline.ops.rows[i];
        if (op->kind != OP_KERNEL)
            continue;
        op->start = times[kernel][0];
        op->end = times[kernel][1];
        kernel++;
    }
    ck_assert_int_eq(kernel, 3);
}

START_TEST(guaranteed_and_predicted)
{
    struct scene s;
    struct happens happens;
    struct orders orders;
    struct strbuf text;
    build(&s);
    happens_build(&happens, &s.program);
    orders_find(&orders, &happens, &s.timeline, NULL);
    /* k1-k2 is ordered and near; k1-k3 overlap, as nothing forbids; k2-k3: k3 ends some 45 us
     * before k2 starts, less than k2 takes: near, and by chance */
    ck_assert_uint_eq(orders.looked_at, 3);
    ck_assert_uint_eq(orders.guaranteed, 1);
    ck_assert_uint_eq(orders.counts[ORDERS_BROKEN], 0);
    ck_assert_uint_eq(orders.counts[ORDERS_MISSED], 0);
    ck_assert_uint_eq(orders.counts[ORDERS_CHANCE], 1);
    const struct orders_pair *pair = &orders.pairs[ORDERS_CHANCE][0];
    ck_assert_int_eq(pair->guaranteed, ORDERS_NONE);
    ck_assert_int_eq(pair->predicted, ORDERS_AFTER); /* k2, called first, comes after k3 */
    ck_assert_int_eq(pair->measured, ORDERS_NONE);
    strbuf_init(&text);
    orders_text(&text, &orders);
    ck_assert_ptr_nonnull(strstr(text.text, "k2 (b, line 8)"));
    ck_assert_ptr_nonnull(strstr(text.text, "none        after\n"));
    strbuf_release(&text);
    happens_release(&happens);
    scene_release(&s);
}
END_TEST

START_TEST(measured)
{
    static const struct {
        int64_t times[3][2];
        size_t broken, missed, chance;
    } cases[] = {
        /* k2 begins 2 us before k1 ends: no clock tells that apart */
        {{{0, 100000}, {98000, 198000}, {10000, 60000}}, 0, 0, 1},
        /* 10 us before: not what CUDA orders; k3 is still before k2 */
        {{{0, 100000}, {90000, 190000}, {10000, 60000}}, 1, 0, 1},
        /* k2 before k1 altogether */
        {{{200000, 300000}, {0, 100000}, {110000, 160000}}, 1, 2, 0},
        /* k3 behind k1 and beside k2: both of its pairs are otherwise than predicted */
        {{{0, 100000}, {101000, 201000}, {110000, 160000}}, 0, 2, 0},
    };
    struct scene s, m;
    struct happens happens;
    struct orders orders;
    build(&s);
    happens_build(&happens, &s.program);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        measure(&m, cases[i].times);
        orders_find(&orders, &happens, &s.timeline, &m.timeline);
        ck_assert_msg(orders.counts[ORDERS_BROKEN] == cases[i].broken &&
                          orders.counts[ORDERS_MISSED] == cases[i].missed &&
                          orders.counts[ORDERS_CHANCE] == cases[i].chance,
                      "case %zu: %zu %zu %zu", i, orders.counts[ORDERS_BROKEN],
                      orders.counts[ORDERS_MISSED], orders.counts[ORDERS_CHANCE]);
        scene_release(&m);
    }
    happens_release(&happens);
    scene_release(&s);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("orders");
    TCase *tcase = tcase_create("orders");
    tcase_add_test(tcase, guaranteed_and_predicted);
    tcase_add_test(tcase, measured);
    suite_add_tcase(suite, tcase);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_ENV);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
