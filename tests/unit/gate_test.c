/* The start gate: what it does to a program, where it is refused, and that the executor performs
 * it.
 */
#include "gpu/measure.h"
#include "sim/model/edit.h"
#include "sim/study/gate.h"
#include "tests/fake_device.h"
#include "tests/scene.h"

#include <check.h>
#include <string.h>

/* Three streams, 40 us of host work between the launches. */
static void build(struct scene *scene)
{
    scene_init(scene);
    uint32_t a = scene_stream(scene, STREAM_NONBLOCKING, "a");
    uint32_t b = scene_stream(scene, STREAM_BLOCKING, "b");
    scene_kernel(scene, a, "first", 10, 20000);
    scene_call(scene, CALL_host_work, 0, 0, 40000);
    scene_kernel(scene, b, "second", 10, 20000);
    scene_kernel(scene, PROGRAM_STREAM_LEGACY, "third", 10, 20000);
    scene_kernel(scene, a, "fourth", 10, 20000);
    scene_synchronize(scene);
}

static void move(struct prediction *prediction, struct scene *scene)
{
    struct err err;
    err_init(&err);
    prediction_init(prediction);
    program_release(&prediction->program);
    edit_copy_program(&prediction->program, &scene->program);
    ck_assert_int_eq(profile_load(&prediction->profile, "h200", &err), 0);
}

static const struct timeline_op *kernel(const struct timeline *timeline, const char *name)
{
    for (size_t i = 0; i < timeline->ops.count; i++)
        if (timeline->ops.rows[i].kind == OP_KERNEL &&
            strcmp(timeline_name(timeline, timeline->ops.rows[i].name), name) == 0)
            return &timeline->ops.rows[i];
    ck_abort_msg("no kernel %s", name);
    return NULL;
}

START_TEST(everything_waits_until_all_is_queued)
{
    struct scene scene;
    struct prediction prediction;
    struct predict_options options = {.gpu = "h200"};
    struct err err;
    err_init(&err);
    build(&scene);
    move(&prediction, &scene);
    ck_assert_msg(gate_predict(&prediction, &options, &err) == 0, "%s", err.message);
    const struct timeline *t = &prediction.timeline;
    int64_t opened = TIMELINE_UNKNOWN;
    for (size_t i = 0; i < t->calls.count; i++)
        if (t->calls.rows[i].call == CALL_gate_open)
            opened = t->calls.rows[i].enter;
    ck_assert_int_eq(kernel(t, "gate")->end, opened);
    ck_assert_int_gt(opened - kernel(t, "gate")->start, 40000); /* the host's work */
    ck_assert_int_le(kernel(t, "fourth")->returned, opened);
    static const char *const free_to_run[] = {"first", "second"};
    for (int i = 0; i < 2; i++) {
        int64_t late = kernel(t, free_to_run[i])->start - opened;
        ck_assert_msg(late >= 0 && late < 5000, "%s: %lld ns after the gate", free_to_run[i],
                      (long long)late);
    }
    ck_assert_int_ge(kernel(t, "third")->start, kernel(t, "second")->end); /* legacy */
    /* one wait for each of the three streams, a record; nothing else is new */
    ck_assert_uint_eq(prediction.program.records.count, scene.program.records.count + 8);
    prediction_release(&prediction);
    scene_release(&scene);
}
END_TEST

/* The fake device's gate is closed for as long as the prediction found. */
START_TEST(the_executor_performs_a_gate)
{
    struct scene scene;
    struct prediction prediction;
    struct predict_options options = {.gpu = "h200"};
    struct timeline measured;
    struct err err;
    err_init(&err);
    build(&scene);
    move(&prediction, &scene);
    ck_assert_int_eq(gate_predict(&prediction, &options, &err), 0);
    const struct timeline *predicted = &prediction.timeline;
    int64_t closed = kernel(predicted, "gate")->end - kernel(predicted, "gate")->start;
    struct fake_options fake = {.profile = &prediction.profile, .gate = closed};
    struct gpu_options gpu = {.processes = 1, .repetitions = 1};
    fake_device_use(&fake);
    ck_assert_msg(measure_program(fake_device_open, &prediction.program, &prediction.profile, &gpu,
                                  &measured, &err) == 0,
                  "%s", err.message);
    static const char *const names[] = {"gate", "first", "second", "third", "fourth"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        ck_assert_int_eq(kernel(&measured, names[i])->start,
                         kernel(predicted, names[i])->start - predicted->zero);
        ck_assert_int_eq(kernel(&measured, names[i])->end,
                         kernel(predicted, names[i])->end - predicted->zero);
    }
    ck_assert_int_eq(measured.wall, predicted->wall);
    bool opened = false;
    for (size_t i = 0; i < measured.calls.count; i++)
        opened |= measured.calls.rows[i].call == CALL_gate_open;
    ck_assert(opened);
    timeline_release(&measured);
    prediction_release(&prediction);
    scene_release(&scene);
}
END_TEST

static void refuse(struct scene *scene, const char *part)
{
    struct err err;
    uint32_t launch;
    err_init(&err);
    ck_assert_int_ne(edit_gate(&scene->program, &launch, &err), 0);
    ck_assert_int_eq(err.status, ERR_INPUT);
    ck_assert_msg(strstr(err.message, part) != NULL, "%s", err.message);
    scene_release(scene);
}

static void accept(struct scene *scene)
{
    struct err err;
    uint32_t launch;
    err_init(&err);
    ck_assert_msg(edit_gate(&scene->program, &launch, &err) == 0, "%s", err.message);
    scene_release(scene);
}

START_TEST(a_gate_that_would_not_open_is_refused)
{
    struct scene scene;
    scene_init(&scene);
    uint32_t a = scene_stream(&scene, STREAM_BLOCKING, "a");
    scene_kernel(&scene, a, "k", 1, 1000);
    scene_synchronize(&scene);
    scene_kernel(&scene, a, "k", 1, 1000);
    refuse(&scene, "cudaDeviceSynchronize may wait for the device before all is queued");

    scene_init(&scene); /* a pageable copy between */
    a = scene_stream(&scene, STREAM_BLOCKING, "a");
    scene_copy(&scene, CALL_cudaMemcpyAsync, a, COPY_H2D, MEMORY_PAGEABLE, 4096);
    scene_kernel(&scene, a, "k", 1, 1000);
    refuse(&scene, "cudaMemcpyAsync may wait");

    scene_init(&scene); /* a pinned one; waiting before anything is queued, and a copy at the end */
    a = scene_stream(&scene, STREAM_BLOCKING, "a");
    scene_synchronize(&scene);
    scene_copy(&scene, CALL_cudaMemcpyAsync, a, COPY_H2D, MEMORY_PINNED, 4096);
    scene_kernel(&scene, a, "k", 1, 1000);
    scene_copy(&scene, CALL_cudaMemcpy, PROGRAM_STREAM_LEGACY, COPY_D2H, MEMORY_PINNED, 4096);
    accept(&scene);

    scene_init(&scene);
    a = scene_stream(&scene, STREAM_BLOCKING, "a");
    for (int i = 0; i < 999; i++)
        scene_kernel(&scene, a, "k", 1, 1000);
    accept(&scene);
    scene_init(&scene);
    a = scene_stream(&scene, STREAM_BLOCKING, "a");
    for (int i = 0; i < 1000; i++)
        scene_kernel(&scene, a, "k", 1, 1000);
    refuse(&scene, "is launch 1000");

    scene_init(&scene);
    scene_synchronize(&scene);
    refuse(&scene, "nothing to do");
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("gate");
    TCase *tc = tcase_create("gate");
    tcase_add_test(tc, everything_waits_until_all_is_queued);
    tcase_add_test(tc, the_executor_performs_a_gate);
    tcase_add_test(tc, a_gate_that_would_not_open_is_refused);
    suite_add_tcase(suite, tc);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_ENV);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed != 0;
}
