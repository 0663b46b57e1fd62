/* The virtual runtime: host threads, CUDA errors, and what is refused. */
#include "tests/unit/runtime_case.h"

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

/* Each call takes longer for each other thread that is in one (host-threads.txt). */
START_TEST(threads_in_calls_hold_each_other_up)
{
    s.profile.value[PROFILE_host_contention] = 700;
    s.profile.value[PROFILE_host_contention_mark] = 100;
    uint32_t a = scene_stream(&s, STREAM_NONBLOCKING, "a");
    uint32_t e = scene_event(&s, "e");
    uint32_t child = scene_thread(&s);
    scene_kernel(&s, a, "k", 1, US(10));                                    /* nobody else: 2 */
    scene_copy(&s, CALL_cudaMemcpyAsync, a, COPY_H2D, MEMORY_PINNED, 1000); /* 1 + 0.7 */
    scene_record(&s, e, a);                                                 /* nobody else: 0.5 */
    s.thread = (uint16_t)child;
    scene_call(&s, CALL_host_work, 0, 0, US(1));
    scene_record(&s, e, a); /* from 1 to 1 + 0.5 + 0.1 */
    scene_call(&s, CALL_host_work, 0, 0, 300);
    scene_record(&s, e, a); /* 1.9 to 2.5 */
    run();
    ck_assert_int_eq(scene_op(&s, 0)->returned, 1600); /* the child's */
    ck_assert_int_eq(scene_op(&s, 1)->returned, US(2));
    ck_assert_int_eq(scene_op(&s, 2)->returned, 2500);
    ck_assert_int_eq(scene_op(&s, 3)->returned, 3700);
    ck_assert_int_eq(scene_op(&s, 4)->returned, 4200);
}
END_TEST

/* The first other thread costs most, each further one less; one that has made no call since this
 * thread's last one costs nothing (lock-turns.txt), and a thread's first call has costs of its own.
 */
START_TEST(threads_that_called_meanwhile_hold_each_other_up)
{
    s.profile.value[PROFILE_host_contention] = 700;
    s.profile.value[PROFILE_host_contention_more] = 100;
    uint32_t a = scene_stream(&s, STREAM_NONBLOCKING, "a");
    uint32_t b = scene_stream(&s, STREAM_NONBLOCKING, "b");
    uint32_t child = scene_thread(&s), other = scene_thread(&s);
    scene_kernel(&s, a, "k", 1, US(1)); /* 0 to 2: nobody else */
    scene_call(&s, CALL_host_work, 0, 0, US(18));
    scene_kernel(&s, a, "k", 1, US(1)); /* 20 to 22.8: both have called since */
    scene_call(&s, CALL_host_work, 0, 0, 7200);
    scene_kernel(&s, a, "k", 1, US(1)); /* 30 to 32: nobody has */
    s.thread = (uint16_t)child;
    scene_call(&s, CALL_host_work, 0, 0, US(5));
    scene_kernel(&s, b, "k", 1, US(1)); /* 5 to 7 */
    s.thread = (uint16_t)other;
    scene_call(&s, CALL_host_work, 0, 0, US(10));
    scene_kernel(&s, b, "k", 1, US(1)); /* 10 to 12 */
    run();
    static const int64_t returned[] = {2000, 7000, 12000, 22800, 32000};
    for (uint32_t op = 0; op < 5; op++)
        ck_assert_int_eq(scene_op(&s, op)->returned, returned[op]);
}
END_TEST

/* A thread whose first call makes it known to the device is in a call, too. */
START_TEST(a_thread_that_becomes_known_holds_others_up)
{
    s.profile.value[PROFILE_host_contention] = 700;
    s.profile.value[PROFILE_host_thread_first_call] = US(10);
    uint32_t a = scene_stream(&s, STREAM_NONBLOCKING, "a");
    uint32_t child = scene_thread(&s);
    scene_call(&s, CALL_host_work, 0, 0, US(1));
    scene_kernel(&s, a, "main", 1, US(10)); /* 1 + 2 + 0.7 */
    s.thread = (uint16_t)child;
    scene_kernel(&s, a, "child", 1, US(10));
    run();
    ck_assert_int_eq(scene_op(&s, 0)->returned, 3700);
}
END_TEST

/* Where there are threads CUPTI gets a mark between calls that enqueue. */
START_TEST(calls_of_programs_with_threads_are_marked_while_cupti_records)
{
    for (int threads = 0; threads <= 1; threads++) {
        scene_release(&s);
        scene_init_round(&s);
        s.options.cupti = true;
        s.profile.value[PROFILE_cupti_tag] = 600;
        uint32_t a = scene_stream(&s, STREAM_NONBLOCKING, "a");
        if (threads)
            scene_thread(&s);
        scene_kernel(&s, a, "k", 1, US(10));
        scene_kernel(&s, a, "k", 1, US(10));
        scene_call(&s, CALL_cudaStreamQuery, a, 0, 0);
        run();
        const struct timeline_op *first = scene_op(&s, 0), *second = scene_op(&s, 1);
        ck_assert_int_eq(second->call - first->returned, threads ? 600 : 0);
    }
}
END_TEST

/* Recording takes longer beside others too; a launch by itself 0.7 us. */
START_TEST(threads_hold_each_other_up_more_while_cupti_records)
{
    s.options.cupti = true;
    s.profile.value[PROFILE_host_contention] = 700;
    s.profile.value[PROFILE_host_contention_mark] = 100;
    s.profile.value[PROFILE_cupti_contention] = 300;
    s.profile.value[PROFILE_cupti_thread_begin] = s.profile.value[PROFILE_cupti_thread] = 0;
    uint32_t a = scene_stream(&s, STREAM_NONBLOCKING, "a");
    uint32_t e = scene_event(&s, "e");
    uint32_t child = scene_thread(&s);
    scene_kernel(&s, a, "k", 1, US(10)); /* nobody else: 2 + 0.7 */
    s.thread = (uint16_t)child;
    scene_call(&s, CALL_host_work, 0, 0, US(1));
    scene_record(&s, e, a);                                                 /* 0.5 + 0.1 */
    scene_copy(&s, CALL_cudaMemcpyAsync, a, COPY_H2D, MEMORY_PINNED, 1000); /* 1 + 0.7 + 1 */
    run();
    ck_assert_int_eq(scene_op(&s, 0)->returned, 1600); /* the record */
    ck_assert_int_eq(scene_op(&s, 1)->returned, 2700);
    ck_assert_int_eq(scene_op(&s, 2)->returned, 4300);
}
END_TEST

/* lock-turns.txt: who finds its stream's lock taken sleeps, is woken when it is let go, has it 7 us
 * later if it is free then, and sleeps again if not. To wake takes a call 2 us more. */
START_TEST(threads_that_share_a_stream_wait_for_its_lock)
{
    s.profile.value[PROFILE_host_stream_lock_wake] = US(7);
    s.profile.value[PROFILE_host_stream_lock_release] = US(2);
    uint32_t a = scene_stream(&s, STREAM_NONBLOCKING, "a");
    uint32_t b = scene_stream(&s, STREAM_NONBLOCKING, "b");
    uint32_t child = scene_thread(&s), other = scene_thread(&s);
    /* has it from 0 to 2, 4 to 8, 8 to 12, 14 to 18, 18 to 22, 24 to 28; wakes until 4, 14, 24 */
    for (int i = 0; i < 6; i++)
        scene_kernel(&s, a, "main", 1, US(10));
    s.thread = (uint16_t)child;
    scene_call(&s, CALL_host_work, 0, 0, US(1));
    scene_kernel(&s, a, "child", 1, US(10)); /* asks at 1, awake at 9, 19 and 29 */
    s.thread = (uint16_t)other;
    scene_call(&s, CALL_host_work, 0, 0, US(1));
    scene_kernel(&s, b, "other", 1, US(10)); /* in a stream of its own: nothing pending */
    run();
    static const int64_t returned[] = {4, 3, 8, 14, 18, 24, 28, 33}; /* main, other, main, ... */
    for (uint32_t op = 0; op < 8; op++)
        ck_assert_int_eq(scene_op(&s, op)->returned, US(returned[op]));
    ck_assert_uint_eq(scene_op(&s, 7)->thread, child);
    ck_assert_int_eq(scene_op(&s, 7)->call, US(1));
}
END_TEST

/* The same: a call has it but for its ends. One that asks in the last microsecond finds it free. */
START_TEST(a_call_lets_go_of_its_stream_before_it_returns)
{
    s.profile.value[PROFILE_host_stream_lock_wake] = US(7);
    s.profile.value[PROFILE_host_stream_lock_outside] = US(1);
    uint32_t a = scene_stream(&s, STREAM_NONBLOCKING, "a");
    uint32_t child = scene_thread(&s);
    scene_kernel(&s, a, "main", 1, US(10)); /* has it from 0 to 1 */
    s.thread = (uint16_t)child;
    scene_call(&s, CALL_host_work, 0, 0, _i ? 1500 : 500);
    scene_kernel(&s, a, "child", 1, US(10)); /* at once, or from 1 + 7 on; work is pending then */
    run();
    ck_assert_int_eq(scene_op(&s, 0)->returned, US(2));
    ck_assert_int_eq(scene_op(&s, 1)->returned, _i ? 1500 + US(2) : US(8) + US(4));
}
END_TEST

/* The same: to wait for an event that was never recorded comes to no stream. */
START_TEST(a_wait_for_nothing_takes_no_lock)
{
    s.profile.value[PROFILE_host_stream_lock_wake] = US(7);
    uint32_t a = scene_stream(&s, STREAM_NONBLOCKING, "a");
    uint32_t event = scene_event(&s, "e");
    uint32_t child = scene_thread(&s);
    if (_i)
        scene_call(&s, CALL_cudaEventRecord, a, event, 0); /* 0.5 */
    scene_kernel(&s, a, "main", 1, US(10));
    scene_kernel(&s, a, "main", 1, US(10));
    s.thread = (uint16_t)child;
    scene_call(&s, CALL_host_work, 0, 0, US(1));
    scene_call(&s, CALL_cudaStreamWaitEvent, a, event, 0);
    run();
    for (uint32_t op = 0; op < s.timeline.ops.count; op++)
        if (scene_op(&s, op)->kind == OP_WAIT) {
            int64_t took = scene_op(&s, op)->returned - scene_op(&s, op)->call;
            ck_assert_msg(_i ? took >= US(7) : took < US(1), "%ld ns", (long)took);
        }
}
END_TEST

/* Of two that sleep, the one that has slept for longer is woken first, and wakes the other one when
 * it lets go, though others have had the lock between. */
START_TEST(sleepers_come_in_turn)
{
    s.profile.value[PROFILE_host_stream_lock_wake] = US(7);
    uint32_t a = scene_stream(&s, STREAM_NONBLOCKING, "a");
    uint32_t first = scene_thread(&s), second = scene_thread(&s);
    for (int i = 0; i < 3; i++)
        scene_kernel(&s, a, "main", 1, US(10)); /* 0 to 2, 2 to 6, 6 to 10 */
    s.thread = (uint16_t)second;
    scene_call(&s, CALL_host_work, 0, 0, 1500);
    scene_kernel(&s, a, "second", 1, US(10)); /* asks at 1.5, sleeps behind `first` */
    s.thread = (uint16_t)first;
    scene_call(&s, CALL_host_work, 0, 0, US(1));
    scene_kernel(&s, a, "first", 1,
                 US(10)); /* asks at 1, awake at 9: taken; then behind `second` */
    run();
    /* 2 + 7: first finds it taken until 10, and sleeps again. 10 + 7: second has it to 21, and
     * wakes first, which is there at 28. */
    ck_assert_uint_eq(scene_op(&s, 3)->thread, second);
    ck_assert_int_eq(scene_op(&s, 3)->returned, US(21));
    ck_assert_uint_eq(scene_op(&s, 4)->thread, first);
    ck_assert_int_eq(scene_op(&s, 4)->returned, US(32));
}
END_TEST

/* A short call that has the lock next does not overtake in the stream what a longer one enqueues
 * once it has let go. */
START_TEST(who_has_the_lock_first_is_first_in_the_stream)
{
    s.profile.value[PROFILE_host_stream_lock_wake] = US(7);
    s.profile.value[PROFILE_host_stream_lock_outside] = US(1);
    uint32_t a = scene_stream(&s, STREAM_NONBLOCKING, "a");
    uint32_t e = scene_event(&s, "e");
    uint32_t child = scene_thread(&s);
    scene_kernel(&s, a, "main", 1, US(10)); /* lets go at 1, returns at 2 */
    s.thread = (uint16_t)child;
    scene_call(&s, CALL_host_work, 0, 0, 1100);
    scene_record(&s, e, a); /* takes 0.5 from 1.1 on */
    run();
    ck_assert_int_eq(scene_op(&s, 0)->kind, OP_KERNEL);
    ck_assert_int_eq(scene_op(&s, 0)->returned, US(2));
    ck_assert_int_eq(scene_op(&s, 1)->returned, US(2) + 1);
    ck_assert_int_ge(scene_op(&s, 1)->start, scene_op(&s, 0)->end);
}
END_TEST

/* Of several threads a seed decides who comes first; of one, nothing. */
START_TEST(seeds_change_runs_of_several_threads)
{
    int64_t returned[4];
    for (int i = 0; i < 4; i++) {
        if (i) {
            teardown();
            setup();
        }
        static const uint64_t seeds[] = {0, 1, 1, 2};
        s.options.seed = seeds[i];
        uint32_t a = scene_stream(&s, STREAM_NONBLOCKING, "a");
        if (_i)
            (void)scene_thread(&s);
        for (int k = 0; k < 5; k++)
            scene_kernel(&s, a, "k", 1, US(10));
        run();
        returned[i] = scene_op(&s, 4)->returned;
    }
    ck_assert_int_eq(returned[1], returned[2]);
    ck_assert((returned[1] != returned[3]) == (_i == 1));
    ck_assert((returned[1] != returned[0]) == (_i == 1));
    ck_assert_int_lt(llabs(returned[1] - returned[0]), returned[0] * 3 / 10);
}
END_TEST

/* A copy to pageable memory has it until it returns, though it waits: another thread's launch into
 * its stream comes after that, one into another stream does not wait. */
START_TEST(a_copy_to_pageable_memory_keeps_its_stream_s_lock)
{
    s.profile.value[PROFILE_host_stream_lock_wake] = US(6);
    uint32_t a = scene_stream(&s, STREAM_NONBLOCKING, "a");
    uint32_t b = scene_stream(&s, STREAM_NONBLOCKING, "b");
    uint32_t child = scene_thread(&s), other = scene_thread(&s);
    scene_copy(&s, CALL_cudaMemcpyAsync, a, COPY_D2H, MEMORY_PAGEABLE, 100000); /* 0: to 200 */
    scene_kernel(&s, b, "main", 1, US(10)); /* 1: nobody has that one's lock */
    s.thread = (uint16_t)child;
    scene_call(&s, CALL_host_work, 0, 0, US(5));
    scene_kernel(&s, a, "child", 1, US(10)); /* 2: wakes at 206, and needs 2 or 4 */
    s.thread = (uint16_t)other;
    scene_call(&s, CALL_host_work, 0, 0, US(5));
    scene_kernel(&s, b, "other", 1, US(10)); /* 3 */
    run();
    int64_t returned = scene_op(&s, 0)->returned;
    ck_assert_int_ge(returned, US(100));
    for (uint32_t op = 1; op < 4; op++) {
        const struct timeline_op *row = scene_op(&s, op);
        bool waits = row->stream == a;
        ck_assert_msg((row->returned > returned + US(6)) == waits || row->call >= returned,
                      "%u: %ld, behind %ld", op, (long)row->returned, (long)returned);
        if (waits)
            ck_assert_int_le(row->returned, returned + US(10));
        else if (row->call < returned)
            ck_assert_int_le(row->returned - row->call, US(4));
    }
}
END_TEST

/* alloc-lock.txt: a call that makes a pool grow comes to its stream only then: another thread's
 * launches into the stream don't wait for it. One that finds memory has the lock as any call. */
START_TEST(a_growing_pool_does_not_hold_its_stream_s_lock)
{
    s.profile.value[PROFILE_host_stream_lock_wake] = US(6);
    s.profile.value[PROFILE_host_malloc_async_first] = US(50);
    uint32_t a = scene_stream(&s, STREAM_NONBLOCKING, "a");
    uint32_t child = scene_thread(&s);
    uint32_t memory = program_add_alloc(
        &s.program, &(struct program_alloc){.kind = MEMORY_DEVICE, .bytes = 4096});
    scene_call(&s, CALL_cudaMallocAsync, a, memory, 0); /* 0: to 50 */
    s.thread = (uint16_t)child;
    scene_call(&s, CALL_host_work, 0, 0, US(10));
    for (int i = 0; i < 5; i++)
        scene_kernel(&s, a, "child", 1, US(10)); /* 10 to 12, then 4 each: to 28 */
    run();
    ck_assert_int_ge(scene_op(&s, 5)->returned, US(50));
    for (uint32_t op = 0; op < 5; op++)
        ck_assert_int_eq(scene_op(&s, op)->returned, US(12 + 4 * op));
}
END_TEST

/* first-call.txt: under CUPTI the first calls pay more where the host has computed for a
 * millisecond before. */
START_TEST(first_calls_behind_a_host_that_computed_find_nothing_in_the_caches)
{
    int64_t computes = _i ? US(1000) : US(1000) - 1, more = _i ? 1 : 0;
    s.options.cupti = true;
    s.profile.value[PROFILE_host_first_call] = US(5);
    s.profile.value[PROFILE_host_first_work] = US(3);
    s.profile.value[PROFILE_cupti_launch] = s.profile.value[PROFILE_cupti_copy] = 0;
    s.profile.value[PROFILE_cupti_first_call] = US(20);
    s.profile.value[PROFILE_cupti_first_work] = US(10);
    uint32_t a = scene_stream(&s, STREAM_NONBLOCKING, "a");
    scene_call(&s, CALL_host_work, 0, 0, computes);
    scene_kernel(&s, a, "first", 1, US(10));  /* 2 + 5, and 20 */
    scene_kernel(&s, a, "second", 1, US(10)); /* 4 */
    scene_call(&s, CALL_host_work, 0, 0, US(2000));
    scene_copy(&s, CALL_cudaMemcpyAsync, a, COPY_H2D, MEMORY_PINNED, 1000); /* 1 + 3, and 10 */
    run();
    int64_t zero = scene_op(&s, 0)->call;
    ck_assert_int_eq(scene_op(&s, 0)->returned - zero, US(7) + more * US(20));
    ck_assert_int_eq(scene_op(&s, 1)->returned - scene_op(&s, 1)->call, US(4));
    ck_assert_int_eq(scene_op(&s, 2)->returned - scene_op(&s, 2)->call, US(4) + more * US(10));
}
END_TEST

/* after-wait.txt: the first call of all pays most, then the first of a kind, and so does one
 * after a rest of its kind. */
START_TEST(calls_take_longer_that_were_not_made_for_a_while)
{
    s.profile.value[PROFILE_host_first_call] = US(5);
    s.profile.value[PROFILE_host_first_work] = US(3);
    s.profile.value[PROFILE_host_first_mark] = 200;
    struct profile_curve rest = {.count = 2, .size = {US(100), US(200)}, .time = {0, US(7)}};
    s.profile.curve[PROFILE_host_rest_work] = rest;
    uint32_t a = scene_stream(&s, STREAM_NONBLOCKING, "a");
    uint32_t e = scene_event(&s, "e");
    scene_kernel(&s, a, "first", 1, US(10));                                /* 2 + 5 */
    scene_kernel(&s, a, "second", 1, US(10));                               /* 4 */
    scene_copy(&s, CALL_cudaMemcpyAsync, a, COPY_H2D, MEMORY_PINNED, 1000); /* 1 + 3 */
    scene_record(&s, e, a);                                                 /* 0.5 + 0.2 */
    scene_call(&s, CALL_host_work, 0, 0, US(150) - 8700);
    scene_kernel(&s, a, "later", 1, US(10)); /* 150 after the second began: 2 + 3.5 */
    scene_record(&s, e, a);                  /* no curve for it: 0.5 */
    run();
    ck_assert_int_eq(scene_op(&s, 0)->returned, US(7));
    ck_assert_int_eq(scene_op(&s, 1)->returned, US(11));
    ck_assert_int_eq(scene_op(&s, 2)->returned, US(15));
    ck_assert_int_eq(scene_op(&s, 3)->returned, 15700);
    ck_assert_int_eq(scene_op(&s, 4)->call, US(157));
    ck_assert_int_eq(scene_op(&s, 4)->returned, 162500);
    ck_assert_int_eq(scene_op(&s, 5)->returned, US(163));
}
END_TEST

/* host-first.txt: so does main's first host function; and the worker is cold where the host has
 * computed for a millisecond before. */
START_TEST(the_first_host_function_takes_longer)
{
    int64_t cost[3];
    for (int i = 0; i < 3; i++) {
        scene_release(&s);
        scene_init_round(&s);
        s.profile.value[PROFILE_host_first_host] = i < 2 ? 0 : US(3);
        s.profile.value[PROFILE_latency_host_cold] = US(40);
        s.profile.value[PROFILE_latency_host_call] = 0;
        uint32_t a = scene_stream(&s, STREAM_NONBLOCKING, "a");
        scene_kernel(&s, scene_stream(&s, STREAM_NONBLOCKING, "b"), "first call", 1, US(10));
        scene_call(&s, CALL_host_work, 0, 0, i < 1 ? US(999) : US(1000));
        scene_host_function(&s, a, US(10));
        run();
        const struct timeline_op *op = scene_op(&s, 1);
        cost[i] = op->returned - op->call;
        ck_assert_int_eq(op->start - op->returned, i < 1 ? 0 : US(40));
    }
    ck_assert_int_eq(cost[1], cost[0]);
    ck_assert_int_eq(cost[2], cost[0] + US(3));
}
END_TEST

/* RANDOM-19: a call while no host function is pending wakes the worker; what that takes the first
 * time is in the figure of the first. */
START_TEST(a_host_functions_call_wakes_the_worker)
{
    int64_t cost[2][4];
    for (int i = 0; i < 2; i++) {
        scene_release(&s);
        scene_init_round(&s);
        s.profile.value[PROFILE_host_host_wake] = i ? US(3) : 0;
        uint32_t a = scene_stream(&s, STREAM_NONBLOCKING, "a");
        for (int k = 0; k < 4; k++) {
            scene_host_function(&s, a, US(50));
            if (k == 1) /* the first two have ended then */
                scene_call(&s, CALL_host_work, 0, 0, US(1000));
        }
        run();
        for (uint32_t k = 0; k < 4; k++)
            cost[i][k] = scene_op(&s, k)->returned - scene_op(&s, k)->call;
    }
    ck_assert_int_eq(cost[1][0], cost[0][0]);
    ck_assert_int_eq(cost[1][1], cost[0][1]); /* the first is pending */
    ck_assert_int_eq(cost[1][2], cost[0][2] + US(3));
    ck_assert_int_eq(cost[1][3], cost[0][3]);
}
END_TEST

/* Each launch of a row costs 0.1 less than the one before, as the curve has it from the first on,
 * until its last point; another kind begins anew, and is never cheaper. */
START_TEST(launches_in_a_row_take_the_less_the_more_they_are)
{
    s.profile.curve[PROFILE_host_row_less] =
        (struct profile_curve){.count = 2, .size = {4, 8}, .time = {400, 800}};
    uint32_t a = scene_stream(&s, STREAM_NONBLOCKING, "a");
    uint32_t e = scene_event(&s, "e");
    for (int i = 0; i < 10; i++)
        scene_kernel(&s, a, "k", 1, US(1000)); /* 2, then 4 each, less 0.1 to 0.8, and 0.8 */
    scene_record(&s, e, a);                    /* 0.5 */
    scene_kernel(&s, a, "k", 1, US(10));       /* 4 */
    for (int i = 0; i < 20; i++)
        scene_record(&s, e, a); /* 0.5 each */
    run();
    ck_assert_int_eq(scene_op(&s, 1)->returned, US(2 + 4) - 100);
    ck_assert_int_eq(scene_op(&s, 7)->returned, US(2 + 7 * 4) - 2800);
    ck_assert_int_eq(scene_op(&s, 9)->returned, US(2 + 9 * 4) - 4400);
    ck_assert_int_eq(scene_op(&s, 11)->returned, 33600 + 500 + 4000);
    ck_assert_int_eq(scene_op(&s, 31)->returned, 38100 + 20 * 500);
}
END_TEST

/* launch-loops.txt: a launch takes 0.1 us more behind one into another stream, 0.3 where three had
 * one since; records take no more, but count. What lies between two calls, 0.2, is part of the
 * second, unless the host did something else. */
START_TEST(launches_by_turns_take_longer)
{
    s.profile.curve[PROFILE_host_stream_turns] =
        (struct profile_curve){.count = 2, .size = {1, 3}, .time = {100, 300}};
    s.profile.value[PROFILE_host_between] = 200;
    uint32_t streams[4], e = scene_event(&s, "e");
    for (int i = 0; i < 4; i++)
        streams[i] = scene_stream(&s, STREAM_NONBLOCKING, "s");
    static const int turns[] = {0, 0, 1, 0, 1, 2, 3, 0, 3};
    static const int64_t more[] = {0, 200, 300, 300, 300, 400, 500, 500, 300};
    for (size_t i = 0; i < sizeof turns / sizeof *turns; i++)
        scene_kernel(&s, streams[turns[i]], "k", 1, US(1000));
    scene_record(&s, e, streams[0]);
    scene_kernel(&s, streams[3], "k", 1, US(1000));
    scene_call(&s, CALL_host_work, 0, 0, US(1));
    scene_kernel(&s, streams[3], "k", 1, US(1000));
    run();
    for (uint32_t i = 0; i < sizeof turns / sizeof *turns; i++) {
        const struct timeline_op *op = scene_op(&s, i);
        ck_assert_int_eq(op->returned - op->call, US(i ? 4 : 2) + more[i]);
    }
    const struct timeline_op *behind = scene_op(&s, 10), *last = scene_op(&s, 11);
    ck_assert_int_eq(behind->returned - behind->call, US(4) + 300);
    ck_assert_int_eq(last->returned - last->call, US(4));
}
END_TEST

/* thread-begin.txt: main makes two threads in 10 and 6 us, works until 18, and makes two more;
 * each launches for 2 us when it begins. */
START_TEST(a_thread_made_right_behind_another_costs_less)
{
    static const int64_t begins[] = {US(10), US(16), US(28), US(34)};
    s.profile.call_cost[CALL_thread_create] = US(10);
    s.profile.value[PROFILE_host_thread_next] = 600;
    uint32_t own[4];
    for (int i = 0; i < 4; i++)
        own[i] = scene_stream(&s, STREAM_NONBLOCKING, "own");
    uint32_t child[4];
    for (int i = 0; i < 4; i++) {
        if (i == 2)
            scene_call(&s, CALL_host_work, 0, 0, US(2));
        child[i] = scene_thread(&s);
    }
    for (int i = 0; i < 4; i++) {
        s.thread = (uint16_t)child[i];
        scene_kernel(&s, own[i], "first", 1, US(1));
    }
    run();
    for (uint32_t i = 0; i < 4; i++)
        ck_assert_int_eq(scene_op(&s, i)->call, begins[i]);
}
END_TEST

/* thread-makes.txt: main makes `first` until 10 and another one right behind it, until 16; `first`,
 * which begins at 10, makes one, too, from 16 to 26, and launches then. */
START_TEST(threads_are_made_one_at_a_time)
{
    s.profile.call_cost[CALL_thread_create] = US(10);
    s.profile.value[PROFILE_host_thread_next] = 600;
    uint32_t own[3];
    for (int i = 0; i < 3; i++)
        own[i] = scene_stream(&s, STREAM_NONBLOCKING, "own");
    uint32_t first = scene_thread(&s), second = scene_thread(&s);
    s.thread = (uint16_t)first;
    uint32_t third = scene_thread(&s);
    scene_kernel(&s, own[0], "first", 1, US(1));
    s.thread = (uint16_t)second;
    scene_kernel(&s, own[1], "second", 1, US(1));
    s.thread = (uint16_t)third;
    scene_kernel(&s, own[2], "third", 1, US(1));
    run();
    for (uint32_t i = 0; i < 3; i++)
        ck_assert_int_eq(scene_op(&s, i)->call,
                         scene_op(&s, i)->thread == second ? US(16) : US(26));
}
END_TEST

/* thread-first.txt: a thread begins some time after it was made, and pays for its first call. */
START_TEST(a_new_thread_begins_late_and_pays_for_its_first_call)
{
    s.profile.value[PROFILE_host_thread_begin] = US(20);
    s.profile.value[PROFILE_host_thread_first_call] = US(10);
    s.profile.value[PROFILE_host_thread_first_work] = US(14);
    uint32_t a = scene_stream(&s, STREAM_NONBLOCKING, "a");
    uint32_t child = scene_thread(&s);
    scene_kernel(&s, a, "main", 1, US(10)); /* returns at 2 */
    s.thread = (uint16_t)child;
    scene_call(&s, CALL_cudaGetLastError, 0, 0, 0); /* does not need the device */
    scene_kernel(&s, a, "first", 1, US(10));        /* 20 + 10 + 14 + 2 */
    scene_kernel(&s, a, "second", 1, US(10));       /* + 4: work is pending */
    run();
    ck_assert_int_eq(scene_op(&s, 0)->returned, US(2));
    ck_assert_int_eq(scene_op(&s, 1)->returned, US(46));
    ck_assert_int_eq(scene_op(&s, 2)->returned, US(50));
}
END_TEST

/* Also where that is cudaSetDevice, which main's does not. */
START_TEST(a_new_threads_cudaSetDevice_needs_the_device)
{
    s.profile.value[PROFILE_host_thread_first_call] = US(10);
    uint32_t a = scene_stream(&s, STREAM_NONBLOCKING, "a");
    uint32_t child = scene_thread(&s);
    scene_call(&s, CALL_cudaSetDevice, 0, 0, 0);
    scene_kernel(&s, a, "main", 1, US(10));
    s.thread = (uint16_t)child;
    scene_call(&s, CALL_host_work, 0, 0, US(50));
    scene_call(&s, CALL_cudaSetDevice, 0, 0, 0);
    scene_kernel(&s, a, "child", 1, US(10));
    run();
    const struct timeline_call *first = scene_row(&s, CALL_cudaSetDevice, 0);
    const struct timeline_call *second = scene_row(&s, CALL_cudaSetDevice, 1);
    ck_assert_int_eq((second->returned - second->enter) - (first->returned - first->enter), US(10));
    ck_assert_int_eq(scene_op(&s, 1)->returned - scene_op(&s, 1)->call, US(2));
}
END_TEST

/* thread-kinds.json: and so does its first call of each kind that enqueues; main's do not, though
 * it made none before. What is made known to the device first does not hold up others that share
 * the stream: main's launch has the lock from 1 to 3. */
START_TEST(a_new_threads_first_call_of_each_kind_takes_longer)
{
    s.profile.value[PROFILE_host_thread_first_call] = US(10);
    s.profile.value[PROFILE_host_thread_first_work] = US(14);
    s.profile.value[PROFILE_host_thread_work] = US(6);
    s.profile.value[PROFILE_host_thread_mark] = US(2);
    s.profile.value[PROFILE_host_stream_lock_wake] = US(8);
    uint32_t a = scene_stream(&s, STREAM_NONBLOCKING, "a");
    uint32_t e = scene_event(&s, "e");
    uint32_t child = scene_thread(&s);
    scene_call(&s, CALL_host_work, 0, 0, US(1));
    scene_kernel(&s, a, "main", 1, US(10)); /* 1 to 3 */
    s.thread = (uint16_t)child;
    scene_kernel(&s, a, "first", 1, US(10)); /* 10 + 14 + 4, work is pending */
    for (int i = 0; i < 2; i++) {
        scene_copy(&s, CALL_cudaMemcpyAsync, a, COPY_H2D, MEMORY_PINNED, 1000); /* 1 + 6, 1 */
        scene_record(&s, e, a);                                                 /* 0.5 + 2, 0.5 */
    }
    run();
    ck_assert_int_eq(scene_op(&s, 0)->returned, US(3));
    ck_assert_int_eq(scene_op(&s, 1)->returned, US(28));
    ck_assert_int_eq(scene_op(&s, 2)->returned, US(35));
    ck_assert_int_eq(scene_op(&s, 3)->returned, 37500);
    ck_assert_int_eq(scene_op(&s, 4)->returned, 38500);
    ck_assert_int_eq(scene_op(&s, 5)->returned, US(39));
}
END_TEST

/* legacy-lock.txt: a call to the legacy stream waits until no other thread is in a call, sleeps
 * 8 us more, and whoever comes from that moment on waits for its return and 8 us. */
START_TEST(a_call_to_the_legacy_stream_has_the_context_alone)
{
    s.profile.value[PROFILE_host_stream_lock_wake] = US(8);
    uint32_t a = scene_stream(&s, STREAM_NONBLOCKING, "a");
    uint32_t b = scene_stream(&s, STREAM_BLOCKING, "b");
    uint32_t child = scene_thread(&s), third = scene_thread(&s);
    scene_copy(&s, CALL_cudaMemcpyAsync, a, COPY_H2D, MEMORY_PINNED, 1000); /* 0 to 1 */
    scene_copy(&s, CALL_cudaMemcpyAsync, a, COPY_H2D, MEMORY_PINNED, 1000); /* 1 to 2 */
    s.thread = (uint16_t)child;
    scene_call(&s, CALL_host_work, 0, 0, 500);
    scene_copy(&s, CALL_cudaMemcpyAsync, 0, COPY_H2D, MEMORY_PINNED, 1000); /* comes at 0.5 */
    s.thread = (uint16_t)third;
    scene_call(&s, CALL_host_work, 0, 0, 700);
    scene_copy(&s, CALL_cudaMemcpyAsync, b, COPY_H2D, MEMORY_PINNED, 1000); /* 0.7 to 1.7 */
    scene_call(&s, CALL_host_work, 0, 0, US(2));
    scene_copy(&s, CALL_cudaMemcpyAsync, b, COPY_H2D, MEMORY_PINNED, 1000); /* comes at 3.7 */
    run();
    ck_assert_int_eq(scene_op(&s, 0)->returned, US(1));
    ck_assert_int_eq(scene_op(&s, 1)->returned, 1700);
    ck_assert_int_eq(scene_op(&s, 2)->returned, US(2));
    ck_assert_int_eq(scene_op(&s, 3)->returned, US(11)); /* the child's: 2 + 8 + 1 */
    ck_assert_uint_eq(scene_op(&s, 3)->thread, child);
    ck_assert_int_eq(scene_op(&s, 4)->returned, US(20)); /* 11 + 8 + 1 */
}
END_TEST

/* When the n-th cudaMalloc of a thread returned. */
static int64_t took_memory(uint32_t thread, size_t n)
{
    for (size_t i = 0;; i++) {
        const struct timeline_call *row = scene_row(&s, CALL_cudaMalloc, i);
        ck_assert_ptr_nonnull(row);
        if (row->thread == thread && n-- == 0)
            return row->returned;
    }
}

/* memory-turns.txt: calls for memory, of 10 us, come as they find the lock. Without a pause main
 * has it at 0, 10 and 20, though the child, whose call comes at 1, wakes for it at 18 and 28; at 38
 * it has it. With a pause of 9 us main comes at 19, a moment after the child. A thread's first
 * takes 5 us more, its second 1 (malloc-threads.txt). */
START_TEST(calls_for_memory_come_as_they_find_the_lock)
{
    const bool pauses = _i == 1;
    s.profile.value[PROFILE_host_stream_lock_wake] = US(8);
    s.profile.curve[PROFILE_host_malloc_thread] =
        (struct profile_curve){.count = 1, .size = {1}, .time = {US(5)}};
    s.profile.curve[PROFILE_host_malloc].count = 0;
    s.profile.call_cost[CALL_cudaMalloc] = US(10);
    uint32_t child = scene_thread(&s);
    for (int i = 0; i < 3; i++) {
        scene_alloc(&s, CALL_cudaMalloc, MEMORY_DEVICE, 4 << 20);
        if (pauses)
            scene_call(&s, CALL_host_work, 0, 0, US(9));
    }
    s.thread = (uint16_t)child;
    scene_call(&s, CALL_host_work, 0, 0, US(1));
    scene_alloc(&s, CALL_cudaMalloc, MEMORY_DEVICE, 4 << 20);
    if (pauses)
        scene_call(&s, CALL_host_work, 0, 0, US(30));
    scene_alloc(&s, CALL_cudaMalloc, MEMORY_DEVICE, 4 << 20);
    s.thread = 0;
    scene_kernel(&s, 0, "k", 1, US(1));
    scene_synchronize(&s);
    run();
    ck_assert_int_eq(took_memory(0, 0), US(10));
    ck_assert_int_eq(took_memory(0, 1), pauses ? US(33 + 8 + 10) : US(20));
    ck_assert_int_eq(took_memory(0, 2), pauses ? US(70) : US(30));
    ck_assert_int_eq(took_memory(child, 0), pauses ? US(18 + 15) : US(38 + 15));
    ck_assert_int_eq(took_memory(child, 1), pauses ? US(70 + 8 + 11) : US(53 + 11));
    /* The child's first waited for main's, of which the last let it go on. */
    for (size_t i = 0; i < 5; i++) {
        const struct timeline_call *row = scene_row(&s, CALL_cudaMalloc, i);
        if (row->thread != child || row->returned != took_memory(child, 0))
            continue;
        ck_assert_uint_eq(row->giver, 1);
        ck_assert_int_eq(row->given, pauses ? US(10) : US(30));
    }
}
END_TEST

/* free-lock.txt, wait-lock.txt: the call that waits for a kernel of 100 us has the context until it
 * returns, and 8 us later the others' have come to it; a wait for an event, recorded or not, done
 * or not, a query, a synchronize and an allocation in stream order do not ask for it. */
static const enum call holders[] = {CALL_cudaFree, CALL_cudaMemcpy};

START_TEST(a_call_that_waits_keeps_the_context)
{
    enum call holder = holders[_i];
    s.profile.value[PROFILE_host_stream_lock_wake] = US(8);
    s.profile.value[PROFILE_host_malloc_async_first] = s.profile.value[PROFILE_host_pool_first] = 0;
    uint32_t k = scene_stream(&s, STREAM_BLOCKING, "k");
    uint32_t a = scene_stream(&s, STREAM_NONBLOCKING, "a");
    uint32_t never = scene_event(&s, "never"), done = scene_event(&s, "done");
    uint32_t pending = scene_event(&s, "pending");
    scene_record(&s, done, a);
    scene_synchronize(&s);
    uint32_t memory = scene_alloc(&s, CALL_cudaMalloc, MEMORY_DEVICE, 1000);
    uint32_t child = scene_thread(&s);
    scene_kernel(&s, k, "k", 1, US(100)); /* 2 to 102 */
    scene_record(&s, pending, k);
    if (holder == CALL_cudaFree)
        scene_call(&s, holder, 0, memory, 0);
    else
        scene_copy(&s, holder, 0, COPY_H2D, MEMORY_PINNED, 1000);
    s.thread = (uint16_t)child;
    scene_call(&s, CALL_host_work, 0, 0, US(10));
    scene_wait(&s, never, a);
    scene_wait(&s, done, a);
    scene_call(&s, CALL_cudaStreamQuery, a, a, 0);
    scene_call(&s, CALL_cudaStreamSynchronize, a, a, 0);
    scene_wait(&s, pending, a);
    uint32_t pooled = program_add_alloc(
        &s.program, &(struct program_alloc){.kind = MEMORY_DEVICE, .bytes = 4096});
    scene_call(&s, CALL_cudaMallocAsync, a, pooled, 0);
    scene_copy(&s, CALL_cudaMemcpyAsync, a, COPY_D2H, MEMORY_PINNED, 1000);
    run();
    int64_t back = scene_row(&s, holder, 0)->returned;
    ck_assert_int_ge(back, US(102));
    ck_assert_int_lt(scene_row(&s, CALL_cudaStreamQuery, 0)->returned, US(22));
    ck_assert_int_lt(scene_row(&s, CALL_cudaStreamSynchronize, 0)->returned, US(22));
    const struct timeline_op *copy = scene_op(&s, (uint32_t)s.timeline.ops.count - 1);
    ck_assert_int_eq(copy->returned, back + US(8 + 1));
    ck_assert_uint_eq(copy->thread, child);
}
END_TEST

/* free-next.txt: main frees behind a kernel that ends at 102, gives the memory back until 122 and
 * takes some at once, for 10 us. What the child calls at 50, or is no copy, has its turn at 122,
 * and is awake at 130; a copy that is called at 110 finds the lock taken again, until 132. */
START_TEST(a_copy_that_comes_while_memory_is_given_back_has_no_turn)
{
    static const struct {
        int64_t at;
        bool copies, has_turn;
    } cases[] = {{US(50), true, true},
                 {US(50), false, true},
                 {US(110), false, true},
                 {US(110), true, false}};
    s.profile.value[PROFILE_host_stream_lock_wake] = US(8);
    s.profile.curve[PROFILE_host_malloc].count = 0;
    s.profile.call_cost[CALL_cudaMalloc] = US(10);
    s.profile.curve[PROFILE_host_free] =
        (struct profile_curve){.count = 1, .size = {1}, .time = {US(20)}};
    uint32_t k = scene_stream(&s, STREAM_NONBLOCKING, "k");
    uint32_t a = scene_stream(&s, STREAM_NONBLOCKING, "a");
    uint32_t memory = scene_alloc(&s, CALL_cudaMalloc, MEMORY_DEVICE, 4 << 20);
    scene_synchronize(&s);
    uint32_t child = scene_thread(&s);
    scene_kernel(&s, k, "k", 1, US(100));
    scene_call(&s, CALL_cudaFree, 0, memory, 0);
    scene_alloc(&s, CALL_cudaMalloc, MEMORY_DEVICE, 4 << 20);
    s.thread = (uint16_t)child;
    scene_call(&s, CALL_host_work, 0, 0, cases[_i].at);
    if (cases[_i].copies)
        scene_copy(&s, CALL_cudaMemcpyAsync, a, COPY_H2D, MEMORY_PINNED, 1000);
    else
        scene_kernel(&s, a, "x", 1, US(1));
    run();
    const struct timeline_op *call = scene_op(&s, (uint32_t)s.timeline.ops.count - 1);
    int64_t freed = scene_row(&s, CALL_cudaFree, 0)->returned;
    const struct timeline_call *taken = scene_row(&s, CALL_cudaMalloc, 1);
    ck_assert_uint_eq(call->thread, child);
    ck_assert(cases[_i].has_turn == (call->returned < taken->returned));
    int64_t own = cases[_i].copies ? US(1) : US(2);
    if (cases[_i].has_turn)
        ck_assert_int_eq(call->returned, freed + US(8) + own);
    else
        ck_assert_int_eq(call->returned, freed + US(10 + 8) + own);
}
END_TEST

/* wait-lock.txt, seldom-lock.txt: a copy from pageable memory that waits in another stream lets
 * launches pass, not what needs the context alone. */
static const enum call alone[] = {CALL_cudaEventCreate, CALL_cudaEventDestroy,
                                  CALL_cudaStreamDestroy, CALL_cudaLaunchHostFunc};

START_TEST(a_pageable_copy_that_waits_keeps_the_context_with_others)
{
    uint32_t event = alone[_i] == CALL_cudaEventDestroy ? scene_event(&s, "there") : 0;
    s.profile.value[PROFILE_host_stream_lock_wake] = US(8);
    uint32_t k = scene_stream(&s, STREAM_NONBLOCKING, "k");
    uint32_t a = scene_stream(&s, STREAM_NONBLOCKING, "a");
    uint32_t child = scene_thread(&s);
    scene_kernel(&s, k, "k", 1, US(1000)); /* 2 to 1002 */
    scene_copy(&s, CALL_cudaMemcpyAsync, k, COPY_D2H, MEMORY_PAGEABLE, 100000);
    s.thread = (uint16_t)child;
    scene_call(&s, CALL_host_work, 0, 0, US(100));
    scene_kernel(&s, a, "passes", 1, US(10));
    if (alone[_i] == CALL_cudaEventCreate)
        scene_event(&s, "made");
    else if (alone[_i] == CALL_cudaEventDestroy)
        scene_call(&s, alone[_i], 0, event, 0);
    else if (alone[_i] == CALL_cudaStreamDestroy)
        scene_call(&s, alone[_i], a, a, 0);
    else
        scene_host_function(&s, a, US(1));
    run();
    int64_t back = scene_row(&s, CALL_cudaMemcpyAsync, 0)->returned;
    ck_assert_int_ge(back, US(1002));
    ck_assert_int_lt(scene_op(&s, 2)->returned, US(110));
    int64_t returned = alone[_i] == CALL_cudaLaunchHostFunc ? scene_op(&s, 3)->returned
                                                            : scene_row(&s, alone[_i], 0)->returned;
    ck_assert_int_ge(returned, back + US(8));
}
END_TEST

/* What CUPTI adds: 0.7 to each launch and copy (tests/scene.c), 100 to a thread's first call, 40
 * before it begins; where there are threads, 0.2 to a record and 0.3 to a launch that is not
 * main's.
 */
START_TEST(calls_take_longer_while_cupti_records)
{
    s.options.cupti = true;
    s.profile.value[PROFILE_cupti_thread_launch] = 300;
    s.profile.value[PROFILE_cupti_thread_mark] = 200;
    s.profile.value[PROFILE_cupti_thread] = US(100);
    s.profile.value[PROFILE_cupti_thread_begin] = US(40);
    uint32_t a = scene_stream(&s, STREAM_NONBLOCKING, "a");
    uint32_t e = scene_event(&s, "e");
    uint32_t child = scene_thread(&s);
    scene_kernel(&s, a, "main", 1, US(10));                                 /* 2 + 0.7 */
    scene_copy(&s, CALL_cudaMemcpyAsync, a, COPY_H2D, MEMORY_PINNED, 1000); /* + 1 + 0.7 */
    s.thread = (uint16_t)child;
    scene_record(&s, e, a);                  /* 40 + 100 + 0.5 + 0.2 */
    scene_kernel(&s, a, "child", 1, US(10)); /* + 2 + 0.7 + 0.3 */
    run();
    ck_assert_int_eq(scene_op(&s, 0)->returned, 2700);
    ck_assert_int_eq(scene_op(&s, 1)->returned, 4400);
    ck_assert_int_eq(scene_op(&s, 2)->returned, 140700);
    ck_assert_int_eq(scene_op(&s, 3)->returned, 143700);
}
END_TEST

static void add_call(struct timeline *measured, int64_t enter, int64_t returned)
{
    uint32_t row = timeline_add_op(measured);
    struct timeline_op *op = &measured->ops.rows[row];
    op->thread = 0;
    op->call = enter;
    op->returned = returned;
}

/* Calls come when a measurement had them and take as long, from the first one on; one that is late
 * comes at once; a call that waits for the device takes what it takes; what is not measured comes
 * as it can. */
START_TEST(calls_at_the_pace_of_a_measurement)
{
    struct timeline measured;
    struct pace pace;
    timeline_init(&measured);
    add_call(&measured, US(7), US(12));
    add_call(&measured, US(27), US(30));
    add_call(&measured, US(31), US(90));
    add_call(&measured, US(32), US(35));
    pace_take(&pace, &measured);
    timeline_release(&measured);
    s.options.pace = &pace;
    uint32_t a = scene_stream(&s, STREAM_NONBLOCKING, "a");
    scene_call(&s, CALL_host_work, 0, 0, US(40));
    scene_kernel(&s, a, "first", 1, US(10));                            /* 40 to 40 + 5 */
    scene_kernel(&s, a, "second", 1, US(10));                           /* 40 + 20, 3 long */
    scene_copy(&s, CALL_cudaMemcpy, a, COPY_H2D, MEMORY_PINNED, 10000); /* 40 + 24: waits */
    scene_kernel(&s, a, "late", 1, US(10));                             /* 40 + 25 is over */
    scene_kernel(&s, a, "more", 1, US(10));                             /* 4: work is pending */
    run();
    pace_release(&pace);
    ck_assert_int_eq(scene_op(&s, 0)->call, US(40));
    ck_assert_int_eq(scene_op(&s, 0)->returned, US(45));
    ck_assert_int_eq(scene_op(&s, 1)->call, US(60));
    ck_assert_int_eq(scene_op(&s, 1)->returned, US(63));
    ck_assert_int_eq(scene_op(&s, 2)->call, US(64));
    int64_t copied = scene_op(&s, 2)->end; /* behind the kernel, which ends at 73: at 83 */
    ck_assert_int_eq(copied, US(83));
    ck_assert_int_eq(scene_op(&s, 3)->call, copied);
    ck_assert_int_eq(scene_op(&s, 3)->returned, copied + US(3));
    ck_assert_int_eq(scene_op(&s, 4)->returned, copied + US(3 + 4));
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

/* A try does not wait: the first, at 1, finds the lock taken and is work; the second, at 21, has
 * it. */
START_TEST(locks_are_tried)
{
    uint32_t child = scene_thread(&s);
    s.profile.call_cost[CALL_lock_acquire] = US(1);
    scene_call(&s, CALL_lock_acquire, 0, 0, 0);
    scene_call(&s, CALL_host_work, 0, 0, US(10));
    scene_call(&s, CALL_lock_release, 0, 0, 0);
    s.thread = (uint16_t)child;
    for (int i = 0; i < 2; i++) {
        scene_call(&s, CALL_host_work, 0, 0, i == 0 ? US(1) : US(19));
        uint32_t try = scene_call(&s, CALL_lock_acquire, 0, 0, 0);
        s.program.records.rows[try].count = 1;
    }
    scene_call(&s, CALL_lock_release, 0, 0, 0); /* which it could not without having it */
    scene_kernel(&s, scene_stream(&s, STREAM_NONBLOCKING, "s"), "k", 1, US(1));
    run();
    ck_assert_int_eq(scene_op(&s, 0)->call, US(22));
    for (size_t i = 0; i < s.timeline.calls.count; i++)
        ck_assert_int_eq(s.timeline.calls.rows[i].wait_count, 0);
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
    call_waits(scene_row(&s, CALL_lock_acquire, 0), 0, RULE_ID_CONDITION, TIMELINE_NO_OP, US(10));
}
END_TEST

/* traces/experiments/condition-wake.txt: who sleeps goes on the later the longer it has slept, here
 * half as long again, and the call that lets go takes 2 us for it. Main has the lock for 10 us; the
 * other asks after 1 and has it after 10 + 9 / 2. */
START_TEST(who_sleeps_for_a_lock_wakes_later)
{
    uint32_t child = scene_thread(&s);
    s.profile.curve[PROFILE_host_thread_wake] =
        (struct profile_curve){.count = 2, .size = {0, US(100)}, .time = {0, US(50)}};
    s.profile.value[PROFILE_host_thread_rouse] = US(2);
    scene_call(&s, CALL_lock_acquire, 0, 0, 0);
    scene_call(&s, CALL_host_work, 0, 0, US(10));
    scene_call(&s, CALL_lock_release, 0, 0, 0);
    uint32_t stream = scene_stream(&s, STREAM_NONBLOCKING, "s");
    scene_kernel(&s, stream, "k", 1, US(1));
    s.thread = (uint16_t)child;
    scene_call(&s, CALL_host_work, 0, 0, US(1));
    scene_call(&s, CALL_lock_acquire, 0, 0, 0);
    scene_call(&s, CALL_lock_release, 0, 0, 0);
    run();
    returns(CALL_lock_acquire, 0, US(14) + 500, 0);
    ck_assert_int_eq(scene_op(&s, 0)->call, US(12));
}
END_TEST

/* traces/experiments/notify-all.txt: a mutex is free while who waits for it wakes up, and goes to
 * who is there first. Main lets go after 10 us and takes it again 3 later (2 of which the release
 * takes, which wakes the other), for 20 us; the other, awake at 15, sleeps again until then. */
START_TEST(a_lock_goes_to_who_is_there_first)
{
    uint32_t child = scene_thread(&s);
    s.profile.curve[PROFILE_host_thread_wake] =
        (struct profile_curve){.count = 1, .size = {0}, .time = {US(5)}};
    s.profile.value[PROFILE_host_thread_rouse] = US(2);
    for (int i = 0; i < 2; i++) {
        scene_call(&s, CALL_lock_acquire, 0, 0, 0);
        scene_call(&s, CALL_host_work, 0, 0, i == 0 ? US(10) : US(20));
        scene_call(&s, CALL_lock_release, 0, 0, 0);
        scene_call(&s, CALL_host_work, 0, 0, _i == 0 ? US(1) : US(4));
    }
    s.thread = (uint16_t)child;
    scene_call(&s, CALL_host_work, 0, 0, US(1));
    scene_call(&s, CALL_lock_acquire, 0, 0, 0);
    scene_call(&s, CALL_host_work, 0, 0, US(3));
    scene_call(&s, CALL_lock_release, 0, 0, 0);
    run();
    /* Main has it from 13 to 33, when it wakes the other again; or first the other from 15 to 18,
     * when main, there at 16, is woken. */
    const struct timeline_call *rows = s.timeline.calls.rows;
    int64_t has = 0;
    for (size_t i = 0; i < s.timeline.calls.count; i++)
        if (rows[i].thread == child && rows[i].call == CALL_lock_acquire)
            has = rows[i].returned;
    ck_assert_int_eq(has, _i == 0 ? US(38) : US(15));
}
END_TEST

/* Who has been woken in vain gets it the next time. Main has it from 0, 10, ... again and again
 * without a pause; the other, woken at 10, finds it taken at 15 and has it at 25. */
START_TEST(a_lock_keeps_nobody_out_for_ever)
{
    uint32_t child = scene_thread(&s);
    s.profile.curve[PROFILE_host_thread_wake] =
        (struct profile_curve){.count = 1, .size = {0}, .time = {US(5)}};
    for (int i = 0; i < 4; i++) {
        scene_call(&s, CALL_lock_acquire, 0, 0, 0);
        scene_call(&s, CALL_host_work, 0, 0, US(10));
        scene_call(&s, CALL_lock_release, 0, 0, 0);
    }
    s.thread = (uint16_t)child;
    scene_call(&s, CALL_host_work, 0, 0, US(1));
    scene_call(&s, CALL_lock_acquire, 0, 0, 0);
    scene_call(&s, CALL_host_work, 0, 0, US(10));
    scene_call(&s, CALL_lock_release, 0, 0, 0);
    run();
    const struct timeline_call *rows = s.timeline.calls.rows;
    int64_t has = 0;
    for (size_t i = 0; i < s.timeline.calls.count; i++)
        if (rows[i].thread == child && rows[i].call == CALL_lock_acquire)
            has = rows[i].returned;
    ck_assert_int_eq(has, US(25));
}
END_TEST

/* Those behind the first that a notify wakes: 2 us, then 1 each. */
START_TEST(a_notify_wakes_the_next_for_less)
{
    uint32_t children[3];
    for (int i = 0; i < 3; i++)
        children[i] = scene_thread(&s);
    s.profile.curve[PROFILE_host_thread_wake] =
        (struct profile_curve){.count = 1, .size = {0}, .time = {US(5)}};
    s.profile.value[PROFILE_host_thread_rouse] = US(2);
    s.profile.value[PROFILE_host_thread_rouse_next] = US(1);
    scene_call(&s, CALL_host_work, 0, 0, US(10));
    for (uint32_t i = 0; i < 3; i++) {
        uint32_t wake = scene_call(&s, CALL_lock_release, 0, i, 0);
        s.program.records.rows[wake].count = 1;
    }
    uint32_t stream = scene_stream(&s, STREAM_NONBLOCKING, "s");
    scene_kernel(&s, stream, "k", 1, US(1));
    for (uint32_t i = 0; i < 3; i++) {
        s.thread = (uint16_t)children[i];
        scene_call(&s, CALL_lock_acquire, 0, i, 0);
        scene_call(&s, CALL_lock_acquire, 0, i, 0);
    }
    run();
    for (size_t i = 0; i < 3; i++)
        returns(CALL_lock_acquire, i, US(15) + (i ? US(1) + US(1) * (int64_t)i : 0), 0);
    ck_assert_int_eq(scene_op(&s, 0)->call, US(14));
}
END_TEST

/* A thread that works for 10 us has ended 3 later; main, which joins it then, wakes after half of
 * its sleep. Joined after that it costs nothing. */
START_TEST(a_join_waits_until_the_thread_has_ended)
{
    uint32_t child = scene_thread(&s);
    s.profile.curve[PROFILE_host_thread_wake] =
        (struct profile_curve){.count = 2, .size = {0, US(100)}, .time = {0, US(50)}};
    s.profile.value[PROFILE_host_thread_end] = US(3);
    int64_t works = _i == 0 ? US(3) : _i == 1 ? US(12) : US(20);
    scene_call(&s, CALL_host_work, 0, 0, works);
    scene_call(&s, CALL_thread_join, 0, child, 0);
    uint32_t stream = scene_stream(&s, STREAM_NONBLOCKING, "s");
    scene_kernel(&s, stream, "k", 1, US(1));
    s.thread = (uint16_t)child;
    scene_call(&s, CALL_host_work, 0, 0, US(10));
    run();
    /* 13 + 10 / 2; called while it ends, 13 + 1 / 2; later, at once. Joins cost 1 us themselves. */
    static const int64_t called[] = {US(18), US(13) + 500, US(20)};
    int64_t cost = s.profile.call_cost[CALL_thread_join];
    ck_assert_msg(llabs(scene_op(&s, 0)->call - called[_i]) <= cost, "%lld",
                  (long long)scene_op(&s, 0)->call);
}
END_TEST

static void turns(int64_t time)
{
    uint32_t row = scene_call(&s, CALL_host_work, 0, 0, time);
    s.program.records.rows[row].count = 1;
    s.program.records.rows[row].place = 0; /* all in one */
}

/* A loop sees at the end of a turn what the other thread has written: that ends the wait. Work, and
 * turns that began behind the write, are none. */
START_TEST(a_loop_that_waits_for_a_write)
{
    uint32_t child = scene_thread(&s);
    turns(US(4));
    turns(6020);
    scene_call(&s, CALL_observe, 0, 5, 0);
    turns(50);
    scene_call(&s, CALL_observe, 0, 5, 0);
    scene_call(&s, CALL_host_work, 0, 0, US(10));
    scene_call(&s, CALL_observe, 0, 5, 0);
    s.thread = (uint16_t)child;
    scene_call(&s, CALL_host_work, 0, 0, US(10));
    scene_call(&s, CALL_publish, 0, 5, 0);
    scene_call(&s, CALL_host_work, 0, 0, US(8));
    scene_call(&s, CALL_publish, 0, 5, 0);
    run();
    const struct timeline_call *row = scene_row(&s, CALL_host_work, 0);
    call_waits(row, 0, RULE_ID_CONDITION, TIMELINE_NO_OP, US(10));
    call_waits(row, 1, RULE_ID_ISSUE, TIMELINE_NO_OP, 10020);
    for (size_t i = 1; (row = scene_row(&s, CALL_host_work, i)); i++)
        ck_assert_int_eq(row->wait_count, 0);
}
END_TEST

/* In an edited program the second write comes later than it did: the loop that saw it lasts longer.
 */
START_TEST(a_loop_lasts_until_it_is_told)
{
    uint32_t child = scene_thread(&s);
    turns(US(4));
    s.program.records.rows[scene_call(&s, CALL_observe, 0, 5, 2)].flags = RECORD_POLL;
    scene_call(&s, CALL_host_work, 0, 0, US(10));
    s.thread = (uint16_t)child;
    scene_call(&s, CALL_publish, 0, 5, 0);
    scene_call(&s, CALL_host_work, 0, 0, US(20));
    scene_call(&s, CALL_publish, 0, 5, 0);
    run();
    const struct timeline_call *loop = scene_row(&s, CALL_host_work, 0);
    ck_assert_int_eq(loop->returned, US(20));
    call_waits(loop, 0, RULE_ID_CONDITION, TIMELINE_NO_OP, US(20));
    size_t last = 1;
    while (scene_row(&s, CALL_host_work, last) &&
           scene_row(&s, CALL_host_work, last)->enter < US(20))
        last++;
    ck_assert_int_eq(scene_row(&s, CALL_host_work, last)->returned, US(30));
}
END_TEST

/* Where a recorded program runs at other speeds: two of a condition's calls before its waits. */
START_TEST(a_lock_released_before_its_holder_asks)
{
    uint32_t child = scene_thread(&s);
    scene_call(&s, CALL_host_work, 0, 0, US(10));
    for (int i = 0; i < 3; i++) /* its own, and two waits */
        scene_call(&s, CALL_lock_acquire, 0, 5, 0);
    scene_call(&s, CALL_host_work, 0, 0, US(1));
    s.thread = (uint16_t)child;
    for (int i = 0; i < 2; i++) {
        uint32_t wake = scene_call(&s, CALL_lock_release, 0, 5, 0);
        s.program.records.rows[wake].count = 1;
    }
    run();
    returns(CALL_host_work, 1, US(11), 0);
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

/* The host function waits for a lock that main holds while it polls. */
START_TEST(a_poll_that_never_ends)
{
    uint32_t a = scene_stream(&s, STREAM_NONBLOCKING, "a");
    scene_call(&s, CALL_lock_acquire, 0, 1, 0);
    scene_host_function(&s, a, US(1)); /* line 3 */
    uint32_t poll = scene_call(&s, CALL_cudaStreamQuery, a, a, 0);
    s.program.records.rows[poll].flags = RECORD_POLL;
    uint32_t worker =
        program_add_thread(&s.program, &(struct program_thread){.kind = THREAD_WORKER});
    s.thread = (uint16_t)worker;
    scene_call(&s, CALL_cudaLaunchHostFunc, 0, 1, 0);
    scene_call(&s, CALL_lock_acquire, 0, 1, 0);
    scene_call(&s, CALL_thread_end, 0, 0, 0);
    refuse(4, "deadlock: cudaStreamQuery asks for what nobody goes on with (enqueued at "
              "scene.cu:3)");
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
    launch.cooperative = false;
    launch.cluster_blocks = 3;
    scene_launch(&s, 0, &launch);
    launch.cluster_blocks = 4;
    scene_launch(&s, 0, &launch);
    run();
    static const int expected[] = {CUDA_cudaErrorInvalidValue, CUDA_cudaErrorInvalidValue,
                                   CUDA_cudaErrorLaunchOutOfResources, CUDA_cudaErrorInvalidValue};
    for (size_t i = 0; i < 4; i++)
        returns(CALL_cudaLaunchKernel, i, US(2) * (int64_t)(i + 1), expected[i]);
    returns(CALL_cudaLaunchCooperativeKernel, 0, US(10), CUDA_cudaErrorCooperativeLaunchTooLarge);
    returns(CALL_cudaPeekAtLastError, 0, US(10), CUDA_cudaErrorCooperativeLaunchTooLarge);
    /* 20 blocks in clusters of 3, behind work: 4 us */
    returns(CALL_cudaLaunchKernel, 4, US(16), CUDA_cudaErrorInvalidClusterSize);
    ck_assert_uint_eq(s.timeline.ops.count, 2);
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
    returns(CALL_cudaDeviceSynchronize, 0, US(102), CUDA_cudaErrorIllegalAddress);
    returns(CALL_cudaGetLastError, 1, US(102), CUDA_cudaErrorIllegalAddress);
    returns(CALL_cudaGetLastError, 2, US(102), CUDA_cudaErrorIllegalAddress);
    returns(CALL_cudaLaunchKernel, 0, US(104), CUDA_cudaErrorIllegalAddress);
    returns(CALL_cudaGetLastError, 3, US(104), 0);
    ck_assert_uint_eq(s.timeline.ops.count, 2);
    ck_assert_int_eq(scene_op(&s, 0)->flags & OP_FAILED, OP_FAILED);
    ck_assert_int_eq(scene_op(&s, 1)->flags & OP_FAILED, OP_FAILED);
}
END_TEST

/* At 102 the device fails: a kernel and a copy that run are stopped, what is queued takes no time,
 * callbacks are called with the error and host functions are not; a reset ends it. */
START_TEST(nothing_runs_after_an_error_of_the_device)
{
    uint32_t a = scene_stream(&s, STREAM_NONBLOCKING, "a");
    uint32_t b = scene_stream(&s, STREAM_NONBLOCKING, "b");
    uint32_t c = scene_stream(&s, STREAM_NONBLOCKING, "c");
    uint32_t e = scene_event(&s, "e");
    struct program_launch launch = scene_geometry(&s, "bad", 1, US(100));
    launch.fails = CUDA_cudaErrorIllegalAddress;
    scene_launch(&s, a, &launch);                                              /* 0: 2 to 102 */
    scene_kernel(&s, b, "running", 1, US(1000));                               /* 1: from 6 */
    scene_copy(&s, CALL_cudaMemcpyAsync, c, COPY_H2D, MEMORY_PINNED, 1000000); /* 2: from 7 */
    scene_kernel(&s, a, "queued", 20, US(500));                                /* 3 */
    scene_record(&s, e, b);                                                    /* 4 */
    scene_wait(&s, e, c);                                                      /* 5 */
    scene_host_function(&s, c, US(50));                                        /* 6 */
    scene_kernel(&s, c, "last", 1, US(500));                                   /* 7 */
    scene_call(&s, CALL_cudaStreamSynchronize, c, c, 0);
    scene_call(&s, CALL_cudaDeviceReset, 0, 0, 0);
    uint32_t d = scene_stream(&s, STREAM_NONBLOCKING, "d");
    scene_kernel(&s, d, "again", 1, US(10)); /* 8 */
    scene_synchronize(&s);
    run();
    for (uint32_t op = 1; op < 8; op++) {
        ends(op, US(102));
        ck_assert_int_eq(scene_op(&s, op)->flags & OP_FAILED, OP_FAILED);
    }
    starts(1, US(6));
    for (uint32_t op = 3; op < 8; op++)
        starts(op, US(102));
    returns(CALL_cudaStreamSynchronize, 0, US(102), CUDA_cudaErrorIllegalAddress);
    starts(8, US(104));
    ends(8, US(114));
    returns(CALL_cudaDeviceSynchronize, 0, US(114), 0);
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

int main(void)
{
    TCase *tests = tcase_create("rules");
    tcase_add_test(tests, the_thread_with_the_smallest_time_goes_first);
    tcase_add_test(tests, threads_in_calls_hold_each_other_up);
    tcase_add_test(tests, threads_that_called_meanwhile_hold_each_other_up);
    tcase_add_test(tests, calls_of_programs_with_threads_are_marked_while_cupti_records);
    tcase_add_test(tests, a_thread_that_becomes_known_holds_others_up);
    tcase_add_test(tests, threads_hold_each_other_up_more_while_cupti_records);
    tcase_add_test(tests, threads_that_share_a_stream_wait_for_its_lock);
    tcase_add_loop_test(tests, a_call_lets_go_of_its_stream_before_it_returns, 0, 2);
    tcase_add_loop_test(tests, a_wait_for_nothing_takes_no_lock, 0, 2);
    tcase_add_test(tests, sleepers_come_in_turn);
    tcase_add_test(tests, who_has_the_lock_first_is_first_in_the_stream);
    tcase_add_loop_test(tests, seeds_change_runs_of_several_threads, 0, 2);
    tcase_add_test(tests, a_copy_to_pageable_memory_keeps_its_stream_s_lock);
    tcase_add_test(tests, a_growing_pool_does_not_hold_its_stream_s_lock);
    tcase_add_test(tests, calls_take_longer_that_were_not_made_for_a_while);
    tcase_add_loop_test(tests, first_calls_behind_a_host_that_computed_find_nothing_in_the_caches,
                        0, 2);
    tcase_add_test(tests, the_first_host_function_takes_longer);
    tcase_add_test(tests, a_host_functions_call_wakes_the_worker);
    tcase_add_test(tests, launches_in_a_row_take_the_less_the_more_they_are);
    tcase_add_test(tests, launches_by_turns_take_longer);
    tcase_add_test(tests, a_thread_made_right_behind_another_costs_less);
    tcase_add_test(tests, threads_are_made_one_at_a_time);
    tcase_add_test(tests, a_new_thread_begins_late_and_pays_for_its_first_call);
    tcase_add_test(tests, a_new_threads_cudaSetDevice_needs_the_device);
    tcase_add_test(tests, a_new_threads_first_call_of_each_kind_takes_longer);
    tcase_add_test(tests, a_call_to_the_legacy_stream_has_the_context_alone);
    tcase_add_loop_test(tests, calls_for_memory_come_as_they_find_the_lock, 0, 2);
    tcase_add_loop_test(tests, a_copy_that_comes_while_memory_is_given_back_has_no_turn, 0, 4);
    tcase_add_loop_test(tests, a_call_that_waits_keeps_the_context, 0, 2);
    tcase_add_loop_test(tests, a_pageable_copy_that_waits_keeps_the_context_with_others, 0, 4);
    tcase_add_test(tests, calls_take_longer_while_cupti_records);
    tcase_add_test(tests, calls_at_the_pace_of_a_measurement);
    tcase_add_test(tests, locks_are_handed_on);
    tcase_add_test(tests, locks_are_tried);
    tcase_add_test(tests, who_sleeps_for_a_lock_wakes_later);
    tcase_add_loop_test(tests, a_lock_goes_to_who_is_there_first, 0, 2);
    tcase_add_test(tests, a_lock_keeps_nobody_out_for_ever);
    tcase_add_test(tests, a_notify_wakes_the_next_for_less);
    tcase_add_loop_test(tests, a_join_waits_until_the_thread_has_ended, 0, 3);
    tcase_add_test(tests, a_lock_released_for_its_holder);
    tcase_add_test(tests, a_loop_that_waits_for_a_write);
    tcase_add_test(tests, a_loop_lasts_until_it_is_told);
    tcase_add_test(tests, a_lock_released_before_its_holder_asks);
    tcase_add_test(tests, the_process_ends_with_main);
    tcase_add_test(tests, exit_ends_all_threads);
    tcase_add_test(tests, two_threads_that_wait_for_each_other);
    tcase_add_test(tests, a_poll_that_never_ends);
    tcase_add_test(tests, a_thread_that_joins_itself);
    tcase_add_test(tests, geometry_is_checked);
    tcase_add_test(tests, a_deferred_error_appears_and_sticks);
    tcase_add_test(tests, nothing_runs_after_an_error_of_the_device);
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
    return run_case("runtime: threads and errors", tests);
}
