/* The virtual runtime: each rule of the semantics with its arithmetic. Profile: scene_init_round,
 * so that a launch costs the host 2 us (4 while work is pending), a copy 1, a record 0.5, and
 * nothing else takes time but the work itself. Times in ns. */
#include "sim/model/cuda_errors.h"
#include "tests/scene.h"

#include <check.h>
#include <stdlib.h>
#include <string.h>

#define US(n) ((int64_t)((n)*1000))

static struct scene s;

static void setup(void)
{
    scene_init_round(&s);
}

static void teardown(void)
{
    scene_release(&s);
}

static void run(void)
{
    ck_assert_msg(scene_run(&s) == 0, "%s", s.err.message);
    scene_check(&s);
}

static void refuse(int line, const char *part)
{
    ck_assert_int_eq(scene_run(&s), -1);
    ck_assert_int_eq(s.err.status, ERR_INPUT);
    ck_assert_msg(strstr(s.err.message, part) != NULL, "'%s' lacks '%s'", s.err.message, part);
    ck_assert_int_eq(s.err.line, line);
}

static void starts(uint32_t op, int64_t start)
{
    ck_assert_msg(scene_op(&s, op)->start == start, "op %u starts at %lld, not %lld", op,
                  (long long)scene_op(&s, op)->start, (long long)start);
}

static void ends(uint32_t op, int64_t end)
{
    ck_assert_msg(scene_op(&s, op)->end == end, "op %u ends at %lld, not %lld", op,
                  (long long)scene_op(&s, op)->end, (long long)end);
}

/* The n-th wait of an operation. */
static void waits(uint32_t op, uint32_t n, enum rule rule, uint32_t blocker, int64_t to)
{
    const struct timeline_op *row = scene_op(&s, op);
    ck_assert_uint_lt(n, row->wait_count);
    const struct timeline_wait *wait = &s.timeline.waits.rows[row->first_wait + n];
    ck_assert_str_eq(rule_info((enum rule)wait->rule)->name, rule_info(rule)->name);
    ck_assert_uint_eq(wait->blocker, blocker);
    ck_assert_int_eq(wait->to, to);
}

/* The n-th wait of a call's row. */
static void call_waits(const struct timeline_call *call, uint32_t n, enum rule rule,
                       uint32_t blocker, int64_t to)
{
    ck_assert_ptr_nonnull(call);
    ck_assert_uint_lt(n, call->wait_count);
    const struct timeline_wait *wait = &s.timeline.waits.rows[call->first_wait + n];
    ck_assert_str_eq(rule_info((enum rule)wait->rule)->name, rule_info(rule)->name);
    ck_assert_uint_eq(wait->blocker, blocker);
    ck_assert_int_eq(wait->to, to);
}

static void returns(enum call call, size_t n, int64_t at, int error)
{
    const struct timeline_call *row = scene_row(&s, call, n);
    ck_assert_msg(row != NULL, "no row of %s", call_info(call)->name);
    ck_assert_int_eq(row->returned, at);
    ck_assert_str_eq(cuda_error_name(row->result), cuda_error_name(error));
}

/* The `after` of an operation, in a string: "0 3". */
static void comes_after(uint32_t op, const char *expected)
{
    struct strbuf sb;
    strbuf_init(&sb);
    const struct timeline_op *row = scene_op(&s, op);
    for (uint32_t i = 0; i < row->after_count; i++)
        strbuf_addf(&sb, "%s%u", i ? " " : "", s.timeline.afters.rows[row->first_after + i]);
    ck_assert_str_eq(sb.text, expected);
    strbuf_release(&sb);
}

/* --- S1: streams ---------------------------------------------------------------------------------
 */

START_TEST(s1_1_a_stream_is_in_order)
{
    uint32_t a = scene_stream(&s, STREAM_BLOCKING, "a");
    scene_kernel(&s, a, "k", 1, US(100)); /* issued at 2: 2 to 102 */
    scene_kernel(&s, a, "k", 1, US(100)); /* issued at 2 + 4: 102 to 202 */
    run();
    starts(0, US(2));
    ends(0, US(102));
    starts(1, US(102));
    ends(1, US(202));
    waits(1, 0, RULE_ID_ISSUE, TIMELINE_NO_OP, US(6));
    waits(1, 1, RULE_ID_STREAM, 0, US(102));
    comes_after(1, "0");
}
END_TEST

START_TEST(s1_1_streams_are_unordered)
{
    uint32_t a = scene_stream(&s, STREAM_BLOCKING, "a");
    uint32_t b = scene_stream(&s, STREAM_BLOCKING, "b");
    scene_kernel(&s, a, "k", 1, US(100));
    scene_kernel(&s, b, "k", 1, US(100));
    run();
    starts(1, US(6));
    comes_after(1, "");
}
END_TEST

START_TEST(s1_2_legacy_is_a_barrier_both_ways)
{
    uint32_t a = scene_stream(&s, STREAM_BLOCKING, "a");
    uint32_t b = scene_stream(&s, STREAM_BLOCKING, "b");
    scene_kernel(&s, a, "k1", 1, US(100)); /* 2 to 102 */
    scene_kernel(&s, 0, "k2", 1, US(100)); /* issued at 6; 102 to 202 */
    scene_kernel(&s, b, "k3", 1, US(100)); /* issued at 10; 202 to 302 */
    scene_kernel(&s, a, "k4", 1, US(100)); /* issued at 14; beside k3 */
    scene_synchronize(&s);
    run();
    starts(1, US(102));
    starts(2, US(202));
    starts(3, US(202));
    waits(1, 1, RULE_ID_LEGACY_FENCE, 0, US(102));
    waits(2, 1, RULE_ID_LEGACY_FENCE, 1, US(202));
    waits(3, 1, RULE_ID_LEGACY_FENCE, 1, US(202));
    comes_after(1, "0");
    comes_after(2, "1");
    comes_after(3, "1"); /* not 0: k2 is after it */
    returns(CALL_cudaDeviceSynchronize, 0, US(302), 0);
}
END_TEST

START_TEST(s1_3_a_barrier_is_by_issue_time)
{
    uint32_t a = scene_stream(&s, STREAM_BLOCKING, "a");
    scene_kernel(&s, 0, "k1", 1, US(100));
    scene_kernel(&s, 0, "k2", 1, US(100)); /* 102 to 202: not behind k3, issued later */
    scene_kernel(&s, a, "k3", 1, US(100));
    run();
    starts(1, US(102));
    starts(2, US(202));
    waits(1, 1, RULE_ID_STREAM, 0, US(102));
}
END_TEST

START_TEST(s1_4_non_blocking_streams_pass)
{
    uint32_t a = scene_stream(&s, STREAM_NONBLOCKING, "a");
    scene_kernel(&s, a, "k1", 1, US(100));
    scene_kernel(&s, 0, "k2", 1, US(100));
    scene_kernel(&s, a, "k3", 1, US(100));
    run();
    starts(1, US(6));
    starts(2, US(102));
    comes_after(1, "");
    comes_after(2, "0");
}
END_TEST

START_TEST(s1_4_events_order_through_non_blocking_streams)
{
    uint32_t a = scene_stream(&s, STREAM_BLOCKING, "a");
    uint32_t n = scene_stream(&s, STREAM_NONBLOCKING, "n");
    uint32_t e = scene_event(&s, "e");
    scene_kernel(&s, 0, "k1", 1, US(100)); /* 2 to 102 */
    scene_record(&s, e, 0);
    scene_wait(&s, e, n);
    scene_kernel(&s, n, "k2", 1, US(100)); /* 102 to 202 */
    scene_kernel(&s, a, "k3", 1, US(100)); /* behind the record, not behind n */
    run();
    starts(3, US(102));
    starts(4, US(102));
    comes_after(2, "1");
    comes_after(4, "1");
}
END_TEST

/* Each kind of operation in the legacy stream is a full barrier (S1.5; measured on an H200). */
static void barrier_of(void (*operation)(uint32_t event))
{
    uint32_t a = scene_stream(&s, STREAM_BLOCKING, "a");
    uint32_t b = scene_stream(&s, STREAM_BLOCKING, "b");
    uint32_t e = scene_event(&s, "e");
    scene_kernel(&s, a, "k1", 1, US(100)); /* 2 to 102 */
    operation(e);
    scene_kernel(&s, b, "k2", 1, US(100));
    run();
    ck_assert_int_ge(scene_op(&s, 1)->start, US(102));
    ck_assert_int_ge(scene_op(&s, 2)->start, scene_op(&s, 1)->end);
    comes_after(1, "0");
    comes_after(2, "1");
}

static void a_memset(uint32_t event)
{
    (void)event;
    scene_copy(&s, CALL_cudaMemset, 0, COPY_MEMSET, MEMORY_NONE, 4);
}

static void a_record(uint32_t event)
{
    scene_record(&s, event, 0);
}

static void a_wait(uint32_t event)
{
    scene_wait(&s, event, 0);
}

static void a_host_function(uint32_t event)
{
    (void)event;
    scene_host_function(&s, 0, US(5));
}

static void a_copy(uint32_t event)
{
    (void)event;
    scene_copy(&s, CALL_cudaMemcpyAsync, 0, COPY_H2D, MEMORY_PINNED, 1000);
}

static void a_malloc(uint32_t event)
{
    (void)event;
    scene_alloc(&s, CALL_cudaMallocAsync, MEMORY_DEVICE, 1000);
}

START_TEST(s1_5_every_operation_in_legacy_is_a_barrier)
{
    static void (*const operations[])(uint32_t) = {a_memset,        a_record, a_wait,
                                                   a_host_function, a_copy,   a_malloc};
    barrier_of(operations[_i]);
}
END_TEST

START_TEST(s1_6_synchronizing_legacy_waits_for_blocking_streams)
{
    uint32_t a = scene_stream(&s, STREAM_BLOCKING, "a");
    uint32_t n = scene_stream(&s, STREAM_NONBLOCKING, "n");
    scene_kernel(&s, n, "k", 1, US(500));
    scene_kernel(&s, a, "k", 1, US(100)); /* issued at 6: 6 to 106 */
    scene_call(&s, CALL_cudaStreamQuery, 0, 0, 0);
    scene_call(&s, CALL_cudaStreamSynchronize, 0, 0, 0);
    run();
    returns(CALL_cudaStreamQuery, 0, US(6.25), CUDA_cudaErrorNotReady);
    returns(CALL_cudaStreamSynchronize, 0, US(106), 0);
    call_waits(scene_row(&s, CALL_cudaStreamSynchronize, 0), 0, RULE_ID_STREAM_SYNCHRONIZE, 1,
               US(106));
}
END_TEST

START_TEST(s1_7_a_stream_created_later_waits_for_legacy)
{
    scene_kernel(&s, 0, "k1", 1, US(100));
    uint32_t a = scene_stream(&s, STREAM_BLOCKING, "a");
    scene_kernel(&s, a, "k2", 1, US(100));
    run();
    starts(1, US(102));
    waits(1, 1, RULE_ID_LEGACY_FENCE, 0, US(102));
}
END_TEST

START_TEST(s1_8_a_per_thread_stream_blocks)
{
    uint32_t p = scene_stream(&s, STREAM_PER_THREAD, "per-thread");
    uint32_t a = scene_stream(&s, STREAM_BLOCKING, "a");
    scene_kernel(&s, p, "k1", 1, US(100)); /* 2 to 102 */
    scene_kernel(&s, a, "k2", 1, US(100)); /* issued at 6: beside it */
    scene_kernel(&s, 0, "k3", 1, US(100)); /* behind both */
    run();
    starts(1, US(6));
    starts(2, US(106));
    comes_after(2, "0 1");
}
END_TEST

START_TEST(s1_12_priorities_are_clamped)
{
    uint32_t a = scene_stream(&s, STREAM_NONBLOCKING, "a");
    s.program.streams.rows[a].priority = -100;
    scene_call(&s, CALL_cudaStreamGetPriority, a, a, 0);
    s.options.record = true;
    struct runtime *runtime = runtime_new(&s.profile, &s.options, &s.program, &s.timeline);
    int64_t greatest = 0;
    ck_assert(runtime_attribute(runtime, 78, &greatest)); /* stream priorities are supported */
    ck_assert_int_eq(greatest, 1);
    runtime_free(runtime);
    s.options.record = false;
    run();
    returns(CALL_cudaStreamGetPriority, 0, 0, 0);
}
END_TEST

/* Many streams, many fences: still the same rule. */
START_TEST(fences_of_thousands_of_streams)
{
    enum { STREAMS = 2000, ROUNDS = 3 };
    uint32_t streams[STREAMS];
    for (int i = 0; i < STREAMS; i++)
        streams[i] = scene_stream(&s, STREAM_BLOCKING, "s");
    for (int r = 0; r < ROUNDS; r++) {
        for (int i = 0; i < STREAMS; i++)
            scene_copy(&s, CALL_cudaMemsetAsync, streams[i], COPY_MEMSET, MEMORY_NONE, 4);
        scene_kernel(&s, 0, "k", 1, US(10));
    }
    ck_assert_int_eq(scene_run(&s), 0);
    for (uint32_t r = 0; r < ROUNDS; r++) {
        uint32_t fence = r * (STREAMS + 1) + STREAMS;
        ck_assert_uint_eq(scene_op(&s, fence)->after_count, STREAMS);
        for (uint32_t i = 1; r + 1 < ROUNDS && i <= STREAMS; i++) {
            ck_assert_uint_eq(scene_op(&s, fence + i)->after_count, 1);
            ck_assert_int_ge(scene_op(&s, fence + i)->start, scene_op(&s, fence)->end);
        }
    }
}
END_TEST

/* --- S2: copies ----------------------------------------------------------------------------------
 */

enum { SIZE = 10000 }; /* 10 us on the wire */

START_TEST(s2_pinned_asynchronous_copies_return_at_once)
{
    uint32_t a = scene_stream(&s, STREAM_NONBLOCKING, "a");
    scene_copy(&s, CALL_cudaMemcpyAsync, a, _i ? COPY_D2H : COPY_H2D, MEMORY_PINNED, SIZE);
    scene_call(&s, CALL_cudaStreamQuery, a, a, 0);
    run();
    starts(0, US(1));
    ends(0, US(11));
    ck_assert_int_eq(scene_op(&s, 0)->returned, US(1));
    returns(CALL_cudaStreamQuery, 0, US(1.25), CUDA_cudaErrorNotReady);
}
END_TEST

START_TEST(s2_pinned_synchronous_copies_wait)
{
    scene_copy(&s, CALL_cudaMemcpy, 0, _i ? COPY_D2H : COPY_H2D, MEMORY_PINNED, SIZE);
    run();
    ends(0, US(11));
    returns(CALL_cudaMemcpy, 0, US(11), 0);
    call_waits(scene_row(&s, CALL_cudaMemcpy, 0), 0, RULE_ID_COPY, 0, US(11));
}
END_TEST

START_TEST(s2_synchronous_copies_fence)
{
    uint32_t a = scene_stream(&s, STREAM_BLOCKING, "a");
    scene_kernel(&s, a, "k", 1, US(100)); /* 2 to 102 */
    scene_copy(&s, CALL_cudaMemcpy, 0, COPY_D2H, MEMORY_PINNED, SIZE);
    run();
    starts(1, US(102));
    returns(CALL_cudaMemcpy, 0, US(112), 0);
    comes_after(1, "0");
}
END_TEST

/* Staging takes 2 ns a byte; a small one does not wait for the kernel of its stream. */
START_TEST(s2_3_a_small_pageable_copy_is_staged_at_once)
{
    uint32_t a = scene_stream(&s, STREAM_NONBLOCKING, "a");
    scene_kernel(&s, a, "k", 1, US(100));                                     /* 2 to 102 */
    scene_copy(&s, CALL_cudaMemcpyAsync, a, COPY_H2D, MEMORY_PAGEABLE, SIZE); /* 2 to 22 */
    run();
    ck_assert_int_eq(scene_op(&s, 1)->returned, US(22));
    call_waits(scene_row(&s, CALL_cudaMemcpyAsync, 0), 0, RULE_ID_COPY, 1, US(22));
    ck_assert_int_ge(scene_op(&s, 1)->start, US(102));
    comes_after(1, "0");
}
END_TEST

START_TEST(s2_3_a_large_pageable_copy_waits_for_its_stream)
{
    uint32_t a = scene_stream(&s, STREAM_NONBLOCKING, "a");
    enum { BYTES = 1 << 20 };             /* 2097.152 us of staging */
    scene_kernel(&s, a, "k", 1, US(100)); /* 2 to 102 */
    scene_copy(&s, CALL_cudaMemcpyAsync, a, COPY_H2D, MEMORY_PAGEABLE, BYTES);
    run();
    ck_assert_int_eq(scene_op(&s, 1)->returned, US(102) + 2 * BYTES);
    waits(1, 0, RULE_ID_STREAM, 0, US(102));
    const struct timeline_call *row = scene_row(&s, CALL_cudaMemcpyAsync, 0);
    call_waits(row, 0, RULE_ID_STREAM_SYNCHRONIZE, 0, US(102));
    call_waits(row, 1, RULE_ID_COPY, 1, US(102) + 2 * BYTES);
}
END_TEST

START_TEST(s2_3_a_large_pageable_copy_passes_other_streams)
{
    uint32_t a = scene_stream(&s, STREAM_NONBLOCKING, "a");
    uint32_t b = scene_stream(&s, STREAM_NONBLOCKING, "b");
    scene_kernel(&s, a, "k", 1, US(9000));
    scene_copy(&s, CALL_cudaMemcpyAsync, b, COPY_H2D, MEMORY_PAGEABLE, 1 << 20);
    run();
    ck_assert_int_eq(scene_op(&s, 1)->returned, US(2) + (2 << 20));
}
END_TEST

/* 2 ns a byte for the whole call on an idle stream; held until the stream's work is done. */
START_TEST(s2_4_pageable_copies_to_the_host_hold_it)
{
    uint32_t a = scene_stream(&s, STREAM_NONBLOCKING, "a");
    scene_kernel(&s, a, "k", 1, US(100)); /* 2 to 102 */
    scene_copy(&s, CALL_cudaMemcpyAsync, a, COPY_D2H, MEMORY_PAGEABLE, SIZE);
    run();
    starts(1, US(102)); /* 20 us less the 1 of the call */
    ends(1, US(121));
    returns(CALL_cudaMemcpyAsync, 0, US(121), 0);
}
END_TEST

START_TEST(s2_copies_on_the_device_return_at_once)
{
    enum call call = _i ? CALL_cudaMemcpyPeer : CALL_cudaMemcpy;
    scene_copy(&s, call, 0, COPY_D2D, MEMORY_NONE, SIZE);
    run();
    ck_assert_ptr_null(scene_row(&s, call, 0));
    ck_assert_int_eq(scene_op(&s, 0)->returned, US(1));
    ends(0, US(3)); /* 2 us by the curve */
}
END_TEST

START_TEST(s2_host_to_host_copies_are_the_hosts)
{
    uint32_t a = scene_stream(&s, STREAM_NONBLOCKING, "a");
    scene_kernel(&s, a, "k", 1, US(100));                                 /* 2 to 102 */
    scene_copy(&s, CALL_cudaMemcpyAsync, a, COPY_H2H, MEMORY_NONE, SIZE); /* 103 to 113 */
    scene_kernel(&s, a, "k", 1, US(100));
    run();
    starts(1, US(103));
    ends(1, US(113));
    ck_assert_int_eq(scene_op(&s, 1)->machine, MACHINE_HOST);
    waits(1, 0, RULE_ID_STREAM, 0, US(102));
    starts(2, US(115));
    comes_after(1, "0");
    comes_after(2, "1");
}
END_TEST

START_TEST(s2_memset_of_pinned_memory_waits)
{
    uint32_t host = scene_alloc(&s, CALL_cudaMallocHost, MEMORY_PINNED, 4096); /* 20 us */
    uint32_t device = scene_alloc(&s, CALL_cudaMalloc, MEMORY_DEVICE, 4096);   /* 10 us */
    uint32_t allocs[] = {host, device};
    for (int i = 0; i < 2; i++) {
        uint32_t copy = program_add_copy(
            &s.program, &(struct program_copy){.kind = COPY_MEMSET,
                                               .dst = {.alloc = allocs[i], .bytes = 4096}});
        scene_call(&s, CALL_cudaMemset, 0, copy, 0);
    }
    run();
    returns(CALL_cudaMemset, 0, US(32), 0); /* 30 + 1 of the call + 1 of the memset */
    ck_assert_int_eq(scene_op(&s, 1)->returned, US(33));
    ends(1, US(34));
    ck_assert_ptr_null(scene_row(&s, CALL_cudaMemset, 1));
}
END_TEST

START_TEST(s2_copies_of_nothing_enqueue_nothing)
{
    scene_copy(&s, CALL_cudaMemcpy, 0, COPY_H2D, MEMORY_PAGEABLE, 0);
    run();
    ck_assert_uint_eq(s.timeline.ops.count, 0);
    ck_assert_ptr_nonnull(scene_row(&s, CALL_cudaMemcpy, 0));
}
END_TEST

/* --- S3: calls that wait, host functions, environment ----------------------------------------- */

START_TEST(s3_1_free_waits_for_the_device)
{
    uint32_t n = scene_stream(&s, STREAM_NONBLOCKING, "n");
    uint32_t m = scene_alloc(&s, CALL_cudaMalloc, MEMORY_DEVICE, 4096); /* 10 us, no wait */
    scene_kernel(&s, n, "k", 1, US(100));                               /* 12 to 112 */
    scene_call(&s, CALL_cudaFree, 0, 0, 0);                             /* null: 12 to 15 */
    scene_call(&s, CALL_cudaFree, 0, m, 0);                             /* to 112 + 3 */
    scene_call(&s, CALL_cudaFree, 0, m, 0);
    scene_kernel(&s, n, "k", 1, US(100));
    run();
    returns(CALL_cudaFree, 0, US(15), 0);
    returns(CALL_cudaFree, 1, US(115), 0);
    const struct timeline_call *row = scene_row(&s, CALL_cudaFree, 1);
    call_waits(row, 0, RULE_ID_FREE, 0, US(112));
    call_waits(row, 1, RULE_ID_ISSUE, TIMELINE_NO_OP, US(115));
    returns(CALL_cudaFree, 2, US(118), CUDA_cudaErrorInvalidValue);
}
END_TEST

/* What cudaFree is observed to do orders nothing that CUDA guarantees. */
START_TEST(s3_1_free_guarantees_nothing)
{
    uint32_t a = scene_stream(&s, STREAM_NONBLOCKING, "a");
    uint32_t b = scene_stream(&s, STREAM_NONBLOCKING, "b");
    uint32_t m = scene_alloc(&s, CALL_cudaMalloc, MEMORY_DEVICE, 4096);
    scene_kernel(&s, a, "k", 1, US(100));
    scene_call(&s, CALL_cudaFree, 0, m, 0);
    scene_kernel(&s, b, "k", 1, US(100));
    scene_synchronize(&s);
    scene_kernel(&s, b, "k", 1, US(100));
    run();
    comes_after(1, "");
    comes_after(2, "0 1"); /* and a device synchronize orders all */
}
END_TEST

START_TEST(s3_1_synchronizing_waits)
{
    uint32_t a = scene_stream(&s, STREAM_NONBLOCKING, "a");
    uint32_t b = scene_stream(&s, STREAM_NONBLOCKING, "b");
    scene_kernel(&s, a, "k", 1, US(100)); /* 2 to 102 */
    scene_kernel(&s, b, "k", 1, US(200)); /* 6 to 206 */
    scene_call(&s, CALL_cudaStreamSynchronize, a, a, 0);
    scene_synchronize(&s);
    scene_synchronize(&s);
    run();
    returns(CALL_cudaStreamSynchronize, 0, US(102), 0);
    call_waits(scene_row(&s, CALL_cudaStreamSynchronize, 0), 0, RULE_ID_STREAM_SYNCHRONIZE, 0,
               US(102));
    returns(CALL_cudaDeviceSynchronize, 0, US(206), 0);
    call_waits(scene_row(&s, CALL_cudaDeviceSynchronize, 0), 0, RULE_ID_DEVICE_SYNCHRONIZE, 1,
               US(206));
    returns(CALL_cudaDeviceSynchronize, 1, US(206), 0);
    ck_assert_uint_eq(scene_row(&s, CALL_cudaDeviceSynchronize, 1)->wait_count, 0);
}
END_TEST

/* The one that ends last is blamed from the end of the one before it. */
START_TEST(a_device_synchronize_blames_in_turn)
{
    uint32_t a = scene_stream(&s, STREAM_NONBLOCKING, "a");
    uint32_t b = scene_stream(&s, STREAM_NONBLOCKING, "b");
    scene_kernel(&s, b, "k", 1, US(200)); /* 2 to 202 */
    scene_kernel(&s, a, "k", 1, US(100)); /* 6 to 106 */
    scene_synchronize(&s);
    run();
    const struct timeline_call *row = scene_row(&s, CALL_cudaDeviceSynchronize, 0);
    ck_assert_uint_eq(row->wait_count, 2);
    call_waits(row, 0, RULE_ID_DEVICE_SYNCHRONIZE, 1, US(106));
    call_waits(row, 1, RULE_ID_DEVICE_SYNCHRONIZE, 0, US(202));
}
END_TEST

START_TEST(s3_1_pools_grow_and_reuse)
{
    uint32_t a = scene_stream(&s, STREAM_NONBLOCKING, "a");
    uint32_t m[3];
    for (int i = 0; i < 3; i++) {
        m[i] = program_add_alloc(&s.program,
                                 &(struct program_alloc){.kind = MEMORY_DEVICE, .bytes = 4096});
        scene_call(&s, CALL_cudaMallocAsync, a, m[i], 0);
        scene_call(&s, CALL_cudaFreeAsync, a, m[i], 0);
        if (i == 1)
            scene_call(&s, CALL_cudaStreamSynchronize, a, a, 0);
    }
    run();
    ck_assert_int_eq(scene_op(&s, 0)->returned, US(40));   /* grows */
    ck_assert_int_eq(scene_op(&s, 2)->returned, US(41));   /* 40.5 + 0.5: reused */
    ck_assert_int_eq(scene_op(&s, 4)->returned, US(81.5)); /* given back at the synchronize */
}
END_TEST

START_TEST(out_of_memory)
{
    scene_alloc(&s, CALL_cudaMalloc, MEMORY_DEVICE, UINT64_C(1) << 50);
    scene_call(&s, CALL_cudaGetLastError, 0, 0, 0);
    scene_call(&s, CALL_cudaGetLastError, 0, 0, 0);
    run();
    returns(CALL_cudaMalloc, 0, 0, CUDA_cudaErrorMemoryAllocation);
    returns(CALL_cudaGetLastError, 0, 0, CUDA_cudaErrorMemoryAllocation);
    returns(CALL_cudaGetLastError, 1, 0, 0);
}
END_TEST

START_TEST(s3_3_host_functions_are_part_of_the_stream)
{
    uint32_t a = scene_stream(&s, STREAM_NONBLOCKING, "a");
    uint32_t b = scene_stream(&s, STREAM_NONBLOCKING, "b");
    scene_kernel(&s, a, "k", 1, US(100)); /* 2 to 102 */
    scene_host_function(&s, a, US(30));   /* 102 to 132 */
    scene_kernel(&s, a, "k", 1, US(100)); /* 132 to 232 */
    scene_host_function(&s, b, US(110));  /* 6.5+0.5 = 7 to 117: one worker */
    run();
    starts(3, US(7));
    ends(3, US(117));
    starts(1, US(117));
    waits(1, 1, RULE_ID_STREAM, 0, US(102));
    waits(1, 2, RULE_ID_HOST_WORKER, 3, US(117));
    starts(2, US(147));
}
END_TEST

/* The worker's records: 5 us of host work; a CUDA call in it is not permitted. */
START_TEST(s3_3_what_a_host_function_does)
{
    uint32_t a = scene_stream(&s, STREAM_NONBLOCKING, "a");
    scene_host_function(&s, a, US(10));
    uint32_t worker =
        program_add_thread(&s.program, &(struct program_thread){.kind = THREAD_WORKER});
    s.thread = (uint16_t)worker;
    scene_call(&s, CALL_cudaLaunchHostFunc, 0, 1, 0);
    scene_call(&s, CALL_host_work, 0, 0, US(5));
    scene_call(&s, CALL_cudaStreamSynchronize, a, a, 0);
    scene_call(&s, CALL_thread_end, 0, 0, 0);
    s.thread = 0;
    scene_synchronize(&s);
    run();
    ends(0, US(15.5));
    returns(CALL_host_work, 0, US(15.5), 0);
    returns(CALL_cudaStreamSynchronize, 0, US(15.5), CUDA_cudaErrorNotPermitted);
    returns(CALL_cudaDeviceSynchronize, 0, US(15.5), 0);
}
END_TEST

START_TEST(s3_4_the_first_launch_loads_the_kernel)
{
    s.options.cold = true; /* the context: 1000 us */
    uint32_t a = scene_stream(&s, STREAM_NONBLOCKING, "a");
    scene_kernel(&s, a, "k", 1, US(10)); /* 50 + 2 */
    scene_synchronize(&s);
    scene_kernel(&s, a, "k", 1, US(10)); /* at 1062: 2 */
    run();
    starts(0, US(1052));
    waits(0, 0, RULE_ID_MODULE_LOAD, TIMELINE_NO_OP, US(1050));
    waits(0, 1, RULE_ID_ISSUE, TIMELINE_NO_OP, US(1052));
    starts(1, US(1064));
}
END_TEST

START_TEST(s3_4_eager_loading_comes_with_the_context)
{
    static const struct runtime_variable eager = {"CUDA_MODULE_LOADING", "EAGER"};
    s.options.cold = true;
    s.options.variables = &eager;
    s.options.variable_count = 1;
    uint32_t a = scene_stream(&s, STREAM_NONBLOCKING, "a");
    scene_kernel(&s, a, "k", 1, US(10)); /* one kernel: 1000 + 50, then 2 */
    run();
    starts(0, US(1052));
    waits(0, 0, RULE_ID_ISSUE, TIMELINE_NO_OP, US(1052));
    ck_assert_int_eq(scene_op(&s, 0)->call, US(1050));
}
END_TEST

START_TEST(s3_5_launch_blocking_by_setenv)
{
    uint32_t name = intern_adds(&s.program.names, "CUDA_LAUNCH_BLOCKING=1");
    scene_call(&s, CALL_set_variable, 0, name, 0);
    uint32_t a = scene_stream(&s, STREAM_NONBLOCKING, "a");
    scene_kernel(&s, a, "k", 1, US(100)); /* 2 to 102 */
    scene_kernel(&s, a, "k", 1, US(100)); /* 104 to 204: nothing is pending */
    run();
    returns(CALL_cudaLaunchKernel, 0, US(102), 0);
    call_waits(scene_row(&s, CALL_cudaLaunchKernel, 0), 0, RULE_ID_LAUNCH_BLOCKING, 0, US(102));
    starts(1, US(104));
}
END_TEST

/* One connection: the second kernel of a stream holds back what is behind it (S3.6, measured). */
START_TEST(s3_6_the_number_of_connections)
{
    static const struct runtime_variable one = {"CUDA_DEVICE_MAX_CONNECTIONS", "1"};
    if (_i) {
        s.options.variables = &one;
        s.options.variable_count = 1;
    }
    uint32_t a = scene_stream(&s, STREAM_NONBLOCKING, "a");
    uint32_t b = scene_stream(&s, STREAM_NONBLOCKING, "b");
    scene_kernel(&s, a, "k", 1, US(100)); /* 2 to 102 */
    scene_kernel(&s, a, "k", 1, US(100)); /* 102 to 202 */
    scene_kernel(&s, b, "k", 1, US(100)); /* issued at 10 */
    run();
    starts(2, _i ? US(102) : US(10));
    if (_i)
        waits(2, 1, RULE_ID_CONNECTION, 1, US(102));
}
END_TEST

START_TEST(s7_1_a_full_launch_queue_blocks_the_call)
{
    s.profile.value[PROFILE_connections_launch_queue] = 2;
    uint32_t a = scene_stream(&s, STREAM_NONBLOCKING, "a");
    for (int i = 0; i < 4; i++)
        scene_kernel(&s, a, "k", 1, US(100));
    run();
    const struct timeline_call *row = scene_row(&s, CALL_cudaLaunchKernel, 0);
    ck_assert_ptr_nonnull(row);
    const struct timeline_wait *wait = &s.timeline.waits.rows[row->first_wait];
    ck_assert_int_eq((int)wait->rule, RULE_ID_LAUNCH_QUEUE);
    const struct timeline_op *op = scene_op(&s, row->op);
    ck_assert_int_eq(wait->to, US(102)); /* the first kernel ends: there is room */
    ck_assert_int_eq(op->returned, US(106));
    waits(row->op, 0, RULE_ID_LAUNCH_QUEUE, wait->blocker, US(102));
    waits(row->op, 1, RULE_ID_ISSUE, TIMELINE_NO_OP, US(106));
}
END_TEST

/* --- S4: events ----------------------------------------------------------------------------------
 */

START_TEST(s4_1_an_event_never_recorded)
{
    uint32_t a = scene_stream(&s, STREAM_NONBLOCKING, "a");
    uint32_t e = scene_event(&s, "e");
    scene_wait(&s, e, a);
    scene_kernel(&s, a, "k", 1, US(10));
    scene_call(&s, CALL_cudaEventQuery, 0, e, 0);
    scene_call(&s, CALL_cudaEventSynchronize, 0, e, 0);
    run();
    ck_assert_uint_eq(scene_op(&s, 0)->generation, 0);
    comes_after(0, "");
    starts(1, US(2.5));
    returns(CALL_cudaEventQuery, 0, US(2.75), 0);
    returns(CALL_cudaEventSynchronize, 0, US(2.75), 0);
}
END_TEST

START_TEST(s4_2_a_wait_binds_to_the_record_at_the_call)
{
    uint32_t a = scene_stream(&s, STREAM_NONBLOCKING, "a");
    uint32_t b = scene_stream(&s, STREAM_NONBLOCKING, "b");
    uint32_t e = scene_event(&s, "e");
    scene_kernel(&s, a, "k1", 1, US(100)); /* 2 to 102 */
    scene_record(&s, e, a);                /* issued 2.5; at 102 */
    scene_wait(&s, e, b);                  /* of the first record */
    scene_kernel(&s, a, "k2", 1, US(100)); /* 102 to 202 */
    scene_record(&s, e, a);                /* overwrites */
    scene_kernel(&s, b, "k3", 1, US(10));  /* 102 */
    scene_call(&s, CALL_cudaEventSynchronize, 0, e, 0);
    run();
    ck_assert_uint_eq(scene_op(&s, 2)->generation, 1);
    ck_assert_uint_eq(scene_op(&s, 4)->generation, 2);
    comes_after(2, "1");
    waits(2, 1, RULE_ID_EVENT, 1, US(102));
    starts(5, US(102));
    waits(5, 1, RULE_ID_STREAM, 2, US(102));
    returns(CALL_cudaEventSynchronize, 0, US(202), 0);
    call_waits(scene_row(&s, CALL_cudaEventSynchronize, 0), 0, RULE_ID_EVENT_SYNCHRONIZE, 4,
               US(202));
}
END_TEST

START_TEST(s4_4_elapsed_time)
{
    uint32_t a = scene_stream(&s, STREAM_NONBLOCKING, "a");
    uint32_t e = scene_event(&s, "e"), f = scene_event(&s, "f"), g = scene_event(&s, "g");
    s.program.events.rows[g].timing = false;
    scene_record(&s, e, a);
    scene_kernel(&s, a, "k", 1, US(100));
    scene_call(&s, CALL_cudaEventElapsedTime, 0, e, f); /* f was never recorded */
    scene_record(&s, f, a);
    scene_record(&s, g, a);
    scene_call(&s, CALL_cudaEventElapsedTime, 0, e, f); /* not done */
    scene_synchronize(&s);
    scene_call(&s, CALL_cudaEventElapsedTime, 0, e, f);
    scene_call(&s, CALL_cudaEventElapsedTime, 0, e, g); /* without timing */
    run();
    int64_t end = scene_op(&s, 1)->end;
    returns(CALL_cudaEventElapsedTime, 0, US(2.5), CUDA_cudaErrorInvalidResourceHandle);
    returns(CALL_cudaEventElapsedTime, 1, US(3.5), CUDA_cudaErrorNotReady);
    returns(CALL_cudaEventElapsedTime, 2, end, 0);
    returns(CALL_cudaEventElapsedTime, 3, end, CUDA_cudaErrorInvalidResourceHandle);
}
END_TEST

START_TEST(s4_5_records_without_timing_are_cheaper)
{
    s.profile.value[PROFILE_host_record_no_timing] = 100;
    uint32_t e = scene_event(&s, "e");
    s.program.events.rows[e].timing = false;
    scene_record(&s, e, 0);
    run();
    ck_assert_int_eq(scene_op(&s, 0)->returned, 100);
}
END_TEST

/* --- after ---------------------------------------------------------------------------------------
 */

START_TEST(after_is_reduced)
{
    uint32_t a = scene_stream(&s, STREAM_NONBLOCKING, "a");
    uint32_t b = scene_stream(&s, STREAM_NONBLOCKING, "b");
    uint32_t c = scene_stream(&s, STREAM_NONBLOCKING, "c");
    uint32_t e = scene_event(&s, "e"), f = scene_event(&s, "f");
    scene_kernel(&s, a, "k", 1, US(10)); /* 0 */
    scene_record(&s, e, a);              /* 1 */
    scene_wait(&s, e, b);                /* 2: after 1 */
    scene_kernel(&s, b, "k", 1, US(10)); /* 3 */
    scene_record(&s, f, b);              /* 4 */
    scene_wait(&s, e, c);                /* 5: after 1 */
    scene_wait(&s, f, c);                /* 6: after 5 and 4 */
    scene_wait(&s, e, c);                /* 7: 1 is before 6 */
    scene_wait(&s, e, a);                /* 8: its own stream's */
    scene_call(&s, CALL_cudaStreamSynchronize, b, b, 0);
    scene_kernel(&s, a, "k", 1, US(10)); /* 9: after 8, and through the host after 4 */
    scene_kernel(&s, a, "k", 1, US(10)); /* 10: after 9 */
    scene_kernel(&s, c, "k", 1, US(10)); /* 11: after 7, which is after 4 */
    run();
    comes_after(5, "1");
    comes_after(6, "4 5");
    comes_after(7, "6");
    comes_after(8, "1");
    comes_after(9, "4 8");
    comes_after(10, "9");
    comes_after(11, "7");
}
END_TEST

START_TEST(after_goes_through_threads)
{
    uint32_t a = scene_stream(&s, STREAM_NONBLOCKING, "a");
    uint32_t b = scene_stream(&s, STREAM_NONBLOCKING, "b");
    scene_kernel(&s, a, "k", 1, US(10)); /* 0 */
    scene_synchronize(&s);
    uint32_t child = scene_thread(&s);
    scene_kernel(&s, a, "k", 1, US(10)); /* 1 */
    scene_call(&s, CALL_thread_join, 0, child, 0);
    scene_kernel(&s, a, "k", 1, US(10)); /* 3: after 1, and after 2 by the join */
    s.thread = (uint16_t)child;
    scene_call(&s, CALL_host_work, 0, 0, US(1));
    scene_kernel(&s, b, "k", 1, US(10)); /* 2: after 0, which the creator knew */
    scene_call(&s, CALL_cudaStreamSynchronize, b, b, 0);
    run();
    comes_after(2, "0");
    comes_after(3, "1 2");
    ck_assert_uint_eq(scene_op(&s, 2)->thread, child);
    const struct timeline_call *join = scene_row(&s, CALL_thread_join, 0);
    call_waits(join, 0, RULE_ID_JOIN, TIMELINE_NO_OP, scene_op(&s, 2)->end);
}
END_TEST

/* --- threads -------------------------------------------------------------------------------------
 */

START_TEST(the_thread_with_the_smallest_time_goes_first)
{
    uint32_t a = scene_stream(&s, STREAM_NONBLOCKING, "a");
    uint32_t child = scene_thread(&s);
    scene_kernel(&s, a, "main", 1, US(10));                                 /* issued at 2 */
    scene_copy(&s, CALL_cudaMemcpyAsync, a, COPY_H2D, MEMORY_PINNED, SIZE); /* 3 */
    s.thread = (uint16_t)child;
    scene_copy(&s, CALL_cudaMemcpyAsync, a, COPY_D2H, MEMORY_PINNED, SIZE); /* 1: first */
    scene_kernel(&s, a, "child", 1, US(10));                                /* 1 + 4 */
    run();
    ck_assert_int_eq(scene_op(&s, 0)->returned, US(1));
    ck_assert_int_eq(scene_op(&s, 1)->returned, US(2));
    ck_assert_int_eq(scene_op(&s, 2)->returned, US(3));
    ck_assert_int_eq(scene_op(&s, 3)->returned, US(5));
    ck_assert_uint_eq(scene_op(&s, 0)->thread, child);
}
END_TEST

START_TEST(locks_are_handed_on)
{
    uint32_t child = scene_thread(&s);
    scene_call(&s, CALL_lock_acquire, 0, 0, 0);
    scene_call(&s, CALL_host_work, 0, 0, US(10));
    scene_call(&s, CALL_lock_release, 0, 0, 0);
    s.thread = (uint16_t)child;
    scene_call(&s, CALL_host_work, 0, 0, US(1));
    scene_call(&s, CALL_lock_acquire, 0, 0, 0);
    scene_call(&s, CALL_lock_release, 0, 0, 0);
    run();
    returns(CALL_lock_acquire, 0, US(10), 0);
    call_waits(scene_row(&s, CALL_lock_acquire, 0), 0, RULE_ID_LOCK, TIMELINE_NO_OP, US(10));
}
END_TEST

START_TEST(two_threads_that_wait_for_each_other)
{
    uint32_t child = scene_thread(&s);          /* line 1 */
    scene_call(&s, CALL_lock_acquire, 0, 0, 0); /* 2 */
    scene_call(&s, CALL_host_work, 0, 0, US(10));
    scene_call(&s, CALL_lock_acquire, 0, 1, 0); /* 4 */
    s.thread = (uint16_t)child;
    scene_call(&s, CALL_lock_acquire, 0, 1, 0);
    scene_call(&s, CALL_host_work, 0, 0, US(10));
    scene_call(&s, CALL_lock_acquire, 0, 0, 0); /* 7 */
    refuse(4, "deadlock");
    ck_assert_ptr_nonnull(strstr(s.err.message, "scene.cu:4 waits for lock 1"));
    ck_assert_ptr_nonnull(strstr(s.err.message, "scene.cu:7 waits for lock 0"));
}
END_TEST

START_TEST(a_thread_that_joins_itself)
{
    scene_call(&s, CALL_thread_join, 0, 0, 0);
    refuse(1, "deadlock");
}
END_TEST

/* --- errors --------------------------------------------------------------------------------------
 */

START_TEST(geometry_is_checked)
{
    struct program_launch launch = scene_geometry(&s, "k", 1, US(10));
    launch.block[0] = 1025;
    scene_launch(&s, 0, &launch);
    launch.block[0] = 1024;
    launch.grid[1] = 65536;
    scene_launch(&s, 0, &launch);
    launch.grid[1] = 1;
    launch.registers = 255; /* 255 * 1024 > 65536 */
    scene_launch(&s, 0, &launch);
    launch.registers = 16;
    launch.shared_bytes = 228 << 10;
    scene_launch(&s, 0, &launch);
    launch.shared_bytes = 0;
    launch.cooperative = true;
    launch.grid[0] = 21; /* 10 SMs hold two blocks of 1024 threads each */
    scene_launch(&s, 0, &launch);
    scene_call(&s, CALL_cudaPeekAtLastError, 0, 0, 0);
    launch.grid[0] = 20;
    scene_launch(&s, 0, &launch);
    run();
    static const int expected[] = {CUDA_cudaErrorInvalidConfiguration,
                                   CUDA_cudaErrorInvalidConfiguration,
                                   CUDA_cudaErrorLaunchOutOfResources, CUDA_cudaErrorInvalidValue};
    for (size_t i = 0; i < 4; i++)
        returns(CALL_cudaLaunchKernel, i, US(2) * (int64_t)(i + 1), expected[i]);
    returns(CALL_cudaLaunchCooperativeKernel, 0, US(10), CUDA_cudaErrorCooperativeLaunchTooLarge);
    returns(CALL_cudaPeekAtLastError, 0, US(10), CUDA_cudaErrorCooperativeLaunchTooLarge);
    ck_assert_uint_eq(s.timeline.ops.count, 1);
}
END_TEST

START_TEST(a_deferred_error_appears_and_sticks)
{
    uint32_t a = scene_stream(&s, STREAM_NONBLOCKING, "a");
    struct program_launch launch = scene_geometry(&s, "bad", 1, US(100));
    launch.fails = CUDA_cudaErrorIllegalAddress;
    scene_launch(&s, a, &launch); /* 2 to 102 */
    scene_kernel(&s, a, "next", 1, US(10));
    scene_call(&s, CALL_cudaGetLastError, 0, 0, 0); /* at 6: not yet */
    scene_synchronize(&s);
    scene_call(&s, CALL_cudaGetLastError, 0, 0, 0);
    scene_call(&s, CALL_cudaGetLastError, 0, 0, 0);
    scene_kernel(&s, a, "never", 1, US(10));
    scene_call(&s, CALL_cudaDeviceReset, 0, 0, 0);
    scene_call(&s, CALL_cudaGetLastError, 0, 0, 0);
    run();
    returns(CALL_cudaGetLastError, 0, US(6), 0);
    returns(CALL_cudaDeviceSynchronize, 0, US(112), CUDA_cudaErrorIllegalAddress);
    returns(CALL_cudaGetLastError, 1, US(112), CUDA_cudaErrorIllegalAddress);
    returns(CALL_cudaGetLastError, 2, US(112), CUDA_cudaErrorIllegalAddress);
    returns(CALL_cudaLaunchKernel, 0, US(114), CUDA_cudaErrorIllegalAddress);
    returns(CALL_cudaGetLastError, 3, US(114), 0);
    ck_assert_uint_eq(s.timeline.ops.count, 2);
    ck_assert_int_eq(scene_op(&s, 0)->flags & OP_FAILED, OP_FAILED);
    ck_assert_int_eq(scene_op(&s, 1)->flags & OP_FAILED, OP_FAILED);
}
END_TEST

START_TEST(a_destroyed_stream_is_refused)
{
    uint32_t a = scene_stream(&s, STREAM_BLOCKING, "a");
    scene_kernel(&s, a, "k", 1, US(10));
    scene_call(&s, CALL_cudaStreamDestroy, a, a, 0); /* line 3: returns at once */
    scene_kernel(&s, a, "k", 1, US(10));
    refuse(4, "stream 'a' was destroyed at scene.cu:3");
}
END_TEST

START_TEST(a_destroyed_event_is_refused)
{
    uint32_t e = scene_event(&s, "e");
    scene_call(&s, CALL_cudaEventDestroy, 0, e, 0);
    scene_wait(&s, e, 0);
    refuse(3, "event 'e' was destroyed at scene.cu:2");
}
END_TEST

START_TEST(destroying_a_busy_stream_returns_at_once)
{
    uint32_t a = scene_stream(&s, STREAM_BLOCKING, "a");
    scene_kernel(&s, a, "k", 1, US(100));
    scene_call(&s, CALL_cudaStreamDestroy, a, a, 0);
    scene_kernel(&s, 0, "k", 1, US(100)); /* its work still fences */
    run();
    returns(CALL_cudaStreamDestroy, 0, US(2), 0);
    starts(1, US(102));
}
END_TEST

START_TEST(graphs_are_refused)
{
    scene_call(&s, CALL_cudaStreamBeginCapture, 0, 0, 0);
    refuse(1, "graphs are not predicted yet");
}
END_TEST

START_TEST(other_devices_are_refused)
{
    scene_call(&s, CALL_cudaSetDevice, 0, 0, 0);
    scene_call(&s, CALL_cudaSetDevice, 0, 0, 1);
    refuse(2, "only device 0");
}
END_TEST

START_TEST(copies_between_devices_are_refused)
{
    scene_copy(&s, CALL_cudaMemcpyPeer, 0, COPY_P2P, MEMORY_NONE, 4);
    refuse(1, "only device 0");
}
END_TEST

START_TEST(calls_are_counted)
{
    s.options.max_calls = 3;
    for (int i = 0; i < 4; i++)
        scene_call(&s, CALL_cudaGetLastError, 0, 0, 0);
    refuse(4, "more than 3 calls");
}
END_TEST

/* --- polls, replay -------------------------------------------------------------------------------
 */

START_TEST(a_poll_goes_on_until_it_succeeds)
{
    uint32_t a = scene_stream(&s, STREAM_NONBLOCKING, "a");
    scene_kernel(&s, a, "k", 1, US(1)); /* 2 to 3 */
    uint32_t record = scene_call(&s, CALL_cudaStreamQuery, a, a, 0);
    s.program.records.rows[record].flags = RECORD_POLL;
    s.program.records.rows[record].count = 99; /* how often it was asked elsewhere */
    scene_kernel(&s, a, "k", 1, US(1));
    run();
    /* 2.25, 2.5, 2.75: not ready; 3: ready */
    for (size_t i = 0; i < 3; i++)
        returns(CALL_cudaStreamQuery, i, US(2.25) + (int64_t)i * 250, CUDA_cudaErrorNotReady);
    returns(CALL_cudaStreamQuery, 3, US(3), 0);
    ck_assert_ptr_null(scene_row(&s, CALL_cudaStreamQuery, 4));
    comes_after(1, "0");
}
END_TEST

/* What a run records, replayed, gives the same timeline. */
START_TEST(a_recorded_run_replays_equal)
{
    uint32_t a = scene_stream(&s, STREAM_BLOCKING, "a");
    uint32_t e = scene_event(&s, "e");
    scene_kernel(&s, a, "k", 2, US(7));
    scene_record(&s, e, a);
    for (int i = 0; i < 3; i++)
        scene_call(&s, CALL_cudaEventQuery, 0, e, 0);
    uint32_t poll = scene_call(&s, CALL_cudaStreamQuery, a, a, 0);
    s.program.records.rows[poll].flags = RECORD_POLL;
    scene_host_function(&s, 0, US(3));
    scene_synchronize(&s);

    /* A second program that takes its records from the first one's replay. */
    struct program copy = s.program;
    size_t given = s.program.records.count;
    copy.records.rows = malloc(given * sizeof *copy.records.rows);
    memcpy(copy.records.rows, s.program.records.rows, given * sizeof *copy.records.rows);
    s.program.records.count = 0;
    s.options.record = true;
    struct runtime *runtime = runtime_new(&s.profile, &s.options, &s.program, &s.timeline);
    struct replay *replay = replay_new(&copy);
    struct runtime_source source = replay_source(replay);
    ck_assert_int_eq(runtime_run(runtime, &source, &s.err), 0);
    replay_free(replay);
    runtime_free(runtime);
    free(copy.records.rows);

    struct timeline first = s.timeline;
    timeline_init(&s.timeline);
    s.options.record = false;
    run();
    ck_assert_uint_eq(first.ops.count, s.timeline.ops.count);
    for (size_t i = 0; i < first.ops.count; i++) {
        ck_assert_int_eq(first.ops.rows[i].start, s.timeline.ops.rows[i].start);
        ck_assert_int_eq(first.ops.rows[i].end, s.timeline.ops.rows[i].end);
    }
    ck_assert_uint_eq(first.calls.count, s.timeline.calls.count);
    ck_assert_int_eq(first.wall, s.timeline.wall);
    /* 2 creations, launch, record, 3 queries as one run, the poll, function, mark and end, sync */
    ck_assert_uint_eq(s.program.records.count, 10);
    ck_assert(!s.program.time_dependent);
    timeline_release(&first);
}
END_TEST

START_TEST(ranges_limit_the_timed_part)
{
    uint32_t a = scene_stream(&s, STREAM_NONBLOCKING, "a");
    uint32_t name = intern_adds(&s.program.names, "nullstream");
    scene_kernel(&s, a, "warm", 1, US(100));
    scene_synchronize(&s); /* 102 */
    scene_call(&s, CALL_range_push, 0, name, 0);
    scene_kernel(&s, a, "k", 1, US(50)); /* 104 to 154 */
    scene_synchronize(&s);
    scene_call(&s, CALL_range_pop, 0, 0, 0);
    run();
    ck_assert_int_eq(s.timeline.zero, US(102));
    ck_assert_int_eq(s.timeline.span, US(50));
    ck_assert_int_eq(s.timeline.wall, US(52));
}
END_TEST

START_TEST(attributes_by_number)
{
    struct runtime *runtime = runtime_new(&s.profile, &s.options, &s.program, &s.timeline);
    static const struct {
        int attribute;
        int64_t value;
    } known[] = {{16, 10}, {75, 9}, {76, 0}, {40, 3}, {10, 32}, {97, 227 << 10}, {39, 2048}};
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        int64_t value = -1;
        ck_assert(runtime_attribute(runtime, known[i].attribute, &value));
        ck_assert_int_eq(value, known[i].value);
    }
    int64_t value;
    ck_assert(!runtime_attribute(runtime, 9999, &value));
    runtime_free(runtime);
}
END_TEST

/* Both columns agree on what fences, so that `after` and the engine may share one reduction. */
START_TEST(guaranteed_and_observed_fences_agree)
{
    for (int i = CALL_NONE + 1; i < CALL_COUNT; i++) {
        const struct call_info *info = call_info((enum call)i);
        ck_assert_msg(info->fences_guaranteed == info->fences_observed, "%s", info->name);
    }
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("runtime");
#define CASE(name) TCase *name = tcase_create(#name)
    CASE(streams);
    CASE(copies);
    CASE(waiting);
    CASE(others);
    TCase *cases[] = {streams, copies, waiting, others};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        tcase_add_checked_fixture(cases[i], setup, teardown);
        tcase_set_timeout(cases[i], 60);
        suite_add_tcase(suite, cases[i]);
    }
    tcase_add_test(streams, s1_1_a_stream_is_in_order);
    tcase_add_test(streams, s1_1_streams_are_unordered);
    tcase_add_test(streams, s1_2_legacy_is_a_barrier_both_ways);
    tcase_add_test(streams, s1_3_a_barrier_is_by_issue_time);
    tcase_add_test(streams, s1_4_non_blocking_streams_pass);
    tcase_add_test(streams, s1_4_events_order_through_non_blocking_streams);
    tcase_add_loop_test(streams, s1_5_every_operation_in_legacy_is_a_barrier, 0, 6);
    tcase_add_test(streams, s1_6_synchronizing_legacy_waits_for_blocking_streams);
    tcase_add_test(streams, s1_7_a_stream_created_later_waits_for_legacy);
    tcase_add_test(streams, s1_8_a_per_thread_stream_blocks);
    tcase_add_test(streams, s1_12_priorities_are_clamped);
    tcase_add_test(streams, fences_of_thousands_of_streams);
    tcase_add_loop_test(copies, s2_pinned_asynchronous_copies_return_at_once, 0, 2);
    tcase_add_loop_test(copies, s2_pinned_synchronous_copies_wait, 0, 2);
    tcase_add_test(copies, s2_synchronous_copies_fence);
    tcase_add_test(copies, s2_3_a_small_pageable_copy_is_staged_at_once);
    tcase_add_test(copies, s2_3_a_large_pageable_copy_waits_for_its_stream);
    tcase_add_test(copies, s2_3_a_large_pageable_copy_passes_other_streams);
    tcase_add_test(copies, s2_4_pageable_copies_to_the_host_hold_it);
    tcase_add_loop_test(copies, s2_copies_on_the_device_return_at_once, 0, 2);
    tcase_add_test(copies, s2_host_to_host_copies_are_the_hosts);
    tcase_add_test(copies, s2_memset_of_pinned_memory_waits);
    tcase_add_test(copies, s2_copies_of_nothing_enqueue_nothing);
    tcase_add_test(waiting, s3_1_free_waits_for_the_device);
    tcase_add_test(waiting, s3_1_free_guarantees_nothing);
    tcase_add_test(waiting, s3_1_synchronizing_waits);
    tcase_add_test(waiting, a_device_synchronize_blames_in_turn);
    tcase_add_test(waiting, s3_1_pools_grow_and_reuse);
    tcase_add_test(waiting, out_of_memory);
    tcase_add_test(waiting, s3_3_host_functions_are_part_of_the_stream);
    tcase_add_test(waiting, s3_3_what_a_host_function_does);
    tcase_add_test(waiting, s3_4_the_first_launch_loads_the_kernel);
    tcase_add_test(waiting, s3_4_eager_loading_comes_with_the_context);
    tcase_add_test(waiting, s3_5_launch_blocking_by_setenv);
    tcase_add_loop_test(waiting, s3_6_the_number_of_connections, 0, 2);
    tcase_add_test(waiting, s7_1_a_full_launch_queue_blocks_the_call);
    tcase_add_test(others, s4_1_an_event_never_recorded);
    tcase_add_test(others, s4_2_a_wait_binds_to_the_record_at_the_call);
    tcase_add_test(others, s4_4_elapsed_time);
    tcase_add_test(others, s4_5_records_without_timing_are_cheaper);
    tcase_add_test(others, after_is_reduced);
    tcase_add_test(others, after_goes_through_threads);
    tcase_add_test(others, the_thread_with_the_smallest_time_goes_first);
    tcase_add_test(others, locks_are_handed_on);
    tcase_add_test(others, two_threads_that_wait_for_each_other);
    tcase_add_test(others, a_thread_that_joins_itself);
    tcase_add_test(others, geometry_is_checked);
    tcase_add_test(others, a_deferred_error_appears_and_sticks);
    tcase_add_test(others, a_destroyed_stream_is_refused);
    tcase_add_test(others, a_destroyed_event_is_refused);
    tcase_add_test(others, destroying_a_busy_stream_returns_at_once);
    tcase_add_test(others, graphs_are_refused);
    tcase_add_test(others, other_devices_are_refused);
    tcase_add_test(others, copies_between_devices_are_refused);
    tcase_add_test(others, calls_are_counted);
    tcase_add_test(others, a_poll_goes_on_until_it_succeeds);
    tcase_add_test(others, a_recorded_run_replays_equal);
    tcase_add_test(others, ranges_limit_the_timed_part);
    tcase_add_test(others, attributes_by_number);
    tcase_add_test(others, guaranteed_and_observed_fences_agree);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_ENV);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
