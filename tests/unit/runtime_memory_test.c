/* The virtual runtime: what device memory that is freed does to copies, what its calls cost behind
 * a set-up (semantics S3.1), and the end that CUPTI notes of a kernel. */
#include "tests/unit/runtime_case.h"

#include "sim/model/profile.h"

enum { FREED = 100000 }; /* 100 us to clear at 1 byte a ns */

static void clears(void)
{
    s.profile.value[PROFILE_copy_clear_rate] = 1000000000;
    s.profile.value[PROFILE_copy_clear_ahead] = US(3);
    s.profile.curve[PROFILE_host_free] =
        (struct profile_curve){.count = 1, .size = {1}, .time = {US(20)}};
}

/* The free returns 20 us after its call, 3 us after the clearing began: it is over 97 us later. A
 * copy out, and a kernel, start as ever. */
START_TEST(s3_1_copies_in_wait_until_freed_memory_is_cleared)
{
    uint32_t a = scene_stream(&s, STREAM_NONBLOCKING, "a");
    uint32_t b = scene_stream(&s, STREAM_NONBLOCKING, "b");
    uint32_t c = scene_stream(&s, STREAM_NONBLOCKING, "c");
    uint32_t memory = scene_alloc(&s, CALL_cudaMalloc, MEMORY_DEVICE, FREED);
    clears();
    scene_call(&s, CALL_cudaFree, 0, memory, 0);
    scene_copy(&s, CALL_cudaMemcpyAsync, a, COPY_H2D, MEMORY_PINNED, 5000);
    scene_copy(&s, CALL_cudaMemcpyAsync, b, COPY_D2H, MEMORY_PINNED, 5000);
    scene_kernel(&s, c, "k", 1, US(10));
    run();
    int64_t freed = scene_row(&s, CALL_cudaFree, 0)->returned;
    starts(0, freed + US(97));
    ends(0, freed + US(102));
    starts(1, freed + US(2)); /* two calls of 1 us */
    starts(2, scene_op(&s, 2)->returned);
    waits(0, 1, RULE_ID_CLEARING, TIMELINE_NO_OP, freed + US(97));
}
END_TEST

/* Where no engine clears, and where another stream's chunk mate is left, nobody waits. */
START_TEST(s3_1_nothing_is_cleared_that_is_not_given_back)
{
    uint32_t a = scene_stream(&s, STREAM_NONBLOCKING, "a"), m[2];
    clears();
    if (_i == 0)
        s.profile.value[PROFILE_copy_clear_rate] = 0;
    else
        s.profile.value[PROFILE_host_chunk] = 4 * FREED; /* both are cut from one */
    for (int i = 0; i < 2; i++)
        m[i] = scene_alloc(&s, CALL_cudaMalloc, MEMORY_DEVICE, FREED);
    scene_call(&s, CALL_cudaFree, 0, m[0], 0);
    scene_copy(&s, CALL_cudaMemcpyAsync, a, COPY_H2D, MEMORY_PINNED, 5000);
    run();
    starts(0, scene_op(&s, 0)->returned);
}
END_TEST

/* What a pool gives back while a copy moves is cleared behind it, and a copy that is called
 * meanwhile comes behind that. The copy ends 200 us after its start, whatever was given back. */
START_TEST(s3_1_memory_of_a_pool_is_cleared_behind_the_copy_that_moves)
{
    uint32_t a = scene_stream(&s, STREAM_NONBLOCKING, "a");
    uint32_t b = scene_stream(&s, STREAM_NONBLOCKING, "b");
    clears();
    uint32_t memory = program_add_alloc(
        &s.program, &(struct program_alloc){.kind = MEMORY_DEVICE, .bytes = FREED});
    scene_call(&s, CALL_cudaMallocAsync, b, memory, 0);                       /* op 0, 40 us */
    scene_copy(&s, CALL_cudaMemcpyAsync, a, COPY_H2D, MEMORY_PINNED, 200000); /* op 1 */
    scene_call(&s, CALL_cudaFreeAsync, b, memory, 0);                         /* op 2 */
    scene_call(&s, CALL_cudaStreamSynchronize, b, b, 0);
    scene_copy(&s, CALL_cudaMemcpyAsync, b, COPY_H2D, MEMORY_PINNED, 5000); /* op 3 */
    run();
    ends(1, scene_op(&s, 1)->start + US(200));
    ck_assert_int_lt(scene_op(&s, 3)->returned, scene_op(&s, 1)->end);
    starts(3, scene_op(&s, 1)->end + US(100));
    const struct timeline_op *op = scene_op(&s, 3);
    waits(3, op->wait_count - 1, RULE_ID_CLEARING, TIMELINE_NO_OP, op->start);
    waits(3, op->wait_count - 2, RULE_ID_COPY_ENGINE, 1, scene_op(&s, 1)->end);
}
END_TEST

/* Two frees are cleared one after the other. */
START_TEST(s3_1_what_is_freed_is_cleared_in_turn)
{
    uint32_t a = scene_stream(&s, STREAM_NONBLOCKING, "a"), m[2];
    for (int i = 0; i < 2; i++)
        m[i] = scene_alloc(&s, CALL_cudaMalloc, MEMORY_DEVICE, FREED);
    clears();
    for (int i = 0; i < 2; i++)
        scene_call(&s, CALL_cudaFree, 0, m[i], 0);
    scene_copy(&s, CALL_cudaMemcpyAsync, a, COPY_H2D, MEMORY_PINNED, 5000);
    run();
    starts(0, scene_row(&s, CALL_cudaFree, 0)->returned + US(197));
}
END_TEST

static int64_t lasts(enum call call, size_t n)
{
    return scene_row(&s, call, n)->returned - scene_row(&s, call, n)->enter;
}

/* A pool of two chunks and a block of one more, all kept, freed in stream a: how long trims take.
 * By case: the stream synchronized, an event, another stream that waits for it; only queried, only
 * waited for; synchronized, with a chunk to be kept, with one and a half. Chunks of 1 MiB take 42
 * us, 2 for each further MiB. */
START_TEST(s3_1_a_trim_gives_back_what_a_synchronize_has_waited_for)
{
    static const struct {
        int64_t keep;
        int64_t first, second; /* us */
    } cases[] = {{0, 46, 0}, {0, 46, 0},       {0, 46, 0},       {0, 0, 46},
                 {0, 0, 46}, {1 << 20, 44, 0}, {3 << 19, 42, 0}, {4 << 20, 0, 0}};
    uint32_t a = scene_stream(&s, STREAM_NONBLOCKING, "a");
    uint32_t b = scene_stream(&s, STREAM_NONBLOCKING, "b");
    uint32_t e = scene_event(&s, "e"), m[2];
    uint32_t pool = program_add_pool(&s.program, &(struct program_pool){0});
    s.profile.value[PROFILE_host_pool_chunk] = 1 << 20;
    s.profile.value[PROFILE_host_pool_release] = US(42);
    s.profile.value[PROFILE_host_pool_release_per_mib] = 2000000;
    int64_t cost = s.profile.call_cost[CALL_cudaMemPoolTrimTo];
    scene_call(&s, CALL_cudaMemPoolCreate, 0, pool, 0);
    uint32_t keep = scene_call(&s, CALL_cudaMemPoolSetAttribute, 0, pool, INT64_MAX);
    s.program.records.rows[keep].count = 4; /* the release threshold */
    for (int i = 0; i < 2; i++) {
        m[i] = program_add_alloc(&s.program, &(struct program_alloc){.kind = MEMORY_DEVICE,
                                                                     .bytes = i ? 1000 : 2 << 20,
                                                                     .pool = pool});
        scene_call(&s, CALL_cudaMallocFromPoolAsync, a, m[i], 0);
    }
    for (int i = 0; i < 2; i++)
        scene_call(&s, CALL_cudaFreeAsync, a, m[i], 0);
    scene_record(&s, e, a);
    if (_i == 1)
        scene_call(&s, CALL_cudaEventSynchronize, 0, e, 0);
    if (_i == 2) {
        scene_wait(&s, e, b);
        scene_call(&s, CALL_cudaStreamSynchronize, b, b, 0);
    }
    if (_i == 3)
        scene_call(&s, CALL_cudaEventQuery, 0, e, 0);
    if (_i == 4)
        scene_call(&s, CALL_host_work, 0, 0, US(300));
    if (_i == 0 || _i > 4)
        scene_call(&s, CALL_cudaStreamSynchronize, a, a, 0);
    scene_call(&s, CALL_cudaMemPoolTrimTo, 0, pool, cases[_i].keep);
    scene_call(&s, CALL_cudaStreamSynchronize, a, a, 0);
    scene_call(&s, CALL_cudaMemPoolTrimTo, 0, pool, cases[_i].keep);
    run();
    ck_assert_int_eq(lasts(CALL_cudaMemPoolTrimTo, 0), cost + US(cases[_i].first));
    ck_assert_int_eq(lasts(CALL_cudaMemPoolTrimTo, 1), cost + US(cases[_i].second));
}
END_TEST

/* pool-cut.txt: cut from what nobody has used, or what a synchronize has found unused, 2 us more;
 * the same piece again, and part of what was freed just before, nothing. */
START_TEST(s3_1_what_is_cut_from_a_pool_costs_more)
{
    static const int64_t more[] = {0, US(2), 0, 0, US(2)}; /* but for the growing first */
    uint32_t a = scene_stream(&s, STREAM_NONBLOCKING, "a"), m[5];
    uint32_t pool = program_add_pool(&s.program, &(struct program_pool){0});
    s.profile.value[PROFILE_host_pool_chunk] = 1 << 20;
    s.profile.value[PROFILE_host_pool_cut] = US(2);
    scene_call(&s, CALL_cudaMemPoolCreate, 0, pool, 0);
    uint32_t keep = scene_call(&s, CALL_cudaMemPoolSetAttribute, 0, pool, INT64_MAX);
    s.program.records.rows[keep].count = 4; /* the release threshold */
    for (int i = 0; i < 5; i++) {
        m[i] = program_add_alloc(&s.program, &(struct program_alloc){.kind = MEMORY_DEVICE,
                                                                     .bytes = i == 3 ? 500 : 1000,
                                                                     .pool = pool});
        if (i == 4) { /* all is unused, and known to be */
            scene_call(&s, CALL_cudaFreeAsync, a, m[0], 0);
            scene_call(&s, CALL_cudaFreeAsync, a, m[3], 0);
            scene_call(&s, CALL_cudaStreamSynchronize, a, a, 0);
        }
        scene_call(&s, CALL_cudaMallocFromPoolAsync, a, m[i], 0);
        if (i == 1 || i == 2)
            scene_call(&s, CALL_cudaFreeAsync, a, m[i], 0);
    }
    run();
    static const uint32_t op[] = {0, 1, 3, 5, 8}; /* frees lie between them */
    int64_t call = s.profile.call_cost[CALL_cudaMallocFromPoolAsync];
    for (size_t i = 1; i < 5; i++)
        ck_assert_int_eq(scene_op(&s, op[i])->returned - scene_op(&s, op[i])->call, call + more[i]);
}
END_TEST

/* memory-async of traces/h200/validation: the first synchronize that gives a chunk back takes 12 us
 * longer than later ones. */
START_TEST(s3_1_the_first_chunk_given_back_takes_longest)
{
    uint32_t a = scene_stream(&s, STREAM_NONBLOCKING, "a");
    s.profile.value[PROFILE_host_pool_chunk] = 1 << 20;
    s.profile.value[PROFILE_host_pool_release] = US(42);
    s.profile.value[PROFILE_host_pool_release_first] = US(54);
    for (int i = 0; i < 2; i++) {
        uint32_t m = program_add_alloc(
            &s.program, &(struct program_alloc){.kind = MEMORY_DEVICE, .bytes = 1000});
        scene_call(&s, CALL_cudaMallocAsync, a, m, 0);
        scene_call(&s, CALL_cudaFreeAsync, a, m, 0);
        scene_call(&s, CALL_cudaStreamSynchronize, a, a, 0);
    }
    run();
    ck_assert_int_eq(lasts(CALL_cudaStreamSynchronize, 0) - lasts(CALL_cudaStreamSynchronize, 1),
                     US(12));
}
END_TEST

/* Memory of cudaMalloc can be freed in a stream's order (traces/experiments/free-async.txt). */
START_TEST(s3_1_memory_of_cudaMalloc_is_freed_in_order)
{
    uint32_t a = scene_stream(&s, STREAM_NONBLOCKING, "a");
    uint32_t m = scene_alloc(&s, CALL_cudaMalloc, MEMORY_DEVICE, 1 << 20);
    scene_call(&s, CALL_cudaFreeAsync, a, m, 0);
    scene_call(&s, CALL_cudaStreamSynchronize, a, a, 0);
    scene_call(&s, CALL_cudaFree, 0, m, 0);
    run();
    ck_assert_int_eq(scene_row(&s, CALL_cudaFree, 0)->result, CUDA_cudaErrorInvalidValue);
    ck_assert_uint_eq(s.timeline.ops.count, 1);
    ck_assert_int_eq(s.timeline.ops.rows[0].kind, OP_FREE_ALLOC);
}
END_TEST

static void set_flat(enum profile_key key, int64_t time)
{
    struct profile_curve *curve = &s.profile.curve[key];
    curve->count = 1;
    curve->size[0] = 1;
    curve->time[0] = time;
}

/* A core lists 2 MiB of what was given back last: as main begins too. 2 MiB take 30 us of the list
 * and 40 beyond it, since 4 take 70; so 1 MiB, which takes 30 as well, 5 more. Four that come back
 * fill the list with 2. */
START_TEST(s3_1_page_locked_memory_comes_from_a_list)
{
    struct profile_curve *curve = &s.profile.curve[PROFILE_host_malloc_host];
    *curve =
        (struct profile_curve){.count = 2, .size = {2 << 20, 4 << 20}, .time = {US(30), US(70)}};
    scene_alloc(&s, CALL_cudaMallocHost, MEMORY_PINNED, 2 << 20);
    scene_alloc(&s, CALL_cudaMallocHost, MEMORY_PINNED, 2 << 20);
    uint32_t four = scene_alloc(&s, CALL_cudaMallocHost, MEMORY_PINNED, 4 << 20);
    scene_alloc(&s, CALL_cudaMallocHost, MEMORY_PINNED, 1 << 20);
    scene_call(&s, CALL_cudaFreeHost, 0, four, 0);
    for (int i = 0; i < 3; i++)
        scene_alloc(&s, CALL_cudaMallocHost, MEMORY_PINNED, 1 << 20);
    run();
    const int64_t takes[] = {US(30), US(40), US(80), US(35), US(30), US(30), US(35)};
    for (size_t i = 0; i < sizeof takes / sizeof *takes; i++)
        ck_assert_int_eq(lasts(CALL_cudaMallocHost, i), takes[i]);
}
END_TEST

/* 1 MiB of page-locked memory takes 30 us in main, and in a thread that has given 1 MiB back, 50 us
 * in other threads; a thread's first two calls that give some back 7 us more. */
START_TEST(s3_1_page_locked_memory_takes_longer_in_threads)
{
    bool own = _i == 1;
    set_flat(PROFILE_host_malloc_host, US(30));
    set_flat(PROFILE_host_malloc_host_thread, US(50));
    s.profile.value[PROFILE_host_free_host_thread] = US(7);
    uint32_t thread = scene_thread(&s);
    s.thread = own ? (uint16_t)thread : 0;
    uint32_t m = scene_alloc(&s, CALL_cudaMallocHost, MEMORY_PINNED, 1 << 20);
    for (int i = 0; i < 3; i++) {
        scene_call(&s, CALL_cudaFreeHost, 0, m, 0);
        m = scene_alloc(&s, CALL_cudaMallocHost, MEMORY_PINNED, 1 << 20);
    }
    scene_alloc(&s, CALL_cudaMallocHost, MEMORY_PINNED, 1 << 20);
    s.thread = (uint16_t)thread;
    scene_call(&s, CALL_thread_end, 0, 0, 0);
    s.thread = 0;
    scene_call(&s, CALL_thread_join, 0, thread, 0);
    run();
    for (size_t i = 0; i < 5; i++)
        ck_assert_int_eq(lasts(CALL_cudaMallocHost, i),
                         (own && (i == 0 || i == 4) ? US(50) : US(30)));
    int64_t third = lasts(CALL_cudaFreeHost, 2);
    for (size_t i = 0; i < 2; i++)
        ck_assert_int_eq(lasts(CALL_cudaFreeHost, i), third + (own ? US(7) : 0));
}
END_TEST

/* So does a pool that is destroyed. */
START_TEST(s3_1_a_destroyed_pool_gives_back_what_it_has)
{
    uint32_t a = scene_stream(&s, STREAM_NONBLOCKING, "a");
    uint32_t pool = program_add_pool(&s.program, &(struct program_pool){0});
    s.profile.value[PROFILE_host_pool_chunk] = 1 << 20;
    s.profile.value[PROFILE_host_pool_release] = US(42);
    scene_call(&s, CALL_cudaMemPoolCreate, 0, pool, 0);
    uint32_t keep = scene_call(&s, CALL_cudaMemPoolSetAttribute, 0, pool, INT64_MAX);
    s.program.records.rows[keep].count = 4;
    uint32_t m = program_add_alloc(
        &s.program, &(struct program_alloc){.kind = MEMORY_DEVICE, .bytes = 1000, .pool = pool});
    scene_call(&s, CALL_cudaMallocFromPoolAsync, a, m, 0);
    scene_call(&s, CALL_cudaFreeAsync, a, m, 0);
    scene_call(&s, CALL_cudaStreamSynchronize, a, a, 0);
    scene_call(&s, CALL_cudaMemPoolDestroy, 0, pool, 0);
    run();
    ck_assert_int_eq(lasts(CALL_cudaMemPoolDestroy, 0),
                     s.profile.call_cost[CALL_cudaMemPoolDestroy] + US(42));
}
END_TEST

/* Copies out of 100 us each and cudaMalloc, of 20 us and 4 that come behind copies out, half a
 * microsecond after whose end it looks whether another follows, or 3 beside those in; slices of 250
 * us. By case: nothing moves; one out; two in a stream, also 0.9 us apart; two in two, with as long
 * between them; three, over at 301, but the slice at 251; one in; a memory cut from a chunk; one
 * out behind a kernel of 50 us, which has not begun when the call maps at 22. */
START_TEST(s3_1_memory_is_mapped_behind_copies_out)
{
    static const struct {
        int outs, streams;
        bool in, cut, kernel;
        double returns; /* us; one more for each copy's call */
        int64_t apart;  /* ns, from one to the next */
    } cases[] = {{0, 1, false, false, false, 20, 0},      {1, 1, false, false, false, 105.5, 0},
                 {2, 1, false, false, false, 205.5, 0},   {2, 1, false, false, false, 206.4, 900},
                 {2, 2, false, false, false, 206.4, 900}, {3, 1, false, false, false, 255, 0},
                 {0, 1, true, false, false, 24, 0},       {1, 1, false, true, false, 3, 0},
                 {1, 1, false, false, true, 23, 0}};
    uint32_t streams[2] = {scene_stream(&s, STREAM_NONBLOCKING, "a"),
                           scene_stream(&s, STREAM_NONBLOCKING, "b")};
    s.profile.value[PROFILE_host_map_behind] = US(4);
    s.profile.value[PROFILE_host_map_beside] = US(3);
    s.profile.value[PROFILE_copy_out_slice] = US(250);
    s.profile
        .value[cases[_i].streams == 1 ? PROFILE_latency_copy_copy : PROFILE_latency_engine_next] =
        cases[_i].apart;
    s.profile.value[PROFILE_host_chunk] = 2048;
    s.profile.value[PROFILE_host_chunk_call] = US(2);
    s.profile.curve[PROFILE_host_malloc] =
        (struct profile_curve){.count = 1, .size = {1}, .time = {US(20)}};
    if (cases[_i].cut)
        scene_alloc(&s, CALL_cudaMalloc, MEMORY_DEVICE, 1000);
    if (cases[_i].kernel)
        scene_kernel(&s, streams[0], "k", 1, US(50));
    for (int i = 0; i < cases[_i].outs; i++)
        scene_copy(&s, CALL_cudaMemcpyAsync, streams[i % cases[_i].streams], COPY_D2H,
                   MEMORY_PINNED, 100000);
    if (cases[_i].in)
        scene_copy(&s, CALL_cudaMemcpyAsync, streams[0], COPY_H2D, MEMORY_PINNED, 100000);
    scene_alloc(&s, CALL_cudaMalloc, MEMORY_DEVICE, 1000);
    run();
    const struct timeline_call *row = scene_row(&s, CALL_cudaMalloc, cases[_i].cut);
    int64_t from = cases[_i].cut ? US(20) : 0;
    ck_assert_int_eq(row->returned - from, US(cases[_i].returns));
    if (_i == 1)
        call_waits(row, 1, RULE_ID_MAPPING, 0, US(101)); /* behind its own 20 us */
    if (_i == 5)
        call_waits(row, 3, RULE_ID_MAPPING, TIMELINE_NO_OP, US(251));
}
END_TEST

/* malloc-cold.txt: the first behind a host that has computed for 1 ms takes longer; the next does
 * not, nor does one behind less. */
START_TEST(s3_1_the_first_allocation_behind_a_set_up_takes_longer)
{
    clears();
    s.profile.value[PROFILE_copy_clear_rate] = 0;
    s.profile.curve[PROFILE_host_malloc] =
        (struct profile_curve){.count = 1, .size = {1}, .time = {US(30)}};
    s.profile.value[PROFILE_host_malloc_first] = US(43);
    s.profile.value[PROFILE_host_free_first] = US(14);
    scene_call(&s, CALL_host_work, 0, 0, _i ? US(999) : US(1000));
    for (int i = 0; i < 2; i++) {
        uint32_t memory = scene_alloc(&s, CALL_cudaMalloc, MEMORY_DEVICE, FREED);
        scene_call(&s, CALL_cudaFree, 0, memory, 0);
    }
    run();
    ck_assert_int_eq(lasts(CALL_cudaMalloc, 0), _i ? US(30) : US(73));
    ck_assert_int_eq(lasts(CALL_cudaFree, 0), _i ? US(20) : US(34));
    ck_assert_int_eq(lasts(CALL_cudaMalloc, 1), US(30));
    ck_assert_int_eq(lasts(CALL_cudaFree, 1), US(20));
}
END_TEST

/* What waits for a kernel does not wait for the end that CUPTI notes. */
START_TEST(cupti_notes_the_end_of_a_kernel_late)
{
    uint32_t a = scene_stream(&s, STREAM_NONBLOCKING, "a");
    s.options.cupti = true;
    s.profile.value[PROFILE_cupti_kernel_gap] = 300;
    s.profile.value[PROFILE_latency_kernel_kernel] = US(2);
    s.profile.value[PROFILE_cupti_kernel_end] = 650;
    for (int i = 0; i < 2; i++)
        scene_kernel(&s, a, "k", 1, US(100));
    run();
    int64_t start = scene_op(&s, 0)->start;
    ends(0, start + US(100) + 650);
    starts(1, start + US(102) + 300);
    ck_assert_int_eq(s.timeline.span, US(202) + 300 + 650);
}
END_TEST

/* traces/experiments/clearing-beside.txt: 100 us of clearing at 1 byte a ns take half of a memory's
 * rate of 2 GB/s. A kernel that reads alone takes T; one that begins with the clearing has had half
 * of 100 us when that is over, so it takes 50 us more. */
START_TEST(s3_1_what_reads_takes_longer_meanwhile)
{
    uint32_t a = scene_stream(&s, STREAM_NONBLOCKING, "a");
    uint32_t memory = scene_alloc(&s, CALL_cudaMalloc, MEMORY_DEVICE, FREED);
    clears();
    s.profile.value[PROFILE_copy_clear_ahead] = 0;
    s.profile.value[PROFILE_copy_clear_memory_cost] = 1000;
    s.profile.value[PROFILE_device_memory_rate] = 2000000000;
    struct program_launch launch = scene_geometry(&s, "reads", 132, 0);
    launch.cost = COST_WORK;
    launch.bytes = 1000000;
    scene_launch(&s, a, &launch);
    scene_synchronize(&s);
    scene_call(&s, CALL_cudaFree, 0, memory, 0);
    scene_launch(&s, a, &launch);
    run();
    int64_t alone = scene_op(&s, 0)->end - scene_op(&s, 0)->start;
    int64_t beside = scene_op(&s, 1)->end - scene_op(&s, 1)->start;
    int64_t before = scene_op(&s, 1)->start - scene_row(&s, CALL_cudaFree, 0)->returned;
    ck_assert_int_ge(before, 0);
    ck_assert_msg(llabs(beside - alone - (US(100) - before) / 2) < US(3), "%lld instead of %lld",
                  (long long)beside, (long long)alone);
}
END_TEST

/* traces/experiments/behind-writes.txt: level 2 holds 1000 kB, the memory gives 2 bytes a ns. Of
 * 100 kB that were set, kernels that read 800 kB drive out (800 - 125) / (1250 - 125) = 60 % and
 * then the rest; each such byte takes as long as 1.5 that are read: 45 us on top of 400, then 30,
 * then none, and none behind a copy in. */
START_TEST(s5_16_what_level_2_has_to_write_takes_time)
{
    uint32_t a = scene_stream(&s, STREAM_NONBLOCKING, "a");
    s.profile.value[PROFILE_device_l2] = 1000000;
    s.profile.value[PROFILE_device_write_back_cost] = 1500;
    s.profile.value[PROFILE_device_memory_rate] = 2000000000;
    struct program_launch launch = scene_geometry(&s, "reads", 132, 0);
    launch.cost = COST_WORK;
    launch.bytes = 800000;
    scene_launch(&s, a, &launch);
    scene_copy(&s, CALL_cudaMemcpyAsync, a, COPY_H2D, MEMORY_PINNED, 100000);
    scene_launch(&s, a, &launch);
    scene_copy(&s, CALL_cudaMemsetAsync, a, COPY_MEMSET, MEMORY_DEVICE, 100000);
    for (int i = 0; i < 3; i++)
        scene_launch(&s, a, &launch);
    run();
    static const uint32_t kernels[] = {0, 2, 4, 5, 6};
    static const int64_t more[] = {0, 0, 45, 30, 0};
    int64_t alone = scene_op(&s, 0)->end - scene_op(&s, 0)->start;
    for (int i = 0; i < 5; i++) {
        const struct timeline_op *op = scene_op(&s, kernels[i]);
        ck_assert_int_eq(op->kind, OP_KERNEL);
        ck_assert_msg(llabs(op->end - op->start - alone - US(more[i])) < US(1),
                      "kernel %d: %lld instead of %lld and %lld us", i,
                      (long long)(op->end - op->start), (long long)alone, (long long)more[i]);
    }
}
END_TEST

/* traces/experiments/prefetch-rows.txt: in and out one behind the other, beside copies. Behind a
 * kernel the calls return at once. */
START_TEST(s2_5_prefetches_move_one_behind_the_other)
{
    uint32_t a = scene_stream(&s, STREAM_NONBLOCKING, "a");
    uint32_t b = scene_stream(&s, STREAM_NONBLOCKING, "b");
    uint32_t c = scene_stream(&s, STREAM_NONBLOCKING, "c");
    s.profile.curve[PROFILE_copy_prefetch_in] =
        (struct profile_curve){.count = 1, .size = {1}, .time = {US(50)}};
    s.profile.curve[PROFILE_copy_prefetch_out] =
        (struct profile_curve){.count = 1, .size = {1}, .time = {US(30)}};
    scene_kernel(&s, a, "k", 1, US(10));
    scene_kernel(&s, b, "k", 1, US(20));
    scene_copy(&s, CALL_cudaMemPrefetchAsync, a, COPY_H2D, MEMORY_MANAGED, 1000);
    scene_copy(&s, CALL_cudaMemPrefetchAsync, b, COPY_D2H, MEMORY_MANAGED, 1000);
    scene_copy(&s, CALL_cudaMemcpyAsync, c, COPY_H2D, MEMORY_PINNED, 5000);
    run();
    int64_t first = scene_op(&s, 2)->start;
    ends(2, first + US(50));
    starts(3, first + US(50));
    ends(3, first + US(80));
    ck_assert_int_lt(scene_op(&s, 4)->end, first + US(50));
}
END_TEST

static uint32_t managed;

static void prefetch(uint32_t stream, enum copy_kind kind, uint64_t offset, uint64_t bytes)
{
    struct program_range range = {managed, offset, bytes};
    uint32_t copy = program_add_copy(
        &s.program,
        &(struct program_copy){
            .kind = kind, .dst = range, .src = range, .rows = 1, .host_memory = MEMORY_MANAGED});
    scene_call(&s, CALL_cudaMemPrefetchAsync, stream, copy, 0);
}

/* prefetch-fresh.txt, prefetch.txt. In an idle stream the call does a part of 50 us, all but 4
 * where it is larger than a block and no whole number of them, and all of the way back; of what is
 * on the device already it takes 3 us and little is left. By case: what is prefetched first, in MiB
 * from and to; the host writes there; what comes then, how long the second call and its operation
 * take, us. */
START_TEST(s2_5_what_a_prefetch_moves_and_what_its_call_does)
{
    enum { MIB = 1 << 20, NONE = 0 };
    static const struct {
        int first, first_end, wrote, wrote_end, from, end;
        enum copy_kind kind;
        double call, lasts;
    } cases[] = {
        {NONE, NONE, NONE, NONE, 0, 2, COPY_H2D, 21, 50},   /* 1 of the call, 20 of the 50 */
        {NONE, NONE, NONE, NONE, 0, 3, COPY_H2D, 47, 50},   /* all but 4 */
        {NONE, NONE, NONE, NONE, 0, 2, COPY_D2H, 30.4, 30}, /* all but 0.6 */
        {0, 2, NONE, NONE, 0, 2, COPY_H2D, 3, 0.3},
        {0, 4, NONE, NONE, 2, 4, COPY_H2D, 3, 0.3},
        {0, 2, NONE, NONE, 0, 4, COPY_H2D, 24, 53}, /* half of it is there */
        {0, 2, 1, 2, 0, 2, COPY_H2D, 24, 53},       /* the host has taken a part back */
        {0, 2, 3, 4, 0, 2, COPY_H2D, 3, 0.3},
    };
    uint32_t a = scene_stream(&s, STREAM_NONBLOCKING, "a");
    const struct profile_curve in = {.count = 1, .size = {1}, .time = {US(50)}};
    const struct profile_curve out = {.count = 1, .size = {1}, .time = {US(30)}};
    const struct profile_curve part = {.count = 1, .size = {1}, .time = {US(21)}};
    const struct profile_curve there = {.count = 1, .size = {1}, .time = {US(3)}};
    s.profile.curve[PROFILE_copy_prefetch_in] = in;
    s.profile.curve[PROFILE_copy_prefetch_out] = out;
    s.profile.curve[PROFILE_copy_prefetch_there] = there;
    s.profile.curve[PROFILE_host_prefetch_in] = part;
    s.profile.call_cost[CALL_cudaMemPrefetchAsync] = US(1);
    managed = scene_alloc(&s, CALL_cudaMallocManaged, MEMORY_MANAGED, 8 * MIB);
    uint32_t op = 0;
    if (cases[_i].first_end) {
        prefetch(a, COPY_H2D, (uint64_t)cases[_i].first * MIB,
                 (uint64_t)(cases[_i].first_end - cases[_i].first) * MIB);
        scene_call(&s, CALL_cudaStreamSynchronize, a, a, 0);
        op++;
    }
    if (cases[_i].wrote_end) {
        uint32_t touch = program_add_copy(
            &s.program, &(struct program_copy){
                            .dst = {managed, (uint64_t)cases[_i].wrote * MIB,
                                    (uint64_t)(cases[_i].wrote_end - cases[_i].wrote) * MIB}});
        scene_call(&s, CALL_host_write, 0, touch, 0);
    }
    prefetch(a, cases[_i].kind, (uint64_t)cases[_i].from * MIB,
             (uint64_t)(cases[_i].end - cases[_i].from) * MIB);
    run();
    const struct timeline_op *row = scene_op(&s, op);
    ck_assert_int_eq(row->returned - row->call, US(cases[_i].call));
    ck_assert_int_eq(row->end - row->start, US(cases[_i].lasts));
}
END_TEST

int main(void)
{
    TCase *tests = tcase_create("rules");
    tcase_add_test(tests, s3_1_copies_in_wait_until_freed_memory_is_cleared);
    tcase_add_loop_test(tests, s3_1_nothing_is_cleared_that_is_not_given_back, 0, 2);
    tcase_add_test(tests, s3_1_memory_of_a_pool_is_cleared_behind_the_copy_that_moves);
    tcase_add_loop_test(tests, s3_1_a_trim_gives_back_what_a_synchronize_has_waited_for, 0, 8);
    tcase_add_test(tests, s3_1_a_destroyed_pool_gives_back_what_it_has);
    tcase_add_test(tests, s3_1_memory_of_cudaMalloc_is_freed_in_order);
    tcase_add_test(tests, s3_1_page_locked_memory_comes_from_a_list);
    tcase_add_loop_test(tests, s3_1_page_locked_memory_takes_longer_in_threads, 0, 2);
    tcase_add_test(tests, s3_1_what_is_cut_from_a_pool_costs_more);
    tcase_add_test(tests, s3_1_the_first_chunk_given_back_takes_longest);
    tcase_add_loop_test(tests, s3_1_memory_is_mapped_behind_copies_out, 0, 9);
    tcase_add_test(tests, s3_1_what_is_freed_is_cleared_in_turn);
    tcase_add_loop_test(tests, s3_1_the_first_allocation_behind_a_set_up_takes_longer, 0, 2);
    tcase_add_test(tests, cupti_notes_the_end_of_a_kernel_late);
    tcase_add_test(tests, s3_1_what_reads_takes_longer_meanwhile);
    tcase_add_test(tests, s5_16_what_level_2_has_to_write_takes_time);
    tcase_add_test(tests, s2_5_prefetches_move_one_behind_the_other);
    tcase_add_loop_test(tests, s2_5_what_a_prefetch_moves_and_what_its_call_does, 0, 8);
    return run_case("runtime: memory", tests);
}
