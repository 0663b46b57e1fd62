/* sim/analysis: which operations of a timeline are ordered. */
#include "sim/analysis/order.h"
#include "tests/unit/sample_timeline.h"

/* A copy and a kernel in each of two streams. */
static const struct sample_row two_streams[] = {
    {OP_COPY, COPY_H2D, 1, 0, 1, 101, -1, 0},
    {OP_KERNEL, 0, 1, 1, 101, 201, RULE_ID_STREAM, 0},
    {OP_COPY, COPY_H2D, 2, 2, 101, 201, RULE_ID_COPY_ENGINE, 0},
    {OP_KERNEL, 0, 2, 3, 201, 301, RULE_ID_STREAM, 2},
};

START_TEST(order_follows_streams_edges_and_waits)
{
    struct timeline t;
    struct order order;
    sample_build(&t, two_streams, 4, 3);
    order_build(&order, &t);
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
    order_build(&order, &t);
    ck_assert(order_is_before(&order, 0, 3));
    ck_assert(!order_is_before(&order, 0, 2));
    ck_assert(!order_is_before(&order, 1, 3));
    order_release(&order);
    /* with edges of its own a timeline needs no guess: 1 before 2, so 0 before 3 through it */
    t.ops.rows[2].first_after = timeline_add_after(&t, 1);
    t.ops.rows[2].after_count = 1;
    order_build(&order, &t);
    ck_assert(order_is_before(&order, 1, 2));
    ck_assert(order_is_before(&order, 0, 3));
    order_release(&order);
    timeline_release(&t);
}
END_TEST

/* A trace without edges: a record of event 1 in stream 1 (operation 1), a wait for it in stream 2
 * (3), a kernel in the legacy stream (5) before one in stream 1 (6), which is blocking, and one in
 * stream 3 (7), which is not. */
START_TEST(order_of_a_trace_follows_events_and_fences)
{
    static const struct sample_row rows[] = {
        {OP_KERNEL, 0, 1, 0, 1, 101, -1, 0},   {OP_KERNEL, 0, 1, 1, 101, 102, -1, 0},
        {OP_KERNEL, 0, 2, 2, 3, 103, -1, 0},   {OP_KERNEL, 0, 2, 3, 104, 105, -1, 0},
        {OP_KERNEL, 0, 2, 4, 105, 205, -1, 0}, {OP_KERNEL, 0, 0, 5, 206, 306, -1, 0},
        {OP_KERNEL, 0, 1, 6, 307, 407, -1, 0}, {OP_KERNEL, 0, 3, 7, 8, 108, -1, 0},
    };
    struct timeline t;
    struct order order;
    sample_build(&t, rows, 8, 4);
    struct program_event events[2] = {{.timing = true}, {.timing = true}};
    t.events.rows = mem_realloc(t.events.rows, sizeof events);
    t.events.count = t.events.capacity = 2;
    memcpy(t.events.rows, events, sizeof events);
    t.streams.rows[3].kind = STREAM_NONBLOCKING;
    t.ops.rows[1].kind = OP_RECORD;
    t.ops.rows[3].kind = OP_WAIT;
    t.ops.rows[1].detail = t.ops.rows[3].detail = 1;
    t.ops.rows[1].generation = t.ops.rows[3].generation = 1;
    order_build(&order, &t);
    ck_assert(order_is_before(&order, 0, 4)); /* through the event */
    ck_assert(!order_is_before(&order, 0, 2));
    ck_assert(order_is_before(&order, 4, 5)); /* the legacy stream waits for the blocking ones */
    ck_assert(order_is_before(&order, 2, 6)); /* and they for it */
    ck_assert(!order_is_before(&order, 7, 5));
    ck_assert(!order_is_before(&order, 5, 7));
    order_release(&order);
    t.ops.rows[3].generation = 0; /* a wait before any record */
    order_build(&order, &t);
    ck_assert(!order_is_before(&order, 0, 4));
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
        order_build(&order, &t);
        for (uint32_t i = 0; i < n; i++)
            for (uint32_t k = 0; k < n; k++)
                ck_assert_int_eq(order_is_before(&order, i, k), before[i * n + k]);
        order_release(&order);
        free(before);
        timeline_release(&t);
    }
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("order");
    TCase *tc = tcase_create("order");
    tcase_add_test(tc, order_follows_streams_edges_and_waits);
    tcase_add_test(tc, order_of_a_trace_follows_events_and_fences);
    tcase_add_test(tc, order_equals_the_closure);
    suite_add_tcase(suite, tc);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
