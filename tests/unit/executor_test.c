/* The executor over a fake device: what it performs is what the program says, so that a timeline
 * measured on a device that answers from the engine is the engine's prediction. */
#include "gpu/host_memory.h"
#include "gpu/measure.h"
#include "gpu/session.h"
#include "sim/model/cuda_errors.h"
#include "sim/model/profile_read.h"
#include "sim/runtime/replay.h"
#include "sim/study/predict.h"
#include "tests/fake_device.h"
#include "tests/random_program.h"
#include "tests/scene.h"

#include <check.h>
#include <glob.h>
#include <stdlib.h>
#include <sys/mman.h>

static struct profile profile;

static void load(void)
{
    struct err err;
    err_init(&err);
    ck_assert_int_eq(profile_load(&profile, "h200", &err), 0);
}

static void unload(void)
{
    profile_release(&profile);
}

static void predict(struct program *program, struct timeline *timeline)
{
    struct err err;
    err_init(&err);
    timeline_init(timeline);
    struct replay *replay = replay_new(program);
    struct runtime_source source = replay_source(replay);
    struct runtime_options options = {0};
    struct runtime *runtime = runtime_new(&profile, &options, program, timeline);
    ck_assert_msg(runtime_run(runtime, &source, &err) == 0, "%s", err.message);
    runtime_free(runtime);
    replay_free(replay);
}

/* The `position`-th operation of a thread. */
static const struct timeline_op *op_at(const struct timeline *timeline, uint32_t thread,
                                       size_t position)
{
    for (size_t i = 0; i < timeline->ops.count; i++)
        if (timeline->ops.rows[i].thread == thread && position-- == 0)
            return &timeline->ops.rows[i];
    return NULL;
}

static int64_t from_zero(const struct timeline *timeline, int64_t time)
{
    return time - timeline->zero;
}

/* What is not measured agrees with everything. */
static bool is_same(int64_t predicted, int64_t measured)
{
    return measured == TIMELINE_UNKNOWN || predicted == measured;
}

static void check_equal(const struct timeline *predicted, const struct timeline *measured,
                        uint64_t seed)
{
    ck_assert_uint_eq(predicted->ops.count, measured->ops.count);
    for (uint32_t thread = 0; thread < predicted->threads.count; thread++) {
        const struct timeline_op *a, *b;
        for (size_t i = 0; (a = op_at(predicted, thread, i)) != NULL; i++) {
            b = op_at(measured, thread, i);
            if (from_zero(predicted, a->call) < 0)
                continue; /* set-up is not made again */
            ck_assert_msg(b != NULL, "seed %llu: thread %u lacks operation %zu",
                          (unsigned long long)seed, thread, i);
            /* A copy on the host ends for the executor when its call returns, which may have woken
             * another thread after it. */
            bool by_call = b->start == TIMELINE_UNKNOWN && b->end == b->returned;
            ck_assert_msg(
                a->kind == b->kind && is_same(from_zero(predicted, a->call), b->call) &&
                    is_same(from_zero(predicted, a->returned), b->returned) &&
                    is_same(from_zero(predicted, a->start), b->start) &&
                    (by_call ? from_zero(predicted, a->end) <= b->end
                             : is_same(from_zero(predicted, a->end), b->end)),
                "seed %llu: thread %u operation %zu kind %d: call %lld and %lld, returned %lld and "
                "%lld, start %lld and %lld, end %lld and %lld",
                (unsigned long long)seed, thread, i, a->kind,
                (long long)from_zero(predicted, a->call), (long long)b->call,
                (long long)from_zero(predicted, a->returned), (long long)b->returned,
                (long long)from_zero(predicted, a->start), (long long)b->start,
                (long long)from_zero(predicted, a->end), (long long)b->end);
            ck_assert_msg(b->end != TIMELINE_UNKNOWN || !timeline_is_work(a),
                          "seed %llu: operation %zu has no end", (unsigned long long)seed, i);
        }
    }
    int64_t first = INT64_MAX, last = INT64_MIN;
    for (size_t i = 0; i < measured->ops.count; i++) {
        const struct timeline_op *op = &measured->ops.rows[i];
        if (!timeline_is_work(op) || op->start == TIMELINE_UNKNOWN || op->call < 0)
            continue;
        first = op->start < first ? op->start : first;
        last = op->end > last ? op->end : last;
    }
    ck_assert_int_eq(measured->span, last - first);
}

/* The same to the nanosecond, unless what is waited for last takes so little that the measurement
 * cannot know that it was waited for. */
static void check_wall(const struct timeline *predicted, const struct timeline *measured,
                       uint64_t seed)
{
    for (size_t i = 0; i < predicted->calls.count; i++) {
        const struct timeline_call *call = &predicted->calls.rows[i];
        if (from_zero(predicted, call->returned) == predicted->wall &&
            call->returned - call->enter < 3000)
            return;
    }
    ck_assert_msg(predicted->wall == measured->wall, "seed %llu: wall %lld and %lld",
                  (unsigned long long)seed, (long long)predicted->wall, (long long)measured->wall);
}

static void measure(const struct program *program, const struct gpu_options *options,
                    struct timeline *measured)
{
    struct err err;
    err_init(&err);
    struct fake_options fake = {.profile = &profile};
    fake_device_use(&fake);
    ck_assert_msg(measure_program(fake_device_open, program, &profile, options, measured, &err) ==
                      0,
                  "%s:%d: %s", err.file, err.line, err.message);
}

static void check_random(const struct random_options *options)
{
    struct program program;
    struct timeline predicted, measured;
    struct gpu_options gpu = {.processes = 1, .repetitions = 1};
    program_init(&program);
    random_program(&program, options);
    /* What one repetition leaves in level 2 the next finds there; a prediction begins with none. */
    profile.curve[PROFILE_copy_d2d_cached].count = 0;
    /* Unknown memory is one and the same to the executor, of which the host's caches hold
     * something. */
    profile.value[PROFILE_copy_host_cache] = 0;
    predict(&program, &predicted);
    measure(&program, &gpu, &measured);
    check_equal(&predicted, &measured, options->seed);
    check_wall(&predicted, &measured, options->seed);
    timeline_release(&predicted);
    timeline_release(&measured);
    program_release(&program);
}

START_TEST(one_thread_is_performed_as_predicted)
{
    for (uint64_t seed = 1; seed <= 24; seed++)
        check_random(&(struct random_options){
            .seed = seed, .calls = 60, .threads = 1, .streams = 4, .events = 4, .work = true});
}
END_TEST

START_TEST(threads_are_performed_as_predicted)
{
    for (uint64_t seed = 1; seed <= 12; seed++)
        check_random(&(struct random_options){
            .seed = seed, .calls = 40, .threads = 3, .streams = 3, .events = 4});
}
END_TEST

/* Both kinds of connections are asked for before CUDA starts. */
START_TEST(connections_are_set_for_the_device)
{
    static const struct gpu_options some = {
        .processes = 1, .repetitions = 1, .connections = 3, .copy_connections = 2};
    static const char *const needed[] = {"CUDA_DEVICE_MAX_CONNECTIONS=3",
                                         "CUDA_DEVICE_MAX_COPY_CONNECTIONS=2"};
    struct program program;
    struct timeline timeline;
    program_init(&program);
    random_program(&program, &(struct random_options){
                                 .seed = 1, .calls = 10, .threads = 1, .streams = 2, .events = 1});
    for (int i = 0; i < 2; i++)
        for (int set = 0; set < 2; set++) {
            struct fake_options fake = {.profile = &profile, .needs = needed[i]};
            struct gpu_options options = some;
            struct gpu_item item = {
                .program = &program, .profile = &profile, .timeline = &timeline};
            struct err err;
            err_init(&err);
            if (!set)
                options.connections = options.copy_connections = 0;
            fake_device_use(&fake);
            ck_assert_int_eq(measure_programs(fake_device_open, &item, 1, &options, &err),
                             set ? 0 : -1);
            timeline_release(&timeline);
        }
    program_release(&program);
}
END_TEST

/* Several programs in the same processes give what each gives alone; one that must be measured by
 * itself is said to be so, and the others don't mind. */
START_TEST(programs_in_one_process_are_performed_as_alone)
{
    enum { COUNT = 4, REFUSED = 2 };
    struct program programs[COUNT];
    struct timeline together[COUNT];
    struct gpu_item items[COUNT];
    struct gpu_options gpu = {.processes = 2, .repetitions = 2};
    struct fake_options fake = {.profile = &profile};
    struct err err;
    err_init(&err);
    for (int i = 0; i < COUNT; i++) {
        program_init(&programs[i]);
        if (i == REFUSED)
            program_add_record(&programs[i], &(struct program_record){
                                                 .call = CALL_set_variable,
                                                 .object = intern_adds(&programs[i].names, "A=1")});
        random_program(
            &programs[i],
            &(struct random_options){
                .seed = 100 + (uint64_t)i, .calls = 30, .threads = 1, .streams = 4, .events = 4});
        items[i] = (struct gpu_item){
            .program = &programs[i], .profile = &profile, .timeline = &together[i]};
    }
    fake_device_use(&fake);
    ck_assert_msg(measure_programs(fake_device_open, items, COUNT, &gpu, &err) == 0, "%s",
                  err.message);
    for (int i = 0; i < COUNT; i++) {
        struct timeline alone;
        ck_assert_int_eq(items[i].result, i == REFUSED ? -1 : 0);
        if (i != REFUSED) {
            measure(&programs[i], &gpu, &alone);
            check_equal(&alone, &together[i], 100 + (uint64_t)i);
            ck_assert_int_eq(alone.wall, together[i].wall);
            timeline_release(&alone);
        } else {
            ck_assert_int_eq(items[i].err.status, ERR_UNAVAILABLE);
        }
        timeline_release(&together[i]);
        program_release(&programs[i]);
    }
}
END_TEST

/* A kernel in stream 0, or in a second thread's per-thread stream. */
static void build_threads(struct scene *scene, bool per_thread)
{
    scene_init(scene);
    if (!per_thread) {
        scene_kernel(scene, 0, "k", 1, 10000);
        scene_synchronize(scene);
        return;
    }
    uint32_t thread = scene_thread(scene);
    uint32_t stream =
        program_add_stream(&scene->program, &(struct program_stream){.kind = STREAM_PER_THREAD,
                                                                     .thread = (uint16_t)thread});
    scene->thread = (uint16_t)thread;
    scene_kernel(scene, stream, "k", 1, 10000);
    scene_call(scene, CALL_thread_end, 0, 0, 0);
    scene->thread = 0;
    scene_call(scene, CALL_thread_join, 0, thread, 0);
    scene_synchronize(scene);
}

/* A number that processes share, 0; to be unmapped. */
static uint32_t *new_shared(void)
{
    uint32_t *number =
        mmap(NULL, sizeof *number, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    ck_assert_ptr_ne(number, MAP_FAILED);
    return number;
}

enum { TOGETHER = 3, MANY = 45 };

/* Measures the scenes, twice each, in as few processes as may be, and releases them. */
static void measure_together(struct scene *scenes, int count, const struct fake_options *fake)
{
    struct timeline timelines[MANY];
    struct gpu_item items[MANY];
    struct gpu_options gpu = {.processes = 1, .repetitions = 2};
    struct err err;
    err_init(&err);
    for (int i = 0; i < count; i++)
        items[i] = (struct gpu_item){
            .program = &scenes[i].program, .profile = &profile, .timeline = &timelines[i]};
    fake_device_use(fake);
    ck_assert_msg(measure_programs(fake_device_open, items, (size_t)count, &gpu, &err) == 0, "%s",
                  err.message);
    for (int i = 0; i < count; i++) {
        ck_assert_msg(items[i].result == 0, "%s", items[i].err.message);
        ck_assert_uint_eq(timelines[i].measurement.repetitions, 2);
        ck_assert_int_gt(timelines[i].span, 9000);
        timeline_release(&timelines[i]);
        scene_release(&scenes[i]);
    }
}

/* In so many processes the scenes are measured. */
static uint32_t processes_of(struct scene *scenes, int count)
{
    uint32_t *opens = new_shared(), processes;
    measure_together(scenes, count, &(struct fake_options){.profile = &profile, .opens = opens});
    processes = *opens;
    munmap(opens, sizeof *opens);
    return processes;
}

/* Of three programs the second has a thread with its own stream: each time its turn comes, plainly
 * and under the instrument, a new process begins. So one process does the first plainly, one the
 * second and third plainly and the first instrumented, one the rest. */
START_TEST(threads_with_their_own_streams_get_a_fresh_process)
{
    struct scene scenes[TOGETHER];
    for (int i = 0; i < TOGETHER; i++)
        build_threads(&scenes[i], i == 1);
    ck_assert_uint_eq(processes_of(scenes, TOGETHER), 3);
}
END_TEST

/* Of three programs the second has its process sleep while it waits: no other is measured behind
 * it. So one process does the first two plainly, one the third plainly and the first two
 * instrumented, one the third instrumented. */
START_TEST(who_changes_how_a_process_waits_is_its_last)
{
    struct scene scenes[TOGETHER];
    for (int i = 0; i < TOGETHER; i++) {
        scene_init(&scenes[i]);
        if (i == 1)
            scene_call(&scenes[i], CALL_cudaSetDeviceFlags, 0, 0, 4);
        scene_kernel(&scenes[i], 0, "k", 1, 10000);
        scene_synchronize(&scenes[i]);
    }
    ck_assert_uint_eq(processes_of(scenes, TOGETHER), 3);
}
END_TEST

/* Of 45 programs 20 are measured in one process, plainly and under the instrument, 20 in the next
 * one and 5 in a third. */
START_TEST(many_programs_are_measured_twenty_in_a_process)
{
    struct scene scenes[MANY];
    for (int i = 0; i < MANY; i++)
        build_threads(&scenes[i], false);
    ck_assert_uint_eq(processes_of(scenes, MANY), 3);
}
END_TEST

/* Of three programs in a process the second works in two streams, the others in one: what came
 * before would matter to the second, plainly and under the instrument. */
START_TEST(several_streams_find_fresh_connections)
{
    struct scene scenes[TOGETHER];
    uint32_t *resets = new_shared();
    for (int i = 0; i < TOGETHER; i++) {
        scene_init(&scenes[i]);
        for (int stream = 0; stream < (i == 1 ? 2 : 1); stream++)
            scene_kernel(&scenes[i], scene_stream(&scenes[i], STREAM_NONBLOCKING, "s"), "k", 1,
                         10000);
        scene_synchronize(&scenes[i]);
    }
    measure_together(scenes, TOGETHER,
                     &(struct fake_options){.profile = &profile, .resets = resets});
    ck_assert_uint_eq(*resets, 2);
    munmap(resets, sizeof *resets);
}
END_TEST

/* The only stream of a program is there over all runs of a process, and each run makes the two of
 * another, so that they have the connections of a program's only run. */
START_TEST(several_streams_are_made_anew_in_each_run)
{
    for (uint32_t streams = 1; streams <= 2; streams++) {
        struct scene scene;
        struct timeline measured;
        struct gpu_options options = {.processes = 1, .repetitions = 3};
        uint32_t *made = new_shared(), *runs = new_shared();
        struct fake_options fake = {.profile = &profile, .streams = made, .runs = runs};
        struct err err;
        err_init(&err);
        scene_init(&scene);
        for (uint32_t i = 0; i < streams; i++)
            scene_kernel(&scene, scene_stream(&scene, STREAM_NONBLOCKING, "s"), "k", 1, 10000);
        scene_synchronize(&scene);
        fake_device_use(&fake);
        ck_assert_int_eq(
            measure_program(fake_device_open, &scene.program, &profile, &options, &measured, &err),
            0);
        ck_assert_uint_gt(*runs, 3);
        ck_assert_uint_eq(*made, streams == 1 ? 1 : 2 * *runs);
        timeline_release(&measured);
        scene_release(&scene);
        munmap(made, sizeof *made);
        munmap(runs, sizeof *runs);
    }
}
END_TEST

/* Scenarios through the script, as `measure` gets them. Calls that the executor makes by another
 * name of the same call (cudaLaunchKernelExC) may differ a little in their cost, and its first call
 * has no other before it. */
static void check_scenario(const char *path)
{
    struct prediction prediction;
    struct predict_options options = {.gpu = "h200"};
    struct timeline measured;
    struct gpu_options gpu = {.processes = 1, .repetitions = 1};
    struct err err;
    err_init(&err);
    prediction_init(&prediction);
    ck_assert_msg(predict_file(&prediction, path, &options, &err) == 0, "%s: %s", path,
                  err.message);
    measure(&prediction.program, &gpu, &measured);
    ck_assert_uint_eq(measured.ops.count, prediction.timeline.ops.count);
    int64_t off = llabs(measured.wall - prediction.timeline.wall);
    ck_assert_msg((off - profile.value[PROFILE_host_between]) * 1000 <= prediction.timeline.wall,
                  "%s: wall %lld and %lld", path, (long long)prediction.timeline.wall,
                  (long long)measured.wall);
    timeline_release(&measured);
    prediction_release(&prediction);
}

START_TEST(scenarios_are_performed_as_predicted)
{
    glob_t files;
    ck_assert_int_eq(glob("tests/validation/*.cu", 0, NULL, &files), 0);
    for (size_t i = 0; i < files.gl_pathc; i++)
        check_scenario(files.gl_pathv[i]);
    globfree(&files);
    check_scenario("tests/scenarios/asks.cu");
    check_scenario("tests/scenarios/polled.cu");
    check_scenario("tests/scenarios/callback_threads.cu");
    check_scenario("tests/scenarios/thread_frees.cu");
}
END_TEST

/* What lies behind an event has ended with it: the legacy stream's record comes after the work of
 * the blocking stream, whose memory the program then frees without waiting. */
START_TEST(a_free_behind_an_event_is_no_wait)
{
    struct scene scene;
    struct timeline measured;
    struct gpu_options gpu = {.processes = 1, .repetitions = 1};
    for (int in_legacy = 0; in_legacy < 2; in_legacy++) {
        scene_init(&scene);
        uint32_t memory = scene_alloc(&scene, CALL_cudaMalloc, MEMORY_DEVICE, 64 << 20);
        uint32_t a = scene_stream(&scene, STREAM_BLOCKING, "a");
        uint32_t b = scene_stream(&scene, STREAM_BLOCKING, "b");
        uint32_t between = scene_event(&scene, "between"), end = scene_event(&scene, "end");
        scene_kernel(&scene, a, "k", 100, 300000);
        if (!in_legacy) {
            scene_call(&scene, CALL_cudaEventRecord, a, between, 0);
            scene_call(&scene, CALL_cudaStreamWaitEvent, b, between, 0);
        }
        scene_call(&scene, CALL_cudaEventRecord, in_legacy ? 0 : b, end, 0);
        scene_call(&scene, CALL_cudaEventSynchronize, 0, end, 0);
        scene_call(&scene, CALL_cudaFree, 0, memory, 0);
        ck_assert_msg(scene_run(&scene) == 0, "%s", scene.err.message);
        measure(&scene.program, &gpu, &measured);
        ck_assert_int_eq(measured.wall, scene.timeline.wall);
        ck_assert_int_gt(measured.wall, 300000);
        timeline_release(&measured);
        scene_release(&scene);
    }
}
END_TEST

/* cudaFree waits for the device, but not for memory that was allocated in stream order: the
 * synchronize behind it is the wait that ends the timed part. */
START_TEST(a_free_in_stream_order_is_no_wait)
{
    struct scene scene;
    struct timeline measured;
    struct gpu_options gpu = {.processes = 1, .repetitions = 1};
    scene_init(&scene);
    scene_kernel(&scene, 0, "k", 100, 300000);
    uint32_t pooled = scene_alloc(&scene, CALL_cudaMallocAsync, MEMORY_DEVICE, 4096);
    scene_call(&scene, CALL_cudaFree, 0, pooled, 0);
    scene_synchronize(&scene);
    ck_assert_msg(scene_run(&scene) == 0, "%s", scene.err.message);
    measure(&scene.program, &gpu, &measured);
    ck_assert_int_eq(measured.wall, scene.timeline.wall);
    ck_assert_int_gt(measured.wall, 300000);
    timeline_release(&measured);
    scene_release(&scene);
}
END_TEST

/* A synchronize that finds nothing but a free in stream order gives the memory back, which takes
 * long, and waits for no work. */
START_TEST(what_gives_memory_back_is_no_wait)
{
    struct scene scene;
    struct timeline measured;
    struct gpu_options gpu = {.processes = 1, .repetitions = 1};
    scene_init(&scene);
    uint32_t pooled = scene_alloc(&scene, CALL_cudaMallocAsync, MEMORY_DEVICE, 64 << 20);
    scene_kernel(&scene, 0, "k", 100, 300000);
    scene_synchronize(&scene);
    scene_call(&scene, CALL_cudaFreeAsync, 0, pooled, 0);
    scene_synchronize(&scene);
    ck_assert_msg(scene_run(&scene) == 0, "%s", scene.err.message);
    const struct timeline_call *last = &scene.timeline.calls.rows[scene.timeline.calls.count - 1];
    ck_assert_int_gt(last->returned - last->enter, 3000);
    measure(&scene.program, &gpu, &measured);
    ck_assert_int_eq(measured.wall, scene.timeline.wall);
    timeline_release(&measured);
    scene_release(&scene);
}
END_TEST

/* A query that waited for some of the work does not end the wall time where another one has said
 * since that there is more: the synchronize does that is told so, though it comes when all is done,
 * and takes longer than one that finds that does behind others. Without that query the program has
 * asked for the last time. */
START_TEST(who_has_heard_that_there_is_more_asks_again)
{
    struct gpu_options gpu = {.processes = 1, .repetitions = 1};
    for (int hears = 0; hears < 2; hears++) {
        struct scene scene;
        struct timeline measured;
        scene_init(&scene);
        uint32_t a = scene_stream(&scene, STREAM_NONBLOCKING, "a");
        uint32_t b = scene_stream(&scene, STREAM_NONBLOCKING, "b");
        scene_kernel(&scene, a, "k", 1, 50000);
        scene_kernel(&scene, b, "k", 1, 300000);
        uint32_t poll = scene_call(&scene, CALL_cudaStreamQuery, a, a, 0);
        scene.program.records.rows[poll].flags = RECORD_POLL;
        if (hears) {
            uint32_t query = scene_call(&scene, CALL_cudaStreamQuery, b, b, 0);
            scene.program.records.rows[query].result = CUDA_cudaErrorNotReady;
        }
        scene_call(&scene, CALL_host_sleep, 0, 0, 1000000);
        scene_synchronize(&scene);
        ck_assert_msg(scene_run(&scene) == 0, "%s", scene.err.message);
        const struct timeline_call *last = scene_row(&scene, CALL_cudaDeviceSynchronize, 0);
        measure(&scene.program, &gpu, &measured);
        ck_assert_int_eq(measured.wall, scene.timeline.wall);
        ck_assert(hears == (last->returned - scene.timeline.zero == measured.wall));
        ck_assert(hears == (measured.wall > 1000000));
        timeline_release(&measured);
        scene_release(&scene);
    }
}
END_TEST

/* Programs that hear of their last work by host functions, and make no call that waits for it: an
 * earlier synchronize does not end the wall time. The device has 50 us to do and the host works
 * 1 ms, before it puts away what it had made: that is not timed. */
START_TEST(without_a_wait_for_the_last_work_all_threads_are_waited_for)
{
    struct gpu_options gpu = {.processes = 1, .repetitions = 1};
    struct scene scene;
    struct timeline measured;
    scene_init(&scene);
    uint32_t a = scene_stream(&scene, STREAM_NONBLOCKING, "a");
    uint32_t memory = scene_alloc(&scene, CALL_cudaMalloc, MEMORY_DEVICE, 64 << 20);
    scene_kernel(&scene, a, "k", 1, 10000);
    scene_synchronize(&scene);
    scene_kernel(&scene, a, "k", 1, 50000);
    scene_host_function(&scene, a, 1000);
    scene_call(&scene, CALL_host_work, 0, 0, 1000000);
    scene_call(&scene, CALL_cudaFree, 0, memory, 0);
    ck_assert_msg(scene_run(&scene) == 0, "%s", scene.err.message);
    const struct timeline_call *worked = scene_row(&scene, CALL_host_work, 0);
    ck_assert_int_eq(scene.timeline.wall, worked->returned - scene.timeline.zero);
    measure(&scene.program, &gpu, &measured);
    ck_assert_int_eq(measured.wall, scene.timeline.wall);
    timeline_release(&measured);
    scene_release(&scene);
}
END_TEST

/* Without a free behind it the wall time ends when the device is idle: 300 us of a kernel, which
 * the measuring process sees a moment later. */
START_TEST(without_any_wait_the_device_is_waited_for)
{
    struct gpu_options gpu = {.processes = 1, .repetitions = 1};
    struct scene scene;
    struct timeline measured;
    scene_init(&scene);
    scene_kernel(&scene, 0, "k", 1, 300000);
    scene_call(&scene, CALL_host_work, 0, 0, 10000);
    ck_assert_msg(scene_run(&scene) == 0, "%s", scene.err.message);
    ck_assert_int_eq(scene.timeline.wall, scene.timeline.ops.rows[0].end - scene.timeline.zero);
    measure(&scene.program, &gpu, &measured);
    ck_assert_int_ge(measured.wall, scene.timeline.wall);
    ck_assert_int_lt(measured.wall, scene.timeline.wall + 10000);
    timeline_release(&measured);
    scene_release(&scene);
}
END_TEST

/* --- each kind of record ------------------------------------------------------------------------
 */

/* The calls of a run in a process of its own hands: with one stream, event, pool, allocation of
 * each kind, and a copy and a launch. */
struct calls {
    struct scene scene;
    struct plan plan;
    struct device *device;
    struct objects objects;
    struct host_memory memory;
    struct run run;
    uint64_t touched, copied; /* bytes, between runs */
    int64_t touch;            /* ns that one takes within */
    uint32_t fails_at;        /* the call that fails, from 1; 0: none */
};

/* Up to the preparation of the first run. Returns its result, or that of what failed before. */
static int prepare(struct calls *calls, struct err *err)
{
    static struct fake_options fake;
    struct device_options none = {NULL, 0};
    err_init(err);
    calls->touched = calls->copied = 0;
    fake = (struct fake_options){.profile = &calls->scene.profile,
                                 .touched = &calls->touched,
                                 .copied = &calls->copied,
                                 .touch = calls->touch,
                                 .fails_at = calls->fails_at,
                                 .error = CUDA_cudaErrorMemoryAllocation};
    fake_device_use(&fake);
    ck_assert_int_eq(fake_device_open(&none, &calls->device, err), 0);
    ck_assert_msg(
        plan_init(&calls->plan, &calls->scene.program, &calls->scene.profile, false, err) == 0,
        "%s", err->message);
    ck_assert_msg(objects_init(&calls->objects, &calls->plan, calls->device, err) == 0, "%s",
                  err->message);
    run_init(&calls->run, &calls->objects, NULL);
    if (host_memory_init(&calls->memory, &calls->objects, err) != 0)
        return -1;
    return host_memory_prepare(&calls->memory, err);
}

static void perform(struct calls *calls)
{
    struct err err;
    ck_assert_msg(prepare(calls, &err) == 0, "%s", err.message);
    ck_assert_msg(run_perform(&calls->run, &err) == 0, "%s", err.message);
}

static void end(struct calls *calls)
{
    run_release(&calls->run);
    host_memory_release(&calls->memory);
    objects_release(&calls->objects);
    plan_release(&calls->plan);
    calls->device->api->close(calls->device);
}

static void release(struct calls *calls)
{
    end(calls);
    scene_release(&calls->scene);
}

/* The device saw these calls, in this order, and then the executor's own synchronize. */
static void check_calls(const struct calls *calls, const enum call *expected, size_t count)
{
    size_t seen;
    const struct program_record *records = fake_device_records(calls->device, &seen);
    for (size_t i = 0; i < seen && i < count; i++)
        ck_assert_msg(records[i].call == expected[i], "call %zu is %s instead of %s", i,
                      call_info((enum call)records[i].call)->name, call_info(expected[i])->name);
    ck_assert_uint_eq(seen, count + 1);
    ck_assert_int_eq(records[count].call, CALL_cudaDeviceSynchronize);
}

#define CHECK_CALLS(calls, ...)                                                                    \
    do {                                                                                           \
        const enum call expected[] = {__VA_ARGS__};                                                \
        check_calls(&(calls), expected, sizeof expected / sizeof *expected);                       \
    } while (0)

static uint32_t shape(struct scene *scene, enum copy_kind kind, uint32_t dst, uint32_t src,
                      uint64_t rows)
{
    return program_add_copy(&scene->program, &(struct program_copy){
                                                 .kind = kind,
                                                 .dst = {.alloc = dst, .bytes = 64},
                                                 .src = {.alloc = src, .bytes = 64},
                                                 .rows = rows,
                                                 .dst_pitch = 128,
                                                 .src_pitch = 128,
                                                 .value = 5,
                                             });
}

START_TEST(copies_and_memsets_are_called_by_their_names)
{
    struct calls calls = {0};
    struct scene *scene = &calls.scene;
    scene_init(scene);
    uint32_t s = scene_stream(scene, STREAM_BLOCKING, "s");
    uint32_t device = scene_alloc(scene, CALL_cudaMalloc, MEMORY_DEVICE, 4096);
    uint32_t second = scene_alloc(scene, CALL_cudaMalloc, MEMORY_DEVICE, 4096);
    uint32_t pinned = scene_alloc(scene, CALL_cudaMallocHost, MEMORY_PINNED, 4096);
    uint32_t managed = scene_alloc(scene, CALL_cudaMallocManaged, MEMORY_MANAGED, 4096);
    uint32_t flat = shape(scene, COPY_H2D, device, pinned, 0);
    uint32_t rows = shape(scene, COPY_D2H, pinned, device, 4);
    uint32_t fill = shape(scene, COPY_MEMSET, device, 0, 0);
    uint32_t rows_fill = shape(scene, COPY_MEMSET, device, 0, 4);
    uint32_t move = shape(scene, COPY_H2D, managed, 0, 0);
    uint32_t own = shape(scene, COPY_D2D, device, second, 0);
    uint32_t nothing = program_add_copy(&scene->program, &(struct program_copy){.kind = COPY_H2D});
    scene_call(scene, CALL_cudaMemcpy, 0, flat, 0);
    scene_call(scene, CALL_cudaMemcpyAsync, s, flat, 0);
    scene_call(scene, CALL_cudaMemcpyToSymbol, 0, flat, 0);
    scene_call(scene, CALL_cudaMemcpy2D, 0, rows, 0);
    scene_call(scene, CALL_cudaMemcpy2DAsync, s, rows, 0);
    scene_call(scene, CALL_cudaMemset, 0, fill, 0);
    scene_call(scene, CALL_cudaMemsetAsync, s, fill, 0);
    scene_call(scene, CALL_cudaMemset2D, 0, rows_fill, 0);
    scene_call(scene, CALL_cudaMemset2DAsync, s, rows_fill, 0);
    scene_call(scene, CALL_cudaMemPrefetchAsync, s, move, 0);
    scene_call(scene, CALL_cudaMemcpyPeer, 0, own, 0);
    scene_call(scene, CALL_cudaMemcpyPeerAsync, s, own, 0);
    scene_call(scene, CALL_cudaMemcpyAsync, s, nothing, 0); /* no bytes: nothing is called */
    perform(&calls);
    CHECK_CALLS(calls, CALL_cudaStreamCreateWithPriority, CALL_cudaMemcpy, CALL_cudaMemcpyAsync,
                CALL_cudaMemcpy, CALL_cudaMemcpy2D, CALL_cudaMemcpy2DAsync, CALL_cudaMemset,
                CALL_cudaMemsetAsync, CALL_cudaMemset2D, CALL_cudaMemset2DAsync,
                CALL_cudaMemPrefetchAsync, CALL_cudaMemcpyPeer, CALL_cudaMemcpyPeerAsync);
    release(&calls);
}
END_TEST

/* What is allocated before the timed part and freed after it is there over all runs; what is
 * allocated or freed within is so in every run. */
START_TEST(memory_of_the_timed_part_is_the_run_s)
{
    struct calls calls = {0};
    struct scene *scene = &calls.scene;
    scene_init(scene);
    uint32_t kept = scene_alloc(scene, CALL_cudaMalloc, MEMORY_DEVICE, 4096);
    uint32_t freed = scene_alloc(scene, CALL_cudaMalloc, MEMORY_DEVICE, 4096);
    uint32_t pool = program_add_pool(&scene->program, &(struct program_pool){.name = 0});
    scene_call(scene, CALL_cudaMemPoolCreate, 0, pool, 0);
    scene_kernel(scene, 0, "k", 1, 1000);
    uint32_t made = scene_alloc(scene, CALL_cudaHostAlloc, MEMORY_PINNED, 4096);
    uint32_t ordered = scene_alloc(scene, CALL_cudaMallocFromPoolAsync, MEMORY_DEVICE, 4096);
    scene->program.allocs.rows[ordered].pool = pool;
    uint32_t locked = scene_alloc(scene, CALL_cudaHostRegister, MEMORY_REGISTERED, 4096);
    scene_call(scene, CALL_cudaFree, 0, freed, 0);
    scene_call(scene, CALL_cudaFree, 0, 0, 0);
    scene_call(scene, CALL_cudaFreeAsync, 0, ordered, 0);
    scene_call(scene, CALL_cudaHostUnregister, 0, locked, 0);
    scene_call(scene, CALL_cudaFreeHost, 0, made, 0);
    scene_kernel(scene, 0, "k", 1, 1000);
    scene_synchronize(scene);
    scene_call(scene, CALL_cudaFree, 0, kept, 0);
    scene_call(scene, CALL_cudaMemPoolDestroy, 0, pool, 0);
    perform(&calls);
    CHECK_CALLS(calls, CALL_cudaMalloc, CALL_cudaMemPoolCreate, CALL_cudaLaunchKernel,
                CALL_cudaHostAlloc, CALL_cudaMallocFromPoolAsync, CALL_cudaHostRegister,
                CALL_cudaFree, CALL_cudaFree, CALL_cudaFreeAsync, CALL_cudaHostUnregister,
                CALL_cudaFreeHost, CALL_cudaLaunchKernel, CALL_cudaDeviceSynchronize,
                CALL_cudaMemPoolDestroy);
    release(&calls);
}
END_TEST

START_TEST(calls_of_streams_and_events_are_made)
{
    struct calls calls = {0};
    struct scene *scene = &calls.scene;
    scene_init(scene);
    uint32_t s = scene_stream(scene, STREAM_BLOCKING, "s");
    uint32_t e = scene_event(scene, "e"), f = scene_event(scene, "f");
    scene_call(scene, CALL_cudaStreamSetAttribute, s, s, -2);
    scene->program.records.rows[scene->program.records.count - 1].count = 8; /* the priority */
    scene_call(scene, CALL_cudaEventRecord, s, e, 0);
    scene_host_function(scene, s, 2000);
    scene_call(scene, CALL_cudaEventRecord, s, f, 0);
    scene_call(scene, CALL_cudaStreamWaitEvent, 0, f, 0);
    scene_call(scene, CALL_cudaEventSynchronize, 0, f, 0);
    scene_call(scene, CALL_cudaEventElapsedTime, 0, e, f);
    scene_call(scene, CALL_cudaEventQuery, 0, f, 0);
    scene_call(scene, CALL_cudaStreamQuery, s, s, 0);
    scene_call(scene, CALL_cudaStreamGetPriority, s, s, 0);
    scene_call(scene, CALL_cudaStreamSynchronize, s, s, 0);
    scene_call(scene, CALL_cudaMemGetInfo, 0, 0, 0);
    scene_call(scene, CALL_host_work, 0, 0, 1000);
    scene_call(scene, CALL_cudaEventDestroy, 0, e, 0);
    scene_call(scene, CALL_cudaStreamDestroy, s, s, 0);
    /* refused: it is not called again */
    scene_call(scene, CALL_cudaStreamDestroy, 0, 0, 0);
    scene->program.records.rows[scene->program.records.count - 1].result =
        CUDA_cudaErrorInvalidResourceHandle;
    perform(&calls);
    CHECK_CALLS(calls, CALL_cudaStreamCreateWithPriority, CALL_cudaEventCreate,
                CALL_cudaEventCreate, CALL_cudaStreamSetAttribute, CALL_cudaEventRecord,
                CALL_cudaLaunchHostFunc, CALL_cudaEventRecord, CALL_cudaStreamWaitEvent,
                CALL_cudaEventSynchronize, CALL_host_work /* of the host function */,
                CALL_cudaEventElapsedTime, CALL_cudaEventQuery, CALL_cudaStreamQuery,
                CALL_cudaStreamGetPriority, CALL_cudaStreamSynchronize, CALL_cudaMemGetInfo,
                CALL_host_work, CALL_cudaEventDestroy, CALL_cudaStreamDestroy);
    ck_assert_uint_eq(calls.plan.answer_count, 1);
    ck_assert_int_gt(calls.run.answers[0], 2000);
    release(&calls);
}
END_TEST

static size_t times_made(const struct calls *calls, enum call call)
{
    size_t seen, times = 0;
    const struct program_record *records = fake_device_records(calls->device, &seen);
    for (size_t i = 0; i < seen; i++)
        times += records[i].call == call;
    return times;
}

/* Asks as `while (!(query(a) && query(b)))` does: so many turns in which only b is not done, and
 * the last one. */
static void scene_loop(struct scene *scene, uint32_t a, uint32_t b, int turns)
{
    for (int i = 0; i <= turns; i++) {
        for (int asked = 0; asked < 2; asked++) {
            uint32_t stream = asked ? b : a;
            uint32_t row = scene_call(scene, CALL_cudaStreamQuery, stream, stream, 0);
            struct program_record *record = &scene->program.records.rows[row];
            record->count = 1;
            if (asked && i < turns)
                record->result = CUDA_cudaErrorNotReady;
            else
                record->flags |= RECORD_POLL;
        }
        scene->line -= i < turns ? 2 : 0;
    }
}

/* Two kernels of which b's takes 15 us, asked for 100 times while recorded. A turn's answers take
 * 0.6 us, so that b is done after some 25 turns; what the host does behind 60 turns, it does
 * behind 60 turns. */
START_TEST(a_loop_over_queries_ends_when_the_device_is_done)
{
    for (int works = 0; works < 2; works++) {
        struct calls calls = {0};
        struct scene *scene = &calls.scene;
        scene_init(scene);
        uint32_t a = scene_stream(scene, STREAM_NONBLOCKING, "a");
        uint32_t b = scene_stream(scene, STREAM_NONBLOCKING, "b");
        scene_kernel(scene, a, "k", 1, 1000);
        scene_kernel(scene, b, "k", 1, 15000);
        scene_loop(scene, a, b, 60);
        if (works) {
            scene->program.records.rows[scene->program.records.count - 1].flags = 0;
            scene->program.records.rows[scene->program.records.count - 1].result =
                CUDA_cudaErrorNotReady;
            scene_call(scene, CALL_host_work, 0, 0, 1000);
        }
        scene_loop(scene, a, b, 40);
        scene_synchronize(scene);
        perform(&calls);
        size_t asked = times_made(&calls, CALL_cudaStreamQuery);
        /* with work: 61 turns before it, some answers more until a is done; behind it one turn */
        if (works)
            ck_assert(asked >= 2 * 61 + 2 && asked < 2 * 61 + 2 + 10);
        else /* the first loop ends early, the second, over the same, with its first turn */
            ck_assert(asked > 2 * 5 && asked < 2 * 60);
        ck_assert_uint_eq(times_made(&calls, CALL_host_work), (size_t)works);
        release(&calls);
    }
}
END_TEST

/* `for (s : streams) if (!done[s] && query(s)) done[s] = true;` was recorded while c was done
 * first, then b, then a. On the device a is done first, and b and c take 40 us: the run still waits
 * for them before it goes on to the host's work. */
START_TEST(a_loop_that_takes_what_is_done_waits_for_all)
{
    struct calls calls = {0};
    struct scene *scene = &calls.scene;
    scene_init(scene);
    uint32_t stream[3];
    for (int i = 0; i < 3; i++) {
        stream[i] = scene_stream(scene, STREAM_NONBLOCKING, (const char *[]){"a", "b", "c"}[i]);
        scene_kernel(scene, stream[i], "k", 1, i ? 40000 : 1000);
    }
    scene_call(scene, CALL_host_work, 0, 0, 10000); /* a is done behind it */
    const struct {
        int stream;
        bool done;
    } asked[] = {{0, false}, {1, false}, {2, true}, {0, false}, {1, true}, {0, true}};
    for (size_t i = 0; i < sizeof asked / sizeof *asked; i++) {
        uint32_t s = stream[asked[i].stream];
        uint32_t row = scene_call(scene, CALL_cudaStreamQuery, s, s, 0);
        struct program_record *record = &scene->program.records.rows[row];
        record->count = 1;
        if (asked[i].done)
            record->flags |= RECORD_POLL;
        else
            record->result = CUDA_cudaErrorNotReady;
        scene->line--; /* one place */
    }
    scene_call(scene, CALL_host_work, 0, 0, 500);
    scene_synchronize(scene);
    perform(&calls);
    /* The queries of c alone go on for 30 us. */
    ck_assert_uint_gt(times_made(&calls, CALL_cudaStreamQuery), 10);
    const struct run_time *work = NULL, *first = NULL;
    for (size_t i = 0; i < scene->program.records.count; i++) {
        enum call call = (enum call)scene->program.records.rows[i].call;
        if (call == CALL_host_work)
            work = &calls.run.calls[i];
        if (call == CALL_cudaLaunchKernel && !first)
            first = &calls.run.calls[i];
    }
    ck_assert_int_gt(work->from - first->from, 40000);
    release(&calls);
}
END_TEST

/* A thread waits in a loop until main has written an atomic twice, which the recording had it see
 * 20 us after it began. Here main's work before the second write takes 100 us: the thread's kernel
 * is called behind it. Where the loop looks at nothing that others write, 20 us are 20 us. */
START_TEST(a_loop_over_an_atomic_waits_for_who_writes_it)
{
    for (int looks = 0; looks < 2; looks++) {
        struct calls calls = {0};
        struct scene *scene = &calls.scene;
        scene_init(scene);
        uint32_t stream = scene_stream(scene, STREAM_NONBLOCKING, "s");
        scene_kernel(scene, stream, "first", 1, 1000);
        uint32_t thread = scene_thread(scene);
        scene_call(scene, CALL_publish, 0, 3, 0);
        uint32_t work = scene_call(scene, CALL_host_work, 0, 0, 100000);
        uint32_t write = scene_call(scene, CALL_publish, 0, 3, 0);
        scene->thread = (uint16_t)thread;
        for (int i = 0; i < 2; i++) {
            uint32_t turn = scene_call(scene, CALL_host_work, 0, 0, 10000);
            scene->program.records.rows[turn].count = 1;
        }
        if (looks)
            scene_call(scene, CALL_observe, 0, 3, 0);
        scene_kernel(scene, stream, "k", 1, 1000);
        scene_call(scene, CALL_thread_end, 0, 0, 0);
        scene->thread = 0;
        scene_call(scene, CALL_thread_join, 0, thread, 0);
        scene_synchronize(scene);
        perform(&calls);
        int64_t called = calls.run.calls[calls.plan.op_records[1]].from;
        ck_assert_int_eq(calls.plan.steps[write], PLAN_PUBLISH);
        ck_assert(looks == (called >= calls.run.calls[work].to));
        if (looks) /* and soon */
            ck_assert_int_lt(called, calls.run.calls[work].to + 5000);
        release(&calls);
    }
}
END_TEST

/* Likewise a loop that sleeps or works 10 us between its looks, which the recording had end after
 * two: it makes as many turns as it needs, and none if it finds the atomic written. Work that
 * stands before a look that is no loop's is done as it is. Sleeps are a record each, work is one of
 * all turns. */
START_TEST(a_loop_that_sleeps_between_its_looks_makes_as_many_turns_as_it_needs)
{
    const enum call pieces[] = {CALL_host_sleep, CALL_host_work};
    const int64_t before[] = {0, 105000}; /* ns that main works before it writes */
    for (int c = 0; c < 8; c++) {
        enum call piece = pieces[c & 1];
        int64_t works = before[c >> 1 & 1], late = piece == CALL_host_sleep ? 57000 : 0;
        bool polls = c < 4;
        struct calls calls = {0};
        struct scene *scene = &calls.scene;
        scene_init(scene);
        uint32_t stream = scene_stream(scene, STREAM_NONBLOCKING, "s"), turns[2];
        scene_kernel(scene, stream, "first", 1, 1000);
        uint32_t thread = scene_thread(scene);
        uint32_t work = works ? scene_call(scene, CALL_host_work, 0, 0, works) : 0;
        scene_call(scene, CALL_publish, 0, 3, 0);
        scene->thread = (uint16_t)thread;
        if (works == 0) /* main has written meanwhile */
            scene_call(scene, CALL_host_work, 0, 0, 50000);
        if (piece == CALL_host_work) {
            turns[0] = turns[1] = scene_call(scene, piece, 0, 0, 20000);
        } else {
            turns[0] = scene_call(scene, piece, 0, 0, 10000);
            scene->line--; /* one place */
            turns[1] = scene_call(scene, piece, 0, 0, 10000);
        }
        uint32_t look = scene_call(scene, CALL_observe, 0, 3, 0);
        scene->program.records.rows[look].flags = polls ? RECORD_POLL : 0;
        scene->program.records.rows[look].count = polls ? 2 : 0;
        scene_kernel(scene, stream, "k", 1, 1000);
        scene_call(scene, CALL_thread_end, 0, 0, 0);
        scene->thread = 0;
        scene_call(scene, CALL_thread_join, 0, thread, 0);
        scene_synchronize(scene);
        perform(&calls);
        const struct run_time *first = &calls.run.calls[turns[0]],
                              *last = &calls.run.calls[turns[1]];
        int64_t took = last->to - first->from;
        if (!polls) {
            ck_assert_int_ge(took, 20000);
            ck_assert_int_lt(took, 30000 + 2 * late);
        } else if (works == 0) {
            ck_assert_int_lt(took, 1000);
        } else {
            int64_t written = calls.run.calls[work].to;
            ck_assert_int_ge(last->to, written);
            ck_assert_int_lt(last->to, written + 12000 + late);
            ck_assert_int_gt(took, 30000);
        }
        release(&calls);
    }
}
END_TEST

/* A loop that works 20 us between its looks, recorded with three turns, waits for a kernel: of 30
 * us it makes two, of 110 us and a start of 5 us six. One that goes on when the kernel is done,
 * here for two turns, makes as many as it says: all of it is done, and no more. */
START_TEST(a_loop_that_works_between_its_queries_makes_as_many_turns_as_it_needs)
{
    const int64_t kernels[] = {30000, 110000}, turns[] = {2, 6};
    for (int c = 0; c < 4; c++) {
        bool always = c >= 2;
        struct calls calls = {0};
        struct scene *scene = &calls.scene;
        uint32_t query[4];
        scene_init(scene);
        uint32_t stream = scene_stream(scene, STREAM_NONBLOCKING, "s");
        scene_kernel(scene, stream, "k", 1, kernels[c & 1]);
        for (int i = 0; i < 4; i++) { /* each at the places of the first */
            scene->line -= i ? 2 : 0;
            query[i] = scene_call(scene, CALL_cudaStreamQuery, stream, stream, 0);
            struct program_record *record = &scene->program.records.rows[query[i]];
            record->count = 1;
            record->result = i < 3 ? CUDA_cudaErrorNotReady : CUDA_cudaSuccess;
            record->flags = i < 3 ? 0 : RECORD_POLL;
            if (i < 3 || always)
                scene_call(scene, CALL_host_work, 0, 0, i < 3 ? 20000 : 40000);
        }
        scene_synchronize(scene);
        perform(&calls);
        int64_t waited = calls.run.calls[query[3]].to - calls.run.calls[query[0]].from;
        int64_t least = !always ? 20000 * turns[c & 1] : c & 1 ? 100000 : 60000;
        ck_assert_int_ge(waited, least);
        ck_assert_int_lt(waited, least + 20000);
        release(&calls);
    }
}
END_TEST

/* A sleep until 1 ms behind the thread's second reading of the clock, which was 400 us when it was
 * recorded, is as long as is left: here 700 us behind 300 us of work. Where there is no such
 * reading it is as it was recorded. */
START_TEST(a_sleep_until_some_time_is_as_long_as_is_left)
{
    for (uint32_t reading = 0; reading < 3; reading++) {
        struct calls calls = {0};
        struct scene *scene = &calls.scene;
        scene_init(scene);
        uint32_t stream = scene_stream(scene, STREAM_NONBLOCKING, "s");
        scene_kernel(scene, stream, "first", 1, 1000);
        scene_call(scene, CALL_host_clock, 0, 0, 0);
        scene_call(scene, CALL_host_work, 0, 0, 2000000);
        scene_call(scene, CALL_host_clock, 0, 0, 0);
        scene_call(scene, CALL_host_work, 0, 0, 300000);
        uint32_t sleep = scene_call(scene, CALL_host_sleep, 0, 1000, 400000);
        scene->program.records.rows[sleep].count = WORK_UNTIL + reading;
        scene_kernel(scene, stream, "k", 1, 1000);
        scene_synchronize(scene);
        perform(&calls);
        const int64_t least[] = {0, 700000 - 1000, 400000};
        int64_t slept = calls.run.calls[sleep].to - calls.run.calls[sleep].from;
        ck_assert_int_ge(slept, least[reading]);
        ck_assert_int_lt(slept, least[reading] + 100000);
        release(&calls);
    }
}
END_TEST

/* A query whose answer nobody looks at tells the host nothing: the plan holds up for the wait
 * behind it, and for no query. */
START_TEST(a_query_that_nobody_looks_at_is_no_wait)
{
    for (int ignored = 0; ignored < 2; ignored++) {
        struct calls calls = {0};
        struct scene *scene = &calls.scene;
        struct err err;
        scene_init(scene);
        uint32_t s = scene_stream(scene, STREAM_NONBLOCKING, "s"), query[2];
        scene_kernel(scene, s, "k", 1, 1000);
        for (int i = 0; i < 2; i++) {
            query[i] = scene_call(scene, CALL_cudaStreamQuery, s, s, 0);
            struct program_record *record = &scene->program.records.rows[query[i]];
            record->count = 1;
            record->result = i ? CUDA_cudaSuccess : CUDA_cudaErrorNotReady;
            record->flags = ignored ? RECORD_IGNORED : 0;
        }
        uint32_t wait = scene_call(scene, CALL_cudaStreamSynchronize, s, s, 0);
        ck_assert_msg(prepare(&calls, &err) == 0, "%s", err.message);
        ck_assert(!calls.plan.waits[query[1]]);
        ck_assert(calls.plan.polled[query[1]] == !ignored);
        ck_assert(calls.plan.waits[wait] == ignored);
        release(&calls);
    }
}
END_TEST

/* `before`, in which all the work is, is there over both runs, though the program destroys it
 * behind its timed part; `within` and what the timed part destroys are each run's. */
START_TEST(streams_made_before_the_timed_part_last)
{
    struct calls calls = {0};
    struct scene *scene = &calls.scene;
    scene_init(scene);
    uint32_t before = scene_stream(scene, STREAM_BLOCKING, "before");
    uint32_t gone = scene_stream(scene, STREAM_BLOCKING, "gone");
    scene_kernel(scene, before, "k", 1, 1000);
    uint32_t within = scene_stream(scene, STREAM_NONBLOCKING, "within");
    scene_call(scene, CALL_cudaStreamDestroy, gone, gone, 0);
    scene_kernel(scene, before, "k", 1, 1000);
    scene_synchronize(scene);
    scene_call(scene, CALL_cudaStreamDestroy, before, before, 0);
    perform(&calls);
    ck_assert_uint_eq(times_made(&calls, CALL_cudaStreamCreateWithPriority), 3);
    ck_assert_uint_eq(times_made(&calls, CALL_cudaStreamDestroy), 1);
    const struct device_stream *first = calls.objects.streams[before];
    ck_assert_ptr_nonnull(first);
    struct err err;
    err_init(&err);
    ck_assert_int_eq(run_perform(&calls.run, &err), 0);
    ck_assert_ptr_eq(calls.objects.streams[before], first);
    ck_assert_ptr_null(calls.objects.streams[within]);
    ck_assert_uint_eq(times_made(&calls, CALL_cudaStreamCreateWithPriority), 3 + 2);
    ck_assert_uint_eq(times_made(&calls, CALL_cudaStreamDestroy), 1 + 1);
    release(&calls);
}
END_TEST

/* The host's touches of pageable memory are made with the work behind them, and not where there is
 * none. */
START_TEST(pageable_memory_is_touched_while_the_host_works)
{
    struct calls calls = {.touch = _i ? 2000 : 0};
    struct scene *scene = &calls.scene;
    scene_init(scene);
    uint32_t device = scene_alloc(scene, CALL_cudaMalloc, MEMORY_DEVICE, 4096);
    uint32_t pinned = scene_alloc(scene, CALL_cudaMallocHost, MEMORY_PINNED, 4096);
    uint32_t memory = program_add_alloc(
        &scene->program, &(struct program_alloc){.kind = MEMORY_PAGEABLE, .bytes = 4096});
    uint32_t part = shape(scene, COPY_H2H, memory, 0, 0);
    struct program_copy end = scene->program.copies.rows[part];
    end.dst.offset = 4090;
    uint32_t beyond = program_add_copy(&scene->program, &end);
    scene_call(scene, CALL_cudaMemcpy, 0, shape(scene, COPY_D2H, memory, device, 0), 0);
    scene_call(scene, CALL_host_read, 0, part, 0);
    scene_call(scene, CALL_host_write, 0, part, 0);
    scene_call(scene, CALL_host_read, 0, beyond, 0);
    scene_call(scene, CALL_host_work, 0, 0, 5000);
    scene_call(scene, CALL_host_read, 0, part, 0);
    scene_call(scene, CALL_host_read, 0, shape(scene, COPY_H2H, pinned, 0, 0), 0);
    scene_call(scene, CALL_host_work, 0, 0, 5000);
    scene_call(scene, CALL_host_work, 0, 0, 5000);
    scene_call(scene, CALL_host_write, 0, part, 0);
    scene_synchronize(scene);
    perform(&calls);
    if (_i == 0)
        CHECK_CALLS(calls, CALL_cudaMemcpy, CALL_host_read, CALL_host_write, CALL_host_work,
                    CALL_host_read, CALL_host_work, CALL_host_work, CALL_cudaDeviceSynchronize);
    size_t count;
    int64_t works = 0;
    const struct program_record *records = fake_device_records(calls.device, &count);
    for (size_t i = 0; i < count; i++)
        works += records[i].call == CALL_host_work ? records[i].value : 0;
    ck_assert_int_eq(works, 3 * 5000); /* the touches' time is part of it */
    ck_assert_uint_eq(calls.touched, 0);
    release(&calls);
}
END_TEST

/* Touches of 2 us each, two of them in 3 us of work: the 5 us behind are 4, but not behind a call,
 * which begins when the first work has ended. */
START_TEST(what_work_ends_late_the_next_makes_up_for)
{
    struct calls calls = {.touch = 2000};
    struct scene *scene = &calls.scene;
    scene_init(scene);
    uint32_t memory = program_add_alloc(
        &scene->program, &(struct program_alloc){.kind = MEMORY_PAGEABLE, .bytes = 4096});
    uint32_t part = shape(scene, COPY_H2H, memory, 0, 0);
    scene_kernel(scene, 0, "k", 1, 10000);
    scene_call(scene, CALL_host_read, 0, part, 0);
    scene_call(scene, CALL_host_write, 0, part, 0);
    scene_call(scene, CALL_host_work, 0, 0, 3000);
    if (_i)
        scene_synchronize(scene);
    scene_call(scene, CALL_host_work, 0, 0, 5000);
    scene_synchronize(scene);
    perform(&calls);
    size_t count;
    int64_t last = 0;
    const struct program_record *records = fake_device_records(calls.device, &count);
    for (size_t i = 0; i < count; i++)
        last = records[i].call == CALL_host_work ? records[i].value : last;
    ck_assert_int_eq(last, _i ? 5000 : 4000);
    release(&calls);
}
END_TEST

/* As above, 1 us late: of a loop that reads a clock two pieces of 0.3 us are over by then, and of
 * the 5 us behind them 0.4. */
START_TEST(pieces_that_are_over_take_no_time)
{
    struct calls calls = {.touch = 2000};
    struct scene *scene = &calls.scene;
    scene_init(scene);
    uint32_t memory = program_add_alloc(
        &scene->program, &(struct program_alloc){.kind = MEMORY_PAGEABLE, .bytes = 4096});
    uint32_t part = shape(scene, COPY_H2H, memory, 0, 0);
    scene_kernel(scene, 0, "k", 1, 10000);
    scene_call(scene, CALL_host_read, 0, part, 0);
    scene_call(scene, CALL_host_write, 0, part, 0);
    scene_call(scene, CALL_host_work, 0, 0, 3000);
    for (int i = 0; i < 2; i++) {
        scene_call(scene, CALL_host_clock, 0, 0, 0);
        scene_call(scene, CALL_host_work, 0, 0, 300);
    }
    scene_call(scene, CALL_host_work, 0, 0, 5000);
    scene_synchronize(scene);
    perform(&calls);
    size_t count, works = 0;
    const struct program_record *records = fake_device_records(calls.device, &count);
    for (size_t i = 0; i < count; i++)
        if (records[i].call == CALL_host_work && records[i].value != calls.touch) {
            ck_assert_int_eq(records[i].value, 4600);
            works++;
        }
    ck_assert_uint_eq(works, 1);
    release(&calls);
}
END_TEST

/* Large touches are made at the end of their range and no longer than the work behind them. */
START_TEST(touches_end_with_the_work_behind_them)
{
    const int64_t mib = 1 << 20, each = 1000, work = 10 * each;
    struct calls calls = {.touch = each};
    struct scene *scene = &calls.scene;
    scene_init(scene);
    uint32_t memory =
        program_add_alloc(&scene->program, &(struct program_alloc){.kind = MEMORY_PAGEABLE,
                                                                   .bytes = (uint64_t)(64 * mib)});
    uint32_t all = shape(scene, COPY_H2H, memory, 0, 0);
    scene->program.copies.rows[all].dst.bytes = (uint64_t)((_i ? 64 * mib : mib / 4) - 8);
    scene_kernel(scene, 0, "k", 1, 1000);
    scene_call(scene, CALL_host_write, 0, all, 0);
    scene_call(scene, CALL_host_work, 0, 0, work);
    scene_synchronize(scene);
    perform(&calls);
    size_t count;
    int64_t works = 0;
    const struct program_record *records = fake_device_records(calls.device, &count);
    for (size_t i = 0; i < count; i++)
        works += records[i].call == CALL_host_work ? records[i].value : 0;
    ck_assert_int_eq(works, work);
    ck_assert_uint_eq(times_made(&calls, CALL_host_write), _i ? (size_t)(work / each) : 4);
    release(&calls);
}
END_TEST

static uint32_t large(struct scene *scene, enum copy_kind kind, uint32_t memory, uint32_t device,
                      uint64_t offset, uint64_t bytes)
{
    bool out = kind == COPY_D2H;
    return program_add_copy(&scene->program,
                            &(struct program_copy){
                                .kind = kind,
                                .dst = {out ? memory : device, out ? offset : 0, bytes},
                                .src = {out ? device : memory, out ? 0 : offset, bytes},
                                .host_memory = MEMORY_PAGEABLE,
                            });
}

/* What copies in read is copied from the device before a run; 8 MiB of other memory drive it out of
 * the core's own caches where copies out of more than 64 KiB write memory that copies in read or
 * the host touches. Rows that no call uses, and touches without work behind them, mean nothing. */
static const struct refilled {
    uint64_t in_offset, in, out_offset, out; /* bytes; 0: no such copy */
    bool touch, work;
    uint64_t copied, touched;
} refilled[] = {
    {0, 100000, 0, 0, false, false, 100000, 0},
    {20000, 100, 0, 0, true, true, 100, 0},
    {0, 0, 0, 100000, false, false, 0, 0},
    {0, 100000, 20000, 100000, false, false, 100000, 8 << 20},
    {20000, 100000, 0, 100000, false, false, 100000, 8 << 20},
    {0, 10000, 20000, 100000, false, false, 10000, 8 << 20},
    {0, 20000, 10000, 20000, false, false, 20000, 0},
    {0, 0, 0, 100000, true, true, 0, 8 << 20},
    {0, 0, 0, 100000, true, false, 0, 0},
    {0, 0, 0, 1000, true, true, 0, 0},
};

START_TEST(pageable_memory_is_refilled_before_a_run)
{
    const struct refilled *f = &refilled[_i];
    struct calls calls = {0};
    struct scene *scene = &calls.scene;
    scene_init(scene);
    uint32_t device = scene_alloc(scene, CALL_cudaMalloc, MEMORY_DEVICE, 1 << 20);
    uint32_t memory = program_add_alloc(
        &scene->program, &(struct program_alloc){.kind = MEMORY_PAGEABLE, .bytes = 120000});
    large(scene, COPY_D2H, memory, device, 0, 120000); /* not made */
    large(scene, COPY_H2D, memory, device, 0, 120000);
    scene_kernel(scene, 0, "k", 1, 1000);
    if (f->in)
        scene_call(scene, CALL_cudaMemcpy, 0,
                   large(scene, COPY_H2D, memory, device, f->in_offset, f->in), 0);
    if (f->out)
        scene_call(scene, CALL_cudaMemcpy, 0,
                   large(scene, COPY_D2H, memory, device, f->out_offset, f->out), 0);
    if (f->touch)
        scene_call(scene, CALL_host_read, 0, large(scene, COPY_H2H, 0, memory, 0, 1000), 0);
    scene_call(scene, CALL_host_work, 0, 0, f->work ? 5000 : 0);
    scene_synchronize(scene);
    perform(&calls);
    ck_assert_uint_eq(calls.copied, f->copied);
    ck_assert_uint_eq(calls.touched, f->touched);
    release(&calls);
}
END_TEST

/* A program that copies so much in from pageable memory, from its second KiB on. */
static void build_large(struct scene *scene, enum memory_kind kind, uint64_t bytes)
{
    scene_init(scene);
    uint32_t device = scene_alloc(scene, CALL_cudaMalloc, MEMORY_DEVICE, bytes);
    uint32_t memory = program_add_alloc(
        &scene->program, &(struct program_alloc){.kind = kind, .bytes = 1024 + bytes});
    uint32_t copy = large(scene, COPY_H2D, memory, device, 1024, bytes);
    scene->program.copies.rows[copy].host_memory = kind;
    scene_call(scene, CALL_cudaMemcpy, 0, copy, 0);
    scene_synchronize(scene);
}

/* Up to 64 MiB, by copies of 4 MiB at most. */
START_TEST(large_memory_is_refilled_in_pieces)
{
    const uint64_t mib = 1 << 20;
    const struct {
        uint64_t bytes, copied;
        size_t copies;
    } sizes[] = {
        {1, 1, 1},
        {4 * mib, 4 * mib, 1},
        {4 * mib + 1, 4 * mib + 1, 2},
        {64 * mib - 1, 64 * mib - 1, 16},
        {65 * mib, 64 * mib, 16},
    };
    struct calls calls = {0};
    struct err err;
    build_large(&calls.scene, MEMORY_PAGEABLE, sizes[_i].bytes);
    ck_assert_int_eq(prepare(&calls, &err), 0);
    ck_assert_uint_eq(calls.copied, sizes[_i].copied);
    ck_assert_uint_eq(calls.memory.copies, sizes[_i].copies);
    uint32_t before = fake_device_calls(calls.device);
    ck_assert_int_eq(host_memory_prepare(&calls.memory, &err), 0);
    ck_assert_uint_eq(fake_device_calls(calls.device) - before, sizes[_i].copies);
    release(&calls);
}
END_TEST

START_TEST(other_memory_is_not_refilled)
{
    struct calls calls = {0};
    struct err err;
    build_large(&calls.scene, MEMORY_PINNED, 1 << 20);
    ck_assert_int_eq(prepare(&calls, &err), 0);
    ck_assert_uint_eq(calls.copied, 0);
    ck_assert_ptr_null(calls.memory.scratch);
    release(&calls);
}
END_TEST

/* The buffer on the device or any of three copies from it; it is let go in each case. */
START_TEST(what_prepares_a_run_may_fail)
{
    struct calls calls = {0};
    struct err err;
    build_large(&calls.scene, MEMORY_PAGEABLE, 9 << 20);
    ck_assert_int_eq(prepare(&calls, &err), 0);
    uint32_t made = fake_device_calls(calls.device);
    end(&calls);
    calls.fails_at = made - 3 + (uint32_t)_i;
    ck_assert_int_eq(prepare(&calls, &err), -1);
    ck_assert_uint_eq(fake_device_calls(calls.device), calls.fails_at);
    ck_assert_int_eq(err.status, ERR_RUN);
    ck_assert_str_eq(err.message, "the GPU: out of memory");
    ck_assert_int_eq(calls.memory.scratch == NULL, _i == 0);
    release(&calls);
}
END_TEST

/* What the trace sees of the preparation is no operation of the program, and no reason to trace all
 * runs again with tags. */
START_TEST(a_trace_sees_what_prepares_a_run)
{
    struct scene scene;
    struct timeline measured;
    struct gpu_options gpu = {.processes = 1, .repetitions = 3, .clock = GPU_CLOCK_CUPTI};
    struct err err;
    err_init(&err);
    uint32_t *runs = new_shared();
    build_large(&scene, MEMORY_PAGEABLE, 9 << 20);
    ck_assert_msg(scene_run(&scene) == 0, "%s", scene.err.message);
    struct fake_options fake = {.profile = &scene.profile, .runs = runs};
    fake_device_use(&fake);
    ck_assert_msg(measure_program(fake_device_open, &scene.program, &scene.profile, &gpu, &measured,
                                  &err) == 0,
                  "%s", err.message);
    uint32_t counted = 3, traced = SESSION_TRACE_WARM_UPS + counted;
    /* one to know how long they are, then each right behind another */
    ck_assert_uint_eq(*runs, 1 + 2 * (counted + traced));
    const struct timeline_op *op = scene_op(&scene, 0);
    ck_assert_uint_eq(measured.ops.count, 1);
    ck_assert_int_eq(measured.ops.rows[0].start, op->start - scene.timeline.zero);
    ck_assert_int_eq(measured.ops.rows[0].end, op->end - scene.timeline.zero);
    timeline_release(&measured);
    scene_release(&scene);
    munmap(runs, sizeof *runs);
}
END_TEST

static bool was_made(const struct calls *calls, enum call call)
{
    return times_made(calls, call) > 0;
}

/* Whether the call only asks or sets something: the other tests have the rest. */
static bool is_query(enum call call)
{
    const struct call_info *info = call_info(call);
    if (info->state == CALL_GRAPH || info->group == CALL_GROUP_HOST || call_enqueues(call))
        return false;
    switch (call) {
    case CALL_cudaStreamCreate:
    case CALL_cudaStreamCreateWithFlags:
    case CALL_cudaStreamCreateWithPriority:
    case CALL_cudaStreamDestroy:
    case CALL_cudaMalloc:
    case CALL_cudaMallocPitch:
    case CALL_cudaMallocManaged:
    case CALL_cudaMallocHost:
    case CALL_cudaHostAlloc:
    case CALL_cudaHostRegister:
    case CALL_cudaMemPoolCreate:
    case CALL_cudaMemPoolDestroy:
    case CALL_cudaDeviceEnablePeerAccess: /* refused: there is one device */
    case CALL_cudaDeviceDisablePeerAccess:
    case CALL_cudaDeviceSynchronize:
    case CALL_cudaDeviceReset: /* only behind all work: a synchronize */
        return false;
    default:
        return info->object != OBJECT_EVENT &&
               (info->object != OBJECT_ALLOC || !call_waits_for_work(call));
    }
}

static void ask(struct scene *scene, enum call call, const uint32_t objects[])
{
    enum call_object object = call_info(call)->object;
    uint32_t row = scene_call(scene, call, objects[OBJECT_STREAM],
                              object == OBJECT_NONE ? 0 : objects[object], 0);
    if (object == OBJECT_KERNEL)
        scene->program.records.rows[row].count = 128; /* threads of a block */
    else if (call == CALL_cudaDeviceGetAttribute)
        scene->program.records.rows[row].count = 10; /* cudaDevAttrWarpSize */
}

/* Every call of the call list that is no graph's reaches the device, whatever is added to the list.
 */
START_TEST(every_call_that_asks_is_made)
{
    struct calls calls = {0};
    struct scene *scene = &calls.scene;
    scene_init(scene);
    uint32_t s = scene_stream(scene, STREAM_BLOCKING, "s");
    uint32_t objects[] = {
        [OBJECT_STREAM] = s,
        [OBJECT_ALLOC] = scene_alloc(scene, CALL_cudaMallocManaged, MEMORY_MANAGED, 4096),
        [OBJECT_POOL] = program_add_pool(&scene->program, &(struct program_pool){.name = 0}),
        [OBJECT_KERNEL] = 1,
    };
    size_t asked = 0;
    scene_call(scene, CALL_cudaMemPoolCreate, 0, objects[OBJECT_POOL], 0);
    scene_kernel(scene, s, "k", 1, 1000);
    for (enum call call = CALL_NONE + 1; call < CALL_COUNT; call++)
        if (is_query(call) && ++asked)
            ask(scene, call, objects);
    scene_synchronize(scene);
    perform(&calls);
    for (enum call call = CALL_NONE + 1; call < CALL_COUNT; call++)
        ck_assert_msg(!is_query(call) || was_made(&calls, call), "%s is not made",
                      call_info(call)->name);
    ck_assert_uint_gt(asked, 50);
    release(&calls);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("executor");
    TCase *programs = tcase_create("random programs");
    tcase_set_timeout(programs, 60);
    tcase_add_unchecked_fixture(programs, load, unload);
    tcase_add_test(programs, one_thread_is_performed_as_predicted);
    tcase_add_test(programs, scenarios_are_performed_as_predicted);
    tcase_add_test(programs, a_free_behind_an_event_is_no_wait);
    tcase_add_test(programs, a_free_in_stream_order_is_no_wait);
    tcase_add_test(programs, what_gives_memory_back_is_no_wait);
    tcase_add_test(programs, who_has_heard_that_there_is_more_asks_again);
    tcase_add_test(programs, without_a_wait_for_the_last_work_all_threads_are_waited_for);
    tcase_add_test(programs, without_any_wait_the_device_is_waited_for);
    tcase_add_test(programs, threads_are_performed_as_predicted);
    tcase_add_test(programs, many_programs_are_measured_twenty_in_a_process);
    tcase_add_test(programs, programs_in_one_process_are_performed_as_alone);
    tcase_add_test(programs, several_streams_find_fresh_connections);
    tcase_add_test(programs, several_streams_are_made_anew_in_each_run);
    tcase_add_test(programs, threads_with_their_own_streams_get_a_fresh_process);
    tcase_add_test(programs, who_changes_how_a_process_waits_is_its_last);
    tcase_add_test(programs, connections_are_set_for_the_device);
    suite_add_tcase(suite, programs);
    TCase *calls = tcase_create("calls");
    tcase_add_test(calls, copies_and_memsets_are_called_by_their_names);
    tcase_add_test(calls, memory_of_the_timed_part_is_the_run_s);
    tcase_add_test(calls, calls_of_streams_and_events_are_made);
    tcase_add_test(calls, a_loop_over_queries_ends_when_the_device_is_done);
    tcase_add_test(calls, a_loop_that_takes_what_is_done_waits_for_all);
    tcase_add_test(calls, a_loop_over_an_atomic_waits_for_who_writes_it);
    tcase_add_test(calls, a_loop_that_sleeps_between_its_looks_makes_as_many_turns_as_it_needs);
    tcase_add_test(calls, a_loop_that_works_between_its_queries_makes_as_many_turns_as_it_needs);
    tcase_add_test(calls, a_sleep_until_some_time_is_as_long_as_is_left);
    tcase_add_test(calls, a_query_that_nobody_looks_at_is_no_wait);
    tcase_add_test(calls, streams_made_before_the_timed_part_last);
    tcase_add_loop_test(calls, pageable_memory_is_touched_while_the_host_works, 0, 2);
    tcase_add_loop_test(calls, what_work_ends_late_the_next_makes_up_for, 0, 2);
    tcase_add_test(calls, pieces_that_are_over_take_no_time);
    tcase_add_loop_test(calls, touches_end_with_the_work_behind_them, 0, 2);
    tcase_add_loop_test(calls, pageable_memory_is_refilled_before_a_run, 0,
                        (int)(sizeof refilled / sizeof *refilled));
    tcase_add_loop_test(calls, large_memory_is_refilled_in_pieces, 0, 5);
    tcase_add_test(calls, other_memory_is_not_refilled);
    tcase_add_loop_test(calls, what_prepares_a_run_may_fail, 0, 4);
    tcase_add_test(calls, a_trace_sees_what_prepares_a_run);
    tcase_add_test(calls, every_call_that_asks_is_made);
    suite_add_tcase(suite, calls);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed != 0;
}
