/* Runs are made again where something disturbed them: over a fake device, which says so, and the
 * cores of this machine. */
#include "gpu/awake.h"
#include "gpu/cores.h"
#include "gpu/measure.h"
#include "sim/model/profile_read.h"
#include "tests/fake_device.h"
#include "tests/scene.h"

#include <check.h>
#include <pthread.h>
#include <stdatomic.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <time.h>

enum { REPETITIONS = 3, WARM_UPS = 1, MEMORY = 100000 };

static uint32_t *runs; /* shared with the measuring processes */
static bool copies;    /* what is measured copies pageable memory out and in again */
static bool threads;   /* what is measured makes two threads */

static void share(void)
{
    runs = mmap(NULL, sizeof *runs, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    ck_assert_ptr_ne(runs, MAP_FAILED);
}

static void take_back(void)
{
    munmap(runs, sizeof *runs);
}

/* Measures a kernel of `ns`; returns how many of the runs that count were crowded. */
static uint32_t measure(int64_t ns, enum gpu_clock clock, struct fake_options *fake)
{
    struct profile profile;
    struct scene scene;
    struct timeline measured;
    struct err err;
    err_init(&err);
    ck_assert_int_eq(profile_load(&profile, "h200", &err), 0);
    scene_init(&scene);
    scene_kernel(&scene, scene_stream(&scene, STREAM_BLOCKING, "s"), "k", 1, ns);
    uint32_t memory = program_add_alloc(
        &scene.program, &(struct program_alloc){.kind = MEMORY_PAGEABLE, .bytes = MEMORY});
    for (int in = 0; copies && in < 2; in++) {
        struct program_copy copy = {.kind = in ? COPY_H2D : COPY_D2H,
                                    .host_memory = MEMORY_PAGEABLE};
        *(in ? &copy.src : &copy.dst) = (struct program_range){memory, 0, MEMORY};
        (in ? &copy.dst : &copy.src)->bytes = MEMORY;
        scene_call(&scene, CALL_cudaMemcpy, 0, program_add_copy(&scene.program, &copy), 0);
    }
    for (int i = 0; threads && i < 2; i++)
        scene_thread(&scene);
    scene_synchronize(&scene);
    fake->profile = &profile;
    fake->runs = runs;
    fake_device_use(fake);
    const struct gpu_options options = {
        .processes = 1, .repetitions = REPETITIONS, .warm_ups = WARM_UPS, .clock = clock};
    ck_assert_msg(
        measure_program(fake_device_open, &scene.program, &profile, &options, &measured, &err) == 0,
        "%s", err.message);
    ck_assert_uint_eq(measured.measurement.repetitions, REPETITIONS);
    uint32_t crowded = measured.measurement.crowded;
    timeline_release(&measured);
    scene_release(&scene);
    profile_release(&profile);
    return crowded;
}

/* What is led in: all but warm-ups without an instrument. */
enum {
    LED = REPETITIONS + SESSION_TRACE_WARM_UPS + REPETITIONS,
    UNDISTURBED = WARM_UPS + 2 * LED,
};

/* And once more before, to lead it in. */
START_TEST(quiet_runs_are_made_once)
{
    struct fake_options fake = {0};
    ck_assert_uint_eq(measure(1000, GPU_CLOCK_CUPTI, &fake), 0);
    ck_assert_uint_eq(*runs, UNDISTURBED);
}
END_TEST

/* Before each of them, behind the one that leads it in, what copies in read is copied from the
 * device, and 8 MiB of other memory are stored. */
START_TEST(memory_is_made_ready_before_each_run)
{
    uint64_t *bytes =
        mmap(NULL, 2 * sizeof *bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    struct fake_options fake = {.copied = &bytes[0], .touched = &bytes[1]};
    copies = true;
    measure(1000, GPU_CLOCK_CUPTI, &fake);
    copies = false;
    ck_assert_uint_eq(*runs, UNDISTURBED);
    ck_assert_uint_eq(bytes[0], (uint64_t)(WARM_UPS + LED) * MEMORY);
    ck_assert_uint_eq(bytes[1], (uint64_t)(WARM_UPS + LED) * (8 << 20));
    munmap(bytes, 2 * sizeof *bytes);
}
END_TEST

/* Where the program makes threads, cores are held awake before each run and again behind those that
 * count, and let go when both have begun, not sooner; elsewhere they are only let go. */
START_TEST(cores_are_held_awake_until_all_threads_have_begun)
{
    uint32_t *counts =
        mmap(NULL, 3 * sizeof *counts, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    struct fake_options fake = {.holds = &counts[0], .lets_go = &counts[1], .begun = &counts[2]};
    uint32_t counted = 2 * REPETITIONS;
    measure(1000, GPU_CLOCK_CUPTI, &fake);
    ck_assert_uint_eq(counts[0], 0);
    ck_assert_uint_eq(counts[1], UNDISTURBED + counted);
    threads = true;
    counts[1] = 0;
    measure(1000, GPU_CLOCK_CUPTI, &fake);
    threads = false;
    ck_assert_uint_eq(counts[0], UNDISTURBED + counted);
    ck_assert_uint_eq(counts[1], UNDISTURBED);
    ck_assert_uint_eq(counts[2], 2);
    munmap(counts, 3 * sizeof *counts);
}
END_TEST

/* The warm-up's core does not matter; the first two that would count are not quiet. */
START_TEST(a_crowded_run_is_made_again)
{
    struct fake_options fake = {.crowded = WARM_UPS + 2};
    ck_assert_uint_eq(measure(1000, GPU_CLOCK_CUPTI, &fake), 0);
    ck_assert_uint_eq(*runs, UNDISTURBED + 2 * 2);
}
END_TEST

START_TEST(a_run_on_another_core_is_made_again)
{
    struct fake_options fake = {.moves = WARM_UPS + 1};
    ck_assert_uint_eq(measure(1000, GPU_CLOCK_CUPTI, &fake), 0);
    ck_assert_uint_eq(*runs, UNDISTURBED + 2 * 1);
}
END_TEST

/* On a core that is never quiet: eight runs more of each kind, then all count. */
START_TEST(runs_are_not_made_again_for_ever)
{
    static const enum gpu_clock clocks[] = {GPU_CLOCK_CUPTI, GPU_CLOCK_STAMPS, GPU_CLOCK_EVENTS,
                                            GPU_CLOCK_NONE};
    for (size_t i = 0; i < sizeof clocks / sizeof *clocks; i++) {
        struct fake_options fake = {.crowded = UINT32_MAX};
        *runs = 0;
        ck_assert_uint_eq(measure(1000, clocks[i], &fake), 2 * REPETITIONS);
        uint32_t traced = clocks[i] == GPU_CLOCK_CUPTI ? SESSION_TRACE_WARM_UPS : 0;
        ck_assert_uint_eq(*runs, WARM_UPS + 2 * (traced + 2 * (REPETITIONS + 8)));
    }
}
END_TEST

/* Runs of 60 ms: one may be made again in 100 ms, not two, and none leads in another. */
START_TEST(long_runs_are_made_again_less_often)
{
    struct fake_options fake = {.crowded = UINT32_MAX};
    ck_assert_uint_eq(measure(60000000, GPU_CLOCK_CUPTI, &fake), 2 * REPETITIONS);
    ck_assert_uint_eq(*runs, WARM_UPS + LED + 2);
}
END_TEST

/* In a batch the instrumented runs are a session of their own, which must find out first. Two
 * programs, of each one run for that. */
START_TEST(long_runs_of_a_batch_are_not_led_in_either)
{
    struct profile profile;
    struct scene scenes[2];
    struct timeline timelines[2];
    struct gpu_item items[2];
    struct err err;
    err_init(&err);
    ck_assert_int_eq(profile_load(&profile, "h200", &err), 0);
    for (int i = 0; i < 2; i++) {
        scene_init(&scenes[i]);
        scene_kernel(&scenes[i], scene_stream(&scenes[i], STREAM_BLOCKING, "s"), "k", 1, 60000000);
        scene_synchronize(&scenes[i]);
        items[i] = (struct gpu_item){
            .program = &scenes[i].program, .profile = &profile, .timeline = &timelines[i]};
    }
    struct fake_options fake = {.profile = &profile, .runs = runs};
    fake_device_use(&fake);
    const struct gpu_options options = {
        .processes = 1, .repetitions = REPETITIONS, .warm_ups = WARM_UPS};
    ck_assert_int_eq(measure_programs(fake_device_open, items, 2, &options, &err), 0);
    ck_assert_uint_eq(*runs, 2 * (WARM_UPS + LED + 1));
    for (int i = 0; i < 2; i++) {
        timeline_release(&timelines[i]);
        scene_release(&scenes[i]);
    }
    profile_release(&profile);
}
END_TEST

/* --- this machine -------------------------------------------------------------------------------
 */

START_TEST(afterwards_a_thread_may_run_anywhere_again)
{
    struct cores cores;
    cpu_set_t before, taken, after;
    ck_assert_int_eq(sched_getaffinity(0, sizeof before, &before), 0);
    cores_init(&cores);
    ck_assert_int_eq(cores.count, CPU_COUNT(&before));
    for (int threads = 1; threads <= 3; threads++) {
        cores_take(&cores, threads);
        ck_assert_int_eq(sched_getaffinity(0, sizeof taken, &taken), 0);
        int least = threads + 1 < cores.count ? threads + 1 : cores.count;
        ck_assert_int_ge(CPU_COUNT(&taken), least);
        ck_assert(cores.count < 2 || CPU_ISSET((size_t)cores.at, &taken));
        cores_leave(&cores);
        ck_assert_int_eq(sched_getaffinity(0, sizeof after, &after), 0);
        ck_assert(CPU_EQUAL(&before, &after));
    }
}
END_TEST

/* Its caches know what the thread does. */
START_TEST(a_thread_that_was_moved_goes_back_to_its_core)
{
    struct cores cores;
    cpu_set_t other;
    cores_init(&cores);
    cores_take(&cores, _i);
    cores_leave(&cores);
    int at = cores.at;
    CPU_ZERO(&other);
    for (size_t i = 0; i < CPU_SETSIZE && CPU_COUNT(&other) == 0; i++)
        if ((int)i != at && CPU_ISSET(i, &cores.allowed))
            CPU_SET(i, &other);
    if (cores.count > 1)
        ck_assert_int_eq(sched_setaffinity(0, sizeof other, &other), 0);
    cores.best = INT64_MAX / 1000; /* so that any core is quiet */
    ck_assert(!cores_take(&cores, _i));
    ck_assert_int_eq(cores.at, at);
    cores_leave(&cores);
}
END_TEST

static atomic_bool over;

static void *keep_busy(void *core)
{
    cpu_set_t set;
    CPU_ZERO(&set);
    CPU_SET(*(size_t *)core, &set);
    sched_setaffinity(0, sizeof set, &set);
    while (!atomic_load(&over))
        ;
    return NULL;
}

static long taken_off(void)
{
    struct rusage usage;
    return getrusage(RUSAGE_THREAD, &usage) == 0 ? usage.ru_nivcsw : 0;
}

/* Another thread on its core takes turns of milliseconds with it. */
START_TEST(a_thread_that_was_interrupted_was_not_alone)
{
    struct cores cores;
    cores_init(&cores);
    if (cores.count < 2)
        return;
    for (int i = 0; i < 2; i++) {
        cores_take(&cores, 1);
        cores.best = INT64_MAX / 1000; /* so that any core is quiet */
        cores.interrupted = -1;
        cores_begin(&cores);
        const long before = cores.interrupted;
        ck_assert_int_ge(before, 0);
        size_t core = (size_t)cores.at;
        pthread_t other;
        cpu_set_t set;
        CPU_ZERO(&set);
        CPU_SET(core, &set);
        ck_assert_int_eq(sched_setaffinity(0, sizeof set, &set), 0);
        atomic_store(&over, i == 0);
        ck_assert_int_eq(pthread_create(&other, NULL, keep_busy, &core), 0);
        for (time_t from = time(NULL); i && taken_off() == before && time(NULL) < from + 5;)
            ;
        atomic_store(&over, true);
        pthread_join(other, NULL);
        bool interrupted = taken_off() != before, alone = cores_leave(&cores);
        ck_assert(!interrupted || !alone);
        ck_assert(alone || taken_off() != before);
    }
}
END_TEST

START_TEST(where_there_is_one_core_nothing_is_done)
{
    struct cores cores;
    cores_init(&cores);
    cores.count = 1;
    ck_assert(!cores_take(&cores, 1));
    ck_assert(cores_leave(&cores));
    ck_assert_int_eq(cores.best, 0);
}
END_TEST

static size_t napping(struct awake *awake)
{
    size_t naps = 0;
    for (size_t i = 0; i < awake->count; i++)
        naps += atomic_load(&awake->cores[i].naps);
    return naps;
}

static bool come_to_nap(struct awake *awake, size_t count)
{
    for (time_t from = time(NULL); napping(awake) != count;)
        if (time(NULL) > from + 3)
            return false;
    return true;
}

/* All but one's own; when they are let go they sleep, and are held again. Another core of one's own
 * is let go, and the one before held. */
START_TEST(cores_that_are_held_nap_until_they_are_let_go)
{
    struct cores cores;
    cores_init(&cores);
    static struct awake awake;
    awake_init(&awake);
    size_t others = (size_t)cores.count - 1;
    int own[2] = {-1, -1};
    for (int i = CPU_SETSIZE - 1; i >= 0; i--)
        if (CPU_ISSET((size_t)i, &cores.allowed)) {
            own[1] = own[0];
            own[0] = i;
        }
    for (int i = 0; i < 3; i++) {
        awake_hold(&awake, &cores.allowed, own[i == 2 && cores.count > 1]);
        awake_wait(&awake);
        ck_assert(come_to_nap(&awake, others));
        awake_let_go(&awake);
        ck_assert(come_to_nap(&awake, 0));
    }
    awake_release(&awake);
    ck_assert_uint_eq(awake.count, 0);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("running");
    TCase *again = tcase_create("again");
    tcase_add_checked_fixture(again, share, take_back);
    tcase_add_test(again, quiet_runs_are_made_once);
    tcase_add_test(again, memory_is_made_ready_before_each_run);
    tcase_add_test(again, cores_are_held_awake_until_all_threads_have_begun);
    tcase_add_test(again, a_crowded_run_is_made_again);
    tcase_add_test(again, a_run_on_another_core_is_made_again);
    tcase_add_test(again, runs_are_not_made_again_for_ever);
    tcase_add_test(again, long_runs_are_made_again_less_often);
    tcase_add_test(again, long_runs_of_a_batch_are_not_led_in_either);
    suite_add_tcase(suite, again);
    TCase *host = tcase_create("cores");
    tcase_add_test(host, afterwards_a_thread_may_run_anywhere_again);
    tcase_add_loop_test(host, a_thread_that_was_moved_goes_back_to_its_core, 1, 4);
    tcase_add_test(host, a_thread_that_was_interrupted_was_not_alone);
    tcase_add_test(host, cores_that_are_held_nap_until_they_are_let_go);
    tcase_add_test(host, where_there_is_one_core_nothing_is_done);
    suite_add_tcase(suite, host);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed != 0;
}
