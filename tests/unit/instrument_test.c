/* gpu/instrument over a fake device: each clock sees what it says, in the host's time. */
#include "gpu/measure.h"
#include "tests/fake_device.h"
#include "tests/scene.h"

#include <check.h>
#include <string.h>

/* Two kernels side by side, a copy behind one, a host function behind the other. */
static void build(struct scene *scene, bool copies)
{
    scene_init(scene);
    uint32_t a = scene_stream(scene, STREAM_NONBLOCKING, "a");
    uint32_t b = scene_stream(scene, STREAM_NONBLOCKING, "b");
    scene_kernel(scene, a, "first", 100, 300000);
    scene_kernel(scene, b, "second", 100, 200000);
    if (copies)
        scene_copy(scene, CALL_cudaMemcpyAsync, a, COPY_H2D, MEMORY_PINNED, 1 << 20);
    scene_host_function(scene, b, 50000);
    scene_synchronize(scene);
    ck_assert_msg(scene_run(scene) == 0, "%s", scene->err.message);
}

static int measure(struct scene *scene, enum gpu_clock clock, bool no_trace,
                   struct timeline *measured, struct err *err)
{
    struct fake_options fake = {.profile = &scene->profile, .no_trace = no_trace};
    struct gpu_options options = {.processes = 1, .repetitions = 2, .clock = clock};
    fake_device_use(&fake);
    err_init(err);
    return measure_program(fake_device_open, &scene->program, &scene->profile, &options, measured,
                           err);
}

static const char *clock_name(const struct timeline *timeline)
{
    return timeline_name(timeline, timeline->measurement.clock);
}

static int64_t expected(const struct scene *scene, uint32_t op, bool end)
{
    const struct timeline_op *row = scene_op(scene, op);
    return (end ? row->end : row->start) - scene->timeline.zero;
}

enum { FIRST, SECOND, COPY, FUNCTION, COUNT };

START_TEST(a_trace_sees_starts_and_ends)
{
    struct scene scene;
    struct timeline measured;
    struct err err;
    build(&scene, true);
    ck_assert_int_eq(measure(&scene, GPU_CLOCK_AUTO, false, &measured, &err), 0);
    ck_assert_str_eq(clock_name(&measured), "cupti");
    ck_assert_uint_eq(measured.ops.count, COUNT);
    for (uint32_t op = 0; op < COUNT; op++) {
        ck_assert_int_eq(measured.ops.rows[op].start, expected(&scene, op, false));
        ck_assert_int_eq(measured.ops.rows[op].end, expected(&scene, op, true));
    }
    timeline_release(&measured);
    scene_release(&scene);
}
END_TEST

/* The fake device's clock is a second ahead; what it says comes out in the host's. */
/* The host waits until `expected`'s last operation has ended, and returns at once. A trace that is
 * 120 us late has it end so much later than that; one that is early has the first one start before
 * its call. Both are moved until nothing contradicts the host: as late as can be, or as early. */
START_TEST(a_trace_whose_clock_is_wrong_is_moved)
{
    static const int64_t apart[] = {120000, -120000, 1, 0};
    for (size_t i = 0; i < sizeof apart / sizeof *apart; i++) {
        struct scene scene;
        struct timeline measured;
        struct err err;
        build(&scene, true);
        struct fake_options fake = {.profile = &scene.profile, .apart = apart[i]};
        struct gpu_options options = {.processes = 1, .repetitions = 2, .clock = GPU_CLOCK_CUPTI};
        fake_device_use(&fake);
        err_init(&err);
        ck_assert_int_eq(measure_program(fake_device_open, &scene.program, &scene.profile, &options,
                                         &measured, &err),
                         0);
        int64_t moved = measured.ops.rows[FIRST].start - expected(&scene, FIRST, false);
        for (uint32_t op = FIRST; op <= COPY; op++) {
            ck_assert_int_eq(measured.ops.rows[op].start, expected(&scene, op, false) + moved);
            ck_assert_int_eq(measured.ops.rows[op].end, expected(&scene, op, true) + moved);
            ck_assert_int_ge(measured.ops.rows[op].start, measured.ops.rows[op].call);
        }
        int64_t waited = measured.calls.rows[measured.calls.count - 1].returned;
        int64_t last = measured.ops.rows[COPY].end;
        ck_assert_int_le(last, waited);
        if (apart[i] == 0)
            ck_assert_int_eq(moved, 0);
        else if (apart[i] == 1)
            ck_assert_int_le(moved, 1);
        else
            ck_assert_int_lt(moved < 0 ? -moved : moved, 20000);
        timeline_release(&measured);
        scene_release(&scene);
    }
}
END_TEST

START_TEST(stamps_see_kernels)
{
    struct scene scene;
    struct timeline measured;
    struct err err;
    build(&scene, true);
    ck_assert_msg(measure(&scene, GPU_CLOCK_STAMPS, false, &measured, &err) == 0, "%s",
                  err.message);
    ck_assert_str_eq(clock_name(&measured), "stamps");
    for (uint32_t op = FIRST; op <= SECOND; op++) {
        ck_assert_int_eq(measured.ops.rows[op].start, expected(&scene, op, false));
        ck_assert_int_eq(measured.ops.rows[op].end, expected(&scene, op, true));
    }
    /* 100 blocks of each, the second ends first */
    ck_assert_uint_eq(measured.sm_steps.count, 4);
    for (size_t i = 0; i < 4; i++) {
        const struct timeline_sm_step *step = &measured.sm_steps.rows[i];
        static const int32_t blocks[] = {100, 200, 100, 0};
        ck_assert_int_eq(step->time, expected(&scene, i == 1 || i == 2 ? SECOND : FIRST, i > 1));
        ck_assert_int_eq(step->blocks, blocks[i]);
        ck_assert_int_eq(step->threads, 1024 * blocks[i]);
    }
    ck_assert_int_eq(measured.ops.rows[COPY].start, TIMELINE_UNKNOWN);
    ck_assert_int_eq(measured.ops.rows[COPY].end, TIMELINE_UNKNOWN);
    ck_assert_int_eq(measured.wall, scene.timeline.wall);
    ck_assert_int_eq(measured.measurement.instrument_wall, scene.timeline.wall);
    timeline_release(&measured);
    scene_release(&scene);
}
END_TEST

/* Records behind the operations cost the host time and complete a little later; of a host function
 * the end is seen behind it as well. The origin's own time is known to the middle of its record and
 * synchronize. */
START_TEST(events_see_ends_alone)
{
    struct scene scene;
    struct timeline measured;
    struct err err;
    build(&scene, true);
    ck_assert_msg(measure(&scene, GPU_CLOCK_EVENTS, false, &measured, &err) == 0, "%s",
                  err.message);
    ck_assert_str_eq(clock_name(&measured), "events");
    for (uint32_t op = 0; op < COUNT; op++) {
        ck_assert_int_eq(measured.ops.rows[op].start, TIMELINE_UNKNOWN);
        int64_t late = measured.ops.rows[op].end - expected(&scene, op, true);
        ck_assert_msg(late > -10000 && late < 100000, "operation %u: %lld ns late", op,
                      (long long)late);
    }
    ck_assert_int_eq(measured.wall, scene.timeline.wall);
    ck_assert_int_ne(measured.measurement.instrument_wall, TIMELINE_UNKNOWN);
    ck_assert_int_gt(measured.measurement.instrument_wall, scene.timeline.wall);
    timeline_release(&measured);
    scene_release(&scene);
}
END_TEST

START_TEST(without_cupti_another_clock_is_taken)
{
    struct scene scene;
    struct timeline measured;
    struct err err;
    build(&scene, true);
    ck_assert_int_eq(measure(&scene, GPU_CLOCK_AUTO, true, &measured, &err), 0);
    ck_assert_str_eq(clock_name(&measured), "events");
    timeline_release(&measured);
    ck_assert_int_ne(measure(&scene, GPU_CLOCK_CUPTI, true, &measured, &err), 0);
    ck_assert_int_eq(err.status, ERR_UNAVAILABLE);
    timeline_release(&measured);
    scene_release(&scene);
    build(&scene, false);
    ck_assert_int_eq(measure(&scene, GPU_CLOCK_AUTO, true, &measured, &err), 0);
    ck_assert_str_eq(clock_name(&measured), "stamps");
    timeline_release(&measured);
    scene_release(&scene);
}
END_TEST

/* Two kernels of 2^19 blocks can be stamped, one block more cannot. */
START_TEST(more_blocks_than_can_be_stamped_leave_events)
{
    static const char *const clocks[] = {"stamps", "events"};
    for (uint32_t more = 0; more < 2; more++) {
        struct scene scene;
        struct timeline measured;
        struct err err;
        scene_init(&scene);
        uint32_t s = scene_stream(&scene, STREAM_NONBLOCKING, "s");
        scene_kernel(&scene, s, "first", 1 << 19, 100000000);
        scene_kernel(&scene, s, "second", (1 << 19) + more, 100000000);
        scene_synchronize(&scene);
        ck_assert_msg(measure(&scene, GPU_CLOCK_AUTO, true, &measured, &err) == 0, "%s",
                      err.message);
        ck_assert_str_eq(clock_name(&measured), clocks[more]);
        timeline_release(&measured);
        scene_release(&scene);
    }
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("instrument");
    TCase *tc = tcase_create("clocks");
    tcase_add_test(tc, a_trace_sees_starts_and_ends);
    tcase_add_test(tc, a_trace_whose_clock_is_wrong_is_moved);
    tcase_add_test(tc, stamps_see_kernels);
    tcase_add_test(tc, events_see_ends_alone);
    tcase_add_test(tc, without_cupti_another_clock_is_taken);
    tcase_add_test(tc, more_blocks_than_can_be_stamped_leave_events);
    suite_add_tcase(suite, tc);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_ENV);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed != 0;
}
