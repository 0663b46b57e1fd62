/* The executor over a fake device: what it performs is what the program says, so that a timeline
 * measured on a device that answers from the engine is the engine's prediction. */
#include "gpu/measure.h"
#include "sim/model/profile_read.h"
#include "sim/runtime/replay.h"
#include "sim/study/predict.h"
#include "tests/fake_device.h"
#include "tests/random_program.h"

#include <check.h>
#include <glob.h>
#include <stdlib.h>

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
            ck_assert_msg(
                a->kind == b->kind && is_same(from_zero(predicted, a->call), b->call) &&
                    is_same(from_zero(predicted, a->returned), b->returned) &&
                    is_same(from_zero(predicted, a->start), b->start) &&
                    is_same(from_zero(predicted, a->end), b->end),
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

/* Scenarios through the script, as `measure` gets them. Calls that the executor makes by another
 * name of the same call (cudaLaunchKernelExC) may differ a little in their cost. */
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
    ck_assert_msg(off * 1000 <= prediction.timeline.wall, "%s: wall %lld and %lld", path,
                  (long long)prediction.timeline.wall, (long long)measured.wall);
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
    tcase_add_test(programs, threads_are_performed_as_predicted);
    suite_add_tcase(suite, programs);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed != 0;
}
