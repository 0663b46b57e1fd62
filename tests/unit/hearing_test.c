/* How soon what waits for an operation hears of its end, directly and through marks:
 * traces/experiments/event-hops.txt and chains.txt. */
#include "tests/unit/engine_rig.h"

#include <check.h>
#include <stdlib.h>

#define U RIG_UNIT

enum { A = 1, B, C, D, STREAM_COUNT };

static void prepare(struct rig *rig)
{
    rig_init(rig);
    int64_t *value = rig->profile.value;
    value[PROFILE_latency_kernel_kernel] = 1000;
    value[PROFILE_latency_kernel_copy] = 4800;
    value[PROFILE_latency_kernel_memset] = 1400;
    value[PROFILE_latency_memset_kernel] = 1100;
    value[PROFILE_latency_copy_kernel] = 4600;
    value[PROFILE_latency_copy_copy_other] = 3800;
    value[PROFILE_latency_copy_out_beside] = 6100;
    value[PROFILE_latency_copy_kernel_beside] = 1200;
    value[PROFILE_latency_event] = 1680;
    value[PROFILE_latency_event_timed] = 3500;
    value[PROFILE_latency_event_copy] = 5100;
    value[PROFILE_latency_event_relay] = 850;
    value[PROFILE_latency_record] = 1280;
    value[PROFILE_latency_fence] = 1900;
    value[PROFILE_latency_host_call] = 35000;
    value[PROFILE_latency_host_done] = 6000;
    value[PROFILE_latency_host_idle] = 5000;
}

static void begin(struct rig *rig)
{
    prepare(rig);
    rig_begin(rig);
}

/* The host does nothing until then; what the device does meanwhile has happened. */
static void rest_until(struct rig *rig, int64_t time)
{
    struct engine_notice notice;
    rig->host = time;
    while (engine_advance(rig->engine, time, &notice))
        ck_assert_int_ne(notice.kind, NOTICE_HOST_DUE);
}

/* A record without timing, or a wait. */
static uint32_t mark(struct rig *rig, enum op_kind kind, uint32_t stream)
{
    struct engine_work work = {.attached = true};
    return rig_submit(rig, kind, stream, &work);
}

/* Records without timing in one stream, and a wait for the last in the other. */
static void hop(struct rig *rig, uint32_t from, uint32_t to, int records)
{
    uint32_t record = 0;
    for (int i = 0; i < records; i++)
        record = mark(rig, OP_RECORD, from);
    rig_after(rig, record, RULE_ID_EVENT);
    mark(rig, OP_WAIT, to);
}

static int64_t gap(const struct rig *rig, uint32_t from, uint32_t to)
{
    return rig_start(rig, to) - rig_end(rig, from);
}

START_TEST(marks_take_no_time)
{
    for (int records = 1; records <= 4; records++) {
        struct rig rig;
        begin(&rig);
        uint32_t first = rig_kernel(&rig, A, 1, U);
        hop(&rig, A, B, records);
        uint32_t other = rig_kernel(&rig, B, 1, U);
        uint32_t next = rig_kernel(&rig, A, 1, U);
        rig_run(&rig, 0);
        for (uint32_t op = first + 1; op < other; op++) {
            ck_assert_int_eq(rig_start(&rig, op), rig_end(&rig, first));
            ck_assert_int_eq(rig_end(&rig, op), rig_end(&rig, first));
        }
        ck_assert_int_eq(gap(&rig, first, other), 1680);
        ck_assert_int_eq(gap(&rig, first, next), 1000);
        rig_release(&rig);
    }
}
END_TEST

START_TEST(a_stream_that_only_waits_and_records_adds_a_relay)
{
    struct rig rig;
    begin(&rig);
    uint32_t first = rig_kernel(&rig, A, 1, U);
    hop(&rig, A, B, 1);
    hop(&rig, B, C, 1);
    uint32_t last = rig_kernel(&rig, C, 1, U);
    rig_run(&rig, 0);
    ck_assert_int_eq(gap(&rig, first, last), 1680 + 850);
    rig_release(&rig);
    /* what is behind it in its stream has that to hear of, and no event */
    begin(&rig);
    first = rig_kernel(&rig, A, 1, U);
    hop(&rig, A, B, 1);
    mark(&rig, OP_RECORD, B);
    last = rig_kernel(&rig, B, 1, U);
    rig_run(&rig, 0);
    ck_assert_int_eq(gap(&rig, first, last), 850 + 1000);
    rig_release(&rig);
    /* not one that has work of its own to leave a mark behind */
    begin(&rig);
    rig_kernel(&rig, B, 1, U / 2);
    first = rig_kernel(&rig, A, 1, U);
    hop(&rig, A, B, 1);
    mark(&rig, OP_RECORD, B);
    last = rig_kernel(&rig, B, 1, U);
    rig_run(&rig, 0);
    ck_assert_int_eq(gap(&rig, first, last), 1680);
    rig_release(&rig);
}
END_TEST

START_TEST(a_mark_hands_on_what_ended_last)
{
    /* C waits for a kernel of A that ends at 1 and a copy of B that ends at 2, or 0.5. */
    for (int longer = 0; longer < 2; longer++) {
        struct rig rig;
        begin(&rig);
        uint32_t kernel = rig_kernel(&rig, A, 1, U);
        uint32_t copy = rig_copy(&rig, B, PATH_H2D, longer ? 2 * U : U / 2);
        hop(&rig, A, C, 1);
        hop(&rig, B, C, 1);
        uint32_t last = rig_kernel(&rig, C, 1, U);
        rig_run(&rig, 0);
        ck_assert_int_eq(gap(&rig, longer ? copy : kernel, last), longer ? 5100 : 1680);
        rig_release(&rig);
    }
}
END_TEST

enum by { BY_STREAM, BY_EVENT, BY_TIMED };

/* From a copy in, in A, to a kernel or another copy behind it, in B where it goes by an event. */
static int64_t behind_a_copy(enum by by, enum op_kind next, enum engine_path path)
{
    struct rig rig;
    begin(&rig);
    uint32_t copy = rig_copy(&rig, A, PATH_H2D, U), stream = by == BY_EVENT ? B : A;
    if (by == BY_EVENT)
        hop(&rig, A, B, 1);
    else if (by == BY_TIMED)
        rig_mark(&rig, OP_RECORD, A);
    uint32_t last =
        next == OP_KERNEL ? rig_kernel(&rig, stream, 1, U) : rig_copy(&rig, stream, path, U);
    rig_run(&rig, 0);
    int64_t time = gap(&rig, copy, last);
    rig_release(&rig);
    return time;
}

START_TEST(a_copy_is_looked_at_once)
{
    ck_assert_int_eq(behind_a_copy(BY_STREAM, OP_KERNEL, PATH_H2D), 4600);
    ck_assert_int_eq(behind_a_copy(BY_EVENT, OP_KERNEL, PATH_H2D), 5100);
    ck_assert_int_eq(behind_a_copy(BY_STREAM, OP_COPY, PATH_D2H), 3800);
    ck_assert_int_eq(behind_a_copy(BY_EVENT, OP_COPY, PATH_D2H), 3800);
    /* of its direction: the engine turns to another stream */
    ck_assert_int_eq(behind_a_copy(BY_EVENT, OP_COPY, PATH_H2D), 1680);
    /* a record with timing is written by the copy's engine */
    ck_assert_int_eq(behind_a_copy(BY_TIMED, OP_COPY, PATH_D2H), 1280 + 3800);
    ck_assert_int_eq(behind_a_copy(BY_TIMED, OP_KERNEL, PATH_H2D), 1280 + 4600);
}
END_TEST

/* From a copy of A to a kernel of B by an event, beside C, whose next kernel waits for one, or,
 * with a `copy` in front of it, for that too. */
static int64_t beside(int row, bool copy)
{
    struct rig rig;
    begin(&rig);
    uint32_t first = rig_copy(&rig, A, PATH_H2D, U);
    hop(&rig, A, B, 1);
    uint32_t last = rig_kernel(&rig, B, 1, U);
    rig_kernel(&rig, D, 1, 4 * U);
    if (copy)
        rig_copy(&rig, C, PATH_D2H, 4 * U);
    if (row > 0)
        hop(&rig, D, C, 1);
    for (int i = 0; i < row; i++)
        rig_kernel(&rig, C, 1, U);
    rig_run(&rig, 0);
    int64_t time = gap(&rig, first, last);
    rig_release(&rig);
    return time;
}

START_TEST(a_kernel_that_waits_for_one_lets_others_hear_at_once)
{
    ck_assert_int_eq(beside(0, false), 5100);
    ck_assert_int_eq(beside(1, false), 1200);
    ck_assert_int_eq(beside(1, true), 5100); /* that waits for a copy, too */
}
END_TEST

/* Likewise, but the kernel of C waits by its event behind a copy of its stream that ended some time
 * before: C's queue goes on to the event once it has looked and found that, 4.6 us later (S6.5). */
static int64_t beside_behind_copy(int64_t before)
{
    struct rig rig;
    begin(&rig);
    uint32_t first = rig_copy(&rig, A, PATH_H2D, 8 * U);
    hop(&rig, A, B, 1);
    uint32_t last = rig_kernel(&rig, B, 1, U);
    rig_kernel(&rig, D, 1, 16 * U);
    rig_copy(&rig, C, PATH_D2H, 8 * U - before);
    hop(&rig, D, C, 1);
    rig_kernel(&rig, C, 1, U);
    rig_run(&rig, 0);
    int64_t time = gap(&rig, first, last);
    rig_release(&rig);
    return time;
}

START_TEST(a_copy_that_is_over_no_longer_keeps_others_from_hearing_at_once)
{
    ck_assert_int_eq(beside_behind_copy(4700), 1200);
    ck_assert_int_eq(beside_behind_copy(4500), 5100);
}
END_TEST

START_TEST(host_functions_are_heard_of_by_their_way)
{
    struct rig rig;
    begin(&rig);
    uint32_t idle = rig_mark(&rig, OP_HOST, A);
    uint32_t next = rig_kernel(&rig, A, 1, U);
    uint32_t behind = rig_mark(&rig, OP_HOST, A);
    hop(&rig, A, B, 1);
    uint32_t other = rig_kernel(&rig, B, 1, U);
    rig_run(&rig, U);
    ck_assert_int_eq(rig_start(&rig, idle), 5000);
    ck_assert_int_eq(gap(&rig, idle, next), 6000);
    ck_assert_int_eq(gap(&rig, next, behind), 35000);
    ck_assert_int_eq(gap(&rig, behind, other), 1680); /* chains.txt: "function, hop" */
    rig_release(&rig);
}
END_TEST

START_TEST(fences_take_their_own_time)
{
    struct rig rig;
    begin(&rig);
    uint32_t kernel = rig_kernel(&rig, A, 1, U);
    rig_after(&rig, kernel, RULE_ID_LEGACY_FENCE);
    uint32_t fenced = rig_kernel(&rig, B, 1, U);
    rig_after(&rig, kernel, RULE_ID_LEGACY_FENCE);
    mark(&rig, OP_RECORD, C);
    uint32_t behind = rig_kernel(&rig, C, 1, U);
    rig_run(&rig, 0);
    ck_assert_int_eq(gap(&rig, kernel, fenced), 1900);
    ck_assert_int_eq(gap(&rig, kernel, behind), 1900);
    rig_release(&rig);
}
END_TEST

/* traces/experiments/fence-fan.txt: each queue hears 0.55 us behind the one before. */
START_TEST(queues_hear_one_after_the_other)
{
    struct rig rig;
    prepare(&rig);
    rig.profile.value[PROFILE_latency_queue_turn] = 550;
    rig_begin(&rig);
    uint32_t kernel = rig_kernel(&rig, A, 1, U), fenced[3];
    for (uint32_t i = 0; i < 3; i++) {
        rig_after(&rig, kernel, RULE_ID_LEGACY_FENCE);
        fenced[i] = rig_kernel(&rig, B + i, 1, U);
    }
    rig_run(&rig, 0);
    for (uint32_t i = 0; i < 3; i++)
        ck_assert_int_eq(gap(&rig, kernel, fenced[i]), 1900 + 550 * i);
    rig_release(&rig);
}
END_TEST

/* The next end begins anew. */
START_TEST(each_end_is_told_anew)
{
    struct rig rig;
    prepare(&rig);
    rig.profile.value[PROFILE_latency_queue_turn] = 550;
    rig_begin(&rig);
    uint32_t first = rig_kernel(&rig, A, 1, U), second = rig_kernel(&rig, A, 1, U);
    rig_after(&rig, first, RULE_ID_LEGACY_FENCE);
    uint32_t b = rig_kernel(&rig, B, 1, U);
    rig_after(&rig, second, RULE_ID_LEGACY_FENCE);
    uint32_t c = rig_kernel(&rig, C, 1, U);
    rig_run(&rig, 0);
    ck_assert_int_eq(gap(&rig, first, b), 1900);
    ck_assert_int_eq(gap(&rig, second, c), 1900);
    rig_release(&rig);
}
END_TEST

/* A mark in an idle stream is over with its call. */
START_TEST(a_mark_with_nothing_before_it_is_over_at_once)
{
    struct rig rig;
    begin(&rig);
    uint32_t kernel = rig_kernel(&rig, A, 1, U);
    rig_run(&rig, 0);
    rig.host = 3 * U;
    uint32_t record = mark(&rig, OP_RECORD, A);
    rig_run(&rig, 0);
    ck_assert_int_eq(rig_end(&rig, kernel), U);
    ck_assert_int_eq(rig_start(&rig, record), 3 * U);
    ck_assert_int_eq(rig_end(&rig, record), 3 * U);
    rig_release(&rig);
}
END_TEST

/* Under CUPTI a copy out follows another of its stream later while one comes in. */
START_TEST(copies_out_follow_later_while_one_comes_in)
{
    for (int beside = 0; beside < 2; beside++) {
        struct rig rig;
        begin(&rig);
        if (beside)
            rig_copy(&rig, B, PATH_H2D, 10 * U);
        uint32_t first = rig_copy(&rig, A, PATH_D2H, U), second = rig_copy(&rig, A, PATH_D2H, U);
        uint32_t other = rig_copy(&rig, C, PATH_D2H, U); /* the engine stays with its stream */
        rig_run(&rig, 0);
        ck_assert_int_eq(gap(&rig, first, second), beside ? 6100 : 0);
        ck_assert_int_eq(gap(&rig, second, other), beside ? 6100 : 0);
        rig_release(&rig);
    }
}
END_TEST

/* out-beside.txt: of that half lies before a copy out, whatever it waited for, and half behind it.
 */
START_TEST(a_copy_out_is_late_on_both_sides_while_one_comes_in)
{
    for (int beside = 0; beside < 2; beside++) {
        struct rig rig;
        begin(&rig);
        if (beside)
            rig_copy(&rig, B, PATH_H2D, 20 * U);
        uint32_t before = rig_kernel(&rig, A, 1, U);
        uint32_t out = rig_copy(&rig, A, PATH_D2H, U);
        uint32_t behind = rig_kernel(&rig, A, 1, U);
        hop(&rig, A, C, 1);
        uint32_t other = rig_copy(&rig, C, PATH_D2H, U);
        rig_run(&rig, 0);
        ck_assert_int_eq(gap(&rig, before, out), 4800 + (beside ? 3050 : 0));
        ck_assert_int_eq(gap(&rig, out, behind), 4600 + (beside ? 3050 : 0));
        ck_assert_int_eq(gap(&rig, behind, other), 5100 + (beside ? 3050 : 0));
        rig_release(&rig);
    }
}
END_TEST

/* It is as late if it is called when the other has just ended; another stream's is, also if the
 * copy in has begun, but not to move: that takes 5 us beside one out. */
START_TEST(copies_out_are_late_whenever_they_are_called)
{
    struct rig rig;
    begin(&rig);
    rig_copy(&rig, B, PATH_H2D, 10 * U);
    rest_until(&rig, 1000);
    uint32_t first = rig_copy(&rig, A, PATH_D2H, U);
    rest_until(&rig, 1000 + 3050 + U + 600);
    uint32_t second = rig_copy(&rig, A, PATH_D2H, U);
    rig_run(&rig, 0);
    ck_assert_int_eq(rig_start(&rig, first), 1000 + 3050); /* half of it on an idle device */
    ck_assert_int_eq(gap(&rig, first, second), 6100);
    rig_release(&rig);
    prepare(&rig);
    rig.profile.value[PROFILE_copy_h2d_duplex_latency] = 5000;
    rig_begin(&rig);
    first = rig_copy(&rig, A, PATH_D2H, U);
    second = rig_copy(&rig, C, PATH_D2H, U);
    rig.host = U - 2000;
    uint32_t in = rig_copy(&rig, B, PATH_H2D, U);
    rig_run(&rig, 0);
    ck_assert_int_eq(rig_start(&rig, in), U - 2000);
    ck_assert_int_eq(gap(&rig, first, second), 6100);
    rig_release(&rig);
}
END_TEST

/* A kernel that hears of one at once, beside C's, which wait, is late by half of it, too; by a
 * fence of the legacy stream, which takes its own time, none is. */
START_TEST(what_is_behind_a_copy_out_is_late_by_half)
{
    for (int fence = 0; fence < 2; fence++) {
        struct rig rig;
        begin(&rig);
        rig_copy(&rig, B, PATH_H2D, 10 * U);
        for (int i = 0; !fence && i < 2; i++)
            rig_kernel(&rig, C, 1, 9 * U);
        uint32_t out = rig_copy(&rig, A, PATH_D2H, U);
        if (fence)
            rig_after(&rig, out, RULE_ID_LEGACY_FENCE);
        uint32_t kernel = rig_kernel(&rig, fence ? D : A, 1, U);
        rig_run(&rig, 0);
        ck_assert_int_eq(gap(&rig, out, kernel), fence ? 4600 : 1200 + 3050);
        rig_release(&rig);
    }
}
END_TEST

/* Pieces of one copy follow each other as the host empties its buffers, here at once. */
START_TEST(pieces_of_a_copy_out_are_not_late)
{
    struct rig rig;
    begin(&rig);
    rig_copy(&rig, B, PATH_H2D, 10 * U);
    struct engine_copy copy = {
        .path = PATH_D2H, .bytes = 4 * U, .duration = -1, .staged = true, .piece = U};
    uint32_t out = rig_submit(&rig, OP_COPY, A, &(struct engine_work){.copy = &copy});
    rig_run(&rig, 0);
    ck_assert_int_eq(rig_end(&rig, out) - rig_start(&rig, out), 4 * U);
    rig_release(&rig);
}
END_TEST

/* A record with timing on an idle device starts with a launch's latency, less what it takes, behind
 * a copy as well (host-chains.txt: "timed only"). */
START_TEST(a_record_behind_a_copy_that_is_over_takes_its_latency)
{
    struct rig rig;
    prepare(&rig);
    rig.profile.value[PROFILE_latency_launch] = 2300;
    rig_begin(&rig);
    rig_copy(&rig, A, PATH_H2D, U);
    rest_until(&rig, 5 * U);
    uint32_t record = rig_mark(&rig, OP_RECORD, A);
    rig_run(&rig, 0);
    ck_assert_int_eq(rig_start(&rig, record), 5 * U + 2300 - 1280);
    rig_release(&rig);
}
END_TEST

/* timed-hops.txt: from a kernel of A by a record with timing to one of B, while a kernel waits for
 * one in C, whose connection the PBDMA of A's serves, or in D, as B's. A turn is 800 ns. */
START_TEST(a_record_with_timing_takes_a_turn_where_it_is)
{
    for (uint32_t held = C; held <= D; held++) {
        struct rig rig;
        prepare(&rig);
        rig.profile.value[PROFILE_connections_pbdmas] = 2;
        rig.profile.curve[PROFILE_latency_pending] = (struct profile_curve){2, {2, 4}, {0, 800}};
        rig_begin(&rig);
        for (uint32_t stream = A; stream <= D; stream++) /* each has a connection, in their order */
            rig_kernel(&rig, stream, 1, U / 100);
        rig_kernel(&rig, held, 1, 10 * U);
        rig_kernel(&rig, held, 1, U);
        uint32_t before = rig_kernel(&rig, A, 1, U), record = rig_mark(&rig, OP_RECORD, A);
        rig_after(&rig, record, RULE_ID_EVENT);
        mark(&rig, OP_WAIT, B);
        uint32_t behind = rig_kernel(&rig, B, 1, U);
        rig_run(&rig, 0);
        ck_assert_int_eq(gap(&rig, before, record), held == C ? 800 : 0);
        ck_assert_int_eq(gap(&rig, record, behind), 3500 - 1280 + (held == D ? 800 * 3 / 2 : 0));
        rig_release(&rig);
    }
}
END_TEST

/* A record that a copy's engine writes is heard of as a copy, however long ago that ended, and
 * whether it is over itself when what comes behind it is called, or is not. */
START_TEST(what_is_behind_a_record_behind_a_copy_hears_of_a_copy)
{
    for (int over = 0; over < 2; over++) {
        struct rig rig;
        begin(&rig);
        rig_copy(&rig, A, PATH_D2H, U);
        rest_until(&rig, 5 * U);
        uint32_t record = rig_mark(&rig, OP_RECORD, A);
        rest_until(&rig, 5 * U + 1280 + (over ? 1 : -1));
        uint32_t in = rig_copy(&rig, A, PATH_H2D, U);
        rig_after(&rig, record, RULE_ID_EVENT);
        mark(&rig, OP_WAIT, B);
        uint32_t kernel = rig_kernel(&rig, B, 1, U);
        rig_run(&rig, 0);
        ck_assert_int_eq(rig_end(&rig, record), 5 * U + 1280);
        ck_assert_int_eq(gap(&rig, record, in), 3800);
        ck_assert_int_eq(gap(&rig, record, kernel), 5100);
        rig_release(&rig);
    }
}
END_TEST

/* record-queue.txt, "copy, wait, timed": such a record hears of a kernel, or of another stream's
 * copy, as a copy does, whatever the compute queues hold back: C's and D's, where `held`. */
START_TEST(a_record_behind_a_copy_hears_as_a_copy)
{
    for (int i = 0; i < 4; i++) {
        bool held = i & 1, behind_copy = i & 2;
        struct rig rig;
        prepare(&rig);
        rig.profile.value[PROFILE_connections_pbdmas] = 1;
        rig.profile.curve[PROFILE_latency_pending] = (struct profile_curve){2, {1, 2}, {0, 800}};
        rig.profile.curve[PROFILE_latency_pending_copy] =
            (struct profile_curve){2, {1, 2}, {0, 600}};
        rig_begin(&rig);
        for (uint32_t stream = C; held && stream <= D; stream++) {
            rig_kernel(&rig, stream, 1, 9 * U);
            rig_kernel(&rig, stream, 1, U);
        }
        rig_copy(&rig, A, PATH_D2H, U);
        uint32_t before =
            behind_copy ? rig_copy(&rig, B, PATH_H2D, 3 * U) : rig_kernel(&rig, B, 1, 3 * U);
        hop(&rig, B, A, 1);
        uint32_t record = rig_mark(&rig, OP_RECORD, A), next = rig_copy(&rig, A, PATH_H2D, U);
        rig_run(&rig, 0);
        ck_assert_int_eq(gap(&rig, before, record), behind_copy ? 3800 : 5100);
        ck_assert_int_eq(gap(&rig, record, next), 3800);
        rig_release(&rig);
    }
}
END_TEST

/* What has ended is known for what it was: copies between devices, too. */
START_TEST(a_copy_between_devices_is_one_when_it_has_ended)
{
    struct rig rig;
    prepare(&rig);
    rig.profile.value[PROFILE_latency_copy_copy] = 200;
    rig_begin(&rig);
    uint32_t first = rig_copy(&rig, A, PATH_P2P, U);
    rest_until(&rig, U + 1);
    uint32_t second = rig_copy(&rig, A, PATH_P2P, U);
    rest_until(&rig, 2 * U + 201);
    uint32_t out = rig_copy(&rig, A, PATH_D2H, U);
    uint32_t record = rig_mark(&rig, OP_RECORD, A);
    rig_run(&rig, 0);
    ck_assert_int_eq(gap(&rig, first, second), 200);
    ck_assert_int_eq(gap(&rig, second, out), 3800);
    ck_assert_int_eq(gap(&rig, out, record), 0); /* it is written at once */
    rig_release(&rig);
}
END_TEST

/* stream-chains.txt: a copy of pageable memory that comes with its command ("small pageable") is as
 * a memset between kernels, one of page-locked memory as a kernel (inline-busy.txt); what keeps
 * stream-ordered memory in order ("alloc") takes a relay, however many there are. */
START_TEST(what_comes_by_command_needs_no_look)
{
    struct rig rig;
    begin(&rig);
    uint32_t first = rig_kernel(&rig, A, 1, U);
    struct engine_copy copy = {
        .path = PATH_H2D, .bytes = 1000, .duration = 700, .carried = true, .staged = _i == 0};
    uint32_t carried = rig_submit(&rig, OP_COPY, A, &(struct engine_work){.copy = &copy});
    uint32_t second = rig_kernel(&rig, A, 1, U);
    mark(&rig, OP_RECORD, A);
    mark(&rig, OP_FREE_ALLOC, A);
    mark(&rig, OP_FREE_ALLOC, A);
    uint32_t third = rig_kernel(&rig, A, 1, U);
    rig_run(&rig, 0);
    ck_assert_int_eq(gap(&rig, first, carried), _i ? 1000 : 1400);
    ck_assert_int_eq(gap(&rig, carried, second), _i ? 1000 : 1100);
    ck_assert_int_eq(gap(&rig, second, third), 1000 + 850);
    rig_release(&rig);
}
END_TEST

/* Where rules.device_copies has memsets carried out beside the SMs, one that has ended is what it
 * was when it was submitted: 64 bytes came with their command and 1 MiB did not, so that the kernel
 * behind it comes 1.1 us later, less 0.6 us behind the small one. */
START_TEST(an_ended_memset_is_what_it_was)
{
    struct rig rig;
    prepare(&rig);
    rig.profile.value[PROFILE_latency_memset_sooner] = 600;
    rig.profile.value[PROFILE_host_memset_small_bytes] = 4096;
    rig_begin(&rig);
    struct program_copy sizes[2] = {{0}, {.kind = COPY_MEMSET, .dst.bytes = _i ? 1 << 20 : 64}};
    struct program_copy *own = rig.timeline.copies.rows;
    rig.timeline.copies.rows = sizes;
    rig.timeline.copies.count = 2;
    struct engine_copy copy = {.path = PATH_D2D, .duration = 700, .carried = _i == 0};
    uint32_t set = rig_submit(&rig, OP_MEMSET, A, &(struct engine_work){.copy = &copy});
    rig.timeline.ops.rows[set].detail = 1;
    rig.timeline.ops.rows[set].machine = MACHINE_COPY;
    rest_until(&rig, 800);
    ck_assert_int_eq(rig_end(&rig, set), 700);
    uint32_t kernel = rig_kernel(&rig, A, 1, U);
    rig_run(&rig, 0);
    ck_assert_int_eq(gap(&rig, set, kernel), _i ? 1100 : 500);
    rig.timeline.copies.rows = own;
    rig_release(&rig);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("hearing");
    TCase *tests = tcase_create("hearing");
    tcase_add_test(tests, marks_take_no_time);
    tcase_add_loop_test(tests, an_ended_memset_is_what_it_was, 0, 2);
    tcase_add_test(tests, a_stream_that_only_waits_and_records_adds_a_relay);
    tcase_add_test(tests, a_mark_hands_on_what_ended_last);
    tcase_add_test(tests, a_copy_is_looked_at_once);
    tcase_add_test(tests, a_kernel_that_waits_for_one_lets_others_hear_at_once);
    tcase_add_test(tests, a_copy_that_is_over_no_longer_keeps_others_from_hearing_at_once);
    tcase_add_test(tests, host_functions_are_heard_of_by_their_way);
    tcase_add_test(tests, fences_take_their_own_time);
    tcase_add_test(tests, queues_hear_one_after_the_other);
    tcase_add_test(tests, each_end_is_told_anew);
    tcase_add_test(tests, a_mark_with_nothing_before_it_is_over_at_once);
    tcase_add_loop_test(tests, what_comes_by_command_needs_no_look, 0, 2);
    tcase_add_test(tests, copies_out_follow_later_while_one_comes_in);
    tcase_add_test(tests, a_copy_out_is_late_on_both_sides_while_one_comes_in);
    tcase_add_test(tests, a_record_with_timing_takes_a_turn_where_it_is);
    tcase_add_test(tests, what_is_behind_a_record_behind_a_copy_hears_of_a_copy);
    tcase_add_test(tests, a_record_behind_a_copy_hears_as_a_copy);
    tcase_add_test(tests, a_copy_between_devices_is_one_when_it_has_ended);
    tcase_add_test(tests, copies_out_are_late_whenever_they_are_called);
    tcase_add_test(tests, what_is_behind_a_copy_out_is_late_by_half);
    tcase_add_test(tests, pieces_of_a_copy_out_are_not_late);
    tcase_add_test(tests, a_record_behind_a_copy_that_is_over_takes_its_latency);
    suite_add_tcase(suite, tests);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
