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

/* Three connections hold kernels back: 1 us more from one of the chain to the next, three times as
 * much while a copy comes in, half as much again while one goes out. */
START_TEST(queues_take_turns_slower_while_copies_move)
{
    static const int64_t more[] = {US(1), US(3), US(1.5)};
    s.profile.curve[PROFILE_latency_pending] =
        (struct profile_curve){.count = 2, .size = {2, 3}, .time = {0, US(1)}};
    s.profile.value[PROFILE_latency_pending_in] = 3000;
    s.profile.value[PROFILE_latency_pending_out] = 1500;
    cross(_i);
    for (int i = 0; i < 2; i++) {
        uint32_t held = scene_stream(&s, STREAM_NONBLOCKING, "held");
        scene_kernel(&s, held, "k", 1, US(1000));
        scene_kernel(&s, held, "k", 1, US(1));
    }
    uint32_t chain = scene_stream(&s, STREAM_NONBLOCKING, "chain");
    for (int i = 0; i < 3; i++)
        scene_kernel(&s, chain, "k", 1, US(50));
    run();
    uint32_t first = _i ? 5 : 4;
    ck_assert_int_eq(scene_op(&s, first + 1)->start, scene_op(&s, first)->end + more[_i]);
}
END_TEST

/* The legacy stream's kernel waits for that of a, and those of three streams for it: four queues at
 * a fence. 1 MB in takes 1.1 ms meanwhile; where they wait until 502 us, of which the calls are 32,
 * 470 us for the first 427 KB, then 573. Three such queues make it half as much slower; two, or
 * four that wait for kernels of their own streams, not at all. */
START_TEST(copies_are_slower_while_queues_wait_at_fences)
{
    static const struct {
        int64_t front, copy; /* us: of the kernel in front, of the copy */
        uint32_t behind;     /* streams behind the legacy one */
        bool legacy;
    } cases[] = {{5000, 1100, 3, true},
                 {500, 1043, 3, true},
                 {5000, 1050, 2, true},
                 {5000, 1000, 1, true},
                 {5000, 1000, 4, false}};
    s.profile.value[PROFILE_copy_h2d_fenced] = 1100;
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
    scene_copy(&s, CALL_cudaMemcpyAsync, in, COPY_H2D, MEMORY_PINNED, 1000000);
    run();
    int64_t took = scene_op(&s, copy)->end - scene_op(&s, copy)->start;
    ck_assert_int_le(llabs(took - cases[_i].copy * 1000), US(2));
}
END_TEST

enum wait { NEVER_RECORDED, OF_THE_STREAM, DONE, PENDING };

/* Two copies of one stream, a wait between, and a copy of another: ready when the engine gets free,
 * while behind a wait for something the second is ready 8 us later (copy-waits.json). */
START_TEST(an_engine_passes_waits_that_cannot_wait)
{
    s.profile.value[PROFILE_latency_event_copy] = US(8);
    uint32_t a = scene_stream(&s, STREAM_NONBLOCKING, "a");
    uint32_t b = scene_stream(&s, STREAM_NONBLOCKING, "b");
    uint32_t r = scene_stream(&s, STREAM_NONBLOCKING, "r");
    uint32_t e = scene_event(&s, "e");
    uint32_t first = 0;
    if (_i == PENDING) {
        scene_kernel(&s, r, "k", 1, US(50));
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
    ck_assert_int_eq(scene_op(&s, first + (_i == PENDING ? 3 : 2))->start, end);
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

int main(void)
{
    TCase *tests = tcase_create("link");
    tcase_add_loop_test(tests, a_launch_starts_later_while_copies_move, 0, 3);
    tcase_add_loop_test(tests, queues_take_turns_slower_while_copies_move, 0, 3);
    tcase_add_loop_test(tests, copies_are_slower_while_queues_wait_at_fences, 0, 5);
    tcase_add_loop_test(tests, an_engine_passes_waits_that_cannot_wait, 0, PENDING + 1);
    tcase_add_loop_test(tests, a_large_copy_on_the_device_may_be_two, 0, 4);
    return run_case("runtime: the link", tests);
}
