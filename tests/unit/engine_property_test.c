/* sim/engine: what must hold for any work. Programs are drawn from a small generator with fixed
 * seeds: several streams, all kinds of operations, events between streams, legacy fences, one or
 * many connections, both copy orders, signal delay and shared copy engines. */
#include "tests/unit/engine_rig.h"

#include <check.h>
#include <stdlib.h>

enum { PROGRAMS = 400, OPERATIONS = 60, STREAMS = 6 };

struct random {
    uint64_t state;
};

static uint32_t draw(struct random *random, uint32_t below)
{
    random->state = random->state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (uint32_t)(random->state >> 33) % below;
}

static void set_rules(struct rig *rig, struct random *random)
{
    int64_t *value = rig->profile.value;
    static const int latencies[] = {
        PROFILE_latency_launch,      PROFILE_latency_copy,        PROFILE_latency_kernel_kernel,
        PROFILE_latency_kernel_copy, PROFILE_latency_copy_kernel, PROFILE_latency_copy_copy,
        PROFILE_latency_engine_next, PROFILE_latency_event,       PROFILE_latency_fence,
        PROFILE_latency_record,      PROFILE_latency_host_call,   PROFILE_latency_host_done,
        PROFILE_latency_host_next,   PROFILE_copy_h2d_latency,    PROFILE_copy_d2h_latency,
        PROFILE_latency_event_copy,  PROFILE_latency_engine_turn,
    };
    if (draw(random, 3))
        for (size_t i = 0; i < sizeof latencies / sizeof *latencies; i++)
            value[latencies[i]] = draw(random, 8000);
    value[PROFILE_copy_h2d_duplex_rate] = 1000000000 - draw(random, 400000000);
    value[PROFILE_copy_d2h_duplex_rate] = 1000000000 - draw(random, 400000000);
    value[PROFILE_connections_pbdmas] = 1 + draw(random, 3);
    value[PROFILE_copy_h2d_turning] = draw(random, 250);
    value[PROFILE_copy_h2d_turning_command] = draw(random, 50);
    value[PROFILE_copy_d2h_turning] = draw(random, 250);
    value[PROFILE_copy_d2h_turning_loaded] = draw(random, 250);
    value[PROFILE_rules_copy_order] = draw(random, 2);
    value[PROFILE_rules_copy_streams] = draw(random, 4) == 0;
    value[PROFILE_rules_copy_queue] = draw(random, 4) == 0;
    value[PROFILE_rules_signal_delay] = draw(random, 4) == 0;
    value[PROFILE_rules_connection] = draw(random, 3);
    value[PROFILE_copy_engines] = 1 + draw(random, 3);
    rig->options.compute_connections = 1 + (int32_t)draw(random, 8);
    rig->options.copy_connections = 1 + (int32_t)draw(random, 4);
}

/* A memset, a copy on the device, a staged copy, a kernel of small blocks. */
static void issue_other(struct rig *rig, struct random *random, uint32_t stream)
{
    struct engine_kernel kernel = {0};
    struct engine_copy copy = {0};
    struct engine_work work = {.kernel = &kernel, .copy = &copy};
    switch (draw(random, 4)) {
    case 0:
        copy = (struct engine_copy){.path = PATH_D2D, .duration = draw(random, 50000)};
        rig_submit(rig, OP_MEMSET, stream, &work);
        break;
    case 1:
        copy = (struct engine_copy){.path = PATH_D2D, .duration = draw(random, 50000)};
        rig_submit(rig, OP_COPY, stream, &work);
        break;
    case 2:
        copy = (struct engine_copy){.path = draw(random, 2) ? PATH_H2D : PATH_D2H,
                                    .bytes = draw(random, 200000),
                                    .duration = draw(random, 2) ? -1 : 30000,
                                    .staged = true,
                                    .staged_at = rig->host + draw(random, 300000)};
        rig_submit(rig, OP_COPY, stream, &work);
        break;
    default:
        kernel.blocks = 1 + draw(random, 60);
        kernel.block_time = draw(random, 100000);
        kernel.block_threads = 128;
        kernel.occupancy.blocks = 8;
        kernel.occupancy.block_threads = 128;
        kernel.priority = -(int32_t)draw(random, 3);
        kernel.cooperative = kernel.blocks <= 32 && draw(random, 3) == 0;
        rig_submit(rig, OP_KERNEL, stream, &work);
    }
}

static void issue_one(struct rig *rig, struct random *random)
{
    uint32_t stream = draw(random, STREAMS);
    rig->call_cost = draw(random, 4) ? 1000 + draw(random, 4000) : 0;
    uint32_t issued = (uint32_t)rig->timeline.ops.count;
    if (stream == 0) /* stands for the legacy stream */
        for (uint32_t s = 1; s < STREAMS; s++)
            if (rig->last[s] != TIMELINE_NO_OP)
                rig_after(rig, rig->last[s], RULE_ID_LEGACY_FENCE);
    if (stream != 0 && rig->last[0] != TIMELINE_NO_OP)
        rig_after(rig, rig->last[0], RULE_ID_LEGACY_FENCE);
    if (issued && draw(random, 5) == 0)
        rig_after(rig, draw(random, issued), RULE_ID_EVENT);
    switch (draw(random, 10)) {
    case 0:
    case 1:
        rig_copy(rig, stream, PATH_H2D, draw(random, 400000));
        break;
    case 2:
    case 3:
        rig_copy(rig, stream, PATH_D2H, draw(random, 400000));
        break;
    case 4:
    case 5: {
        struct engine_work work = {.attached = draw(random, 2)};
        rig_submit(rig, draw(random, 2) ? OP_RECORD : OP_WAIT, stream, &work);
        break;
    }
    case 6:
        if (draw(random, 3) == 0) {
            rig_mark(rig, OP_HOST, stream);
            break;
        }
        rig_copy(rig, stream, PATH_P2P, draw(random, 100000));
        break;
    case 7:
        issue_other(rig, random, stream);
        break;
    default:
        rig_kernel(rig, stream, 1 + draw(random, 10), draw(random, 200000));
    }
}

static void run_program(struct rig *rig, uint64_t seed)
{
    struct random random = {seed};
    rig_init(rig);
    set_rules(rig, &random);
    rig_begin(rig);
    struct engine_notice notice;
    for (int i = 0; i < OPERATIONS; i++) {
        issue_one(rig, &random);
        if (draw(&random, 2)) /* the host sees the device's time go by */
            while (engine_advance(rig->engine, rig->host, &notice))
                if (notice.kind == NOTICE_HOST_DUE)
                    engine_host_done(rig->engine, notice.op, notice.time + 30000);
        if (draw(&random, 10) == 0)
            rig->host += draw(&random, 1000000);
    }
    rig_run(rig, 30000);
}

static void waits_partition(const struct rig *rig, const struct timeline_op *row)
{
    int64_t at = row->call;
    bool order_over = false;
    for (uint32_t w = 0; w < row->wait_count; w++) {
        const struct timeline_wait *wait = &rig->timeline.waits.rows[row->first_wait + w];
        ck_assert_int_gt(wait->to, at);
        at = wait->to;
        enum rule_group group = rule_info((enum rule)wait->rule)->group;
        ck_assert(group != RULE_HOST);
        ck_assert((group == RULE_TIME || wait->rule == RULE_ID_STAGING) ==
                  (wait->blocker == TIMELINE_NO_OP));
        if (wait->rule != RULE_ID_ISSUE && group != RULE_ORDER)
            order_over = true;
        if (group == RULE_ORDER) {
            ck_assert(!order_over);
            ck_assert_int_eq(wait->to, rig_end(rig, wait->blocker));
        }
        if (!order_over)
            ck_assert_int_le(wait->to, row->ready);
    }
    ck_assert_int_eq(at, row->start > row->call ? row->start : row->call);
    ck_assert_int_le(row->call, row->ready);
    ck_assert_int_le(row->ready, row->start);
    ck_assert_int_le(row->start, row->end);
}

static void check_program(uint64_t seed)
{
    struct rig rig;
    run_program(&rig, seed);
    ck_assert_uint_eq(engine_pending(rig.engine), 0);
    const struct timeline *timeline = &rig.timeline;
    uint32_t last[STREAMS];
    for (int i = 0; i < STREAMS; i++)
        last[i] = TIMELINE_NO_OP;
    for (uint32_t i = 0; i < timeline->ops.count; i++) {
        const struct timeline_op *row = rig_op(&rig, i);
        waits_partition(&rig, row);
        if (last[row->stream] != TIMELINE_NO_OP) /* in order in its stream */
            ck_assert_int_ge(row->start, rig_end(&rig, last[row->stream]));
        last[row->stream] = i;
        if (row->stream == 0) /* a fence both ways */
            for (uint32_t j = 0; j < timeline->ops.count; j++)
                ck_assert(j < i    ? rig_end(&rig, j) <= row->start
                          : j == i ? true
                                   : rig_start(&rig, j) >= row->end);
        if (row->machine == MACHINE_SM || row->machine == MACHINE_NONE)
            continue;
        for (uint32_t j = 0; j < i; j++) { /* an engine and the worker serve one at a time */
            const struct timeline_op *other = rig_op(&rig, j);
            if (other->machine != row->machine || other->machine_index != row->machine_index)
                continue;
            ck_assert(other->end <= row->start || row->end <= other->start);
        }
    }
    /* the same again gives the same */
    struct rig again;
    run_program(&again, seed);
    ck_assert_uint_eq(again.timeline.ops.count, timeline->ops.count);
    ck_assert_mem_eq(again.timeline.ops.rows, timeline->ops.rows,
                     timeline->ops.count * sizeof *timeline->ops.rows);
    ck_assert_uint_eq(again.timeline.waits.count, timeline->waits.count);
    ck_assert_mem_eq(again.timeline.waits.rows, timeline->waits.rows,
                     timeline->waits.count * sizeof *timeline->waits.rows);
    rig_release(&again);
    rig_release(&rig);
}

START_TEST(any_program_is_explained)
{
    for (uint64_t seed = 1; seed <= PROGRAMS; seed++)
        check_program(seed);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("engine_property");
    TCase *tests = tcase_create("engine_property");
    tcase_set_timeout(tests, 60);
    tcase_add_test(tests, any_program_is_explained);
    suite_add_tcase(suite, tests);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
