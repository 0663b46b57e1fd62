/* sim/engine: what holds a connection back, what does not, and how soon a queue is looked at; cases
 * that experiments in traces/experiments settled, worked by hand. The unit of time is 100 us
 * (RIG_UNIT); there are no latencies unless a test says so, and a call takes 3 us. */
#include "tests/unit/engine_rig.h"

#include <check.h>
#include <stdlib.h>

#define U RIG_UNIT

enum { A = 1, B, C, D, E, CALL = 3000 };

static void begin(struct rig *rig, int32_t connections)
{
    rig_init(rig);
    rig->profile.value[PROFILE_device_sm_count] = 16;
    rig->options.compute_connections = rig->options.copy_connections = connections;
    rig->call_cost = CALL;
}

/* connection-free.json: B's row holds one of two connections, A's kernel runs in the other; C,
 * called `delay` later, shares that if its launch has been read by then, and else comes behind B's.
 */
static int64_t behind_one_that_runs(int64_t delay, bool copy)
{
    struct rig rig;
    begin(&rig, 2);
    rig.profile.value[PROFILE_latency_launch] = 2300;
    rig_begin(&rig);
    uint32_t last = 0;
    if (copy) {
        rig_kernel(&rig, B, 1, 4 * U);
        rig_copy(&rig, B, PATH_H2D, U / 10);
        rig_copy(&rig, A, PATH_H2D, U);
        rig.host += delay;
        last = rig_copy(&rig, C, PATH_H2D, U / 10);
    } else {
        for (int i = 0; i < 5; i++)
            rig_kernel(&rig, B, 1, U);
        rig_kernel(&rig, A, 1, 2 * U);
        rig.host += delay;
        last = rig_kernel(&rig, C, 1, U);
    }
    rig_run(&rig, 0);
    int64_t late = rig_start(&rig, last) - rig_op(&rig, last)->returned;
    rig_release(&rig);
    return late;
}

START_TEST(a_connection_is_free_once_its_commands_are_read)
{
    /* B's kernels are issued at 3 to 15 us; the first starts at 5.3, so the last leaves the queue
     * at 405.3. A's launch, issued at 18, is read at 19.3: C, whose call begins at 18 + delay and
     * ends 3 later, starts 2.3 after it, or with B's last. */
    ck_assert_int_eq(behind_one_that_runs(1200, false), 405300 - (18000 + 1200 + CALL));
    ck_assert_int_eq(behind_one_that_runs(1300, false), 2300);
    ck_assert_int_eq(behind_one_that_runs(U, false), 2300);
    /* Copies hold theirs until they have ended (copy-connection-free.json): A's, issued at 9 us,
     * runs until 109, B's from 405.3 to 415.3. */
    ck_assert_int_eq(behind_one_that_runs(20000, true), 415300 - (9000 + 20000 + CALL));
    ck_assert_int_eq(behind_one_that_runs(U + 1, true), 0);
}
END_TEST

/* host-function-queue.json: one connection, a host function in A behind `before` (OP_KERNEL,
 * OP_COPY, or OP_HOST: nothing), then a kernel of B: how long that waits behind its call. */
static int64_t behind_a_function(enum op_kind before)
{
    struct rig rig;
    begin(&rig, 1);
    rig.profile.value[PROFILE_latency_host_call] = 35000;
    rig_begin(&rig);
    if (before == OP_KERNEL)
        rig_kernel(&rig, A, 1, U);
    else if (before == OP_COPY)
        rig_copy(&rig, A, PATH_H2D, U);
    uint32_t function = rig_mark(&rig, OP_HOST, A);
    uint32_t last = rig_kernel(&rig, B, 1, U);
    rig_run(&rig, U);
    int64_t from = before == OP_HOST ? rig_op(&rig, function)->returned : CALL + U + 35000;
    ck_assert_int_eq(rig_start(&rig, function), from);
    int64_t late = rig_start(&rig, last) - rig_op(&rig, last)->returned;
    rig_release(&rig);
    return late;
}

/* The same where a wait for a copy's record, which is over sooner, stands between the two. */
static int64_t behind_a_kernel_and_a_wait(void)
{
    struct rig rig;
    begin(&rig, 1);
    rig_begin(&rig);
    struct engine_work attached = {.attached = true};
    rig_copy(&rig, C, PATH_H2D, U / 10);
    uint32_t record = rig_submit(&rig, OP_RECORD, C, &attached);
    rig_kernel(&rig, A, 1, U);
    rig_after(&rig, record, RULE_ID_EVENT);
    attached = (struct engine_work){.attached = true};
    rig_submit(&rig, OP_WAIT, A, &attached);
    rig_mark(&rig, OP_HOST, A);
    uint32_t last = rig_kernel(&rig, B, 1, U);
    rig_run(&rig, U);
    int64_t late = rig_start(&rig, last) - rig_op(&rig, last)->returned;
    rig_release(&rig);
    return late;
}

START_TEST(a_host_function_holds_back_only_what_it_waits_for)
{
    /* until the kernel ends: issued at 9, ended at 109; the last one is issued at 18 us */
    ck_assert_int_eq(behind_a_kernel_and_a_wait(), 109000 - 18000);
    ck_assert_int_eq(behind_a_function(OP_HOST), 0);
    ck_assert_int_eq(behind_a_function(OP_COPY), 0);
    /* until the kernel ends, issued at 3 us, and not until the worker has heard of it: 103 - 9 */
    ck_assert_int_eq(behind_a_function(OP_KERNEL), 103000 - 9000);
}
END_TEST

/* From a copy to the kernel behind it in A, beside kernels of B that run one after the other
 * (`row`: how many), in the same connection, another, or another that the same PBDMA serves. */
static int64_t behind_a_copy(int row, int32_t connections, int64_t pbdmas)
{
    struct rig rig;
    begin(&rig, connections);
    rig.profile.value[PROFILE_latency_copy_kernel] = 4600;
    rig.profile.value[PROFILE_latency_copy_kernel_beside] = 1200;
    rig.profile.value[PROFILE_connections_pbdmas] = pbdmas;
    rig.profile.curve[PROFILE_latency_pending] =
        (struct profile_curve){2, {pbdmas, 2 * pbdmas}, {0, 800}};
    rig_begin(&rig);
    uint32_t copy = rig_copy(&rig, A, PATH_H2D, U);
    uint32_t kernel = rig_kernel(&rig, A, 1, U);
    for (int i = 0; i < row; i++)
        rig_kernel(&rig, B, 1, 4 * U);
    rig_run(&rig, 0);
    int64_t gap = rig_start(&rig, kernel) - rig_end(&rig, copy);
    rig_release(&rig);
    return gap;
}

START_TEST(a_waiting_kernel_elsewhere_lets_one_behind_a_copy_start_soon)
{
    /* copy-kernel.json: a queue is looked at every 8 us, but at once beside another whose next
     * command waits for a kernel. */
    ck_assert_int_eq(behind_a_copy(0, 8, 2), 4600);
    ck_assert_int_eq(behind_a_copy(1, 8, 2), 4600); /* runs, nothing waits */
    ck_assert_int_eq(behind_a_copy(2, 8, 2), 1200);
    /* one PBDMA for both queues: a turn and a half of 0.8 us more */
    ck_assert_int_eq(behind_a_copy(2, 8, 1), 1200 + 1200);
    /* in its own queue it stands behind A's kernel, which is first */
    ck_assert_int_eq(behind_a_copy(2, 1, 1), 4600);
}
END_TEST

/* From a kernel of A to the copy out behind it, and from that to a copy in, while two more streams
 * have a copy of a direction wait for their kernels. */
static void behind_a_kernel(enum engine_path others, int64_t gaps[2])
{
    struct rig rig;
    begin(&rig, 8);
    rig.profile.value[PROFILE_latency_kernel_copy] = 4400;
    rig.profile.value[PROFILE_latency_copy_copy_other] = 2800;
    rig.profile.curve[PROFILE_latency_pending_copy] =
        (struct profile_curve){3, {1, 2, 3}, {0, 600, 1700}};
    rig_begin(&rig);
    for (uint32_t stream = B; stream <= C; stream++) {
        rig_kernel(&rig, stream, 1, 9 * U);
        rig_copy(&rig, stream, others, U);
    }
    uint32_t kernel = rig_kernel(&rig, A, 1, U), out = rig_copy(&rig, A, PATH_D2H, U),
             in = rig_copy(&rig, A, PATH_H2D, U);
    rig_run(&rig, 0);
    gaps[0] = rig_start(&rig, out) - rig_end(&rig, kernel);
    gaps[1] = rig_start(&rig, in) - rig_end(&rig, out);
    rig_release(&rig);
}

/* transitions.txt: kernel, in and out over one, two and four streams. */
START_TEST(copies_wait_by_the_queues_of_their_direction)
{
    int64_t gaps[2];
    behind_a_kernel(PATH_D2H, gaps);
    ck_assert_int_eq(gaps[0], 4400 + 1700); /* three queues, its own among them */
    ck_assert_int_eq(gaps[1], 2800);        /* behind a copy as if alone */
    behind_a_kernel(PATH_H2D, gaps);
    ck_assert_int_eq(gaps[0], 4400); /* its own queue alone */
    ck_assert_int_eq(gaps[1], 2800);
}
END_TEST

/* One queue for both directions, which a copy in enters first and a copy out leaves last: round
 * after round a copy waits alone in it. */
START_TEST(a_queue_of_both_directions_is_counted_once)
{
    struct rig rig;
    begin(&rig, 8);
    rig.profile.value[PROFILE_rules_copy_streams] = 1;
    rig.profile.value[PROFILE_latency_kernel_copy] = 4400;
    rig.profile.curve[PROFILE_latency_pending_copy] = (struct profile_curve){2, {1, 2}, {0, 600}};
    rig_begin(&rig);
    for (int round = 0; round < 4; round++) {
        uint32_t kernel = rig_kernel(&rig, A, 1, U), in = rig_copy(&rig, A, PATH_H2D, U);
        rig_copy(&rig, A, PATH_D2H, U);
        rig_run(&rig, 0);
        ck_assert_int_eq(rig_start(&rig, in) - rig_end(&rig, kernel), 4400);
        rig.host = rig_end(&rig, rig.last[A]);
    }
    rig_release(&rig);
}
END_TEST

enum { LEGACY = 0, STREAMS = 4 };

/* connection-turns.txt: a stream takes the connection of its first command's turn, a turn being a
 * command of another stream than the one before, the legacy stream's left out. `order` names the
 * streams of the commands, 0 for the legacy one; `taken` what each has then. */
START_TEST(a_stream_takes_the_next_connection_in_turn)
{
    static const struct {
        const char *order;
        const int taken[STREAMS];
    } cases[] = {
        {"123", {-1, 1, 2, 3}},       {"1213", {-1, 1, 2, 4}},
        {"12123", {-1, 1, 2, 5}},     {"1123", {-1, 1, 2, 3}},
        {"12213", {-1, 1, 2, 4}},     {"121213", {-1, 1, 2, 6}},
        {"1013", {0, 1, -1, 2}},      {"1203", {0, 1, 2, 3}},
        {"123121231", {-1, 1, 2, 3}}, /* a stream keeps what nobody else has used */
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct rig rig;
        begin(&rig, 8);
        rig_begin(&rig);
        for (const char *at = cases[i].order; *at; at++) {
            struct engine_kernel kernel = {.blocks = 1,
                                           .block_time = U,
                                           .block_threads = 1024,
                                           .occupancy = {.blocks = 1, .block_threads = 1024}};
            struct engine_work work = {.kernel = &kernel, .keeps = *at == '0'};
            rig_submit(&rig, OP_KERNEL, (uint32_t)(*at - '0'), &work);
        }
        rig_run(&rig, 0);
        for (int stream = LEGACY; stream < STREAMS; stream++)
            if (cases[i].taken[stream] >= 0)
                ck_assert_msg(rig_op(&rig, rig.last[stream])->connection ==
                                  cases[i].taken[stream] + 1,
                              "%s: stream %d has connection %d", cases[i].order, stream,
                              rig_op(&rig, rig.last[stream])->connection - 1);
        rig_release(&rig);
    }
}
END_TEST

/* One whose turn it is that is not free is passed over: of four connections, A holds the second; B,
 * C and D have taken those after it and ended. The fifth turn is the second's again. */
START_TEST(a_turn_passes_over_a_connection_in_use)
{
    struct rig rig;
    begin(&rig, 4);
    rig_begin(&rig);
    for (int i = 0; i < 5; i++)
        rig_kernel(&rig, A, 1, 2 * U);
    for (uint32_t stream = B; stream <= D; stream++)
        rig_kernel(&rig, stream, 1, U / 10);
    rig.host += U;
    rig_kernel(&rig, D + 1, 1, U);
    rig_run(&rig, 0);
    static const int number[] = {1, 2, 3, 4, 1, 3};
    for (uint32_t stream = A; stream <= D + 1; stream++)
        ck_assert_int_eq(rig_op(&rig, rig.last[stream])->connection, number[stream]);
    rig_release(&rig);
}
END_TEST

/* small-pageable.json: a copy of pageable memory whose bytes come with its command, behind a kernel
 * of one unit, `beside` so many bytes that an engine moves in meanwhile, 1000 of which take 1 us.
 */
static int64_t carried(int64_t beside)
{
    struct rig rig;
    begin(&rig, 8);
    rig.profile.curve[PROFILE_copy_h2d_inline] = (struct profile_curve){1, {5000}, {2000}};
    rig.profile.curve[PROFILE_copy_h2d_inline_beside] = (struct profile_curve){1, {5000}, {6000}};
    rig.call_cost = 0;
    rig_begin(&rig);
    rig_kernel(&rig, A, 1, U);
    struct engine_copy copy = {
        .path = PATH_H2D, .bytes = 5000, .duration = -1, .staged = true, .carried = true};
    rig_submit(&rig, OP_COPY, A, &(struct engine_work){.copy = &copy});
    if (beside > 0)
        rig_copy(&rig, B, PATH_H2D, beside);
    rig_run(&rig, 0);
    const struct timeline_op *row = rig_op(&rig, rig.last[A]);
    ck_assert_uint_eq(row->machine, MACHINE_NONE);
    ck_assert_int_eq(row->start, U);
    int64_t took = row->end - row->start;
    rig_release(&rig);
    return took;
}

START_TEST(a_small_pageable_copy_comes_with_its_command)
{
    ck_assert_int_eq(carried(0), 2000);
    ck_assert_int_eq(carried(U), 2000);     /* is over by then */
    ck_assert_int_eq(carried(2 * U), 6000); /* beside it all the time */
    /* 3 us beside it are half of it, the other half takes 1 us alone */
    ck_assert_int_eq(carried(U + 3000), 4000);
}
END_TEST

/* copies-in-1-conn of tests/validation: an engine goes on at once within a connection, whosever the
 * next copy is; to another connection it takes engine_next. */
START_TEST(an_engine_goes_on_at_once_within_a_connection)
{
    for (int32_t connections = 1; connections <= 2; connections++) {
        struct rig rig;
        begin(&rig, connections);
        rig.profile.value[PROFILE_latency_engine_next] = 500;
        rig_begin(&rig);
        for (int i = 0; i < 2; i++) {
            rig_copy(&rig, A, PATH_H2D, U);
            rig_copy(&rig, B, PATH_H2D, U);
        }
        rig_run(&rig, 0);
        int64_t gap = connections == 1 ? 0 : 500;
        /* one connection: A B A B; two: the engine finishes A's first */
        ck_assert_int_eq(rig_end(&rig, rig.last[B]), CALL + 4 * U + gap);
        rig_release(&rig);
    }
}
END_TEST

/* copy-marks.json: an engine writes a record with timing between two copies of a stream itself, and
 * goes on; another stream's copy, called before, does not come between. Behind a kernel the record
 * is a command that the next copy waits for. */
START_TEST(an_engine_writes_the_records_between_its_copies)
{
    for (int behind_kernel = 0; behind_kernel < 2; behind_kernel++) {
        struct rig rig;
        begin(&rig, 8);
        rig.profile.value[PROFILE_latency_record] = 1400;
        rig_begin(&rig);
        rig_copy(&rig, A, PATH_H2D, U);
        uint32_t other = rig_copy(&rig, B, PATH_H2D, U);
        if (behind_kernel)
            rig_kernel(&rig, A, 1, U / 10);
        uint32_t record = rig_mark(&rig, OP_RECORD, A);
        uint32_t next = rig_copy(&rig, A, PATH_H2D, U);
        rig_run(&rig, 0);
        int64_t first = CALL + U;
        if (behind_kernel) {
            ck_assert_int_eq(rig_start(&rig, other), first);
            ck_assert_int_eq(rig_start(&rig, next), first + U);
        } else {
            ck_assert_int_eq(rig_start(&rig, next), first + 1400);
            ck_assert_int_eq(rig_start(&rig, other), first + 1400 + U);
        }
        ck_assert_int_ge(rig_start(&rig, record), first);
        ck_assert_int_le(rig_end(&rig, record), rig_start(&rig, next));
        rig_release(&rig);
    }
}
END_TEST

/* record-queue.txt: one compute connection, in which a kernel of C waits for one of four units; in
 * A a copy in of one (`copied`), then, called when the copy runs or `later`, a record with timing,
 * for which a copy out in B waits: how long after the record's call that starts. */
static int64_t behind_a_record(bool copied, bool later)
{
    struct rig rig;
    begin(&rig, 1);
    rig.profile.value[PROFILE_latency_record] = 1500;
    rig.profile.value[PROFILE_latency_kernel_kernel] = 1000;
    rig_begin(&rig);
    if (copied)
        rig_copy(&rig, A, PATH_H2D, U);
    rig_kernel(&rig, C, 1, 4 * U);
    rig_kernel(&rig, C, 1, U);
    rig.host = later ? 3 * U : rig.host;
    uint32_t record = rig_mark(&rig, OP_RECORD, A);
    rig_after(&rig, record, RULE_ID_EVENT);
    struct engine_work attached = {.attached = true};
    rig_submit(&rig, OP_WAIT, B, &attached);
    uint32_t out = rig_copy(&rig, B, PATH_D2H, U);
    rig_run(&rig, 0);
    ck_assert_int_eq(rig_end(&rig, record) - rig_start(&rig, record), 1500);
    int64_t start = rig_start(&rig, out);
    ck_assert_int_eq(start, rig_end(&rig, record) > rig_op(&rig, out)->returned
                                ? rig_end(&rig, record)
                                : rig_op(&rig, out)->returned);
    rig_release(&rig);
    return start;
}

START_TEST(a_record_goes_where_its_streams_last_command_went)
{
    /* The copy, issued at 3 us, ends at 103; called later, the record is issued at 303, and the
     * copy out at 309. */
    ck_assert_int_eq(behind_a_record(true, false), 103000 + 1500);
    ck_assert_int_eq(behind_a_record(true, true), 309000);
    /* Without a copy it is in the connection: the kernels are issued at 3 and 6, the second leaves
     * at 403 + 1. */
    ck_assert_int_eq(behind_a_record(false, false), 404000 + 1500);
    ck_assert_int_eq(behind_a_record(false, true), 404000 + 1500);
}
END_TEST

/* A record that is in a compute queue all the same, as on a device that delays signals, or where
 * copies are in those queues, too, holds back its stream's next copy. Kernels of B hold one of two
 * connections for four units; those of C to E and the record go round both. */
START_TEST(a_copy_does_not_pass_a_record_in_a_compute_queue)
{
    static const int keys[] = {PROFILE_rules_signal_delay, PROFILE_rules_copy_queue};
    for (int i = 0; i < 2; i++) {
        struct rig rig;
        begin(&rig, 2);
        rig.profile.value[keys[i]] = 1;
        rig.profile.value[PROFILE_latency_record] = 1500;
        rig_begin(&rig);
        rig_kernel(&rig, B, 1, 4 * U);
        rig_kernel(&rig, B, 1, U / 10);
        rig_copy(&rig, A, PATH_H2D, U);
        rig_kernel(&rig, C, 1, U / 10);
        rig_kernel(&rig, D, 1, U / 10);
        uint32_t record = rig_mark(&rig, OP_RECORD, A);
        rig_kernel(&rig, E, 1, U / 10);
        uint32_t next = rig_copy(&rig, A, PATH_H2D, U);
        rig_run(&rig, 0);
        ck_assert_int_ge(rig_start(&rig, record), 4 * U);
        ck_assert_int_ge(rig_start(&rig, next), rig_end(&rig, record));
        rig_release(&rig);
    }
}
END_TEST

enum { FENCED, KERNEL_BETWEEN, PLACES };

/* One connection, in which a kernel of C waits for one of four units: a record behind a copy is in
 * it all the same where it waits for a fence, or where a kernel of its stream came between. */
START_TEST(a_record_behind_a_copy_may_be_in_a_compute_queue)
{
    for (int place = 0; place < PLACES; place++) {
        struct rig rig;
        begin(&rig, 1);
        rig_begin(&rig);
        uint32_t kernel = rig_kernel(&rig, B, 1, U);
        rig_copy(&rig, A, PATH_H2D, U / 10);
        if (place == KERNEL_BETWEEN)
            rig_kernel(&rig, A, 1, U / 10);
        uint32_t holds = rig_kernel(&rig, C, 1, 4 * U);
        rig_kernel(&rig, C, 1, U / 10);
        if (place == FENCED)
            rig_after(&rig, kernel, RULE_ID_LEGACY_FENCE);
        uint32_t record = rig_mark(&rig, OP_RECORD, A);
        rig_run(&rig, 0);
        ck_assert_int_eq(rig_start(&rig, record), rig_end(&rig, holds));
        ck_assert_int_eq(rig_op(&rig, record)->connection, 1);
        rig_release(&rig);
    }
}
END_TEST

/* ... and where signals are delayed, or copies pass through the compute connections. */
START_TEST(a_record_behind_a_copy_is_where_rules_say)
{
    static const int keys[] = {PROFILE_rules_signal_delay, PROFILE_rules_copy_queue};
    for (int i = 0; i < 2; i++) {
        struct rig rig;
        begin(&rig, 8);
        rig.profile.value[keys[i]] = 1;
        rig_begin(&rig);
        rig_copy(&rig, A, PATH_H2D, U);
        uint32_t record = rig_mark(&rig, OP_RECORD, A);
        rig_run(&rig, 0);
        ck_assert_int_eq(rig_op(&rig, record)->connection, 2); /* the first turn */
        rig_release(&rig);
    }
}
END_TEST

/* connection-turns.txt: a record behind a copy takes a turn as well, though no connection, but as
 * little as any command of the legacy stream (`keeps`) does. */
START_TEST(a_record_behind_a_copy_takes_a_turn)
{
    for (int keeps = 0; keeps < 2; keeps++) {
        struct rig rig;
        begin(&rig, 8);
        rig_begin(&rig);
        rig_kernel(&rig, B, 1, U);
        struct engine_copy copy = {.path = PATH_H2D, .bytes = U, .duration = -1};
        rig_submit(&rig, OP_COPY, A, &(struct engine_work){.copy = &copy, .keeps = keeps});
        uint32_t record = rig_submit(&rig, OP_RECORD, A, &(struct engine_work){.keeps = keeps});
        uint32_t last = rig_kernel(&rig, C, 1, U);
        rig_run(&rig, 0);
        ck_assert_int_eq(rig_op(&rig, record)->connection, 0);
        ck_assert_int_eq(rig_op(&rig, last)->connection, keeps ? 3 : 4);
        rig_release(&rig);
    }
}
END_TEST

static bool is_full(struct rig *rig, uint32_t stream, enum op_kind kind)
{
    uint32_t first = 0;
    return engine_is_full(rig->engine, stream, kind, PATH_H2D, &first);
}

/* A record behind a copy needs room where that went: beside the records that wait for its end, but
 * not where three kernels of B wait. */
START_TEST(a_record_behind_a_copy_needs_room_among_copies)
{
    struct rig rig;
    begin(&rig, 1);
    rig.profile.value[PROFILE_connections_launch_queue] = 3;
    rig_begin(&rig);
    struct engine_notice notice;
    rig_copy(&rig, A, PATH_H2D, 2 * U);
    for (int i = 0; i < 4; i++)
        rig_kernel(&rig, B, 1, 4 * U);
    for (int i = 0; i < 3; i++) {
        ck_assert(!engine_advance(rig.engine, rig.host, &notice));
        ck_assert(!is_full(&rig, A, OP_RECORD));
        rig_mark(&rig, OP_RECORD, A);
    }
    ck_assert(!engine_advance(rig.engine, rig.host, &notice));
    ck_assert(is_full(&rig, A, OP_KERNEL));
    ck_assert(is_full(&rig, A, OP_RECORD));
    ck_assert(is_full(&rig, A, OP_COPY));
    ck_assert(engine_advance(rig.engine, DURATION_NEVER, &notice));
    ck_assert_int_eq(notice.kind, NOTICE_ROOM);
    ck_assert_uint_eq(notice.op, A);
    ck_assert_uint_eq(notice.blocker, 5); /* the first record */
    ck_assert_int_eq(notice.time, CALL + 2 * U);
    ck_assert(!is_full(&rig, A, OP_RECORD));
    rig_run(&rig, 0);
    rig_release(&rig);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("connection");
    TCase *tests = tcase_create("connection");
    tcase_add_test(tests, a_connection_is_free_once_its_commands_are_read);
    tcase_add_test(tests, a_host_function_holds_back_only_what_it_waits_for);
    tcase_add_test(tests, a_waiting_kernel_elsewhere_lets_one_behind_a_copy_start_soon);
    tcase_add_test(tests, copies_wait_by_the_queues_of_their_direction);
    tcase_add_test(tests, a_queue_of_both_directions_is_counted_once);
    tcase_add_test(tests, a_stream_takes_the_next_connection_in_turn);
    tcase_add_test(tests, a_turn_passes_over_a_connection_in_use);
    tcase_add_test(tests, a_small_pageable_copy_comes_with_its_command);
    tcase_add_test(tests, an_engine_goes_on_at_once_within_a_connection);
    tcase_add_test(tests, an_engine_writes_the_records_between_its_copies);
    tcase_add_test(tests, a_record_goes_where_its_streams_last_command_went);
    tcase_add_test(tests, a_copy_does_not_pass_a_record_in_a_compute_queue);
    tcase_add_test(tests, a_record_behind_a_copy_needs_room_among_copies);
    tcase_add_test(tests, a_record_behind_a_copy_takes_a_turn);
    tcase_add_test(tests, a_record_behind_a_copy_may_be_in_a_compute_queue);
    tcase_add_test(tests, a_record_behind_a_copy_is_where_rules_say);
    suite_add_tcase(suite, tests);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
