/* The virtual runtime: calls that wait, memory, host functions, the environment (semantics S3),
 * polls and replay. */
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

static int64_t lasts(uint32_t op)
{
    return scene_op(&s, op)->returned - scene_op(&s, op)->call;
}

static int64_t call_lasts(enum call call, size_t n)
{
    const struct timeline_call *row = scene_row(&s, call, n);
    ck_assert_ptr_nonnull(row);
    return row->returned - row->enter;
}

/* Chunks of 10000 bytes: two allocations in one, a third needs another; cudaFree doesn't wait, and
 * gives a chunk back with the last of its blocks (allocation.txt). */
START_TEST(s3_1_free_of_a_pools_memory)
{
    uint32_t a = scene_stream(&s, STREAM_NONBLOCKING, "a"), m[3];
    s.profile.value[PROFILE_host_pool_chunk] = 10000;
    s.profile.value[PROFILE_host_pool_release] = US(42);
    for (int i = 0; i < 3; i++)
        m[i] = scene_alloc(&s, CALL_cudaMallocAsync, MEMORY_DEVICE, 4096); /* 0, 1, 2 */
    scene_kernel(&s, a, "k", 1, US(1000));
    scene_call(&s, CALL_cudaFree, 0, m[0], 0);
    scene_alloc(&s, CALL_cudaMallocAsync, MEMORY_DEVICE, 4096); /* 4: what was freed */
    scene_call(&s, CALL_cudaFree, 0, m[2], 0);
    scene_alloc(&s, CALL_cudaMallocAsync, MEMORY_DEVICE, 4096); /* 5: grows again */
    run();
    ck_assert_int_eq(lasts(0), US(40));
    ck_assert_int_eq(lasts(1), 500);
    ck_assert_int_eq(lasts(2), US(40));
    ck_assert_int_eq(call_lasts(CALL_cudaFree, 0), 500);
    ck_assert_int_eq(lasts(4), 500);
    ck_assert_int_eq(call_lasts(CALL_cudaFree, 1), US(42.5));
    ck_assert_int_eq(lasts(5), US(40));
}
END_TEST

/* Two blocks in a chunk; b frees one behind a kernel, which an event orders before a's allocation:
 * that gets it, but not if b has freed the other since (pool-order.txt). Then the pool grows, also
 * if the free happens while it does, and what is left of the new chunk is the next one's. */
START_TEST(s3_1_what_another_stream_freed_is_had_behind_its_last_free)
{
    uint32_t a = scene_stream(&s, STREAM_NONBLOCKING, "a");
    uint32_t b = scene_stream(&s, STREAM_NONBLOCKING, "b"), e = scene_event(&s, "e"), m[4];
    s.profile.value[PROFILE_host_pool_chunk] = 10000;
    for (int i = 0; i < 4; i++)
        m[i] = program_add_alloc(&s.program,
                                 &(struct program_alloc){.kind = MEMORY_DEVICE, .bytes = 4096});
    scene_call(&s, CALL_cudaMallocAsync, a, m[0], 0); /* 0 */
    scene_call(&s, CALL_cudaMallocAsync, a, m[1], 0);
    scene_kernel(&s, b, "k", 1, _i == 2 ? US(20) : US(1000));
    scene_call(&s, CALL_cudaFreeAsync, b, m[0], 0);
    scene_record(&s, e, b);
    if (_i > 0)
        scene_call(&s, CALL_cudaFreeAsync, b, m[1], 0);
    scene_wait(&s, e, a);
    scene_call(&s, CALL_cudaMallocAsync, a, m[2], 0); /* 6 or 7 */
    scene_call(&s, CALL_cudaMallocAsync, a, m[3], 0);
    run();
    ck_assert_int_eq(lasts(_i ? 7 : 6), _i ? US(40) : 500);
    ck_assert_int_eq(lasts(_i ? 8 : 7), _i ? 500 : US(40));
}
END_TEST

/* A synchronize of another stream gives nothing back; the stream's own does when it has waited, and
 * takes as long for it as there are bytes. */
START_TEST(s3_1_a_synchronize_gives_chunks_back)
{
    uint32_t a = scene_stream(&s, STREAM_NONBLOCKING, "a");
    uint32_t b = scene_stream(&s, STREAM_NONBLOCKING, "b"), m[2];
    s.profile.value[PROFILE_host_pool_chunk] = 1 << 20;
    s.profile.value[PROFILE_host_pool_grow_per_mib] = 1000000; /* 1 us */
    s.profile.value[PROFILE_host_pool_release] = US(42);
    s.profile.value[PROFILE_host_pool_release_per_mib] = 2000000;
    for (int i = 0; i < 2; i++) {
        m[i] = program_add_alloc(&s.program, &(struct program_alloc){.kind = MEMORY_DEVICE,
                                                                     .bytes = i ? 4096 : 3 << 20});
        scene_call(&s, CALL_cudaMallocAsync, a, m[i], 0); /* 42, 40 */
    }
    scene_kernel(&s, a, "k", 1, US(1000)); /* 84 to 1084 */
    scene_call(&s, CALL_cudaFreeAsync, a, m[0], 0);
    scene_call(&s, CALL_cudaStreamSynchronize, b, b, 0);
    scene_call(&s, CALL_cudaStreamSynchronize, a, a, 0);
    scene_call(&s, CALL_cudaFreeAsync, a, m[1], 0);
    scene_synchronize(&s);
    run();
    ck_assert_int_eq(lasts(0), US(42));
    ck_assert_int_eq(lasts(1), US(40));
    ck_assert_int_eq(call_lasts(CALL_cudaStreamSynchronize, 0), 0);
    ck_assert_int_eq(scene_row(&s, CALL_cudaStreamSynchronize, 1)->returned, US(1084 + 42 + 4));
    ck_assert_int_eq(call_lasts(CALL_cudaDeviceSynchronize, 0), US(42));
}
END_TEST

/* Of memory of half a chunk every second allocation takes a chunk, and of two frees the last gives
 * it back; larger memory has its own, whose rest serves what fits (malloc-cut.txt). */
START_TEST(s3_1_small_memory_is_cut_from_chunks)
{
    bool host = _i;
    enum call get = host ? CALL_cudaMallocHost : CALL_cudaMalloc;
    enum call give = host ? CALL_cudaFreeHost : CALL_cudaFree;
    s.profile.value[PROFILE_host_chunk] = 2048;
    s.profile.value[PROFILE_host_chunk_call] = US(2);
    s.profile.curve[host ? PROFILE_host_malloc_host : PROFILE_host_malloc] =
        (struct profile_curve){.count = 1, .size = {1}, .time = {US(30)}};
    s.profile.curve[host ? PROFILE_host_free_host : PROFILE_host_free] =
        (struct profile_curve){.count = 1, .size = {1}, .time = {US(20)}};
    static const uint64_t sizes[] = {1024, 1024, 1024, 1025, 400, 500, 500};
    static const int64_t got[] = {30, 2, 30, 30, 2, 2, 2}, given[] = {2, 20, 2, 2, 2, 20, 20};
    uint32_t m[7];
    for (int i = 0; i < 7; i++)
        m[i] = scene_alloc(&s, get, host ? MEMORY_PINNED : MEMORY_DEVICE, sizes[i]);
    for (int i = 0; i < 7; i++)
        scene_call(&s, give, 0, m[i], 0);
    run();
    for (size_t i = 0; i < 7; i++) {
        ck_assert_int_eq(call_lasts(get, i), got[i] * 1000);
        ck_assert_int_eq(call_lasts(give, i), given[i] * 1000);
    }
}
END_TEST

/* The first of a program takes longer than those that follow (calls-in-programs.txt), and no less
 * than what its growth costs. */
START_TEST(the_first_growth_of_a_program_takes_longer)
{
    scene_stream(&s, STREAM_NONBLOCKING, "a");
    s.profile.value[PROFILE_host_pool_chunk] = 1 << 20;
    s.profile.value[PROFILE_host_pool_grow_per_mib] = 1000000; /* 1 us */
    s.profile.value[PROFILE_host_pool_first] = _i == 0 ? US(80) : US(50);
    scene_alloc(&s, CALL_cudaMallocAsync, MEMORY_DEVICE, _i == 0 ? 1 << 20 : 21 << 20);
    scene_alloc(&s, CALL_cudaMallocAsync, MEMORY_DEVICE, 1 << 20);
    run();
    ck_assert_int_eq(lasts(0), _i == 0 ? US(80) : US(60)); /* 40 + 20 MiB beyond a chunk */
    ck_assert_int_eq(lasts(1), US(40));
}
END_TEST

/* Small requests leave large blocks whole, so that two sizes in turn don't make the pool grow. */
START_TEST(s3_1_a_pool_gives_what_fits_best)
{
    uint32_t a = scene_stream(&s, STREAM_NONBLOCKING, "a");
    for (int round = 0; round < 2; round++) {
        uint32_t m[2];
        for (int i = 0; i < 2; i++) {
            m[i] = program_add_alloc(
                &s.program, &(struct program_alloc){.kind = MEMORY_DEVICE, .bytes = 4096u << i});
            scene_call(&s, CALL_cudaMallocAsync, a, m[i], 0);
        }
        for (int i = 0; i < 2; i++)
            scene_call(&s, CALL_cudaFreeAsync, a, m[i], 0);
    }
    run();
    for (uint32_t op = 4; op < 6; op++)
        ck_assert_int_eq(scene_op(&s, op)->returned - scene_op(&s, op)->call, 500);
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

START_TEST(s3_4_loading_waits_for_what_is_pending_and_holds_back_what_follows)
{
    s.options.cold = true; /* the context: 1000 us; the first kernel 50, others 6 */
    uint32_t a = scene_stream(&s, STREAM_NONBLOCKING, "a");
    uint32_t b = scene_stream(&s, STREAM_NONBLOCKING, "b");
    uint32_t c = scene_stream(&s, STREAM_NONBLOCKING, "c");
    scene_kernel(&s, a, "k", 1, US(100)); /* 1052 to 1152 */
    scene_kernel(&s, b, "l", 1, US(10));  /* issued at 1052 + 6 + 4, loads l: at 1152 */
    scene_kernel(&s, c, "k", 1, US(10));  /* is loaded, but waits as well */
    scene_synchronize(&s);
    scene_kernel(&s, a, "k", 1, US(100)); /* 1162 + 2 */
    scene_kernel(&s, b, "l", 1, US(10));  /* + 4 */
    run();
    starts(1, US(1152));
    waits(1, 0, RULE_ID_MODULE_LOAD, TIMELINE_NO_OP, US(1058));
    waits(1, 1, RULE_ID_ISSUE, TIMELINE_NO_OP, US(1062));
    waits(1, 2, RULE_ID_MODULE_LOAD, 0, US(1152));
    starts(2, US(1152));
    waits(2, 1, RULE_ID_MODULE_LOAD, 0, US(1152));
    starts(4, US(1168));
    ck_assert_int_eq(scene_op(&s, 1)->after_count, 0); /* CUDA guarantees none of it */
}
END_TEST

/* Asking for a kernel's attributes loads it. */
START_TEST(s3_4_attributes_load)
{
    s.options.cold = true;
    uint32_t a = scene_stream(&s, STREAM_NONBLOCKING, "a");
    struct program_launch launch = scene_geometry(&s, "k", 1, US(10));
    scene_call(&s, CALL_cudaFuncGetAttributes, 0, launch.kernel, 0); /* 1000 to 1050 */
    scene_launch(&s, a, &launch);
    run();
    starts(0, US(1052));
}
END_TEST

/* A thread that sleeps takes 26 us to wake: by the device's flag, for an event by its own. */
START_TEST(s3_2_ways_of_waiting)
{
    uint32_t a = scene_stream(&s, STREAM_NONBLOCKING, "a");
    uint32_t spun = scene_event(&s, "spun"), slept = scene_event(&s, "slept");
    s.program.events.rows[slept].blocking = true;
    scene_kernel(&s, a, "k", 1, US(98)); /* 2 to 100 */
    scene_record(&s, spun, a);
    scene_call(&s, CALL_cudaEventSynchronize, 0, spun, 0);
    scene_kernel(&s, a, "k", 1, US(98)); /* 102 to 200 */
    scene_record(&s, slept, a);
    scene_call(&s, CALL_cudaEventSynchronize, 0, slept, 0);
    scene_call(&s, CALL_cudaSetDeviceFlags, 0, 0, 4); /* cudaDeviceScheduleBlockingSync */
    scene_kernel(&s, a, "k", 1, US(10));              /* 228 to 238 */
    scene_call(&s, CALL_cudaStreamSynchronize, a, a, 0);
    scene_kernel(&s, a, "k", 1, US(10)); /* 266 to 276 */
    scene_record(&s, spun, a);
    scene_call(&s, CALL_cudaEventSynchronize, 0, spun, 0);
    run();
    returns(CALL_cudaEventSynchronize, 0, US(100), 0);
    returns(CALL_cudaEventSynchronize, 1, US(226), 0);
    returns(CALL_cudaStreamSynchronize, 0, US(264), 0);
    returns(CALL_cudaEventSynchronize, 2, US(276), 0);
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

/* Behind others a launch costs host.launch_pending, more or less than alone; 0: the same. */
START_TEST(launches_behind_pending_work)
{
    static const int64_t pending[] = {US(4), US(1), 0}, cost[] = {US(4), US(1), US(2)};
    s.profile.value[PROFILE_host_launch_pending] = pending[_i];
    uint32_t a = scene_stream(&s, STREAM_NONBLOCKING, "a");
    scene_kernel(&s, a, "k", 1, US(100));
    scene_kernel(&s, a, "k", 1, US(100));
    run();
    ck_assert_int_eq(scene_op(&s, 0)->returned, US(2));
    ck_assert_int_eq(scene_op(&s, 1)->returned - scene_op(&s, 1)->call, cost[_i]);
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
    for (int i = 0; i < 4; i++) /* one runs and two wait: the fourth finds no room */
        scene_kernel(&s, a, "k", 1, US(100));
    run();
    const struct timeline_call *row = scene_row(&s, CALL_cudaLaunchKernel, 0);
    ck_assert_ptr_nonnull(row);
    const struct timeline_wait *wait = &s.timeline.waits.rows[row->first_wait];
    ck_assert_int_eq((int)wait->rule, RULE_ID_LAUNCH_QUEUE);
    const struct timeline_op *op = scene_op(&s, row->op);
    ck_assert_int_eq(wait->to, US(102)); /* the second kernel begins: there is room */
    ck_assert_int_eq(op->returned, US(106));
    waits(row->op, 0, RULE_ID_LAUNCH_QUEUE, wait->blocker, US(102));
    waits(row->op, 1, RULE_ID_ISSUE, TIMELINE_NO_OP, US(106));
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
    ck_assert_int_eq(s.timeline.wall, US(6)); /* nobody waits for the second kernel, 5 to 6 */
    comes_after(1, "0");
}
END_TEST

/* The host does something else between its queries: the one that finds the kernel done waited, too,
 * and ends the wall time. Of what the host knows, a query does not. */
START_TEST(a_query_after_one_that_was_too_early_waits)
{
    uint32_t a = scene_stream(&s, STREAM_NONBLOCKING, "a"), e = scene_event(&s, "e");
    scene_kernel(&s, a, "k", 1, US(10)); /* 2 to 12 */
    scene_record(&s, e, a);              /* until 2.5 */
    scene_call(&s, CALL_cudaEventQuery, 0, e, 0);
    scene_call(&s, CALL_host_work, 0, 0, US(4));
    scene_call(&s, CALL_cudaStreamQuery, a, a, 0);
    scene_call(&s, CALL_host_work, 0, 0, US(10));
    scene_call(&s, CALL_cudaStreamQuery, a, a, 0); /* 17 */
    scene_call(&s, CALL_host_work, 0, 0, US(1));
    scene_call(&s, CALL_cudaEventQuery, 0, e, 0);
    scene_call(&s, CALL_cudaStreamQuery, a, a, 0);
    run();
    const struct timeline_call *query = scene_row(&s, CALL_cudaStreamQuery, 1);
    ck_assert_int_eq(scene_row(&s, CALL_cudaStreamQuery, 0)->wait_count, 0);
    call_waits(query, 0, RULE_ID_STREAM_SYNCHRONIZE, 1, query->returned);
    ck_assert_int_eq(scene_row(&s, CALL_cudaEventQuery, 1)->wait_count, 0);
    ck_assert_int_eq(scene_row(&s, CALL_cudaStreamQuery, 2)->wait_count, 0);
    ck_assert_int_gt(query->enter, US(16));
    ck_assert_int_eq(s.timeline.wall, query->returned);
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
    tcase_add_loop_test(tests, s3_1_what_another_stream_freed_is_had_behind_its_last_free, 0, 3);
    tcase_add_test(tests, s3_1_a_synchronize_gives_chunks_back);
    tcase_add_loop_test(tests, s3_1_small_memory_is_cut_from_chunks, 0, 2);
    tcase_add_loop_test(tests, the_first_growth_of_a_program_takes_longer, 0, 2);
    tcase_add_test(tests, s3_1_a_pool_gives_what_fits_best);
    tcase_add_test(tests, s3_1_a_release_threshold_keeps_memory);
    tcase_add_test(tests, out_of_memory);
    tcase_add_test(tests, s3_3_host_functions_are_part_of_the_stream);
    tcase_add_test(tests, s3_3_what_a_host_function_does);
    tcase_add_test(tests, s3_4_the_first_launch_loads_the_kernel);
    tcase_add_test(tests, s3_4_loading_waits_for_what_is_pending_and_holds_back_what_follows);
    tcase_add_test(tests, s3_4_attributes_load);
    tcase_add_test(tests, s3_2_ways_of_waiting);
    tcase_add_test(tests, s3_4_eager_loading_comes_with_the_context);
    tcase_add_loop_test(tests, launches_behind_pending_work, 0, 3);
    tcase_add_test(tests, s3_5_launch_blocking_by_setenv);
    tcase_add_loop_test(tests, s3_6_the_number_of_connections, 0, 2);
    tcase_add_test(tests, s7_1_a_full_launch_queue_blocks_the_call);
    tcase_add_test(tests, a_poll_goes_on_until_it_succeeds);
    tcase_add_test(tests, a_query_after_one_that_was_too_early_waits);
    tcase_add_test(tests, a_recorded_run_replays_equal);
    tcase_add_test(tests, ranges_limit_the_timed_part);
    tcase_add_test(tests, attributes_by_number);
    tcase_add_test(tests, guaranteed_and_observed_fences_agree);
    return run_case("runtime: calls", tests);
}
