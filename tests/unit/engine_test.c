/* sim/engine: cases worked by hand. The unit of time is 100 us (RIG_UNIT); there are no latencies
 * and calls take no time unless a test says so. */
#include "tests/unit/engine_rig.h"

#include <check.h>
#include <stdlib.h>

#define U RIG_UNIT

static void wait_is(const struct rig *rig, uint32_t op, int index, enum rule rule, uint32_t blocker,
                    int64_t to)
{
    const struct timeline_op *row = rig_op(rig, op);
    ck_assert_int_lt(index, row->wait_count);
    const struct timeline_wait *wait = &rig->timeline.waits.rows[row->first_wait + (uint32_t)index];
    ck_assert_str_eq(rule_info((enum rule)wait->rule)->name, rule_info(rule)->name);
    ck_assert_uint_eq(wait->blocker, blocker);
    ck_assert_int_eq(wait->to, to);
}

/* Copy in, kernel, copy out, each a unit, for two batches. */
static int64_t two_batches(uint32_t second_stream)
{
    struct rig rig;
    rig_init(&rig);
    rig_begin(&rig);
    uint32_t last = 0;
    for (uint32_t batch = 0; batch < 2; batch++) {
        uint32_t stream = batch ? second_stream : 1;
        rig_copy(&rig, stream, PATH_H2D, U);
        rig_kernel(&rig, stream, 4, U);
        last = rig_copy(&rig, stream, PATH_D2H, U);
    }
    rig_run(&rig, 0);
    int64_t end = rig_end(&rig, last);
    rig_release(&rig);
    return end;
}

START_TEST(two_batches_of_three_steps)
{
    /* One stream: 2 batches x 3 units, one after the other.
     * Two streams: the second batch runs one unit behind the first: 3 + 1. */
    ck_assert_int_eq(two_batches(1), 6 * U);
    ck_assert_int_eq(two_batches(2), 4 * U);
}
END_TEST

/* `streams` streams of `kernels` one-block kernels each, issued depth-first or breadth-first. */
static int64_t many(int32_t connections, uint32_t streams, uint32_t kernels, bool depth_first)
{
    struct rig rig;
    rig_init(&rig);
    rig.profile.value[PROFILE_device_sm_count] = 16;
    rig.options.compute_connections = connections;
    rig_begin(&rig);
    for (uint32_t i = 0; i < streams * kernels; i++)
        rig_kernel(&rig, depth_first ? i / kernels : i % streams, 1, U);
    rig_run(&rig, 0);
    int64_t end = 0;
    for (uint32_t i = 0; i < streams; i++)
        if (rig_end(&rig, rig.last[i]) > end)
            end = rig_end(&rig, rig.last[i]);
    rig_release(&rig);
    return end;
}

START_TEST(connections_make_false_dependencies)
{
    /* 4 streams of 3 kernels, depth-first, one connection: A1 A2 A3 B1 B2 B3 C1 ... stand in one
     * queue. A2 and A3 wait for their stream and hold back B1, which then starts together with A3:
     * each stream after the first adds 2 units: 3 + 3 x 2 = 9.
     * Two connections: A and C share one, B and D the other: 3 + 2 = 5. Eight: 3.
     * Breadth-first no command waits for its stream before its turn: 3 always. */
    ck_assert_int_eq(many(1, 4, 3, true), 9 * U);
    ck_assert_int_eq(many(2, 4, 3, true), 5 * U);
    ck_assert_int_eq(many(8, 4, 3, true), 3 * U);
    ck_assert_int_eq(many(1, 4, 3, false), 3 * U);
    /* 12 streams: one connection 3 + 11 x 2 = 25; two 3 + 5 x 2 = 13; eight: the ninth shares with
     * the first: 3 + 2 = 5. */
    ck_assert_int_eq(many(1, 12, 3, true), 25 * U);
    ck_assert_int_eq(many(2, 12, 3, true), 13 * U);
    ck_assert_int_eq(many(8, 12, 3, true), 5 * U);
    ck_assert_int_eq(many(32, 12, 3, true), 3 * U);
    /* 16 streams of 2: 2 + 15, 2 + 7, 2 + 1, 2. */
    ck_assert_int_eq(many(1, 16, 2, true), 17 * U);
    ck_assert_int_eq(many(2, 16, 2, true), 9 * U);
    ck_assert_int_eq(many(8, 16, 2, true), 3 * U);
    ck_assert_int_eq(many(32, 16, 2, true), 2 * U);
}
END_TEST

enum { A = 1, B, C, D };

static void two_connections(struct rig *rig)
{
    rig_init(rig);
    rig->profile.value[PROFILE_device_sm_count] = 16;
    rig->options.compute_connections = 2;
    rig->call_cost = 3000;
    rig_begin(rig);
}

static void kernels(struct rig *rig, uint32_t stream, int count)
{
    for (int i = 0; i < count; i++)
        rig_kernel(rig, stream, 1, 2 * U);
}

static void host_waits_for(struct rig *rig, uint32_t stream)
{
    struct engine_notice notice;
    engine_watch(rig->engine, rig->last[stream]);
    ck_assert(engine_advance(rig->engine, DURATION_NEVER, &notice));
    ck_assert_int_eq(notice.kind, NOTICE_DONE);
    ck_assert_uint_eq(notice.op, rig->last[stream]);
    rig->host = notice.time;
}

/* When the last command of the stream started, in units after the first of stream A. */
static int64_t units_after(const struct rig *rig, uint32_t first, uint32_t stream)
{
    return (rig_start(rig, rig->last[stream]) - rig_start(rig, first)) / U;
}

START_TEST(a_stream_holds_a_connection_while_it_is_busy)
{
    /* The table of 2 connections and 26 streams (hardware-h200.md), kernels of 200 us = 2 units.
     * What shares with five kernels of A starts with the fifth: after 4 x 2 = 8 units. */
    struct rig rig;

    two_connections(&rig); /* D5 B1 A1: order of first use counts */
    kernels(&rig, D, 5);
    kernels(&rig, B, 1);
    kernels(&rig, A, 1);
    rig_run(&rig, 0);
    ck_assert_int_eq(units_after(&rig, 0, B), 0);
    ck_assert_int_eq(units_after(&rig, 0, A), 8);
    ck_assert_uint_eq(rig_op(&rig, rig.last[A])->connection, 2); /* D's: the first turn's */
    rig_release(&rig);

    two_connections(&rig); /* A5 B1 C1 */
    kernels(&rig, A, 5);
    kernels(&rig, B, 1);
    kernels(&rig, C, 1);
    rig_run(&rig, 0);
    ck_assert_int_eq(units_after(&rig, 0, C), 8);
    wait_is(&rig, rig.last[C], 1, RULE_ID_CONNECTION, 4, rig_start(&rig, 4));
    rig_release(&rig);

    two_connections(&rig); /* A5 B1 w(B) C1 D1: B's connection is free again; D shares with A */
    kernels(&rig, A, 5);
    kernels(&rig, B, 1);
    host_waits_for(&rig, B);
    kernels(&rig, C, 1);
    kernels(&rig, D, 1);
    rig_run(&rig, 0);
    ck_assert_int_eq(rig_start(&rig, rig.last[C]), rig_op(&rig, rig.last[C])->returned);
    ck_assert_int_eq(units_after(&rig, 0, D), 8);
    rig_release(&rig);

    two_connections(&rig); /* A5 B r C1: an event record takes a connection as well */
    rig_release(&rig);
    rig_init(&rig);
    rig.profile.value[PROFILE_device_sm_count] = 16;
    rig.profile.value[PROFILE_latency_record] = 10000;
    rig.options.compute_connections = 2;
    rig.call_cost = 3000;
    rig_begin(&rig);
    kernels(&rig, A, 5);
    rig_mark(&rig, OP_RECORD, B);
    kernels(&rig, C, 1);
    rig_run(&rig, 0);
    ck_assert_int_eq(units_after(&rig, 0, C), 8);
    rig_release(&rig);

    two_connections(&rig); /* A5 B c, C1: copies have connections of their own */
    kernels(&rig, A, 5);
    rig_copy(&rig, B, PATH_H2D, U);
    kernels(&rig, C, 1);
    rig_run(&rig, 0);
    ck_assert_int_eq(units_after(&rig, 0, C), 0);
    rig_release(&rig);
}
END_TEST

START_TEST(directions_slow_each_other_down)
{
    /* H2D 300,000 bytes at 1 GB/s alone and 0.5 with a D2H of 100,000 bytes beside it, at 0.8 then.
     * Both start at 0. D2H: 100,000 / 0.8 = 125,000 ns. By then H2D has moved 62,500 bytes; the
     * other 237,500 take 237,500 ns: 362,500. */
    struct rig rig;
    rig_init(&rig);
    rig.profile.value[PROFILE_copy_h2d_duplex_rate] = 500000000;
    rig.profile.value[PROFILE_copy_d2h_duplex_rate] = 800000000;
    rig_begin(&rig);
    uint32_t in = rig_copy(&rig, 1, PATH_H2D, 300000);
    uint32_t out = rig_copy(&rig, 2, PATH_D2H, 100000);
    rig_run(&rig, 0);
    ck_assert_int_eq(rig_end(&rig, out), 125000);
    ck_assert_int_eq(rig_end(&rig, in), 362500);
    ck_assert_uint_eq(rig_op(&rig, in)->machine_index, 0);
    ck_assert_uint_eq(rig_op(&rig, out)->machine_index, 1);
    rig_release(&rig);

    /* With a latency that no bytes move in, 10,000 ns of the copy in when alone and of copies out
     * beside much: beside the 210,000 bytes that the copy in has left when the second one comes,
     * 100,000 ns after it, 2000 + 8000 * 210,000 / 242,768 = 8920. That slows the first from
     * 108,920 on: by then 98,920 bytes have moved, the other 201,080 go on at 0.5 until the D2H is
     * done, 125,000 ns later: 62,500; the last 138,580 alone. */
    rig_init(&rig);
    rig.profile.value[PROFILE_copy_h2d_latency] = 10000;
    rig.profile.value[PROFILE_copy_d2h_latency] = 2000;
    rig.profile.value[PROFILE_copy_h2d_duplex_latency] = 2000;
    rig.profile.value[PROFILE_copy_d2h_duplex_latency] = 10000;
    rig.profile.value[PROFILE_copy_h2d_duplex_rate] = 500000000;
    rig.profile.value[PROFILE_copy_d2h_duplex_rate] = 800000000;
    rig_begin(&rig);
    in = rig_copy(&rig, 1, PATH_H2D, 300000);
    rig.host = 100000;
    out = rig_copy(&rig, 2, PATH_D2H, 100000);
    rig_run(&rig, 0);
    ck_assert_int_eq(rig_end(&rig, out), 100000 + 8920 + 125000);
    ck_assert_int_eq(rig_end(&rig, in), 108920 + 125000 + 138580);
    rig_release(&rig);
}
END_TEST

/* copy-latency.txt: 100 ns of latency to the device, 50 more from 1 MiB on; 20 and 30 from it. One
 * byte takes 1 ns. */
START_TEST(large_copies_take_a_little_longer)
{
    static const struct {
        enum engine_path path;
        int64_t bytes, longer;
    } cases[] = {
        {PATH_H2D, (1 << 20) - 1, 100},
        {PATH_H2D, 1 << 20, 150},
        {PATH_D2H, (1 << 20) - 1, 20},
        {PATH_D2H, 1 << 20, 50},
    };
    struct rig rig;
    rig_init(&rig);
    rig.profile.value[PROFILE_copy_h2d_latency] = 100;
    rig.profile.value[PROFILE_copy_h2d_large] = 50;
    rig.profile.value[PROFILE_copy_d2h_latency] = 20;
    rig.profile.value[PROFILE_copy_d2h_large] = 30;
    rig_begin(&rig);
    uint32_t copy = rig_copy(&rig, 1, cases[_i].path, cases[_i].bytes);
    rig_run(&rig, 0);
    ck_assert_int_eq(rig_end(&rig, copy) - rig_start(&rig, copy),
                     cases[_i].bytes + cases[_i].longer);
    rig_release(&rig);
}
END_TEST

/* Two streams, copies of one unit issued in turn: a0 b0 a1 b1 a2 b2. Writes their starts. */
static void turns(int64_t copy_order, int32_t copy_connections, int64_t starts[6])
{
    struct rig rig;
    rig_init(&rig);
    rig.profile.value[PROFILE_rules_copy_order] = copy_order;
    rig.options.copy_connections = copy_connections;
    rig_begin(&rig);
    for (uint32_t i = 0; i < 6; i++)
        rig_copy(&rig, 1 + i % 2, PATH_H2D, U);
    rig_run(&rig, 0);
    for (uint32_t i = 0; i < 6; i++)
        starts[i] = rig_start(&rig, i) / U;
    rig_release(&rig);
}

START_TEST(the_engine_stays_with_its_stream)
{
    int64_t starts[6];
    /* a0 a1 a2, then b0 b1 b2 */
    turns(0, 0, starts);
    static const int64_t by_stream[6] = {0, 3, 1, 4, 2, 5};
    ck_assert_mem_eq(starts, by_stream, sizeof starts);
    /* one connection: order of calls */
    static const int64_t by_call[6] = {0, 1, 2, 3, 4, 5};
    turns(0, 1, starts);
    ck_assert_mem_eq(starts, by_call, sizeof starts);
    /* fifo: a1 is ready when a0 has ended, and then b0 has waited longer */
    turns(1, 0, starts);
    ck_assert_mem_eq(starts, by_call, sizeof starts);
}
END_TEST

/* When a copy of stream 2 starts that is ready while one of stream 1 runs from 0 to 1 unit, and
 * behind that in stream 1 stands a copy that waits for work on the engine out (kind OP_COPY), for a
 * kernel, or none (OP_RECORD). */
static int64_t start_of_other(enum op_kind between)
{
    struct rig rig;
    rig_init(&rig);
    rig.profile.value[PROFILE_latency_engine_next] = 100;
    rig.profile.value[PROFILE_latency_engine_turn] = 1600;
    rig_begin(&rig);
    rig_copy(&rig, 1, PATH_H2D, U);
    if (between == OP_KERNEL)
        rig_kernel(&rig, 1, 1, U);
    if (between == OP_COPY)
        rig_copy(&rig, 1, PATH_D2H, U);
    if (between != OP_RECORD)
        rig_copy(&rig, 1, PATH_H2D, U);
    uint32_t other = rig_copy(&rig, 2, PATH_H2D, U);
    rig_run(&rig, 0);
    int64_t start = rig_start(&rig, other);
    rig_release(&rig);
    return start;
}

START_TEST(an_engine_turns_later_from_a_copy_behind_a_kernel)
{
    ck_assert_int_eq(start_of_other(OP_RECORD), U + 100);
    ck_assert_int_eq(start_of_other(OP_COPY), U + 100);
    ck_assert_int_eq(start_of_other(OP_KERNEL), U + 1600);
}
END_TEST

START_TEST(copies_wait_for_each_one_before)
{
    /* Three streams want the engine at once: c waits for a, then for b. */
    struct rig rig;
    rig_init(&rig);
    rig.call_cost = 1000;
    rig_begin(&rig);
    uint32_t a = rig_copy(&rig, 1, PATH_H2D, U);
    uint32_t b = rig_copy(&rig, 2, PATH_H2D, U);
    uint32_t c = rig_copy(&rig, 3, PATH_H2D, U);
    rig_run(&rig, 0);
    ck_assert_int_eq(rig_end(&rig, c), 3 * U + 1000);
    ck_assert_int_eq(rig_op(&rig, c)->ready, 3000);
    ck_assert_uint_eq(rig_op(&rig, c)->wait_count, 3);
    wait_is(&rig, c, 0, RULE_ID_ISSUE, TIMELINE_NO_OP, 3000);
    wait_is(&rig, c, 1, RULE_ID_COPY_ENGINE, a, rig_end(&rig, a));
    wait_is(&rig, c, 2, RULE_ID_COPY_ENGINE, b, rig_end(&rig, b));
    rig_release(&rig);
}
END_TEST

START_TEST(small_copies_pass_by_the_engine)
{
    /* 50 bytes beside a copy of one unit: in the command stream 700 ns, on the engine 50 ns at
     * 1 GB/s and a latency of 1000. */
    for (int small = 0; small < 2; small++) {
        struct rig rig;
        rig_init(&rig);
        rig.profile.value[PROFILE_copy_h2d_latency] = 1000;
        rig.profile.value[PROFILE_copy_inline_bytes] = small ? 50 : 49;
        rig.profile.curve[PROFILE_copy_h2d_inline] = (struct profile_curve){1, {50}, {700}};
        rig_begin(&rig);
        rig_copy(&rig, 1, PATH_H2D, U);
        uint32_t op = rig_copy(&rig, 2, PATH_H2D, 50);
        rig_run(&rig, 0);
        ck_assert_int_eq(rig_end(&rig, op), small ? 700 : 2050 + U);
        ck_assert_uint_eq(rig_op(&rig, op)->machine, small ? MACHINE_NONE : MACHINE_COPY);
        rig_release(&rig);
    }
}
END_TEST

/* The host learns as late as it wakes from a synchronize that the stream is idle: a copy that it
 * calls by then travels with the commands, 1 ns earlier it does not know yet. */
START_TEST(a_small_copy_passes_by_once_the_host_knows_its_stream_idle)
{
    enum { WAKE = 2000 };
    for (int early = 0; early < 2; early++) {
        struct rig rig;
        rig_init(&rig);
        rig.profile.value[PROFILE_latency_wake] = WAKE;
        rig.profile.value[PROFILE_copy_inline_bytes] = 50;
        rig.profile.curve[PROFILE_copy_h2d_inline] = (struct profile_curve){1, {50}, {700}};
        rig_begin(&rig);
        uint32_t before = rig_kernel(&rig, 1, 1, U);
        rig_run(&rig, 0);
        ck_assert_int_eq(rig_end(&rig, before), U);
        rig.host = U + WAKE - early;
        uint32_t op = rig_copy(&rig, 1, PATH_H2D, 50);
        rig_run(&rig, 0);
        ck_assert_uint_eq(rig_op(&rig, op)->machine, early ? MACHINE_COPY : MACHINE_NONE);
        ck_assert_int_eq(rig_end(&rig, op) - rig_start(&rig, op), early ? 50 : 700);
        rig_release(&rig);
    }
}
END_TEST

START_TEST(order_goes_before_resource)
{
    /* k in stream 3 waits for x (1 unit, stream 1) and y (2 units, stream 2) by events, and by
     * latency for 0.1: x is blamed until its end, y from there. Of two that end together the
     * smaller id. */
    struct rig rig;
    rig_init(&rig);
    rig.profile.value[PROFILE_latency_kernel_kernel] = 10000;
    rig.call_cost = 1000;
    rig_begin(&rig);
    uint32_t x = rig_kernel(&rig, 1, 1, U);
    uint32_t y = rig_kernel(&rig, 2, 1, 2 * U);
    rig_after(&rig, y, RULE_ID_EVENT);
    rig_after(&rig, x, RULE_ID_EVENT);
    uint32_t k = rig_kernel(&rig, 3, 4, U);
    rig_run(&rig, 0);
    ck_assert_uint_eq(rig_op(&rig, k)->wait_count, 4);
    wait_is(&rig, k, 0, RULE_ID_ISSUE, TIMELINE_NO_OP, 3000);
    wait_is(&rig, k, 1, RULE_ID_EVENT, x, 1000 + U);
    wait_is(&rig, k, 2, RULE_ID_EVENT, y, 2000 + 2 * U);
    wait_is(&rig, k, 3, RULE_ID_LATENCY, TIMELINE_NO_OP, 12000 + 2 * U);
    ck_assert_int_eq(rig_op(&rig, k)->ready, 2000 + 2 * U);
    rig_release(&rig);

    rig_init(&rig);
    rig_begin(&rig);
    x = rig_kernel(&rig, 1, 1, U);
    y = rig_kernel(&rig, 2, 1, U);
    rig_after(&rig, y, RULE_ID_EVENT);
    rig_after(&rig, x, RULE_ID_EVENT);
    k = rig_kernel(&rig, 3, 4, U);
    rig_run(&rig, 0);
    ck_assert_uint_eq(rig_op(&rig, k)->wait_count, 1);
    wait_is(&rig, k, 0, RULE_ID_EVENT, x, U);
    rig_release(&rig);
}
END_TEST

START_TEST(what_becomes_ready_together_goes_in_order_of_calls)
{
    /* Two kernels that each fill the device wait for a third: the first issued goes first. An
     * operation named twice is blamed by the rule that stands first in the list. */
    struct rig rig;
    rig_init(&rig);
    rig_begin(&rig);
    uint32_t k = rig_kernel(&rig, 1, 4, U);
    rig_after(&rig, k, RULE_ID_LEGACY_FENCE);
    rig_after(&rig, k, RULE_ID_EVENT);
    uint32_t a = rig_kernel(&rig, 2, 4, U);
    rig_after(&rig, k, RULE_ID_EVENT);
    uint32_t b = rig_kernel(&rig, 3, 4, U);
    rig_run(&rig, 0);
    ck_assert_int_eq(rig_start(&rig, a), U);
    ck_assert_int_eq(rig_start(&rig, b), 2 * U);
    wait_is(&rig, a, 0, RULE_ID_EVENT, k, U);
    rig_release(&rig);
}
END_TEST

START_TEST(host_functions_run_one_at_a_time)
{
    /* Two streams, a host function of 1 unit each, 0.1 before and 0.4 after it. The second waits
     * for the first from 0.1 (its turn) on, and for the 0.2 that the worker takes to go on. */
    struct rig rig;
    rig_init(&rig);
    rig.profile.value[PROFILE_latency_host_idle] = 10000;
    rig.profile.value[PROFILE_latency_host_done] = 40000;
    rig.profile.value[PROFILE_latency_host_next] = 20000;
    rig_begin(&rig);
    uint32_t f = rig_mark(&rig, OP_HOST, 1);
    uint32_t g = rig_mark(&rig, OP_HOST, 2);
    uint32_t k = rig_kernel(&rig, 1, 1, U);
    rig_run(&rig, U);
    ck_assert_int_eq(rig_start(&rig, f), 10000);
    ck_assert_int_eq(rig_end(&rig, f), 10000 + U);
    ck_assert_int_eq(rig_start(&rig, g), 30000 + U);
    ck_assert_int_eq(rig_start(&rig, k), 50000 + U);
    wait_is(&rig, g, 1, RULE_ID_HOST_WORKER, f, 10000 + U);
    rig_release(&rig);
}
END_TEST

/* The worker wakes later the longer it has slept; longer than the last point as there
 * (host-latency.txt). */
START_TEST(a_host_worker_that_slept_wakes_late)
{
    struct rig rig;
    rig_init(&rig);
    rig.profile.curve[PROFILE_latency_host_asleep] =
        (struct profile_curve){2, {U, 3 * U}, {0, 20000}};
    rig_begin(&rig);
    uint32_t first = rig_mark(&rig, OP_HOST, 1);
    rig_kernel(&rig, 1, 1, 2 * U);
    uint32_t second = rig_mark(&rig, OP_HOST, 1);
    uint32_t third = rig_mark(&rig, OP_HOST, 1);
    rig_kernel(&rig, 1, 1, 9 * U);
    uint32_t fourth = rig_mark(&rig, OP_HOST, 1);
    rig_run(&rig, U);
    ck_assert_int_eq(rig_start(&rig, first), 0);
    ck_assert_int_eq(rig_start(&rig, second), 3 * U + 10000);
    ck_assert_int_eq(rig_start(&rig, third), 4 * U + 10000);
    ck_assert_int_eq(rig_start(&rig, fourth), 14 * U + 10000 + 20000);
    rig_release(&rig);
}
END_TEST

/* Behind a host that has computed for long it takes 15 us at least, once (host-first.txt). */
START_TEST(a_host_worker_wakes_later_once_it_is_cold)
{
    struct rig rig;
    rig_init(&rig);
    rig.profile.value[PROFILE_latency_host_cold] = 15000;
    rig.profile.curve[PROFILE_latency_host_asleep] =
        (struct profile_curve){2, {U, 3 * U}, {0, 20000}};
    rig_begin(&rig);
    engine_cool_worker(rig.engine);
    uint32_t first = rig_mark(&rig, OP_HOST, 1);
    uint32_t second = rig_mark(&rig, OP_HOST, 1);
    rig_run(&rig, U);
    ck_assert_int_eq(rig_start(&rig, first), 15000);
    ck_assert_int_eq(rig_start(&rig, second), 15000 + U);
    rig_release(&rig);
}
END_TEST

START_TEST(one_engine_for_both_directions)
{
    /* In, kernel, out on two streams, one copy engine, one copy connection (Tesla C1060). The copy
     * out of the first stream stands before the copy in of the second: nothing overlaps, 6 units;
     * all copies in before all copies out: 0-1 a in, 1-2 b in and a's kernel, 2-3 a out and b's
     * kernel, 3-4 b out: 4 units. */
    for (int breadth = 0; breadth < 2; breadth++) {
        struct rig rig;
        rig_init(&rig);
        rig.profile.value[PROFILE_copy_engines] = 1;
        rig.profile.value[PROFILE_connections_copy] = 1;
        rig.profile.value[PROFILE_rules_copy_streams] = 1;
        rig_begin(&rig);
        static const int steps[2][6] = {{0, 10, 20, 1, 11, 21}, {0, 1, 10, 11, 20, 21}};
        for (int i = 0; i < 6; i++) {
            uint32_t stream = 1 + (uint32_t)steps[breadth][i] % 10;
            if (steps[breadth][i] / 10 == 1)
                rig_kernel(&rig, stream, 4, U);
            else
                rig_copy(&rig, stream, steps[breadth][i] < 10 ? PATH_H2D : PATH_D2H, U);
        }
        rig_run(&rig, 0);
        ck_assert_int_eq(rig_end(&rig, 5), (breadth ? 4 : 6) * U);
        ck_assert_uint_eq(rig_op(&rig, 5)->machine_index, 0);
        rig_release(&rig);
    }
}
END_TEST

/* Engines that serve any direction (rules.copy_streams = shared) carry one copy of each at a time.
 */
START_TEST(shared_engines_do_not_share_a_direction)
{
    for (int both = 0; both < 2; both++) {
        struct rig rig;
        rig_init(&rig);
        rig.profile.value[PROFILE_copy_engines] = 2;
        rig.profile.value[PROFILE_rules_copy_streams] = 1;
        rig_begin(&rig);
        uint32_t a = rig_copy(&rig, 1, PATH_H2D, U);
        uint32_t b = rig_copy(&rig, 2, both ? PATH_D2H : PATH_H2D, U);
        rig_run(&rig, 0);
        ck_assert_int_eq(rig_end(&rig, a), U);
        ck_assert_int_eq(rig_end(&rig, b), both ? U : 2 * U);
        rig_release(&rig);
    }
}
END_TEST

START_TEST(fermi_delays_signals)
{
    /* One compute queue and the signal delay. Two streams of kernel (4 blocks, the whole device,
     * 1 unit) and copy out (1 unit).
     * Kernels first (k1 k2 d1 d2): d1 must check k1, and can only once all blocks of k2 have
     * started, at 1: d1 1 to 2, as without the delay. With two waves in k2 its last blocks start at
     * 2: d1 2 to 3, d2 3 to 4.
     * Depth-first (k1 d1 k2 d2): d1 starts at 1; k2 must wait until the checked k1 is complete. */
    struct rig rig;
    for (int delay = 0; delay < 2; delay++) {
        rig_init(&rig);
        rig.profile.value[PROFILE_rules_connection] = 2;
        rig.profile.value[PROFILE_rules_signal_delay] = delay;
        rig_begin(&rig);
        rig_kernel(&rig, 1, 4, U);
        uint32_t k2 = rig_kernel(&rig, 2, 8, U);
        uint32_t d1 = rig_copy(&rig, 1, PATH_D2H, U);
        uint32_t d2 = rig_copy(&rig, 2, PATH_D2H, U);
        rig_run(&rig, 0);
        ck_assert_int_eq(rig_start(&rig, d1), (delay ? 2 : 1) * U);
        ck_assert_int_eq(rig_start(&rig, d2), 3 * U);
        if (delay)
            wait_is(&rig, d1, 1, RULE_ID_SIGNAL_DELAY, k2, 2 * U);
        rig_release(&rig);
    }
    /* k1 needs a quarter of the device; the check of k1 keeps k2 from running beside it. */
    for (int delay = 0; delay < 2; delay++) {
        rig_init(&rig);
        rig.profile.value[PROFILE_rules_connection] = 2;
        rig.profile.value[PROFILE_rules_signal_delay] = delay;
        rig_begin(&rig);
        uint32_t k1 = rig_kernel(&rig, 1, 1, U);
        rig_copy(&rig, 1, PATH_D2H, U);
        uint32_t k2 = rig_kernel(&rig, 2, 1, U);
        rig_run(&rig, 0);
        ck_assert_int_eq(rig_start(&rig, k2), (delay ? 1 : 0) * U);
        if (delay)
            wait_is(&rig, k2, 0, RULE_ID_SIGNAL_DELAY, k1, U);
        rig_release(&rig);
    }
}
END_TEST

/* What runs has left its queue; a copy has a queue of its own (launch-queue.txt). */
START_TEST(the_launch_queue_has_room_again)
{
    struct rig rig;
    rig_init(&rig);
    rig.profile.value[PROFILE_connections_launch_queue] = 3;
    rig_begin(&rig);
    struct engine_notice notice;
    uint32_t first = TIMELINE_NO_OP;
    for (int i = 0; i < 4; i++) {
        ck_assert(!engine_is_full(rig.engine, 1, OP_KERNEL, PATH_D2D, &first));
        rig_kernel(&rig, 1, 1, U);
        ck_assert(!engine_advance(rig.engine, 0, &notice));
    }
    ck_assert(engine_is_full(rig.engine, 1, OP_KERNEL, PATH_D2D, &first));
    ck_assert_uint_eq(first, 1);
    ck_assert(!engine_is_full(rig.engine, 1, OP_COPY, PATH_H2D, &first));
    ck_assert(!engine_is_full(rig.engine, 2, OP_KERNEL, PATH_D2D, &first));
    ck_assert(engine_advance(rig.engine, DURATION_NEVER, &notice));
    ck_assert_int_eq(notice.kind, NOTICE_ROOM);
    ck_assert_uint_eq(notice.op, 1);
    ck_assert_uint_eq(notice.blocker, 1);
    ck_assert_int_eq(notice.time, U);
    ck_assert(!engine_is_full(rig.engine, 1, OP_KERNEL, PATH_D2D, &first));
    ck_assert(!engine_is_done(rig.engine, 3));
    ck_assert_uint_eq(engine_pending(rig.engine), 3);
    rig_run(&rig, 0);
    ck_assert_uint_eq(engine_pending(rig.engine), 0);
    rig_release(&rig);
}
END_TEST

START_TEST(pageable_copies_wait_for_their_staging)
{
    struct rig rig;
    rig_init(&rig);
    rig_begin(&rig);
    /* Of given duration: from the moment of staging. */
    struct engine_copy copy = {
        .path = PATH_D2H, .bytes = U, .duration = 20000, .staged = true, .staged_at = 70000};
    struct engine_work work = {.copy = &copy};
    uint32_t op = rig_submit(&rig, OP_COPY, 1, &work);
    /* Moved while it is staged, done 30 us after the last piece at 370: it ends at 400
     * and takes 100,000 bytes / 1 GB/s = 100 us. */
    rig.profile.curve[PROFILE_copy_h2d_pageable_tail] =
        (struct profile_curve){2, {1, U}, {30000, 30000}};
    copy = (struct engine_copy){
        .path = PATH_H2D, .bytes = U, .duration = -1, .staged = true, .staged_at = 370000};
    uint32_t in = rig_submit(&rig, OP_COPY, 2, &work);
    rig_run(&rig, 0);
    ck_assert_int_eq(rig_start(&rig, op), 70000);
    ck_assert_int_eq(rig_end(&rig, op), 90000);
    wait_is(&rig, op, 0, RULE_ID_STAGING, TIMELINE_NO_OP, 70000);
    ck_assert_int_eq(rig_start(&rig, in), 300000);
    ck_assert_int_eq(rig_end(&rig, in), 400000);
    rig_release(&rig);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("engine");
    TCase *tests = tcase_create("engine");
    tcase_add_test(tests, two_batches_of_three_steps);
    tcase_add_test(tests, connections_make_false_dependencies);
    tcase_add_test(tests, a_stream_holds_a_connection_while_it_is_busy);
    tcase_add_test(tests, directions_slow_each_other_down);
    tcase_add_loop_test(tests, large_copies_take_a_little_longer, 0, 4);
    tcase_add_test(tests, the_engine_stays_with_its_stream);
    tcase_add_test(tests, an_engine_turns_later_from_a_copy_behind_a_kernel);
    tcase_add_test(tests, copies_wait_for_each_one_before);
    tcase_add_test(tests, small_copies_pass_by_the_engine);
    tcase_add_test(tests, a_small_copy_passes_by_once_the_host_knows_its_stream_idle);
    tcase_add_test(tests, order_goes_before_resource);
    tcase_add_test(tests, what_becomes_ready_together_goes_in_order_of_calls);
    tcase_add_test(tests, host_functions_run_one_at_a_time);
    tcase_add_test(tests, a_host_worker_that_slept_wakes_late);
    tcase_add_test(tests, a_host_worker_wakes_later_once_it_is_cold);
    tcase_add_test(tests, one_engine_for_both_directions);
    tcase_add_test(tests, shared_engines_do_not_share_a_direction);
    tcase_add_test(tests, fermi_delays_signals);
    tcase_add_test(tests, the_launch_queue_has_room_again);
    tcase_add_test(tests, pageable_copies_wait_for_their_staging);
    suite_add_tcase(suite, tests);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
