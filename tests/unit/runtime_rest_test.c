/* What a thread's calls cost behind a sleep, and when sleeps until some time end. With the round
 * profile and 10 us more for work behind a sleep, 4 for other calls. */
#include "tests/scene.h"

#include <check.h>
#include <stdlib.h>

#define US(n) (INT64_C(1000) * (n))

static struct scene s;
static uint32_t stream, event;

static void setup(void)
{
    scene_init_round(&s);
    s.profile.curve[PROFILE_host_slept_work] =
        (struct profile_curve){.count = 1, .size = {US(10)}, .time = {US(10)}};
    s.profile.curve[PROFILE_host_slept_mark] =
        (struct profile_curve){.count = 1, .size = {US(10)}, .time = {US(4)}};
    stream = scene_stream(&s, STREAM_NONBLOCKING, "a");
    event = scene_event(&s, "e");
}

static void teardown(void)
{
    scene_release(&s);
}

static void run(void)
{
    ck_assert_msg(scene_run(&s) == 0, "%s", s.err.message);
}

enum kind { KERNEL, COPY, RECORD, WAIT, QUERY, TAKE, GIVE };

static void call(enum kind kind)
{
    static uint32_t taken;
    switch (kind) {
    case KERNEL:
        scene_kernel(&s, stream, "k", 1, US(1));
        break;
    case COPY:
        scene_copy(&s, CALL_cudaMemcpyAsync, stream, COPY_H2D, MEMORY_PINNED, 1000);
        break;
    case RECORD:
        scene_record(&s, event, stream);
        break;
    case WAIT:
        scene_wait(&s, event, stream);
        break;
    case QUERY:
        scene_call(&s, CALL_cudaEventQuery, 0, event, 0);
        break;
    case TAKE:
        taken = program_add_alloc(&s.program,
                                  &(struct program_alloc){.kind = MEMORY_DEVICE, .bytes = 1000});
        scene_call(&s, CALL_cudaMallocAsync, stream, taken, 0);
        break;
    case GIVE:
        scene_call(&s, CALL_cudaFreeAsync, stream, taken, 0);
        break;
    }
}

enum { CALLS = 5 };

/* When main has made the calls that stand behind a rest, after one of each kind before it; ns from
 * the end of the rest. */
static int64_t time_behind(enum call rest, const enum kind *kinds, int count)
{
    teardown();
    setup();
    for (int kind = KERNEL; kind <= GIVE; kind++)
        call((enum kind)kind);
    scene_synchronize(&s);
    scene_call(&s, rest, 0, 0, US(50));
    for (int i = 0; i < count; i++)
        call(kinds[i]);
    scene_call(&s, CALL_host_work, 0, 0, US(1));
    run();
    const struct timeline_call *rested = scene_row(&s, rest, 0);
    const struct timeline_call *last = scene_row(&s, CALL_host_work, rest == CALL_host_work);
    return last->enter - rested->returned;
}

/* traces/experiments/after-sleep.txt: the first call pays for what all have in common, 4 us, and
 * the first of each kind of work 6 of its own, of other calls 1. A thread that worked pays nothing.
 */
START_TEST(calls_behind_a_sleep_take_longer)
{
    static const struct {
        enum kind kinds[CALLS];
        int count, more;
    } cases[] = {
        {{KERNEL}, 1, 10},       {{KERNEL, KERNEL}, 2, 10},
        {{RECORD}, 1, 4},        {{QUERY, QUERY}, 2, 4},
        {{TAKE, GIVE}, 2, 11},   {{KERNEL, COPY, RECORD, QUERY}, 4, 18},
        {{RECORD, COPY}, 2, 10}, {{WAIT, RECORD, COPY, QUERY, RECORD}, 5, 12},
    };
    int64_t slept = time_behind(CALL_host_sleep, cases[_i].kinds, cases[_i].count);
    int64_t worked = time_behind(CALL_host_work, cases[_i].kinds, cases[_i].count);
    ck_assert_int_eq(slept - worked, US(cases[_i].more));
}
END_TEST

/* Who waits for another thread sleeps; main, which began it, does not sleep while it works. */
START_TEST(who_waits_for_a_thread_has_slept)
{
    for (int works = 0; works < 2; works++) {
        teardown();
        setup();
        call(KERNEL);
        call(KERNEL);
        scene_synchronize(&s);
        uint32_t thread = scene_thread(&s);
        s.thread = (uint16_t)thread;
        scene_call(&s, CALL_host_work, 0, 0, US(50));
        scene_call(&s, CALL_thread_end, 0, 0, 0);
        s.thread = 0;
        if (works)
            scene_call(&s, CALL_host_work, 0, 0, US(90));
        scene_call(&s, CALL_thread_join, 0, thread, 0);
        call(KERNEL);
        run();
        const struct timeline_op *second = scene_op(&s, 1), *third = scene_op(&s, 2);
        int64_t more = third->returned - third->call - US(2);
        ck_assert_int_eq(second->returned - second->call, US(4));
        ck_assert_int_eq(more, works ? 0 : US(10));
    }
}
END_TEST

/* A sleep until 1 ms behind the thread's second reading of the clock is as much shorter as the
 * thread comes to it later; where there is no such reading it is as long as its record says. */
START_TEST(sleeps_until_some_time_end_then)
{
    for (uint32_t reading = 0; reading < 3; reading++) {
        teardown();
        setup();
        scene_call(&s, CALL_host_clock, 0, 0, 0);
        scene_call(&s, CALL_host_work, 0, 0, US(2000));
        scene_call(&s, CALL_host_clock, 0, 0, 0);
        scene_call(&s, CALL_host_work, 0, 0, US(300));
        uint32_t row = scene_call(&s, CALL_host_sleep, 0, 1000, US(400));
        s.program.records.rows[row].count = WORK_UNTIL + reading;
        scene_call(&s, CALL_host_work, 0, 0, US(1));
        run();
        const int64_t sleeps[] = {0, US(700), US(400)};
        const struct timeline_call *before = scene_row(&s, CALL_host_work, 1);
        const struct timeline_call *behind = scene_row(&s, CALL_host_work, 2);
        ck_assert_int_eq(behind->enter - before->returned, sleeps[reading]);
    }
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("runtime: rests");
    TCase *tests = tcase_create("round");
    tcase_add_checked_fixture(tests, setup, teardown);
    tcase_add_loop_test(tests, calls_behind_a_sleep_take_longer, 0, 8);
    tcase_add_test(tests, who_waits_for_a_thread_has_slept);
    tcase_add_test(tests, sleeps_until_some_time_end_then);
    suite_add_tcase(suite, tests);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed ? 1 : 0;
}
