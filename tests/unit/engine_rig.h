/* A rig for tests of the engine: a small device without latencies, streams that keep their own
 * order, a host that issues at given times. */
#ifndef TESTS_UNIT_ENGINE_RIG_H
#define TESTS_UNIT_ENGINE_RIG_H

#include "sim/base/duration.h"
#include "sim/engine/engine.h"

#include <string.h>

enum { RIG_STREAMS = 64, RIG_DEPENDENCIES = 16 };
#define RIG_UNIT INT64_C(100000) /* ns; the tests count in hundreds of microseconds */

struct rig {
    struct profile profile;
    struct engine_options options;
    struct timeline timeline;
    struct engine *engine;
    int64_t host; /* time of the host; a call takes `call_cost` */
    int64_t call_cost;
    uint32_t last[RIG_STREAMS];                      /* last operation of each stream */
    struct engine_dependency more[RIG_DEPENDENCIES]; /* besides the stream's, of the next one */
    size_t more_count;
};

/* Four SMs of 1024 threads, two copy engines at 1 GB/s (a unit is 100,000 bytes), no latencies. */
static inline void rig_init(struct rig *rig)
{
    memset(rig, 0, sizeof *rig);
    int64_t *value = rig->profile.value;
    value[PROFILE_device_sm_count] = 4;
    value[PROFILE_device_memory_rate] = 1000000000;
    value[PROFILE_device_memory_sm_rate] = 1000000000;
    value[PROFILE_device_flops] = 1000000000;
    value[PROFILE_device_sm_threads_full] = 1024;
    value[PROFILE_sm_threads] = 1024;
    value[PROFILE_sm_blocks] = 16;
    value[PROFILE_sm_block_threads] = 1024;
    value[PROFILE_sm_registers] = 65536;
    value[PROFILE_sm_registers_thread] = 255;
    value[PROFILE_sm_register_unit] = 256;
    value[PROFILE_sm_partitions] = 4;
    value[PROFILE_sm_shared] = 65536;
    value[PROFILE_sm_shared_block] = 65536;
    value[PROFILE_sm_shared_default] = 49152;
    value[PROFILE_sm_shared_unit] = 256;
    value[PROFILE_sm_resident_grids] = 128;
    value[PROFILE_sm_priority_levels] = 2;
    value[PROFILE_sm_share_older] = 500;
    value[PROFILE_connections_compute] = 8;
    value[PROFILE_connections_compute_most] = 32;
    value[PROFILE_connections_copy] = 8;
    value[PROFILE_connections_launch_queue] = 1000;
    value[PROFILE_copy_engines] = 3;
    value[PROFILE_copy_h2d_rate] = value[PROFILE_copy_h2d_duplex_rate] = 1000000000;
    value[PROFILE_copy_d2h_rate] = value[PROFILE_copy_d2h_duplex_rate] = 1000000000;
    value[PROFILE_copy_p2p_rate] = 1000000000;
    value[PROFILE_rules_concurrent_kernels] = 1;
    for (int i = 0; i < RIG_STREAMS; i++)
        rig->last[i] = TIMELINE_NO_OP;
    timeline_init(&rig->timeline);
}

static inline void rig_begin(struct rig *rig)
{
    rig->engine = engine_new(&rig->profile, &rig->options, &rig->timeline);
}

static inline void rig_release(struct rig *rig)
{
    engine_free(rig->engine);
    timeline_release(&rig->timeline);
}

/* The next operation also waits for `op`. */
static inline void rig_after(struct rig *rig, uint32_t op, enum rule rule)
{
    rig->more[rig->more_count++] = (struct engine_dependency){op, rule};
}

static inline uint32_t rig_submit(struct rig *rig, enum op_kind kind, uint32_t stream,
                                  struct engine_work *work)
{
    uint32_t op = timeline_add_op(&rig->timeline);
    struct timeline_op *row = &rig->timeline.ops.rows[op];
    row->kind = (uint8_t)kind;
    row->stream = stream;
    row->call = rig->host;
    rig->host += rig->call_cost;
    row->returned = rig->host;
    if (rig->last[stream] != TIMELINE_NO_OP)
        rig_after(rig, rig->last[stream], RULE_ID_STREAM);
    for (size_t i = 0; i < rig->more_count; i++) {
        uint32_t after = timeline_add_after(&rig->timeline, rig->more[i].op);
        row = &rig->timeline.ops.rows[op];
        row->first_after = row->after_count++ ? row->first_after : after;
    }
    work->op = op;
    work->issued = rig->host;
    work->dependencies = rig->more;
    work->dependency_count = rig->more_count;
    engine_submit(rig->engine, work);
    rig->more_count = 0;
    rig->last[stream] = op;
    return op;
}

/* A kernel of one-thread-per-SM blocks: `blocks` blocks, each of which fills an SM. */
static inline uint32_t rig_kernel(struct rig *rig, uint32_t stream, int64_t blocks, int64_t time)
{
    struct engine_kernel kernel = {
        .blocks = blocks,
        .block_time = time,
        .block_threads = 1024,
        .occupancy = {.blocks = 1, .block_threads = 1024},
    };
    return rig_submit(rig, OP_KERNEL, stream, &(struct engine_work){.kernel = &kernel});
}

static inline uint32_t rig_copy(struct rig *rig, uint32_t stream, enum engine_path path,
                                int64_t bytes)
{
    struct engine_copy copy = {.path = path, .bytes = bytes, .duration = -1};
    return rig_submit(rig, OP_COPY, stream, &(struct engine_work){.copy = &copy});
}

static inline uint32_t rig_mark(struct rig *rig, enum op_kind kind, uint32_t stream)
{
    struct engine_work work = {0};
    return rig_submit(rig, kind, stream, &work);
}

/* Runs all that was submitted; host functions take `host_function` each. */
static inline void rig_run(struct rig *rig, int64_t host_function)
{
    struct engine_notice notice;
    while (engine_advance(rig->engine, DURATION_NEVER, &notice))
        if (notice.kind == NOTICE_HOST_DUE)
            engine_host_done(rig->engine, notice.op, notice.time + host_function);
}

static inline const struct timeline_op *rig_op(const struct rig *rig, uint32_t op)
{
    return &rig->timeline.ops.rows[op];
}

static inline int64_t rig_start(const struct rig *rig, uint32_t op)
{
    return rig_op(rig, op)->start;
}

static inline int64_t rig_end(const struct rig *rig, uint32_t op)
{
    return rig_op(rig, op)->end;
}

#endif
