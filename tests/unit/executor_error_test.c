/* What goes wrong while a program is run: every call that fails, a child that crashes or hangs, a
 * program that cannot be run. */
#include "gpu/measure.h"
#include "sim/model/cuda_errors.h"
#include "tests/fake_device.h"
#include "tests/random_program.h"
#include "tests/scene.h"

#include <check.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* A copy in from pageable memory, which is prepared before each run. */
static void copy_in(struct scene *scene)
{
    const uint64_t bytes = 5 << 20;
    uint32_t device = scene_alloc(scene, CALL_cudaMalloc, MEMORY_DEVICE, bytes);
    uint32_t memory = program_add_alloc(
        &scene->program, &(struct program_alloc){.kind = MEMORY_PAGEABLE, .bytes = bytes});
    uint32_t copy = program_add_copy(&scene->program, &(struct program_copy){
                                                          .kind = COPY_H2D,
                                                          .dst = {.alloc = device, .bytes = bytes},
                                                          .src = {.alloc = memory, .bytes = bytes},
                                                          .host_memory = MEMORY_PAGEABLE,
                                                      });
    scene_call(scene, CALL_cudaMemcpy, 0, copy, 0);
}

/* Everything that can fail: streams, events, memory in the timed part, copies, kernels, a host
 * function, another thread, a pool. */
static void build(struct scene *scene)
{
    scene_init(scene);
    uint32_t a = scene_stream(scene, STREAM_NONBLOCKING, "a");
    uint32_t event = scene_event(scene, "e");
    uint32_t other = scene_thread(scene);
    scene_kernel(scene, a, "first", 100, 300000);
    scene_alloc(scene, CALL_cudaMalloc, MEMORY_DEVICE, 4096);
    uint32_t pooled = scene_alloc(scene, CALL_cudaMallocAsync, MEMORY_DEVICE, 4096);
    scene_call(scene, CALL_cudaFreeAsync, 0, pooled, 0);
    scene_copy(scene, CALL_cudaMemcpyAsync, a, COPY_H2D, MEMORY_PINNED, 1 << 20);
    scene_copy(scene, CALL_cudaMemcpy, 0, COPY_D2H, MEMORY_PAGEABLE, 1 << 10);
    copy_in(scene);
    scene_call(scene, CALL_cudaEventRecord, a, event, 0);
    scene_call(scene, CALL_cudaStreamWaitEvent, 0, event, 0);
    scene_host_function(scene, a, 50000);
    scene_call(scene, CALL_cudaEventSynchronize, 0, event, 0);
    scene->thread = (uint16_t)other;
    scene_kernel(scene, 0, "second", 100, 200000);
    scene_call(scene, CALL_cudaStreamSynchronize, a, a, 0);
    scene->thread = 0;
    scene_call(scene, CALL_thread_join, 0, other, 0);
    scene_synchronize(scene);
    ck_assert_msg(scene_run(scene) == 0, "%s", scene->err.message);
}

/* A session in this process, so that leaks are seen. Returns its result; *in_run: whether a call of
 * a run was the one that failed; *calls: how many there were. */
static int run_session(struct scene *scene, uint32_t fails_at, enum gpu_clock clock, bool *in_run,
                       uint32_t *calls, struct err *err)
{
    struct fake_options fake = {
        .profile = &scene->profile, .fails_at = fails_at, .error = CUDA_cudaErrorLaunchFailure};
    struct gpu_options options = {.processes = 1, .repetitions = 1, .clock = clock};
    struct device_options device_options = {NULL, 0};
    struct process_page page = {0};
    struct process process = {&page, open("/dev/null", O_WRONLY)};
    struct plan plan;
    struct device *device;
    err_init(err);
    fake_device_use(&fake);
    ck_assert_int_eq(fake_device_open(&device_options, &device, err), 0);
    ck_assert_int_eq(plan_init(&plan, &scene->program, &scene->profile, false, err), 0);
    struct session session = {
        .plan = &plan, .options = &options, .device = device, .plain = true, .instrumented = true};
    int result = session_run(&process, &session, err);
    *in_run = fake_device_failed_in_run(device);
    *calls = fake_device_calls(device);
    device->api->close(device);
    plan_release(&plan);
    close(process.fd);
    return result;
}

/* Each call in turn. Within a run it must be told, with its place unless it is the last
 * synchronize, which is the executor's own; what is destroyed afterwards may fail unseen. */
static void fail_each(enum gpu_clock clock)
{
    struct scene scene;
    struct err err;
    bool in_run;
    uint32_t calls, told = 0;
    build(&scene);
    ck_assert_msg(run_session(&scene, 0, clock, &in_run, &calls, &err) == 0, "%s", err.message);
    for (uint32_t i = 1, last = calls; i <= last; i++) {
        int result = run_session(&scene, i, clock, &in_run, &calls, &err);
        ck_assert_msg(!in_run || result == -1 || clock == GPU_CLOCK_EVENTS, "call %u failed unseen",
                      i);
        if (result == 0)
            continue;
        told++;
        ck_assert_msg(err.status == ERR_RUN, "call %u: status %d", i, err.status);
        ck_assert_msg(strstr(err.message, "unspecified launch failure") ||
                          strstr(err.message, "the host refuses"),
                      "call %u: %s", i, err.message);
    }
    ck_assert_uint_gt(told, 30);
    scene_release(&scene);
}

START_TEST(every_call_may_fail_under_a_trace)
{
    fail_each(GPU_CLOCK_CUPTI);
}
END_TEST

START_TEST(every_call_may_fail_with_stamps)
{
    fail_each(GPU_CLOCK_STAMPS);
}
END_TEST

START_TEST(every_call_may_fail_with_events)
{
    fail_each(GPU_CLOCK_EVENTS);
}
END_TEST

START_TEST(every_call_may_fail_with_nothing_that_looks_on)
{
    fail_each(GPU_CLOCK_NONE);
}
END_TEST

static int measure(struct scene *scene, const struct fake_options *fake, struct err *err)
{
    struct fake_options use = *fake;
    struct gpu_options options = {
        .processes = 2, .repetitions = 1, .limit = INT64_C(300000000)}; /* 0.3 s */
    struct timeline measured;
    use.profile = &scene->profile;
    fake_device_use(&use);
    err_init(err);
    int result = measure_program(fake_device_open, &scene->program, &scene->profile, &options,
                                 &measured, err);
    timeline_release(&measured);
    return result;
}

/* The 25th call is one of the first run. */
enum { IN_A_RUN = 25 };

START_TEST(a_crash_has_a_message)
{
    struct scene scene;
    struct err err;
    build(&scene);
    ck_assert_int_eq(measure(&scene, &(struct fake_options){.crashes_at = IN_A_RUN}, &err), -1);
    ck_assert_int_eq(err.status, ERR_RUN);
    ck_assert_msg(strstr(err.message, "ended without a word") != NULL, "%s", err.message);
    ck_assert_msg(strstr(err.message, " in cuda") != NULL, "%s", err.message);
    scene_release(&scene);
}
END_TEST

START_TEST(a_run_that_does_not_end_is_ended)
{
    struct scene scene;
    struct err err;
    build(&scene);
    ck_assert_int_eq(measure(&scene, &(struct fake_options){.hangs_at = IN_A_RUN}, &err), -1);
    ck_assert_int_eq(err.status, ERR_RUN);
    ck_assert_msg(strstr(err.message, "did not end within") != NULL, "%s", err.message);
    ck_assert_msg(strstr(err.message, " in cuda") != NULL, "%s", err.message);
    scene_release(&scene);
}
END_TEST

START_TEST(memory_that_does_not_fit_is_not_asked_for)
{
    struct scene scene;
    struct err err;
    build(&scene);
    ck_assert_int_eq(measure(&scene, &(struct fake_options){.free_bytes = 1 << 20}, &err), -1);
    ck_assert_int_eq(err.status, ERR_RUN);
    /* the two kinds of scratch for copies of 1 MiB and what the program allocates itself */
    ck_assert_msg(strstr(err.message, "MiB of device memory; 1 MiB are free") != NULL, "%s",
                  err.message);
    scene_release(&scene);
}
END_TEST

/* 5 MiB that a copy reads, and unknown memory of 1 MiB and of 1 KiB for two others, on each side.
 */
START_TEST(nor_is_the_hosts)
{
    struct scene scene;
    struct err err;
    build(&scene);
    ck_assert_int_eq(measure(&scene, &(struct fake_options){.host_bytes = 7 << 20}, &err), -1);
    ck_assert_int_eq(err.status, ERR_RUN);
    ck_assert_str_eq(err.message, "the program needs 8 MiB of the host's memory; 7 MiB are free");
    scene_release(&scene);
}
END_TEST

START_TEST(without_a_device_nothing_is_measured)
{
    struct scene scene;
    struct err err;
    struct timeline measured;
    struct gpu_options options = {.processes = 1, .repetitions = 1};
    build(&scene);
    fake_device_use(NULL);
    err_init(&err);
    ck_assert_int_eq(measure_program(fake_device_open, &scene.program, &scene.profile, &options,
                                     &measured, &err),
                     -1);
    ck_assert_int_eq(err.status, ERR_UNAVAILABLE);
    timeline_release(&measured);
    scene_release(&scene);
}
END_TEST

/* The same again with tags, where spans are not one for each call. */
START_TEST(a_lost_span_is_found_by_tags)
{
    struct scene scene;
    struct err err;
    scene_init(&scene);
    scene_kernel(&scene, 0, "first", 100, 300000);
    scene_kernel(&scene, 0, "second", 100, 300000);
    scene_synchronize(&scene);
    ck_assert_int_eq(scene_run(&scene), 0);
    struct fake_options fake = {.profile = &scene.profile, .loses_spans = true};
    struct gpu_options options = {.processes = 1, .repetitions = 1, .clock = GPU_CLOCK_CUPTI};
    struct timeline measured;
    fake_device_use(&fake);
    err_init(&err);
    ck_assert_msg(measure_program(fake_device_open, &scene.program, &scene.profile, &options,
                                  &measured, &err) == 0,
                  "%s", err.message);
    for (uint32_t op = 0; op < 2; op++)
        ck_assert_int_eq(measured.ops.rows[op].end,
                         scene_op(&scene, op)->end - scene.timeline.zero);
    timeline_release(&measured);
    scene_release(&scene);
}
END_TEST

/* --- programs that cannot be run ----------------------------------------------------------------
 */

static void refuse(const struct scene *scene, enum err_status status, const char *text)
{
    struct plan plan;
    struct err err;
    err_init(&err);
    ck_assert_int_eq(plan_init(&plan, &scene->program, &scene->profile, false, &err), -1);
    ck_assert_msg(err.status == status, "status %d: %s", err.status, err.message);
    ck_assert_msg(strstr(err.message, text) != NULL, "%s", err.message);
    plan_release(&plan);
}

START_TEST(what_cannot_be_run_is_refused)
{
    struct scene scene;
    scene_init(&scene);
    scene_synchronize(&scene);
    refuse(&scene, ERR_INPUT, "nothing to do");
    scene_kernel(&scene, 0, "k", 1, 1000);
    scene_call(&scene, CALL_cudaDeviceReset, 0, 0, 0);
    scene_kernel(&scene, 0, "k", 1, 1000);
    refuse(&scene, ERR_UNAVAILABLE, "what comes after cudaDeviceReset");
    scene_release(&scene);

    scene_init(&scene);
    scene_kernel(&scene, 0, "k", 1, 1000);
    scene.program.launches.rows[1].fails = CUDA_cudaErrorIllegalAddress;
    refuse(&scene, ERR_UNAVAILABLE, "a kernel that fails (cudaErrorIllegalAddress)");
    scene.program.launches.rows[1].fails = 0;
    scene.program.launches.rows[1].shared_bytes = 1 << 30;
    refuse(&scene, ERR_INPUT, "no SM can hold a block of `k`");
    scene.program.launches.rows[1].shared_bytes = 0;
    scene.program.launches.rows[1].cost = COST_WORK;
    scene.program.launches.rows[1].flops = INT64_C(1) << 50;
    refuse(&scene, ERR_UNAVAILABLE, "`k` has too much to do: 1125899906842624 flops");
    scene_release(&scene);
}
END_TEST

START_TEST(rows_that_are_not_there_are_refused)
{
    struct scene scene;
    scene_init(&scene);
    scene_kernel(&scene, 0, "k", 1, 1000);
    struct program_record *record = &scene.program.records.rows[0];
    record->object = 99;
    refuse(&scene, ERR_INPUT, "there is no row 99");
    record->object = 1;
    record->stream = 99;
    refuse(&scene, ERR_INPUT, "cudaLaunchKernel: there is no row");
    record->stream = 0;
    record->call = CALL_COUNT;
    refuse(&scene, ERR_INPUT, "that is not there");
    scene_release(&scene);

    scene_init(&scene);
    uint32_t alloc = scene_alloc(&scene, CALL_cudaMalloc, MEMORY_DEVICE, 4096);
    uint32_t copy = program_add_copy(
        &scene.program,
        &(struct program_copy){.kind = COPY_MEMSET,
                               .dst = {.alloc = alloc, .offset = 4000, .bytes = 97}});
    scene_call(&scene, CALL_cudaMemsetAsync, 0, copy, 0);
    refuse(&scene, ERR_INPUT, "cudaMemsetAsync reaches beyond the 4096 bytes");
    scene.program.copies.rows[copy].dst.alloc = 77;
    refuse(&scene, ERR_INPUT, "of what is not there");
    scene_release(&scene);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("executor errors");
    TCase *calls = tcase_create("calls that fail");
    tcase_set_timeout(calls, 60);
    tcase_add_test(calls, every_call_may_fail_under_a_trace);
    tcase_add_test(calls, every_call_may_fail_with_stamps);
    tcase_add_test(calls, every_call_may_fail_with_events);
    tcase_add_test(calls, every_call_may_fail_with_nothing_that_looks_on);
    suite_add_tcase(suite, calls);
    TCase *processes = tcase_create("processes");
    tcase_add_test(processes, a_crash_has_a_message);
    tcase_add_test(processes, a_run_that_does_not_end_is_ended);
    tcase_add_test(processes, memory_that_does_not_fit_is_not_asked_for);
    tcase_add_test(processes, nor_is_the_hosts);
    tcase_add_test(processes, without_a_device_nothing_is_measured);
    tcase_add_test(processes, a_lost_span_is_found_by_tags);
    suite_add_tcase(suite, processes);
    TCase *refusals = tcase_create("refusals");
    tcase_add_test(refusals, what_cannot_be_run_is_refused);
    tcase_add_test(refusals, rows_that_are_not_there_are_refused);
    suite_add_tcase(suite, refusals);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed != 0;
}
