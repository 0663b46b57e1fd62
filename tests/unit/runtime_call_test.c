/* The virtual runtime: calls that wait, host functions, the environment (semantics S3), threads,
 * errors, replay. */
#include "tests/unit/runtime_case.h"

/* --- S3: calls that wait, host functions, environment ----------------------------------------- */

START_TEST(s3_1_free_waits_for_the_device)
{
    uint32_t n = scene_stream(&s, STREAM_NONBLOCKING, "n");
    uint32_t m = scene_alloc(&s, CALL_cudaMalloc, MEMORY_DEVICE, 4096); /* 10 us, no wait */
    scene_kernel(&s, n, "k", 1, US(100));                               /* 12 to 112 */
    scene_call(&s, CALL_cudaFree, 0, 0, 0);                             /* null: at once */
    scene_call(&s, CALL_cudaFree, 0, m, 0);                             /* to 112 + 3 */
    scene_call(&s, CALL_cudaFree, 0, m, 0);
    scene_kernel(&s, n, "k", 1, US(100));
    run();
    returns(CALL_cudaFree, 0, US(12), 0);
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

/* cudaFree of stream-ordered memory doesn't wait, and its block is reused. */
START_TEST(s3_1_free_of_a_pools_memory)
{
    uint32_t a = scene_stream(&s, STREAM_NONBLOCKING, "a");
    uint32_t m = scene_alloc(&s, CALL_cudaMallocAsync, MEMORY_DEVICE, 4096); /* 40 */
    scene_kernel(&s, a, "k", 1, US(100));
    scene_call(&s, CALL_cudaFree, 0, m, 0);
    scene_alloc(&s, CALL_cudaMallocAsync, MEMORY_DEVICE, 4096); /* 0.5: no growth */
    run();
    ck_assert_ptr_nonnull(scene_row(&s, CALL_cudaFree, 0));
    ck_assert_int_eq(scene_row(&s, CALL_cudaFree, 0)->returned, scene_op(&s, 1)->returned + US(3));
    ck_assert_int_eq(scene_op(&s, 2)->returned - scene_op(&s, 2)->call, 500);
}
END_TEST

START_TEST(s3_1_a_release_threshold_keeps_memory)
{
    uint32_t pool = program_add_pool(&s.program, &(struct program_pool){0});
    scene_call(&s, CALL_cudaMemPoolCreate, 0, pool, 0);
    uint32_t set = scene_call(&s, CALL_cudaMemPoolSetAttribute, 0, pool, -1);
    s.program.records.rows[set].count = 4; /* cudaMemPoolAttrReleaseThreshold */
    for (int i = 0; i < 2; i++) {
        uint32_t m = program_add_alloc(
            &s.program,
            &(struct program_alloc){.kind = MEMORY_DEVICE, .bytes = 4096, .pool = pool});
        s.profile.call_cost[CALL_cudaMallocFromPoolAsync] = 500;
        scene_call(&s, CALL_cudaMallocFromPoolAsync, 0, m, 0);
        scene_call(&s, CALL_cudaFreeAsync, 0, m, 0);
        scene_synchronize(&s);
    }
    run();
    ck_assert_int_eq(scene_op(&s, 0)->returned - scene_op(&s, 0)->call, US(40));
    ck_assert_int_eq(scene_op(&s, 2)->returned - scene_op(&s, 2)->call, 500);
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

/* --- threads -------------------------------------------------------------------------------------
 */

START_TEST(the_thread_with_the_smallest_time_goes_first)
{
    uint32_t a = scene_stream(&s, STREAM_NONBLOCKING, "a");
    uint32_t child = scene_thread(&s);
    scene_kernel(&s, a, "main", 1, US(10));                                  /* issued at 2 */
    scene_copy(&s, CALL_cudaMemcpyAsync, a, COPY_H2D, MEMORY_PINNED, 10000); /* 3 */
    s.thread = (uint16_t)child;
    scene_copy(&s, CALL_cudaMemcpyAsync, a, COPY_D2H, MEMORY_PINNED, 10000); /* 1: first */
    scene_kernel(&s, a, "child", 1, US(10));                                 /* 1 + 4 */
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

/* A condition: its waiter holds a lock of its own and waits for it; who wakes it releases it. */
START_TEST(a_lock_released_for_its_holder)
{
    uint32_t child = scene_thread(&s);
    scene_call(&s, CALL_lock_acquire, 0, 5, 0);
    scene_call(&s, CALL_lock_acquire, 0, 5, 0);
    s.thread = (uint16_t)child;
    scene_call(&s, CALL_host_work, 0, 0, US(10));
    uint32_t wake = scene_call(&s, CALL_lock_release, 0, 5, 0);
    s.program.records.rows[wake].count = 1;
    run();
    returns(CALL_lock_acquire, 0, US(10), 0);
}
END_TEST

START_TEST(the_process_ends_with_main)
{
    uint32_t child = scene_thread(&s);
    scene_call(&s, CALL_lock_acquire, 0, 0, 0);
    scene_call(&s, CALL_host_work, 0, 0, US(5));
    s.thread = (uint16_t)child;
    scene_call(&s, CALL_host_work, 0, 0, US(1));
    scene_call(&s, CALL_lock_acquire, 0, 0, 0); /* never gets it: no deadlock */
    run();
    ck_assert_ptr_null(scene_row(&s, CALL_lock_acquire, 0));
}
END_TEST

START_TEST(exit_ends_all_threads)
{
    uint32_t child = scene_thread(&s);
    scene_call(&s, CALL_host_work, 0, 0, US(5));
    scene_call(&s, CALL_host_work, 0, 0, US(5));
    s.thread = (uint16_t)child;
    scene_call(&s, CALL_host_work, 0, 0, US(6));
    scene_call(&s, CALL_thread_end, 0, 0, 1);
    run();
    returns(CALL_host_work, 0, US(5), 0);
    returns(CALL_host_work, 1, US(6), 0);
    ck_assert_ptr_null(scene_row(&s, CALL_host_work, 2));
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
    static const int expected[] = {CUDA_cudaErrorInvalidValue, CUDA_cudaErrorInvalidValue,
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

/* What only the source can see wrong. */
START_TEST(refused_calls_return_their_error)
{
    uint32_t record = scene_call(&s, CALL_cudaMemcpy, 0, 0, 0);
    s.program.records.rows[record].flags = RECORD_REFUSED;
    s.program.records.rows[record].result = CUDA_cudaErrorInvalidValue;
    scene_call(&s, CALL_cudaGetLastError, 0, 0, 0);
    run();
    returns(CALL_cudaMemcpy, 0, 0, CUDA_cudaErrorInvalidValue);
    returns(CALL_cudaGetLastError, 0, 0, CUDA_cudaErrorInvalidValue);
    ck_assert_uint_eq(s.timeline.ops.count, 0);
}
END_TEST

/* Whatever a program file says: no row is trusted. */
START_TEST(rows_that_do_not_exist_are_refused)
{
    static const enum call calls[] = {CALL_cudaStreamSynchronize,
                                      CALL_cudaEventRecord,
                                      CALL_cudaMemcpy,
                                      CALL_cudaLaunchKernel,
                                      CALL_cudaLaunchHostFunc,
                                      CALL_cudaMalloc,
                                      CALL_cudaMemPoolDestroy,
                                      CALL_thread_join,
                                      CALL_cudaFuncSetAttribute,
                                      CALL_range_push,
                                      CALL_lock_acquire,
                                      CALL_host_read};
    scene_call(&s, calls[_i], 0, 4000000000u, 0);
    ck_assert_int_eq(scene_run(&s), -1);
    ck_assert_int_eq(s.err.line, 1);
}
END_TEST

START_TEST(streams_that_do_not_exist_are_refused)
{
    scene_kernel(&s, 7, "k", 1, US(1));
    refuse(1, "no stream 7");
}
END_TEST

START_TEST(time_has_an_end)
{
    for (int i = 0; i < 3; i++)
        scene_call(&s, CALL_host_work, 0, 0, INT64_MAX / 2);
    refuse(1, "36 years");
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
    /* 2.25, 2.5, 2.75: not ready; 3: ready. One row, which waited for the kernel. */
    returns(CALL_cudaStreamQuery, 0, US(3), 0);
    call_waits(scene_row(&s, CALL_cudaStreamQuery, 0), 0, RULE_ID_STREAM_SYNCHRONIZE, 0, US(3));
    ck_assert_ptr_null(scene_row(&s, CALL_cudaStreamQuery, 1));
    ck_assert_int_eq(s.timeline.wall, US(3));
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
    for (int i = 0; i < 3; i++) {
        scene_call(&s, CALL_cudaEventQuery, 0, e, 0);
        s.line -= i < 2; /* a loop: one place */
    }
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
    TCase *tests = tcase_create("rules");
    tcase_add_test(tests, s3_1_free_waits_for_the_device);
    tcase_add_test(tests, s3_1_free_guarantees_nothing);
    tcase_add_test(tests, s3_1_synchronizing_waits);
    tcase_add_test(tests, a_device_synchronize_blames_in_turn);
    tcase_add_test(tests, s3_1_pools_grow_and_reuse);
    tcase_add_test(tests, s3_1_free_of_a_pools_memory);
    tcase_add_test(tests, s3_1_a_release_threshold_keeps_memory);
    tcase_add_test(tests, out_of_memory);
    tcase_add_test(tests, s3_3_host_functions_are_part_of_the_stream);
    tcase_add_test(tests, s3_3_what_a_host_function_does);
    tcase_add_test(tests, s3_4_the_first_launch_loads_the_kernel);
    tcase_add_test(tests, s3_4_eager_loading_comes_with_the_context);
    tcase_add_test(tests, s3_5_launch_blocking_by_setenv);
    tcase_add_loop_test(tests, s3_6_the_number_of_connections, 0, 2);
    tcase_add_test(tests, s7_1_a_full_launch_queue_blocks_the_call);
    tcase_add_test(tests, the_thread_with_the_smallest_time_goes_first);
    tcase_add_test(tests, locks_are_handed_on);
    tcase_add_test(tests, a_lock_released_for_its_holder);
    tcase_add_test(tests, the_process_ends_with_main);
    tcase_add_test(tests, exit_ends_all_threads);
    tcase_add_test(tests, two_threads_that_wait_for_each_other);
    tcase_add_test(tests, a_thread_that_joins_itself);
    tcase_add_test(tests, geometry_is_checked);
    tcase_add_test(tests, a_deferred_error_appears_and_sticks);
    tcase_add_test(tests, a_destroyed_stream_is_refused);
    tcase_add_test(tests, a_destroyed_event_is_refused);
    tcase_add_test(tests, destroying_a_busy_stream_returns_at_once);
    tcase_add_test(tests, refused_calls_return_their_error);
    tcase_add_loop_test(tests, rows_that_do_not_exist_are_refused, 0, 12);
    tcase_add_test(tests, streams_that_do_not_exist_are_refused);
    tcase_add_test(tests, time_has_an_end);
    tcase_add_test(tests, graphs_are_refused);
    tcase_add_test(tests, other_devices_are_refused);
    tcase_add_test(tests, copies_between_devices_are_refused);
    tcase_add_test(tests, calls_are_counted);
    tcase_add_test(tests, a_poll_goes_on_until_it_succeeds);
    tcase_add_test(tests, a_recorded_run_replays_equal);
    tcase_add_test(tests, ranges_limit_the_timed_part);
    tcase_add_test(tests, attributes_by_number);
    tcase_add_test(tests, guaranteed_and_observed_fences_agree);
    return run_case("runtime: calls", tests);
}
