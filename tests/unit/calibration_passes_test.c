/* What a calibration runs again: devices that are slow in some passes, told by the engine. */
#include "sim/base/strbuf.h"
#include "sim/model/profile_read.h"
#include "sim/runtime/replay.h"
#include "sim/runtime/runtime.h"
#include "sim/study/calibration.h"
#include "sim/study/figures.h"

#include <check.h>
#include <stdlib.h>
#include <string.h>

enum { PASSES = 3, MOST = 9 };

/* A device that has other values in some passes. */
struct device {
    struct profile usual, slow;
    uint32_t slow_passes; /* a bit for each */
    bool is_lost;         /* no row can be run */
    uint32_t sure;        /* passes */
    size_t runs[64];      /* by row */
    int64_t clock, tick;  /* ns; of each row that is run */
};

static int run(void *context, const struct calibration_row *row, uint32_t pass,
               const struct program *program, const struct profile *reference,
               struct timeline *timeline, struct err *err)
{
    (void)reference;
    struct device *device = context;
    device->clock += device->tick;
    if (device->is_lost)
        return err_set(err, ERR_UNAVAILABLE, "no GPU");
    device->runs[row - calibration_rows]++;
    struct runtime_options options = {.cupti = false};
    const struct profile *profile =
        device->slow_passes >> pass & 1 ? &device->slow : &device->usual;
    struct runtime *runtime =
        runtime_new(profile, &options, (struct program *)(uintptr_t)program, timeline);
    struct replay *replay = replay_new(program);
    struct runtime_source source = replay_source(replay);
    int rc = runtime_run(runtime, &source, err);
    replay_free(replay);
    runtime_free(runtime);
    return rc;
}

static int64_t now(void *context)
{
    const struct device *device = context;
    return device->clock;
}

static void device_init(struct device *device, const char *slow)
{
    struct err err;
    err_init(&err);
    *device = (struct device){.sure = PASSES, .tick = 1};
    ck_assert(profile_load(&device->usual, "h200", &err) == 0);
    ck_assert(profile_load(&device->slow, "h200", &err) == 0);
    ck_assert_msg(profile_set(&device->slow, slow, &err) == 0, "%s", err.message);
}

static void device_release(struct device *device)
{
    profile_release(&device->usual);
    profile_release(&device->slow);
}

static int calibrate(struct device *device, struct calibration *calibration, int64_t time_most,
                     struct err *err)
{
    struct calibration_source source = {run, device};
    struct calibration_passes passes = {.passes = PASSES,
                                        .sure = device->sure,
                                        .most = MOST,
                                        .time_most = time_most,
                                        .now = now,
                                        .context = device};
    ck_assert(calibration_init(calibration, "h200", "", err) == 0);
    return calibration_run_all(calibration, &passes, &source, err);
}

static size_t row_named(const char *name)
{
    for (size_t i = 0; i < calibration_row_count; i++)
        if (strcmp(calibration_rows[i].name, name) == 0)
            return i;
    ck_abort_msg("no row is named %s", name);
}

static const struct figure *figure_of(const struct calibration *calibration, enum profile_key key,
                                      int64_t size)
{
    for (size_t i = 0; i < calibration->figures->count; i++)
        if (calibration->figures->rows[i].key == key && calibration->figures->rows[i].size == size)
            return &calibration->figures->rows[i];
    ck_abort_msg("no figure");
}

#define STAGING_SLOW                                                                               \
    "copy.h2d_pageable_host=65537:400us 1MiB:2ms 4MiB:8ms 16MiB:32ms 64MiB:130ms 256MiB:500ms"
#define MIB  INT64_C(1048576)
#define EVER INT64_MAX

/* How often a row is run on a steady device: those that only count or choose twice. */
static size_t passes_of(size_t row)
{
    static const char *const names[] = {"launch queue", "placement",         "priorities",
                                        "connections",  "connections, most", "connections, two",
                                        "copy order"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (row == row_named(names[i]))
            return 2;
    return PASSES;
}

START_TEST(a_steady_device_is_measured_as_often_as_was_asked_for)
{
    struct device device;
    struct calibration calibration;
    struct strbuf names;
    struct err err;
    err_init(&err);
    strbuf_init(&names);
    device_init(&device, STAGING_SLOW);
    ck_assert(calibrate(&device, &calibration, EVER, &err) == 0);
    for (size_t i = 0; i < calibration_row_count; i++)
        ck_assert_msg(device.runs[i] == passes_of(i), "%s: %zu runs", calibration_rows[i].name,
                      device.runs[i]);
    ck_assert_uint_eq(calibration_unsettled(&calibration, 4, &names), 0);
    ck_assert_str_eq(names.text, "");
    strbuf_release(&names);
    calibration_release(&calibration);
    device_release(&device);
}
END_TEST

/* Two passes that count otherwise are followed by a third, which decides. */
START_TEST(a_count_is_taken_twice_and_again_if_it_differs)
{
    struct device device;
    struct calibration calibration;
    struct err err;
    err_init(&err);
    device_init(&device, "connections.compute=4");
    device.slow_passes = 2;
    ck_assert(calibrate(&device, &calibration, EVER, &err) == 0);
    ck_assert_uint_ge(device.runs[row_named("connections")], PASSES);
    ck_assert_uint_eq(device.runs[row_named("placement")], 2);
    figures_finish(calibration.figures);
    ck_assert_int_eq(figure_of(&calibration, PROFILE_connections_compute, 0)->value, 8);
    calibration_release(&calibration);
    device_release(&device);
}
END_TEST

/* Slow in the first pass: a fourth makes three that agree, of two thirds of four. The value is that
 * of the three. */
START_TEST(what_was_slow_for_a_while_is_measured_again)
{
    struct device device;
    struct calibration calibration;
    struct strbuf names;
    struct err err;
    err_init(&err);
    strbuf_init(&names);
    device_init(&device, STAGING_SLOW);
    device.slow_passes = 1;
    ck_assert(calibrate(&device, &calibration, EVER, &err) == 0);
    size_t staging = row_named("staging");
    for (size_t i = 0; i < calibration_row_count; i++)
        ck_assert_msg(device.runs[i] == passes_of(i) + (i == staging), "%s: %zu runs",
                      calibration_rows[i].name, device.runs[i]);
    ck_assert_uint_eq(calibration_unsettled(&calibration, 4, &names), 0);
    const struct figure *figure = figure_of(&calibration, PROFILE_copy_h2d_pageable_host, 16 * MIB);
    int64_t usual = profile_curve_at(&device.usual.curve[PROFILE_copy_h2d_pageable_host], 16 * MIB);
    ck_assert_int_le(llabs(figure->value - usual), usual / 100);
    strbuf_release(&names);
    calibration_release(&calibration);
    device_release(&device);
}
END_TEST

/* Slow in every second pass: no two thirds agree, ever. */
START_TEST(what_never_agrees_is_said_and_its_spread_holds_both)
{
    struct device device;
    struct calibration calibration;
    struct strbuf names, profile;
    struct err err;
    err_init(&err);
    strbuf_init(&names);
    strbuf_init(&profile);
    device_init(&device, STAGING_SLOW);
    device.slow_passes = 0x55555555;
    ck_assert(calibrate(&device, &calibration, EVER, &err) == 0);
    ck_assert_uint_eq(device.runs[row_named("staging")], MOST);
    ck_assert_uint_eq(device.runs[row_named("blocks")], PASSES);
    ck_assert_uint_gt(calibration_unsettled(&calibration, 1, &names), 1);
    ck_assert_msg(strncmp(names.text, "copy.h2d_pageable_host at ", 26) == 0, "%s", names.text);
    ck_assert_ptr_null(strchr(names.text, ','));
    const struct figure *figure = figure_of(&calibration, PROFILE_copy_h2d_pageable_host, 16 * MIB);
    ck_assert_int_le(
        figure->p10,
        profile_curve_at(&device.usual.curve[PROFILE_copy_h2d_pageable_host], 16 * MIB) + 1000);
    ck_assert_int_ge(figure->p90, 31000000);
    ck_assert(calibration_write(&calibration, &profile, &err) == 0);
    ck_assert_ptr_nonnull(strstr(profile.text, "calibrate, staging, passes differ, "));
    strbuf_release(&profile);
    strbuf_release(&names);
    calibration_release(&calibration);
    device_release(&device);
}
END_TEST

START_TEST(nothing_is_begun_again_when_the_time_is_over)
{
    struct device device;
    struct calibration calibration;
    struct err err;
    err_init(&err);
    device_init(&device, STAGING_SLOW);
    device.slow_passes = 0x55555555;
    int64_t first_passes = 0;
    for (size_t i = 0; i < calibration_row_count; i++)
        first_passes += (int64_t)passes_of(i);
    ck_assert(calibrate(&device, &calibration, first_passes + 2, &err) == 0);
    ck_assert_uint_eq(device.runs[row_named("staging")], PASSES + 2);
    calibration_release(&calibration);
    device_release(&device);
}
END_TEST

/* Two passes are sure. Then there is time for two groups: what differs, of one row, and the first,
 * of four. */
START_TEST(a_third_pass_begins_with_what_differs)
{
    struct device device;
    struct calibration calibration;
    struct err err;
    err_init(&err);
    device_init(&device, STAGING_SLOW);
    device.slow_passes = 1;
    device.sure = 2;
    int64_t two_passes = 2 * (int64_t)calibration_row_count;
    ck_assert(calibrate(&device, &calibration, two_passes + 1 + 4, &err) == 0);
    size_t small = row_named("small copies"), staging = row_named("staging");
    ck_assert_uint_eq(device.runs[staging], 3);
    ck_assert_uint_eq(device.runs[small], 3);
    ck_assert_uint_eq(device.runs[row_named("waking")], 2);
    ck_assert_uint_eq(device.runs[row_named("blocks")], 2);
    calibration_release(&calibration);
    device_release(&device);
}
END_TEST

/* A chain without an instrument is set against the same one with it, and that against copies. */
START_TEST(rows_that_hang_together_are_run_together)
{
    struct device device;
    struct calibration calibration;
    struct err err;
    err_init(&err);
    device_init(&device, "latency.kernel_kernel=9us");
    device.slow_passes = 1;
    ck_assert(calibrate(&device, &calibration, EVER, &err) == 0);
    ck_assert_uint_eq(device.runs[row_named("copies")], PASSES + 1);
    ck_assert_uint_eq(device.runs[row_named("latencies, seen")], PASSES + 1);
    ck_assert_uint_eq(device.runs[row_named("latencies")], PASSES + 1);
    ck_assert_uint_eq(device.runs[row_named("waking")], PASSES);
    calibration_release(&calibration);
    device_release(&device);
}
END_TEST

START_TEST(without_any_benchmark_there_is_no_profile)
{
    struct device device;
    struct calibration calibration;
    struct err err;
    err_init(&err);
    device_init(&device, STAGING_SLOW);
    device.is_lost = true;
    ck_assert(calibrate(&device, &calibration, EVER, &err) != 0);
    ck_assert_int_eq(err.status, ERR_UNAVAILABLE);
    calibration_release(&calibration);
    device_release(&device);
}
END_TEST

/* Two passes of a value around 1000, one around 2000, with spreads of 100: the median of the three
 * is 1000, where the mean of all samples would be 1333. The spread holds all. */
START_TEST(the_median_of_the_passes_counts)
{
    struct figures figures = {.benchmark = "test"};
    for (uint32_t pass = 0; pass < 3; pass++) {
        figures.pass = pass;
        for (int64_t i = -2; i <= 2; i++)
            figures_add(&figures, PROFILE_latency_event, (pass == 1 ? 2000 : 1000) + 50 * i);
    }
    figures_finish(&figures);
    ck_assert_int_eq(figures.rows[0].value, 1000);
    ck_assert_int_le(figures.rows[0].p10, 1000);
    ck_assert_int_ge(figures.rows[0].p90, 2000);
    ck_assert(!figures.rows[0].settled);
    figures.pass = 3;
    for (int64_t i = -2; i <= 2; i++)
        figures_add(&figures, PROFILE_latency_event, 1060 + 50 * i);
    figures_finish(&figures);
    ck_assert_int_eq(figures.rows[0].value, 1030); /* of 1000, 1000, 1060, 2000 */
    ck_assert(figures.rows[0].settled);
    figures_release(&figures);
}
END_TEST

/* What calls cost the host, 3 us in one pass and 5 in two, is as in the middle pass, small copies
 * that come with their command and what pins memory alike; the link is as fast as in the quickest,
 * since what else uses the host's memory only makes it slower. */
START_TEST(calls_are_not_those_of_the_quickest_pass)
{
    struct figures figures = {.benchmark = "test"};
    for (uint32_t pass = 0; pass < 3; pass++) {
        figures.pass = pass;
        figures_add_at(&figures, PROFILE_host_copy_inline, 4096, pass == 1 ? 3000 : 5000);
        figures_add_at(&figures, PROFILE_host_register, 4096, pass == 1 ? 3000 : 5000);
        figures_add(&figures, PROFILE_copy_h2d_rate, pass == 1 ? 5500000 : 4500000);
    }
    figures_finish(&figures);
    ck_assert_uint_eq(figures.count, 3);
    for (size_t i = 0; i < figures.count; i++)
        ck_assert_int_eq(figures.rows[i].value,
                         figures.rows[i].key == PROFILE_copy_h2d_rate ? 5500000 : 5000);
    figures_release(&figures);
}
END_TEST

/* Two passes of four on a busy machine: what pins memory takes the host 5 us, not 7, which is no
 * pass's, and it copies the faster of the two middle rates, 9000 of 4900, 5000, 9000 and 9100; what
 * the device takes between two kernels is the mean of 1 and 2 us. */
START_TEST(of_the_hosts_middle_passes_the_quicker_counts)
{
    static const int64_t host[] = {4900, 9000, 9100, 5000}, device[] = {900, 2000, 2100, 1000};
    struct figures figures = {.benchmark = "test"};
    for (figures.pass = 0; figures.pass < 4; figures.pass++) {
        figures_add_at(&figures, PROFILE_host_register, 4096, host[figures.pass]);
        figures_add(&figures, PROFILE_latency_event, device[figures.pass]);
        figures_add(&figures, PROFILE_latency_host_call, host[figures.pass]);
        figures_add(&figures, PROFILE_copy_host_memcpy, 9100 + 4900 - host[figures.pass]);
    }
    figures_finish(&figures);
    ck_assert_uint_eq(figures.count, 4);
    for (size_t i = 0; i < figures.count; i++)
        ck_assert_int_eq(figures.rows[i].value, figures.rows[i].key == PROFILE_latency_event ? 1500
                                                : figures.rows[i].key == PROFILE_copy_host_memcpy
                                                    ? 9000
                                                    : 5000);
    figures_release(&figures);
}
END_TEST

/* Of 10, 30 and 1000 the outer ones are left out: 30. Of a latency with a long tail the median
 * counts: of 10, 30, 50, 1000 and 1000 it is 50, where the mean of those but the outer ones would
 * be 360. */
START_TEST(a_pass_says_the_same_while_it_goes_on_and_at_the_end)
{
    static const int64_t samples[] = {1000, 10, 30};
    struct figures figures = {0};
    for (size_t i = 0; i < sizeof samples / sizeof *samples; i++) {
        figures_add(&figures, PROFILE_sm_dispatch, samples[i]);
        figures_add(&figures, PROFILE_latency_host_call, samples[i]);
    }
    figures_add(&figures, PROFILE_latency_host_call, 1000);
    figures_add(&figures, PROFILE_latency_host_call, 50);
    ck_assert_int_eq(figures_pass_value(&figures, PROFILE_sm_dispatch, 0), 30);
    ck_assert_int_eq(figures_value(&figures, PROFILE_sm_dispatch, 0), 30);
    ck_assert_int_eq(figures_pass_value(&figures, PROFILE_latency_host_call, 0), 50);
    ck_assert_int_eq(figures_value(&figures, PROFILE_latency_host_call, 0), 50);
    figures_release(&figures);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("calibration passes");
    TCase *tests = tcase_create("passes");
    tcase_set_timeout(tests, 60);
    tcase_add_test(tests, a_steady_device_is_measured_as_often_as_was_asked_for);
    tcase_add_test(tests, a_count_is_taken_twice_and_again_if_it_differs);
    tcase_add_test(tests, what_was_slow_for_a_while_is_measured_again);
    tcase_add_test(tests, what_never_agrees_is_said_and_its_spread_holds_both);
    tcase_add_test(tests, nothing_is_begun_again_when_the_time_is_over);
    tcase_add_test(tests, a_third_pass_begins_with_what_differs);
    tcase_add_test(tests, rows_that_hang_together_are_run_together);
    tcase_add_test(tests, without_any_benchmark_there_is_no_profile);
    tcase_add_test(tests, the_median_of_the_passes_counts);
    tcase_add_test(tests, calls_are_not_those_of_the_quickest_pass);
    tcase_add_test(tests, of_the_hosts_middle_passes_the_quicker_counts);
    tcase_add_test(tests, a_pass_says_the_same_while_it_goes_on_and_at_the_end);
    suite_add_tcase(suite, tests);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
