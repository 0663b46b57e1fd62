/* The calibration against a device that is known: the engine with a profile whose values were
 * altered answers instead of a GPU, and every altered value must be found again. */
#include "gpu/measure.h"
#include "sim/io/timeline_json.h"
#include "sim/model/cost.h"
#include "sim/model/profile_read.h"
#include "sim/runtime/replay.h"
#include "sim/runtime/runtime.h"
#include "sim/study/calibration.h"
#include "sim/study/figures.h"
#include "sim/study/fits.h"
#include "tests/fake_device.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Rows that seek what CUPTI adds see it; what others see is said to be without. */
static bool is_of_cupti(const struct calibration_row *row)
{
    return row->fit == fit_chains || row->fit == fit_recorded_turns ||
           row->fit == fit_recorded_threads || row->fit == fit_copy_order ||
           row->fit == fit_seen_load;
}

/* The engine as the device: `profile` is what it really is. */
static int run_engine(void *context, const struct calibration_row *row, uint32_t run,
                      const struct program *program, const struct profile *reference,
                      struct timeline *timeline, struct err *err)
{
    (void)run, (void)reference;
    const struct profile *profile = context;
    char connections[16];
    snprintf(connections, sizeof connections, "%u", row->connections);
    const struct runtime_variable variable = {"CUDA_DEVICE_MAX_CONNECTIONS", connections};
    struct runtime_options options = {
        .variables = &variable, .variable_count = row->connections != 0, .cupti = is_of_cupti(row)};
    struct runtime *runtime =
        runtime_new(profile, &options, (struct program *)(uintptr_t)program, timeline);
    struct replay *replay = replay_new(program);
    struct runtime_source source = replay_source(replay);
    int rc = runtime_run(runtime, &source, err);
    replay_free(replay);
    runtime_free(runtime);
    return rc;
}

/* The same behind the executor, as files hold it: what calibrate does with a GPU. */
static int run_executor(void *context, const struct calibration_row *row, uint32_t run,
                        const struct program *program, const struct profile *reference,
                        struct timeline *timeline, struct err *err)
{
    (void)run;
    char connections[16];
    snprintf(connections, sizeof connections, "%u", row->connections);
    const struct runtime_variable variable = {"CUDA_DEVICE_MAX_CONNECTIONS", connections};
    struct fake_options fake = {.profile = context,
                                .runtime = {.variables = &variable,
                                            .variable_count = row->connections != 0,
                                            .cupti = is_of_cupti(row)}};
    static const enum gpu_clock clocks[] = {[CALIBRATION_TRACED] = GPU_CLOCK_CUPTI,
                                            [CALIBRATION_STAMPED] = GPU_CLOCK_STAMPS,
                                            [CALIBRATION_PLAIN] = GPU_CLOCK_NONE};
    struct gpu_options options = {
        .repetitions = 1,
        .connections = row->connections,
        .clock = clocks[row->clock],
    };
    struct timeline measured;
    struct sink sink;
    sink_init(&sink);
    fake_device_use(&fake);
    int rc = measure_program(fake_device_open, program, reference, &options, &measured, err);
    if (rc == 0)
        rc = timeline_json_write(&measured, &sink, err);
    if (rc == 0)
        rc = timeline_json_read(timeline, sink.text.text, sink.text.length, row->name, err);
    sink_release(&sink);
    timeline_release(&measured);
    return rc;
}

static void load(struct profile *profile)
{
    struct err err;
    err_init(&err);
    ck_assert_msg(profile_load(profile, "h200", &err) == 0, "%s", err.message);
}

typedef int run_function(void *context, const struct calibration_row *row, uint32_t run,
                         const struct program *program, const struct profile *reference,
                         struct timeline *timeline, struct err *err);

static void calibrate(struct calibration *calibration, run_function *run, struct profile *device)
{
    struct err err;
    err_init(&err);
    struct calibration_source source = {run, device};
    ck_assert_msg(
        calibration_init(calibration, "h200", "name=Test\nsm.block_threads=1024\n", &err) == 0,
        "%s", err.message);
    for (size_t i = 0; i < calibration_row_count; i++) {
        int rc = calibration_run(calibration, &calibration_rows[i], 0, &source, &err);
        ck_assert_msg(rc == 0, "%s: %s:%d: %s", calibration_rows[i].name, err.file, err.line,
                      err.message);
    }
}

/* What the benchmarks can tell from the values of an H200, where a share more or less would not do.
 */
static const char *const altered[] = {
    "copy.inline_bytes=8KiB",
    "copy.inline_always=512",
    "copy.h2d_pageable_tail=4:9us 64KiB:12us 1MiB:30us 256MiB:30us",
    "copy.d2h_pageable_host=4:20us 64KiB:26us 1MiB:130us 256MiB:18ms", /* no less than its parts */
    "copy.staging_buffer=512KiB",
    "host.memset_small_bytes=1KiB",
    "host.memset_small=1.7us", /* so that large ones take a third more and above */
    "connections.compute=5",
    "connections.compute_most=28",
    "connections.pbdmas=2",    /* the curve's benchmark deals streams evenly to two */
    "sm.kernel_minimum=500ns", /* less than the least kernel by work takes */
    "latency.pending=2:0ns 4:1.5us 6:1.9us 8:2.1us 12:2.9us 24:4us", /* one queue waits for none */
    "connections.launch_queue=777",
    "sm.priority_levels=3",
    "latency.host_asleep=400000:0ns 550000:70us 2600000:70us", /* between what the benchmark lets it
                                                                  sleep */
    /* The rests of the benchmark are longer by the calls between them. */
    "host.rest_work=100000:0ns 290000:0ns 300000:900ns 990000:900ns 1000000:4us 2900000:4us "
    "3000000:8us 9000000:8us 10000000:20us",
    "host.rest_mark=100000:0ns 290000:0ns 300000:300ns 990000:300ns 1000000:700ns 2900000:700ns "
    "3000000:900ns 9000000:900ns 10000000:1us",
    "host.slept_work=80000:1us 120000:1us 140000:2us 200000:2us 350000:3us 400000:3us "
    "1060000:9us 1100000:9us 3070000:12us 3200000:12us 10000000:30us 10200000:30us",
    "host.slept_mark=80000:400ns 120000:400ns 140000:500ns 200000:500ns 350000:1us 400000:1us "
    "1060000:2us 1100000:2us 3070000:3us 3200000:3us 10000000:11us 10200000:11us",
    "host.thread_next=0.6",
    /* Sleeps of the benchmark are longer or shorter by how long the one before was late. */
    "host.thread_wake=130000:7us 180000:13us 300000:13us 450000:17us 600000:17us 900000:26us "
    "1100000:26us 2900000:50us 3100000:50us 9800000:80us "
    "10200000:80us",
    "host.row_less=16:100ns",
    "host.stream_turns=1:0ns", /* what calls in turn cost has it in it */
    "host.between=0ns",        /* a fake device's calls have it in them */
    "latency.copy_copy=0ns",   /* no benchmark tells it from the copies' latencies */
    "cupti.loaded_copies=0.7",
    "copy.h2d_memory_cost=2.5",
    "copy.h2d_far=0.8",
    "copy.d2h_memory_cost=4",
    "device.sm_threads_full=400",
    "sm.share_older=0.7",
    "rules.placement=most-room", /* the other one packs blocks on one SM that should each have one
                                  */
    "rules.copy_order=stream",
    "rules.connection=dynamic",
    "rules.copy_queue=compute",
};

static bool is_listed(const struct profile_key_info *info)
{
    char name[80];
    int length = snprintf(name, sizeof name, "%s.%s=", info->section, info->name);
    for (size_t i = 0; i < sizeof altered / sizeof *altered; i++)
        if (strncmp(altered[i], name, (size_t)length) == 0)
            return true;
    return false;
}

/* Every key that a row sets gets another value. */
static void alter(struct profile *profile, enum profile_key key)
{
    const struct profile_key_info *info = profile_key_info(key);
    int64_t *value = &profile->value[key];
    if (is_listed(info))
        return;
    switch (info->unit) {
    case UNIT_TIME:
    case UNIT_PS:
        *value += *value / 5 + 100 + 10 * key;
        break;
    case UNIT_RATE:
    case UNIT_FLOPS:
        *value -= *value / 10;
        break;
    case UNIT_CURVE:
        for (size_t i = 0; i < profile->curve[key].count; i++)
            profile->curve[key].time[i] += profile->curve[key].time[i] / 4;
        break;
    default:
        ck_abort_msg("%s.%s has nothing to be altered to", info->section, info->name);
    }
}

static void alter_all(struct profile *profile)
{
    struct err err;
    err_init(&err);
    for (size_t i = 0; i < sizeof altered / sizeof *altered; i++)
        ck_assert_msg(profile_set(profile, altered[i], &err) == 0, "%s", err.message);
    for (size_t i = 0; i < calibration_row_count; i++) {
        const struct calibration_row *row = &calibration_rows[i];
        for (size_t k = 0; row->keys[k] != PROFILE_KEY_COUNT; k++)
            alter(profile, row->keys[k]);
        for (size_t k = 0; row->calls[k] != CALL_NONE; k++)
            profile->call_cost[row->calls[k]] += 100 + 7 * row->calls[k];
    }
}

/* Within the stated spread, but for the rounding of what is added up: 1 ns, or 1 in 10000; what a
 * call costs for each MiB is seen over 64 of them. */
static void expect(const struct profile *device, const struct profile *found,
                   const struct profile_slot *slot)
{
    const struct profile_key_info *info = profile_key_info(slot->key);
    const char *name = slot->call != CALL_NONE ? call_info(slot->call)->name : info->name;
    int64_t low = 0, high = 0;
    if (info->unit == UNIT_CHOICE) {
        ck_assert_msg(device->value[slot->key] == found->value[slot->key], "%s was not found",
                      name);
        return;
    }
    ck_assert_msg(profile_spread(found, slot, &low, &high), "%s has no spread", name);
    if (slot->call == CALL_NONE && info->unit == UNIT_CURVE) {
        const struct profile_curve *curve = &found->curve[slot->key];
        for (size_t i = 0; i < curve->count; i++) {
            int64_t real = profile_curve_at(&device->curve[slot->key], curve->size[i]);
            /* On the SMs they take what the starts of their blocks make of it. */
            bool on_sms = slot->key == PROFILE_copy_d2d || slot->key == PROFILE_copy_memset;
            int64_t slack = 1 + real / (on_sms ? 50 : 1000);
            ck_assert_msg(real >= curve->time[i] * low / 1000 - slack &&
                              real <= curve->time[i] * high / 1000 + slack,
                          "%s at %lld is %lld, found %lld", name, (long long)curve->size[i],
                          (long long)real, (long long)curve->time[i]);
        }
        return;
    }
    bool is_call = slot->call != CALL_NONE;
    int64_t real = is_call ? device->call_cost[slot->call] : device->value[slot->key];
    if (slot->key == PROFILE_copy_h2d_memory_cost ||
        slot->key == PROFILE_copy_d2h_memory_cost) /* a small difference of large ones */
        low -= low / 400;
    /* The benchmarks of latencies have kernels of up to 20 blocks, given out one after the other.
     */
    bool is_of_kernels = info->unit == UNIT_TIME && strcmp(info->section, "host") != 0;
    int64_t starts = is_of_kernels ? cost_starts(device, 20) : 0;
    int64_t slack = 1 + real / 10000 + (info->unit == UNIT_PS ? 1000 / 64 : 0) + starts;
    ck_assert_msg(real >= low - slack && real <= high + slack, "%s is %lld, found %lld..%lld", name,
                  (long long)real, (long long)low, (long long)high);
}

/* Calibrates a device that was altered, with the H200's profile as the reference. */
static void find(run_function *run, struct profile *device, struct profile *found)
{
    struct calibration calibration;
    struct strbuf text;
    struct err err;
    err_init(&err);
    strbuf_init(&text);
    calibrate(&calibration, run, device);
    ck_assert_msg(calibration_write(&calibration, &text, &err) == 0, "%s", err.message);
    ck_assert_msg(profile_parse(found, "found.ini", text.text, profile_builtin_base, NULL, &err) ==
                      0,
                  "%s", err.message);
    calibration_release(&calibration);
    strbuf_release(&text);
}

/* Below its first point a curve is flat: the two of copies in begin at the same size. */
static void expect_same_beginning(const struct profile *found)
{
    ck_assert_int_eq(found->curve[PROFILE_copy_h2d_pageable_memory].size[0],
                     found->curve[PROFILE_copy_h2d_pageable_host].size[0]);
}

static void expect_all(const struct profile *device, const struct profile *found)
{
    for (size_t i = 0; i < calibration_row_count; i++) {
        const struct calibration_row *row = &calibration_rows[i];
        for (size_t k = 0; row->keys[k] != PROFILE_KEY_COUNT; k++)
            expect(device, found, &(struct profile_slot){row->keys[k], CALL_NONE});
        for (size_t k = 0; row->calls[k] != CALL_NONE; k++)
            expect(device, found, &(struct profile_slot){PROFILE_host_other, row->calls[k]});
    }
}

START_TEST(altered_values_are_found_again)
{
    struct profile device, found;
    load(&device);
    alter_all(&device);
    find(run_engine, &device, &found);
    expect_all(&device, &found);
    expect_same_beginning(&found);
    profile_release(&found);
    profile_release(&device);
}
END_TEST

START_TEST(altered_values_are_found_through_the_executor)
{
    struct profile device, found;
    load(&device);
    alter_all(&device);
    /* The executor makes them all by one call. */
    int64_t *cost = device.call_cost;
    cost[CALL_cudaStreamCreate] = cost[CALL_cudaStreamCreateWithPriority];
    cost[CALL_cudaStreamCreateWithFlags] = cost[CALL_cudaStreamCreateWithPriority];
    cost[CALL_cudaEventCreate] = cost[CALL_cudaEventCreateWithFlags];
    /* What comes between two calls of the runtime that it is made of lies in one of the executor's.
     */
    device.value[PROFILE_cupti_tag] = 0;
    /* The fake device does not know to where copies go. */
    device.value[PROFILE_copy_h2d_far] = 1000;
    find(run_executor, &device, &found);
    expect_all(&device, &found);
    profile_release(&found);
    profile_release(&device);
}
END_TEST

/* Rules under which others cannot be seen: one at a time. */
START_TEST(altered_rules_are_found_again)
{
    static const char *const rules[] = {"rules.connection=created", "rules.connection=single",
                                        "rules.copy_order=fifo", "rules.placement=ascending",
                                        "rules.copy_queue=compute"};
    for (size_t i = 0; i < sizeof rules / sizeof *rules; i++) {
        struct profile device, found;
        struct err err;
        err_init(&err);
        load(&device);
        ck_assert(profile_set(&device, rules[i], &err) == 0);
        find(run_engine, &device, &found);
        for (int key = PROFILE_rules_connection; key <= PROFILE_rules_copy_queue; key++)
            ck_assert_msg(found.value[key] == device.value[key], "with %s, %s is %lld", rules[i],
                          profile_key_info((enum profile_key)key)->name,
                          (long long)found.value[key]);
        profile_release(&found);
        profile_release(&device);
    }
}
END_TEST

/* So many connections on, one is slow beside another; a curve that begins with that many is alike
 * for all. */
START_TEST(pbdmas_are_counted)
{
    struct profile device, found;
    struct err err;
    char setting[64];
    err_init(&err);
    load(&device);
    snprintf(setting, sizeof setting, "latency.pending=%d:0ns %d:1200ns", _i, 2 * _i);
    ck_assert(profile_set(&device, setting, &err) == 0);
    device.value[PROFILE_connections_pbdmas] = _i;
    find(run_engine, &device, &found);
    ck_assert_int_eq(found.value[PROFILE_connections_pbdmas], _i);
    profile_release(&found);
    profile_release(&device);
}
END_TEST

/* Every benchmark says what it sets and sets nothing else; none is set by two. */
START_TEST(rows_set_what_they_say)
{
    struct profile device;
    struct err err;
    err_init(&err);
    load(&device);
    struct calibration_source source = {run_engine, &device};
    struct calibration calibration;
    ck_assert(calibration_init(&calibration, "h200", "", &err) == 0);
    for (size_t i = 0; i < calibration_row_count; i++) {
        const struct calibration_row *row = &calibration_rows[i];
        ck_assert(calibration_run(&calibration, row, 0, &source, &err) == 0);
        size_t listed = 0;
        for (size_t f = 0; f < calibration.figures->count; f++) {
            const struct figure *figure = &calibration.figures->rows[f];
            if (strcmp(figure->benchmark, row->name) != 0)
                continue;
            bool is_listed_here = false;
            for (size_t k = 0; row->keys[k] != PROFILE_KEY_COUNT; k++)
                is_listed_here |= figure->call == CALL_NONE && row->keys[k] == figure->key;
            for (size_t k = 0; row->calls[k] != CALL_NONE; k++)
                is_listed_here |= row->calls[k] == figure->call;
            ck_assert_msg(is_listed_here, "%s sets %s", row->name,
                          figure->call ? call_info(figure->call)->name
                                       : profile_key_info(figure->key)->name);
            listed++;
        }
        ck_assert_msg((listed > 0) == (row->keys[0] != PROFILE_KEY_COUNT), "%s sets %zu figures",
                      row->name, listed);
    }
    calibration_release(&calibration);
    profile_release(&device);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("calibration");
    TCase *tests = tcase_create("calibration");
    tcase_set_timeout(tests, 60);
    tcase_add_test(tests, altered_values_are_found_again);
    tcase_add_test(tests, altered_values_are_found_through_the_executor);
    tcase_add_test(tests, altered_rules_are_found_again);
    tcase_add_loop_test(tests, pbdmas_are_counted, 1, 5);
    tcase_add_test(tests, rows_set_what_they_say);
    suite_add_tcase(suite, tests);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
