/* The virtual runtime: streams (semantics S1), events (S4), and `after`. */
#include "tests/unit/runtime_case.h"

/* --- S1: streams ---------------------------------------------------------------------------------
 */

/* Two connections: a stream keeps the one that it had until another has used it; then, as none is
 * free, it takes the one whose last command is the oldest (connection-users.cu). */
START_TEST(a_stream_keeps_its_connection_until_another_has_used_it)
{
    static const int order[] = {0, 1, 2, 0, 2, 1, 0};
    /* a takes the second, whose turn it is, b the first; c a's; a then b's, older than c's; c has
     * its own still; b's was used by a, the oldest again; and so was a's by b */
    static const uint16_t taken[] = {2, 1, 2, 1, 2, 1, 2};
    uint32_t streams[3];
    s.options.compute_connections = 2;
    for (int i = 0; i < 3; i++)
        streams[i] = scene_stream(&s, STREAM_NONBLOCKING, "s");
    for (int i = 0; i < 7; i++)
        scene_kernel(&s, streams[order[i]], "k", 1, US(500));
    run();
    for (uint32_t i = 0; i < 7; i++)
        ck_assert_uint_eq(scene_op(&s, i)->connection, taken[i]);
}
END_TEST

/* The engine for copies in gets free while copies of three streams wait: it takes the connections
 * in their order (next-copy.cu), not the copy that was ready first, nor the one called first. */
START_TEST(a_copy_engine_takes_connections_in_turn)
{
    static const int64_t time[] = {0, 30, 10, 20}; /* us of the kernel before the stream's copy */
    static const int call[] = {2, 0, 3, 1};        /* the second round's order of calls */
    uint32_t streams[4];
    s.options.copy_connections = 4;
    for (int i = 0; i < 4; i++)
        streams[i] = scene_stream(&s, STREAM_NONBLOCKING, "s");
    for (int i = 0; i < 4; i++) /* they take connections 1 to 4 */
        scene_copy(&s, CALL_cudaMemcpyAsync, streams[i], COPY_H2D, MEMORY_PINNED, 1000);
    scene_synchronize(&s);
    for (int i = 0; i < 4; i++) {
        int64_t bytes = i ? 1000 : 200000;
        if (i)
            scene_kernel(&s, streams[call[i]], "k", 1, US(time[call[i]]) + US(10));
        scene_copy(&s, CALL_cudaMemcpyAsync, streams[call[i]], COPY_H2D, MEMORY_PINNED,
                   (uint64_t)bytes);
    }
    run();
    /* operations 4: the long copy of stream 2; then kernel and copy of 0, 3 and 1 */
    int64_t first = scene_op(&s, 4)->end;
    ck_assert_int_eq(scene_op(&s, 8)->start, first);         /* stream 3, ready after 0 */
    ck_assert_int_eq(scene_op(&s, 6)->start, first + 1000);  /* stream 0 */
    ck_assert_int_eq(scene_op(&s, 10)->start, first + 2000); /* stream 1 */
}
END_TEST

/* ... but first those whose copies had been called when it took up the connection that it leaves
 * (known-copies.cu): stream 0's, behind a kernel, before stream 2's, whose connection is the next.
 */
START_TEST(a_copy_engine_takes_what_was_called_before_first)
{
    uint32_t streams[3];
    s.options.copy_connections = 4;
    for (int i = 0; i < 3; i++)
        streams[i] = scene_stream(&s, STREAM_NONBLOCKING, "s");
    for (int i = 0; i < 3; i++)
        scene_copy(&s, CALL_cudaMemcpyAsync, streams[i], COPY_H2D, MEMORY_PINNED, 1000);
    scene_synchronize(&s);
    scene_kernel(&s, streams[0], "k", 1, US(60));
    scene_copy(&s, CALL_cudaMemcpyAsync, streams[0], COPY_H2D, MEMORY_PINNED, 1000);
    scene_copy(&s, CALL_cudaMemcpyAsync, streams[1], COPY_H2D, MEMORY_PINNED, 200000);
    scene_copy(&s, CALL_cudaMemcpyAsync, streams[2], COPY_H2D, MEMORY_PINNED, 1000);
    run();
    /* operations 3 and 4: kernel and copy of stream 0; 5: the long copy; 6: stream 2's */
    int64_t first = scene_op(&s, 5)->end;
    ck_assert_int_gt(first, scene_op(&s, 3)->end);
    ck_assert_int_eq(scene_op(&s, 4)->start, first);
    ck_assert_int_eq(scene_op(&s, 6)->start, first + 1000);
}
END_TEST

/* copy-seen.cu: stream 0's copy runs from 1 to 201, stream 1's waits behind it; stream 0's next one
 * is called, after so much work of the host, until 195 or 197. Then, copy-seen-kernel.cu, it was
 * called early and waits for a kernel that ends at 195 or 197. */
START_TEST(a_copy_engine_misses_what_is_ready_too_late)
{
    static const int64_t ready[] = {US(195), US(197), US(195), US(197)};
    const bool by_kernel = _i >= 2, missed = _i % 2;
    s.profile.value[PROFILE_latency_engine_notice] = US(5);
    uint32_t streams[3];
    s.options.copy_connections = 4;
    for (int i = 0; i < 3; i++)
        streams[i] = scene_stream(&s, STREAM_NONBLOCKING, "s");
    scene_copy(&s, CALL_cudaMemcpyAsync, streams[0], COPY_H2D, MEMORY_PINNED, 200000);
    scene_copy(&s, CALL_cudaMemcpyAsync, streams[1], COPY_H2D, MEMORY_PINNED, 1000);
    if (by_kernel) {
        scene_kernel(&s, streams[2], "k", 1, ready[_i] - US(6)); /* begins at 6 */
        uint32_t event = scene_event(&s, "e");
        scene_record(&s, event, streams[2]);
        scene_wait(&s, event, streams[0]);
    } else {
        scene_call(&s, CALL_host_work, 0, 0, ready[_i] - US(3)); /* three calls take 1 */
    }
    scene_copy(&s, CALL_cudaMemcpyAsync, streams[0], COPY_H2D, MEMORY_PINNED, 1000);
    run();
    uint32_t last = by_kernel ? 5 : 2;
    ck_assert_int_eq(scene_op(&s, 0)->end, US(201));
    ck_assert_int_eq(by_kernel ? scene_op(&s, 2)->end : scene_op(&s, last)->returned, ready[_i]);
    ck_assert_int_eq(scene_op(&s, last)->start, US(missed ? 202 : 201));
    ck_assert_int_eq(scene_op(&s, 1)->start, US(missed ? 201 : 202));
}
END_TEST

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

static void a_free(uint32_t event)
{
    (void)event;
    scene_alloc(&s, CALL_cudaFreeAsync, MEMORY_DEVICE, 1000);
}

static void a_prefetch(uint32_t event)
{
    (void)event;
    scene_copy(&s, CALL_cudaMemPrefetchAsync, 0, COPY_H2D, MEMORY_MANAGED, 1000);
}

START_TEST(s1_5_every_operation_in_legacy_is_a_barrier)
{
    static void (*const operations[])(uint32_t) = {a_memset, a_record, a_host_function,
                                                   a_copy,   a_free,   a_prefetch};
    barrier_of(operations[_i]);
}
END_TEST

/* Measured on an H200 (legacy-stream.txt): also when that event was done long ago. */
START_TEST(s1_5_a_wait_is_a_barrier_if_its_event_was_recorded)
{
    uint32_t a = scene_stream(&s, STREAM_BLOCKING, "a");
    uint32_t b = scene_stream(&s, STREAM_BLOCKING, "b");
    uint32_t n = scene_stream(&s, STREAM_NONBLOCKING, "n");
    uint32_t e = scene_event(&s, "e"), never = scene_event(&s, "never");
    scene_record(&s, e, n);
    scene_kernel(&s, a, "k1", 1, US(100));
    scene_wait(&s, _i ? e : never, 0);
    scene_kernel(&s, b, "k2", 1, US(100));
    run();
    ck_assert_int_eq(scene_op(&s, 3)->start >= scene_op(&s, 1)->end, _i);
}
END_TEST

/* Measured on an H200 (malloc-fence.txt): allocations are barriers, but for one that gets what was
 * freed in the legacy stream itself. */
START_TEST(s1_5_stream_ordered_allocation_is_a_barrier)
{
    uint32_t a = scene_stream(&s, STREAM_BLOCKING, "a");
    uint32_t b = scene_stream(&s, STREAM_BLOCKING, "b");
    if (_i) {
        uint32_t m = scene_alloc(&s, CALL_cudaMallocAsync, MEMORY_DEVICE, 1000); /* 0 */
        scene_call(&s, CALL_cudaFreeAsync, _i == 1 ? 0 : b, m, 0);               /* 1 */
    }
    uint32_t first = _i ? 2 : 0;
    scene_kernel(&s, a, "k1", 1, US(100));
    scene_alloc(&s, CALL_cudaMallocAsync, MEMORY_DEVICE, 1000);
    scene_kernel(&s, b, "k2", 1, US(100));
    run();
    ck_assert_int_eq(scene_op(&s, first + 2)->start >= scene_op(&s, first)->end, _i != 1);
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
    static const int asked[] = {-100, -2, 7}, given[] = {-5, -2, 0};
    uint32_t a = scene_stream(&s, STREAM_NONBLOCKING, "a");
    s.program.streams.rows[a].priority = asked[_i];
    scene_call(&s, CALL_cudaStreamGetPriority, a, a, 0);
    run();
    ck_assert_int_eq(s.answers[CALL_cudaStreamGetPriority], given[_i]);
}
END_TEST

START_TEST(stream_attributes)
{
    uint32_t a = scene_stream(&s, STREAM_NONBLOCKING, "a");
    uint32_t b = scene_stream(&s, STREAM_BLOCKING, "b");
    uint32_t set = scene_call(&s, CALL_cudaStreamSetAttribute, a, a, -3);
    s.program.records.rows[set].count = 8; /* cudaLaunchAttributePriority */
    scene_call(&s, CALL_cudaStreamCopyAttributes, b, b, a);
    scene_call(&s, CALL_cudaStreamGetPriority, b, b, 0);
    scene_call(&s, CALL_cudaStreamGetFlags, a, a, 0);
    run();
    ck_assert_int_eq(s.answers[CALL_cudaStreamGetPriority], -3);
    ck_assert_int_eq(s.answers[CALL_cudaStreamGetFlags], 1);
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

/* --- what the driver knows to be done ------------------------------------------------------------
 */

static const struct {
    const char *name;
    enum op_kind kind; /* of what stands before the record */
    bool timing;
    bool again; /* the second query looks again */
} looked_for[] = {
    {"a kernel", OP_KERNEL, false, true},
    {"a memset", OP_MEMSET, false, true},
    {"a copy", OP_COPY, false, false},
    {"a kernel and a record with timing", OP_KERNEL, true, false},
};

/* Ended long ago: the first query of its event costs 1 us more, as it looks at the device, the
 * second again 1 us where that is not kept; behind a synchronize of the device none
 * (traces/experiments/event-looks.txt). Its stream likewise. */
START_TEST(asking_for_what_is_not_known_to_be_done_takes_longer)
{
    enum call calls[] = {CALL_cudaEventQuery, CALL_cudaEventSynchronize, CALL_cudaStreamQuery,
                         CALL_cudaStreamSynchronize};
    const int row = _i % 4;
    const enum call call = calls[_i / 4];
    s.profile.value[PROFILE_host_look] = US(1);
    uint32_t a = scene_stream(&s, STREAM_NONBLOCKING, "a"), e = scene_event(&s, "e");
    s.program.events.rows[e].timing = looked_for[row].timing;
    bool of_event = call == CALL_cudaEventQuery || call == CALL_cudaEventSynchronize;
    if (looked_for[row].kind == OP_KERNEL)
        scene_kernel(&s, a, "k", 1, US(10));
    else if (looked_for[row].kind == OP_MEMSET)
        scene_copy(&s, CALL_cudaMemsetAsync, a, COPY_MEMSET, MEMORY_NONE, 1000);
    else
        scene_copy(&s, CALL_cudaMemcpyAsync, a, COPY_D2H, MEMORY_PINNED, 1000);
    scene_record(&s, e, a);
    scene_call(&s, CALL_host_work, 0, 0, US(100));
    for (int i = 0; i < 3; i++) {
        if (i == 2)
            scene_synchronize(&s);
        /* A stream is named as what the call is about, or as what it is into. */
        uint32_t into = call == CALL_cudaStreamSynchronize ? a : 0;
        uint32_t about = of_event ? e : call == CALL_cudaStreamQuery ? a : 0;
        scene_call(&s, call, into, about, 0);
    }
    run();
    const int64_t usual = s.profile.call_cost[call];
    const int64_t costs[] = {usual + US(1), usual + (looked_for[row].again ? US(1) : 0), usual};
    for (size_t i = 0; i < 3; i++) {
        const struct timeline_call *made = scene_row(&s, call, i);
        ck_assert_msg(made->returned - made->enter == costs[i], "%s, query %zu: %ld ns",
                      looked_for[row].name, i, (long)(made->returned - made->enter));
    }
}
END_TEST

/* A record in a stream of which all is known to be done is known too, with timing it is not: a
 * command of its own. */
START_TEST(a_mark_behind_what_is_known_is_known)
{
    s.profile.value[PROFILE_host_look] = US(1);
    uint32_t a = scene_stream(&s, STREAM_NONBLOCKING, "a"), e = scene_event(&s, "e");
    s.program.events.rows[e].timing = _i;
    scene_kernel(&s, a, "k", 1, US(10));
    scene_synchronize(&s);
    scene_record(&s, e, a);
    scene_call(&s, CALL_host_work, 0, 0, US(100));
    scene_call(&s, CALL_cudaEventQuery, 0, e, 0);
    scene_synchronize(&s);
    scene_synchronize(&s);
    run();
    const struct timeline_call *query = scene_row(&s, CALL_cudaEventQuery, 0);
    int64_t usual = s.profile.call_cost[CALL_cudaEventQuery];
    ck_assert_int_eq(query->returned - query->enter, usual + (_i ? US(1) : 0));
    /* The device's own looks, where it was not the last to see all. */
    const struct timeline_call *first = scene_row(&s, CALL_cudaDeviceSynchronize, 1),
                               *second = scene_row(&s, CALL_cudaDeviceSynchronize, 2);
    ck_assert_int_eq(first->returned - first->enter, _i ? US(1) : 0);
    ck_assert_int_eq(second->returned - second->enter, 0);
}
END_TEST

int main(void)
{
    TCase *tests = tcase_create("rules");
    tcase_add_test(tests, a_stream_keeps_its_connection_until_another_has_used_it);
    tcase_add_test(tests, a_copy_engine_takes_connections_in_turn);
    tcase_add_test(tests, a_copy_engine_takes_what_was_called_before_first);
    tcase_add_loop_test(tests, a_copy_engine_misses_what_is_ready_too_late, 0, 4);
    tcase_add_test(tests, s1_1_a_stream_is_in_order);
    tcase_add_test(tests, s1_1_streams_are_unordered);
    tcase_add_test(tests, s1_2_legacy_is_a_barrier_both_ways);
    tcase_add_test(tests, s1_3_a_barrier_is_by_issue_time);
    tcase_add_test(tests, s1_4_non_blocking_streams_pass);
    tcase_add_test(tests, s1_4_events_order_through_non_blocking_streams);
    tcase_add_loop_test(tests, s1_5_every_operation_in_legacy_is_a_barrier, 0, 6);
    tcase_add_loop_test(tests, s1_5_a_wait_is_a_barrier_if_its_event_was_recorded, 0, 2);
    tcase_add_loop_test(tests, s1_5_stream_ordered_allocation_is_a_barrier, 0, 3);
    tcase_add_test(tests, s1_6_synchronizing_legacy_waits_for_blocking_streams);
    tcase_add_test(tests, s1_7_a_stream_created_later_waits_for_legacy);
    tcase_add_test(tests, s1_8_a_per_thread_stream_blocks);
    tcase_add_loop_test(tests, s1_12_priorities_are_clamped, 0, 3);
    tcase_add_test(tests, stream_attributes);
    tcase_add_test(tests, fences_of_thousands_of_streams);
    tcase_add_test(tests, s4_1_an_event_never_recorded);
    tcase_add_test(tests, s4_2_a_wait_binds_to_the_record_at_the_call);
    tcase_add_test(tests, s4_4_elapsed_time);
    tcase_add_test(tests, s4_5_records_without_timing_are_cheaper);
    tcase_add_loop_test(tests, asking_for_what_is_not_known_to_be_done_takes_longer, 0, 16);
    tcase_add_loop_test(tests, a_mark_behind_what_is_known_is_known, 0, 2);
    tcase_add_test(tests, after_is_reduced);
    tcase_add_test(tests, after_goes_through_threads);
    return run_case("runtime: streams, events, orders", tests);
}
