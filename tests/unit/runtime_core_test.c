/* The virtual runtime: calls behind a host that has touched memory
 * (traces/experiments/cold-calls.txt), whose core has lost what the driver needs. A launch on an
 * idle device takes 2 us, a copy 1, a record 0.5; what was lost adds 3 us to work and 1 to marks
 * from 2 MiB on. */
#include "tests/unit/runtime_case.h"

#include "sim/model/profile.h"

enum { MIB = 1 << 20 };

static uint32_t stream, memory;

static void prepare(void)
{
    const struct profile_curve none = {.count = 2, .size = {2 * MIB - 1, 2 * MIB}};
    struct profile_curve work = none, mark = none;
    work.time[1] = US(3);
    mark.time[1] = US(1);
    s.profile.curve[PROFILE_host_touched_work] = work;
    s.profile.curve[PROFILE_host_touched_mark] = mark;
    s.profile.value[PROFILE_host_malloc_first] = US(40);
    s.profile.value[PROFILE_host_free_first] = US(15);
    stream = scene_stream(&s, STREAM_NONBLOCKING, "s");
    memory = scene_alloc(&s, CALL_cudaMallocHost, MEMORY_PINNED, 64 * MIB);
}

static void touch(enum call call, uint64_t offset, uint64_t bytes, int64_t time)
{
    struct program_copy copy = {
        .kind = COPY_H2H, .dst = {memory, offset, bytes}, .rows = 1, .host_memory = MEMORY_PINNED};
    scene_call(&s, call, 0, program_add_copy(&s.program, &copy), 0);
    if (time > 0)
        scene_call(&s, CALL_host_work, 0, 0, time);
}

static void one_of_each(void)
{
    scene_kernel(&s, stream, "k", 1, 1);
    scene_record(&s, 1, stream);
    scene_call(&s, CALL_cudaStreamSynchronize, stream, 0, 0);
}

static int64_t took(uint32_t op)
{
    return scene_op(&s, op)->returned - scene_op(&s, op)->call;
}

/* Filled, read, or in parts; each kind of call pays by itself, and once. */
START_TEST(what_the_host_touched_makes_the_next_call_of_each_kind_slower)
{
    prepare();
    scene_event(&s, "e");
    one_of_each();
    if (_i == 0)
        touch(CALL_host_write, 0, 2 * MIB, US(10));
    else if (_i == 1)
        touch(CALL_host_read, 0, 2 * MIB, US(10));
    else
        for (uint64_t part = 0; part < 2 * MIB; part += MIB / 2)
            touch(CALL_host_write, part, MIB / 2, US(1));
    one_of_each();
    one_of_each();
    run();
    ck_assert_int_eq(took(0), US(2));
    ck_assert_int_eq(took(2), US(2 + 3));
    ck_assert_int_eq(took(3), took(1) + US(1));
    ck_assert_int_eq(took(4), US(2));
    ck_assert_int_eq(took(5), took(1));
}
END_TEST

/* 1 MiB again and again stays in the cache; what takes no time is not done; what goes out of scope
 * is not touched. */
START_TEST(what_the_core_still_has_costs_nothing)
{
    prepare();
    scene_event(&s, "e");
    one_of_each();
    if (_i == 0) {
        for (int i = 0; i < 8; i++)
            touch(CALL_host_write, 0, MIB, US(1));
    } else if (_i == 1) {
        touch(CALL_host_write, 0, 4 * MIB, 0);
        scene_call(&s, CALL_host_work, 0, 0, 0);
    } else {
        touch(CALL_host_write, 0, 4 * MIB, 0);
        s.program.records.rows[s.program.records.count - 1].value = PROGRAM_OUT;
        scene_call(&s, CALL_host_work, 0, 0, US(1));
    }
    one_of_each();
    run();
    ck_assert_int_eq(took(2), US(2));
}
END_TEST

/* A copy in of pageable memory goes through the core twice, to read it and to fill the staging
 * buffers; one out once. */
START_TEST(pageable_copies_go_through_the_core)
{
    prepare();
    scene_event(&s, "e");
    one_of_each();
    enum copy_kind kind = _i < 2 ? COPY_H2D : COPY_D2H;
    uint64_t bytes = (uint64_t)((_i < 2 ? MIB : 2 * MIB) - (_i % 2 ? 0 : 4096));
    scene_copy(&s, CALL_cudaMemcpyAsync, stream, kind, MEMORY_PAGEABLE, bytes);
    scene_call(&s, CALL_cudaStreamSynchronize, stream, 0, 0);
    one_of_each();
    run();
    ck_assert_int_eq(took(3), US(_i % 2 ? 2 + 3 : 2));
}
END_TEST

/* cold-first.txt: whoever asks the system for memory, 40 us more here, or gives it back, finds its
 * way again; what one thread touched leaves another's core as it was. */
START_TEST(the_way_to_the_system_is_lost_too)
{
    prepare();
    uint32_t other = _i ? scene_thread(&s) : 0;
    uint32_t old = scene_alloc(&s, CALL_cudaMalloc, MEMORY_DEVICE, MIB);
    scene_call(&s, CALL_cudaFree, 0, scene_alloc(&s, CALL_cudaMalloc, MEMORY_DEVICE, MIB), 0);
    s.thread = (uint16_t)other;
    touch(CALL_host_write, 0, 4 * MIB, US(10));
    s.thread = 0;
    scene_call(&s, CALL_host_work, 0, 0, US(20));
    scene_alloc(&s, CALL_cudaMalloc, MEMORY_DEVICE, MIB);
    scene_call(&s, CALL_cudaFree, 0, scene_alloc(&s, CALL_cudaMalloc, MEMORY_DEVICE, MIB), 0);
    scene_call(&s, CALL_cudaFree, 0, old, 0);
    run();
    int64_t cost[4];
    for (size_t i = 0; i < 4; i++)
        cost[i] =
            scene_row(&s, CALL_cudaMalloc, i)->returned - scene_row(&s, CALL_cudaMalloc, i)->enter;
    ck_assert_int_eq(cost[2] - cost[0], _i ? 0 : US(40));
    ck_assert_int_eq(cost[3], cost[0]);
    for (size_t i = 0; i < 3; i++)
        cost[i] =
            scene_row(&s, CALL_cudaFree, i)->returned - scene_row(&s, CALL_cudaFree, i)->enter;
    ck_assert_int_eq(cost[1] - cost[0], _i ? 0 : US(15));
    ck_assert_int_eq(cost[2], cost[0]);
}
END_TEST

int main(void)
{
    TCase *tests = tcase_create("cores");
    tcase_add_loop_test(tests, what_the_host_touched_makes_the_next_call_of_each_kind_slower, 0, 3);
    tcase_add_loop_test(tests, what_the_core_still_has_costs_nothing, 0, 3);
    tcase_add_loop_test(tests, pageable_copies_go_through_the_core, 0, 4);
    tcase_add_loop_test(tests, the_way_to_the_system_is_lost_too, 0, 2);
    return run_case("runtime: cores", tests);
}
