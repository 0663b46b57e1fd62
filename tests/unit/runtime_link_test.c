/* The virtual runtime: what copies that move do to queues (semantics S6.3), waits that cannot wait
 * (S4.3), and the calls of copies on the device. */
#include "tests/unit/runtime_case.h"

/* What crosses the link: nothing, a copy in, a copy out. */
static const enum copy_kind crossing[] = {COPY_H2H, COPY_H2D, COPY_D2H};

static void cross(int what)
{
    uint32_t stream = scene_stream(&s, STREAM_NONBLOCKING, "crossing");
    if (what)
        scene_copy(&s, CALL_cudaMemcpyAsync, stream, crossing[what], MEMORY_PINNED, 10000000);
}

/* waiting-queues.txt, the last lines of its row: the launch returns, and starts 0, 3 or 1 us later.
 */
START_TEST(a_launch_starts_later_while_copies_move)
{
    static const int64_t later[] = {0, US(3), US(1)};
    s.profile.value[PROFILE_latency_launch_in] = US(3);
    s.profile.value[PROFILE_latency_launch_out] = US(1);
    cross(_i);
    scene_kernel(&s, scene_stream(&s, STREAM_NONBLOCKING, "b"), "k", 1, US(10));
    run();
    const struct timeline_op *kernel = scene_op(&s, _i ? 1 : 0);
    ck_assert_int_eq(kernel->start, kernel->returned + later[_i]);
}
END_TEST

/* timed-beside.txt: kernel, two records with timing, kernel, memset, kernel. A record takes 1 us on
 * an idle link, and is written 3 us later while a copy comes in; what follows it waits 3 us more. A
 * memset that comes with its command takes 3 us longer; one on the SMs does not (beside-chain.txt).
 */
START_TEST(what_is_written_to_the_host_takes_longer_while_copies_move)
{
    static const int64_t more[] = {0, US(3), US(0.5)};
    s.profile.value[PROFILE_latency_record] = US(1);
    s.profile.value[PROFILE_latency_event_timed] = US(1);
    s.profile.value[PROFILE_latency_flush_in] = US(3);
    s.profile.value[PROFILE_latency_flush_out] = US(0.5);
    s.profile.value[PROFILE_host_memset_small_bytes] = 8;
    cross(_i);
    uint32_t chain = scene_stream(&s, STREAM_NONBLOCKING, "chain");
    scene_kernel(&s, chain, "k", 1, US(100));
    scene_record(&s, scene_event(&s, "a"), chain);
    scene_record(&s, scene_event(&s, "b"), chain);
    scene_kernel(&s, chain, "k", 1, US(10));
    scene_copy(&s, CALL_cudaMemsetAsync, chain, COPY_MEMSET, MEMORY_NONE, 8);
    scene_kernel(&s, chain, "k", 1, US(10));
    scene_copy(&s, CALL_cudaMemsetAsync, chain, COPY_MEMSET, MEMORY_NONE, 9);
    scene_kernel(&s, chain, "k", 1, US(10));
    run();
    const struct timeline_op *op[8];
    for (uint32_t i = 0; i < 8; i++)
        op[i] = scene_op(&s, (_i ? 1 : 0) + i);
    ck_assert_int_eq(op[1]->end, op[0]->end + US(1) + more[_i]);
    ck_assert_int_eq(op[2]->end, op[1]->end + US(1) + 2 * more[_i]);
    ck_assert_int_eq(op[3]->start, op[2]->end + more[_i]);
    ck_assert_int_eq(op[4]->start, op[3]->end);
    ck_assert_int_eq(op[4]->end, op[4]->start + US(1) + more[_i]);
    ck_assert_int_eq(op[5]->start, op[4]->end);
    ck_assert_int_eq(op[6]->end, op[6]->start + US(1));
    ck_assert_int_eq(op[7]->start, op[6]->end);
}
END_TEST

/* inline-busy.txt: a page-locked copy in of 1 KiB comes with its command though its stream is not
 * idle, beside another stream's copy in, too, and is to others as a kernel is; one of a byte more
 * needs the engine. */
START_TEST(the_smallest_copies_in_come_with_their_command)
{
    static const uint64_t bytes[] = {1024, 1025};
    s.profile.value[PROFILE_copy_inline_always] = 1024;
    s.profile.curve[PROFILE_copy_h2d_inline] = (struct profile_curve){1, {1024}, {US(2)}};
    s.profile.curve[PROFILE_copy_h2d_inline_beside] = (struct profile_curve){1, {1024}, {US(4)}};
    s.profile.value[PROFILE_latency_kernel_kernel] = US(1);
    s.profile.value[PROFILE_latency_kernel_copy] = US(5);
    s.profile.value[PROFILE_latency_copy_kernel] = US(6);
    s.profile.value[PROFILE_latency_flush_in] = US(3);
    uint32_t chain = scene_stream(&s, STREAM_NONBLOCKING, "chain");
    uint32_t other = scene_stream(&s, STREAM_NONBLOCKING, "other");
    for (int beside = 0; beside < 2; beside++) {
        scene_kernel(&s, chain, "k", 1, US(100));
        if (beside)
            scene_copy(&s, CALL_cudaMemcpyAsync, other, COPY_H2D, MEMORY_PINNED, 1000000);
        scene_copy(&s, CALL_cudaMemcpyAsync, chain, COPY_H2D, MEMORY_PINNED, bytes[_i]);
        scene_kernel(&s, chain, "k", 1, US(10));
        scene_synchronize(&s);
    }
    run();
    const struct timeline_op *copy = scene_op(&s, 1), *beside = scene_op(&s, 5);
    ck_assert_int_eq(copy->machine, _i ? MACHINE_COPY : MACHINE_NONE);
    ck_assert_int_eq(copy->start, scene_op(&s, 0)->end + (_i ? US(5) : US(1)));
    ck_assert_int_eq(copy->end, copy->start + (_i ? 1025 : US(2)));
    ck_assert_int_eq(scene_op(&s, 2)->start, copy->end + (_i ? US(6) : US(1)));
    if (_i) {
        ck_assert_int_ge(beside->start, scene_op(&s, 4)->end);
    } else {
        ck_assert_int_eq(beside->start, scene_op(&s, 3)->end + US(1));
        ck_assert_int_eq(beside->end, beside->start + US(4));
        ck_assert_int_eq(scene_op(&s, 6)->start, beside->end + US(1) + US(3));
    }
}
END_TEST

/* memset-steps.txt: what follows a memset of 4 KiB or less starts sooner, another such twice that.
 */
START_TEST(small_memsets_come_with_their_command)
{
    static const uint64_t bytes[] = {4096, 4097};
    s.profile.value[PROFILE_host_memset_small_bytes] = 4096;
    s.profile.value[PROFILE_latency_memset_memset] = US(2);
    s.profile.value[PROFILE_latency_memset_kernel] = US(1);
    s.profile.value[PROFILE_latency_memset_sooner] = US(0.75);
    uint32_t chain = scene_stream(&s, STREAM_NONBLOCKING, "chain");
    scene_kernel(&s, chain, "k", 1, US(100));
    for (int i = 0; i < 2; i++)
        scene_copy(&s, CALL_cudaMemsetAsync, chain, COPY_MEMSET, MEMORY_NONE, bytes[_i]);
    scene_kernel(&s, chain, "k", 1, US(10));
    run();
    ck_assert_int_eq(scene_op(&s, 2)->start, scene_op(&s, 1)->end + (_i ? US(2) : US(0.5)));
    ck_assert_int_eq(scene_op(&s, 3)->start, scene_op(&s, 2)->end + (_i ? US(1) : US(0.25)));
}
END_TEST

/* So many connections hold a kernel back each, and the one after them a chain of three. */
static void hold_back(int count)
{
    s.profile.curve[PROFILE_latency_pending] =
        (struct profile_curve){.count = 2, .size = {2, 4}, .time = {0, US(1)}};
    for (int i = 0; i < count; i++) {
        uint32_t held = scene_stream(&s, STREAM_NONBLOCKING, "held");
        scene_kernel(&s, held, "k", 1, US(1000));
        scene_kernel(&s, held, "k", 1, US(1));
    }
    uint32_t chain = scene_stream(&s, STREAM_NONBLOCKING, "chain");
    for (int i = 0; i < 3; i++)
        scene_kernel(&s, chain, "k", 1, US(50));
}

/* Two connections of a PBDMA, and one of the other, hold kernels back: 1 us more from one of the
 * chain to the next, three times as much while a copy comes in, half as much again while one goes
 * out. */
START_TEST(queues_take_turns_slower_while_copies_move)
{
    static const int64_t more[] = {US(1), US(3), US(1.5)};
    s.profile.value[PROFILE_connections_pbdmas] = 2;
    s.profile.value[PROFILE_latency_pending_in] = 3000;
    s.profile.value[PROFILE_latency_pending_out] = 1500;
    cross(_i);
    hold_back(2);
    run();
    uint32_t first = _i ? 5 : 4;
    ck_assert_int_eq(scene_op(&s, first + 1)->start, scene_op(&s, first)->end + more[_i]);
}
END_TEST

/* pbdmas.txt: one alone of its PBDMA is as quick as if there were no other; with a single PBDMA the
 * curve goes by all connections, here 2 and 3: nothing, and half of the 1 us of four. */
START_TEST(a_pbdma_serves_its_own_connections_in_turn)
{
    static const struct {
        int64_t pbdmas;
        int held;
        int64_t more;
    } cases[] = {{2, 1, 0}, {2, 2, US(1)}, {2, 3, US(1)}, {1, 1, 0}, {1, 2, US(0.5)}};
    s.profile.value[PROFILE_connections_pbdmas] = cases[_i].pbdmas;
    hold_back(cases[_i].held);
    run();
    uint32_t first = 2 * (uint32_t)cases[_i].held;
    ck_assert_int_eq(scene_op(&s, first + 1)->start, scene_op(&s, first)->end + cases[_i].more);
}
END_TEST

/* The legacy stream's kernel waits for that of a, and those of four streams for it: they have the
 * connections 1, 3, 4, 5 and 6, so of two PBDMAs one has three of them, one two. 1 MB in takes 1.1
 * ms meanwhile; where they wait until 502 us, of which the calls are 40, 462 us for the first
 * 420 KB, then 580. Up to three streams leave one PBDMA with one queue, which does not turn; the
 * legacy stream alone both, as four streams that wait for kernels of their own. With 0.02 for each
 * command but the first of those queues, which are one and four twos: (1 + 2 + 2) / 3 is 1 in whole
 * ones for one PBDMA, 2 for the other. */
START_TEST(copies_are_slower_while_pbdmas_turn)
{
    static const struct {
        int64_t front, copy; /* us: of the kernel in front, of the copy */
        uint32_t behind;     /* streams behind the legacy one */
        bool legacy;
        enum copy_kind kind;
        int64_t command;
    } cases[] = {{5000, 1100, 4, true, COPY_H2D, 0},  {500, 1042, 4, true, COPY_H2D, 0},
                 {5000, 1050, 3, true, COPY_H2D, 0},  {5000, 1000, 0, true, COPY_H2D, 0},
                 {5000, 1000, 4, false, COPY_H2D, 0}, {5000, 1200, 4, true, COPY_D2H, 0},
                 {5000, 1120, 4, true, COPY_H2D, 20}};
    s.profile.value[PROFILE_connections_pbdmas] = 2;
    s.profile.value[PROFILE_copy_h2d_turning] = 50;
    s.profile.value[PROFILE_copy_h2d_turning_command] = cases[_i].command;
    s.profile.value[PROFILE_copy_d2h_turning] = 100;
    uint32_t in = scene_stream(&s, STREAM_NONBLOCKING, "in");
    uint32_t a = scene_stream(&s, STREAM_BLOCKING, "a");
    scene_kernel(&s, a, "k", 1, cases[_i].front * 1000);
    uint32_t copy = 1;
    if (cases[_i].legacy) {
        scene_kernel(&s, STREAM_LEGACY, "k", 1, US(1));
        copy++;
    }
    for (uint32_t i = 0; i < cases[_i].behind; i++) {
        uint32_t b = scene_stream(&s, STREAM_BLOCKING, "b");
        scene_kernel(&s, b, "k", 1, US(5000));
        scene_kernel(&s, b, "k", 1, US(1));
        copy += 2;
    }
    scene_copy(&s, CALL_cudaMemcpyAsync, in, cases[_i].kind, MEMORY_PINNED, 1000000);
    run();
    int64_t took = scene_op(&s, copy)->end - scene_op(&s, copy)->start;
    ck_assert_int_le(llabs(took - cases[_i].copy * 1000), US(2));
}
END_TEST

/* The scene of what follows: 5 ms in a blocking stream that the legacy stream waits for, whose
 * queue is the first at a fence. */
static uint32_t front(void)
{
    s.profile.value[PROFILE_connections_pbdmas] = 2;
    s.profile.value[PROFILE_copy_h2d_turning] = 50;
    uint32_t a = scene_stream(&s, STREAM_BLOCKING, "a");
    scene_kernel(&s, a, "k", 1, US(5000));
    return a;
}

/* The legacy stream's kernel, and those of four streams that wait for it. */
static void four_behind(void)
{
    scene_kernel(&s, STREAM_LEGACY, "k", 1, US(1));
    for (int i = 0; i < 4; i++)
        scene_kernel(&s, scene_stream(&s, STREAM_BLOCKING, "b"), "k", 1, US(1));
}

static void copy_in(enum memory_kind memory, uint64_t bytes)
{
    scene_copy(&s, CALL_cudaMemcpyAsync, scene_stream(&s, STREAM_NONBLOCKING, "in"), COPY_H2D,
               memory, bytes);
}

static int64_t lasts(uint32_t op)
{
    return scene_op(&s, op)->end - scene_op(&s, op)->start;
}

/* The queues come to wait while the copy's latency of 100 us goes by: all its bytes are slower. */
START_TEST(a_fence_that_begins_during_the_latency_of_a_copy)
{
    s.profile.value[PROFILE_copy_h2d_latency] = US(100);
    front();
    copy_in(MEMORY_PINNED, 1000000);
    four_behind();
    run();
    ck_assert_int_eq(lasts(1), US(1200));
}
END_TEST

/* In four streams a kernel that waits for one of its own stream stands in front of one that waits
 * for an event, until 300 us or so. */
START_TEST(a_command_that_comes_to_wait_for_another_stream)
{
    uint32_t e = scene_event(&s, "e");
    s.program.events.rows[e].timing = false;
    scene_record(&s, e, front());
    for (int i = 0; i < 4; i++) {
        uint32_t b = scene_stream(&s, STREAM_NONBLOCKING, "b");
        scene_kernel(&s, b, "k", 1, US(300));
        scene_kernel(&s, b, "k", 1, US(1));
        scene_wait(&s, e, b);
        scene_kernel(&s, b, "k", 1, US(1));
    }
    copy_in(MEMORY_PINNED, 1000000);
    run();
    uint32_t copy = (uint32_t)s.timeline.ops.count - 1;
    int64_t fast = scene_op(&s, 2 + 4 * 3)->end - scene_op(&s, copy)->start; /* of the last */
    ck_assert_int_gt(fast, US(100));
    ck_assert_int_le(llabs(lasts(copy) - (fast + (US(1000) - fast) * 11 / 10)), US(2));
}
END_TEST

/* Four queues wait, none of them at the fence: the copies out that do stand in queues of their own,
 * which do not count. */
START_TEST(copies_that_wait_at_fences_slow_none)
{
    uint32_t e = scene_event(&s, "e");
    s.program.events.rows[e].timing = false;
    for (int i = 0; i < 4; i++) {
        uint32_t b = scene_stream(&s, STREAM_NONBLOCKING, "b");
        scene_kernel(&s, b, "k", 1, US(5000));
        scene_kernel(&s, b, "k", 1, US(1));
    }
    front();
    scene_record(&s, e, STREAM_LEGACY);
    for (int i = 0; i < 3; i++)
        scene_copy(&s, CALL_cudaMemcpyAsync, scene_stream(&s, STREAM_BLOCKING, "out"), COPY_D2H,
                   MEMORY_PINNED, 1000);
    copy_in(MEMORY_PINNED, 1000000);
    run();
    ck_assert_int_eq(lasts((uint32_t)s.timeline.ops.count - 1), US(1000));
}
END_TEST

/* A stream's first command behind the fence that is in no queue hands it on: a wait for an event,
 * or a record without timing. */
START_TEST(marks_hand_a_fence_on)
{
    uint32_t a = front(), e = scene_event(&s, "e"), f = scene_event(&s, "f");
    s.program.events.rows[e].timing = s.program.events.rows[f].timing = false;
    scene_record(&s, f, a);
    scene_record(&s, e, STREAM_LEGACY);
    for (int i = 0; i < 4; i++) {
        uint32_t b = scene_stream(&s, STREAM_BLOCKING, "b");
        if (_i == 1)
            scene_wait(&s, f, b);
        if (_i == 2)
            scene_record(&s, e, b);
        scene_kernel(&s, b, "k", 1, US(1));
    }
    copy_in(MEMORY_PINNED, 1000000);
    run();
    ck_assert_int_eq(lasts((uint32_t)s.timeline.ops.count - 1), US(1100));
}
END_TEST

/* The host is slower than the link in any case: the copy ends when the host has staged it. */
START_TEST(pageable_copies_feel_no_fence)
{
    front();
    four_behind();
    copy_in(MEMORY_PAGEABLE, 100000);
    run();
    uint32_t copy = (uint32_t)s.timeline.ops.count - 1;
    ck_assert_int_eq(scene_op(&s, copy)->end, scene_op(&s, copy)->returned);
    ck_assert_int_eq(lasts(copy), US(100));
}
END_TEST

/* At 1 byte a second and a factor of 3 the link would stand still. */
START_TEST(the_slowest_link_moves)
{
    front();
    s.profile.value[PROFILE_copy_h2d_rate] = 1;
    s.profile.value[PROFILE_copy_h2d_turning] = 1000;
    four_behind();
    copy_in(MEMORY_PINNED, 2);
    run();
    ck_assert_int_eq(lasts((uint32_t)s.timeline.ops.count - 1), INT64_C(2000000000));
}
END_TEST

enum wait { NEVER_RECORDED, OF_THE_STREAM, DONE, OVER_MEANWHILE, OVER_LATER };

/* Two copies of one stream, a wait between, and a copy of another: ready when the engine gets free,
 * unless the wait is still for something then (copy-waits.json, waits-over-160 and -180.json). */
START_TEST(an_engine_passes_waits_that_are_over)
{
    s.profile.value[PROFILE_latency_event_copy] = US(8);
    uint32_t a = scene_stream(&s, STREAM_NONBLOCKING, "a");
    uint32_t b = scene_stream(&s, STREAM_NONBLOCKING, "b");
    uint32_t r = scene_stream(&s, STREAM_NONBLOCKING, "r");
    uint32_t e = scene_event(&s, "e");
    uint32_t first = 0;
    if (_i >= OVER_MEANWHILE) {
        scene_kernel(&s, r, "k", 1, _i == OVER_LATER ? US(150) : US(50));
        first++;
    }
    if (_i != NEVER_RECORDED) {
        scene_record(&s, e, _i == OF_THE_STREAM ? a : r);
        first++;
    }
    scene_copy(&s, CALL_cudaMemcpyAsync, a, COPY_H2D, MEMORY_PINNED, 100000);
    scene_wait(&s, e, a);
    scene_copy(&s, CALL_cudaMemcpyAsync, a, COPY_H2D, MEMORY_PINNED, 100000);
    scene_copy(&s, CALL_cudaMemcpyAsync, b, COPY_H2D, MEMORY_PINNED, 100000);
    run();
    int64_t end = scene_op(&s, first)->end;
    ck_assert_int_eq(scene_op(&s, first + (_i == OVER_LATER ? 3 : 2))->start, end);
}
END_TEST

/* 1 us of call, and that of a launch behind it (4) where a copy above 1 MiB is no whole pages
 * (device-copy-calls.txt). */
START_TEST(a_large_copy_on_the_device_may_be_two)
{
    static const struct {
        uint64_t bytes;
        int64_t call;
    } copies[] = {{1023, US(1)}, {517 << 10, US(1)}, {2048 << 10, US(1)}, {1881 << 10, US(5)}};
    uint32_t a = scene_stream(&s, STREAM_NONBLOCKING, "a");
    scene_copy(&s, CALL_cudaMemcpyAsync, a, COPY_D2D, MEMORY_DEVICE, copies[_i].bytes);
    run();
    ck_assert_int_eq(scene_op(&s, 0)->returned - scene_op(&s, 0)->call, copies[_i].call);
}
END_TEST

static void copy_out(uint32_t stream, uint32_t host, uint64_t offset, uint64_t bytes)
{
    uint32_t copy =
        program_add_copy(&s.program, &(struct program_copy){.kind = COPY_D2H,
                                                            .dst = {host, offset, bytes},
                                                            .src = {.bytes = bytes},
                                                            .rows = 1,
                                                            .host_memory = MEMORY_PINNED});
    scene_call(&s, CALL_cudaMemcpyAsync, stream, copy, 0);
}

/* duplex-memory.txt: beside a copy out to memory that the host's caches have lost, a copy in has
 * half of its rate here. By case, what the copies out before it wrote, and where it goes: its own
 * place, within what the caches hold; beyond that; a place that none has written, of an allocation
 * that is more than they hold, or fits; behind one to another allocation, which does not fit beside
 * it, or has been given back. */
START_TEST(copies_in_are_slower_beside_copies_out_to_far_memory)
{
    enum { MIB = 1 << 20 };
    static const struct {
        int pieces; /* of a MiB, written before, the first first */
        int to;     /* the piece that is written beside the copy in */
        uint64_t cache;
        int other; /* 1: another allocation is written before; 2: and freed */
        bool far;
    } cases[] = {{4, 0, 4 * MIB, 0, false}, {5, 0, 4 * MIB, 0, true},  {5, 2, 4 * MIB, 0, false},
                 {1, 7, 4 * MIB, 0, true},  {1, 7, 8 * MIB, 0, false}, {1, 7, 8 * MIB, 1, true},
                 {1, 7, 8 * MIB, 2, false}, {1, 7, 0, 0, false}};
    s.profile.value[PROFILE_copy_out_cache] = (int64_t)cases[_i].cache;
    s.profile.value[PROFILE_copy_h2d_far] = 500;
    s.profile.value[PROFILE_copy_h2d_duplex_latency] = 0;
    s.profile.value[PROFILE_copy_d2h_duplex_latency] = 0;
    uint32_t host = scene_alloc(&s, CALL_cudaMallocHost, MEMORY_PINNED, 8 * MIB);
    uint32_t a = scene_stream(&s, STREAM_NONBLOCKING, "a");
    uint32_t b = scene_stream(&s, STREAM_NONBLOCKING, "b");
    if (cases[_i].other) {
        uint32_t more = scene_alloc(&s, CALL_cudaMallocHost, MEMORY_PINNED, MIB);
        copy_out(b, more, 0, MIB);
        scene_synchronize(&s);
        if (cases[_i].other == 2)
            scene_call(&s, CALL_cudaFreeHost, 0, more, 0);
    }
    for (int i = 0; i <= cases[_i].pieces; i++) {
        bool last = i == cases[_i].pieces;
        if (last)
            scene_copy(&s, CALL_cudaMemcpyAsync, a, COPY_H2D, MEMORY_PINNED, MIB / 4);
        copy_out(b, host, (uint64_t)(last ? cases[_i].to : i) * MIB, MIB);
        if (!last)
            scene_synchronize(&s);
    }
    run();
    /* A byte takes 1 ns, twice that from when the copy out moves on. */
    uint32_t in = (uint32_t)(cases[_i].pieces + (cases[_i].other != 0));
    int64_t alone = scene_op(&s, in + 1)->start - scene_op(&s, in)->start;
    ck_assert_int_gt(alone, 0);
    ck_assert_int_lt(alone, US(10));
    ck_assert_int_eq(lasts(in), alone + (cases[_i].far ? 2 : 1) * (MIB / 4 - alone));
}
END_TEST

/* Copies both ways that would take more of the device's memory than a number holds; the kernel gets
 * what copies leave at least, an eighth. */
START_TEST(the_fastest_link_leaves_kernels_an_eighth)
{
    int64_t *value = s.profile.value;
    value[PROFILE_copy_h2d_rate] = value[PROFILE_copy_d2h_rate] = INT64_C(2000000000000000000);
    value[PROFILE_copy_h2d_latency] = value[PROFILE_copy_d2h_latency] = US(1000);
    value[PROFILE_copy_h2d_duplex_latency] = value[PROFILE_copy_d2h_duplex_latency] = US(1000);
    struct program_launch reads = scene_geometry(&s, "reads", 10, -1);
    reads.cost = COST_WORK;
    reads.bytes = 100000000;
    for (int i = 0; i < 2; i++)
        scene_copy(&s, CALL_cudaMemcpyAsync, scene_stream(&s, STREAM_NONBLOCKING, "c"),
                   i ? COPY_D2H : COPY_H2D, MEMORY_PINNED, 100000000);
    scene_launch(&s, scene_stream(&s, STREAM_NONBLOCKING, "a"), &reads);
    scene_synchronize(&s);
    scene_launch(&s, scene_stream(&s, STREAM_NONBLOCKING, "a"), &reads);
    run();
    ck_assert_int_gt(lasts(2), 2 * lasts(3));
}
END_TEST

int main(void)
{
    TCase *tests = tcase_create("link");
    tcase_add_loop_test(tests, a_launch_starts_later_while_copies_move, 0, 3);
    tcase_add_loop_test(tests, what_is_written_to_the_host_takes_longer_while_copies_move, 0, 3);
    tcase_add_loop_test(tests, small_memsets_come_with_their_command, 0, 2);
    tcase_add_loop_test(tests, the_smallest_copies_in_come_with_their_command, 0, 2);
    tcase_add_loop_test(tests, queues_take_turns_slower_while_copies_move, 0, 3);
    tcase_add_loop_test(tests, a_pbdma_serves_its_own_connections_in_turn, 0, 5);
    tcase_add_loop_test(tests, copies_are_slower_while_pbdmas_turn, 0, 7);
    tcase_add_test(tests, a_fence_that_begins_during_the_latency_of_a_copy);
    tcase_add_test(tests, a_command_that_comes_to_wait_for_another_stream);
    tcase_add_test(tests, copies_that_wait_at_fences_slow_none);
    tcase_add_loop_test(tests, marks_hand_a_fence_on, 0, 3);
    tcase_add_test(tests, pageable_copies_feel_no_fence);
    tcase_add_test(tests, the_slowest_link_moves);
    tcase_add_test(tests, the_fastest_link_leaves_kernels_an_eighth);
    tcase_add_loop_test(tests, copies_in_are_slower_beside_copies_out_to_far_memory, 0, 8);
    tcase_add_loop_test(tests, an_engine_passes_waits_that_are_over, 0, OVER_LATER + 1);
    tcase_add_loop_test(tests, a_large_copy_on_the_device_may_be_two, 0, 4);
    return run_case("runtime: the link", tests);
}
