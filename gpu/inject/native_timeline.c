#include "gpu/inject/native_timeline.h"

#include "gpu/inject/native_wall.h"
#include "sim/base/mem.h"

#include <stdlib.h>

struct conversion {
    struct native_records *records;
    struct timeline *timeline;
    struct native_runs runs;
    struct program program;  /* the tables that operations refer to */
    uint32_t *stream_ids;    /* by row of streams: CUPTI's */
    uint64_t *event_handles; /* by row of events */
    uint32_t *generations;   /* likewise: how often it was recorded */
    size_t stream_capacity, event_capacity, generation_capacity;
};

static uint32_t add_stream(struct conversion *c, const struct program_stream *stream, uint32_t id)
{
    uint32_t row = program_add_stream(&c->program, stream);
    c->stream_ids = mem_grow(c->stream_ids, &c->stream_capacity, row + 1, sizeof *c->stream_ids);
    c->stream_ids[row] = id;
    return row;
}

/* The newest stream of that id; one that nobody made is a thread's own default stream. */
static uint32_t stream_row(struct conversion *c, uint32_t id, const struct native_row *row)
{
    if (id == NATIVE_NO_STREAM || id == c->records->legacy_stream)
        return PROGRAM_STREAM_LEGACY;
    for (size_t i = c->program.streams.count; i-- > 1;)
        if (c->stream_ids[i] == id)
            return (uint32_t)i;
    return add_stream(
        c, &(struct program_stream){.kind = STREAM_PER_THREAD, .thread = (uint16_t)row->thread},
        id);
}

static uint32_t event_row(struct conversion *c, uint64_t handle)
{
    for (size_t i = c->program.events.count; handle && i-- > 1;)
        if (c->event_handles[i] == handle)
            return (uint32_t)i;
    return 0;
}

static void make_object(struct conversion *c, const struct native_call *call)
{
    enum { NON_BLOCKING = 1, BLOCKING_SYNC = 1, DISABLE_TIMING = 2 }; /* as in the runtime API */
    switch (call->call) {
    case CALL_cudaStreamCreate:
    case CALL_cudaStreamCreateWithFlags:
    case CALL_cudaStreamCreateWithPriority:
        add_stream(c,
                   &(struct program_stream){.kind = call->flags & NON_BLOCKING ? STREAM_NONBLOCKING
                                                                               : STREAM_BLOCKING,
                                            .priority = call->priority},
                   call->stream);
        break;
    case CALL_cudaEventCreate:
    case CALL_cudaEventCreateWithFlags: {
        uint32_t row = program_add_event(
            &c->program, &(struct program_event){.timing = !(call->flags & DISABLE_TIMING),
                                                 .blocking = call->flags & BLOCKING_SYNC});
        c->event_handles =
            mem_grow(c->event_handles, &c->event_capacity, row + 1, sizeof *c->event_handles);
        c->generations =
            mem_grow(c->generations, &c->generation_capacity, row + 1, sizeof *c->generations);
        c->event_handles[row] = call->event;
        c->generations[row] = 0;
        break;
    }
    default:
        break;
    }
}

static void add_kernel(struct conversion *c, const struct native_span *span, struct timeline_op *op)
{
    char name[256] = "";
    if (span->name)
        native_short_name(span->name, name, sizeof name);
    struct program_launch launch = {.kernel = 0,
                                    .grid = {span->grid[0], span->grid[1], span->grid[2]},
                                    .block = {span->block[0], span->block[1], span->block[2]},
                                    .shared_bytes = span->shared_bytes,
                                    .registers = span->registers,
                                    .carveout = -1,
                                    .priority = INT32_MIN};
    op->kind = OP_KERNEL;
    op->machine = MACHINE_SM;
    op->detail = program_add_launch(&c->program, &launch, NULL, 0);
    op->name = intern_adds(&c->program.names, name);
}

static void add_copy(struct conversion *c, const struct native_span *span, struct timeline_op *op)
{
    enum copy_kind kind = (enum copy_kind)span->copy_kind;
    struct program_copy copy = {.kind = kind,
                                .dst = {.bytes = span->bytes},
                                .src = {.bytes = kind == COPY_MEMSET ? 0 : span->bytes},
                                .rows = 1,
                                .host_memory = (enum memory_kind)span->host_memory,
                                .value = -1};
    timeline_set_copy(op, kind);
    op->detail = program_add_copy(&c->program, &copy);
    op->name = intern_adds(&c->program.names, copy_kind_name(kind));
}

static uint32_t add_op(struct conversion *c, struct native_merged *m)
{
    const struct native_call *call = m->row.call;
    uint32_t id = timeline_add_op(c->timeline);
    struct timeline_op *op = &c->timeline->ops.rows[id];
    op->call = m->row.enter;
    op->returned = m->row.returned;
    op->start = m->row.start;
    op->end = m->row.end;
    op->stream = m->stream;
    op->thread = (uint16_t)m->row.thread;
    if (m->row.span) {
        if (m->row.span->kind == NATIVE_KERNEL)
            add_kernel(c, m->row.span, op);
        else
            add_copy(c, m->row.span, op);
        return id;
    }
    switch (call->call) {
    case CALL_cudaEventRecord:
    case CALL_cudaEventRecordWithFlags:
        op->kind = OP_RECORD;
        op->detail = event_row(c, call->event);
        if (op->detail)
            op->generation = ++c->generations[op->detail];
        break;
    case CALL_cudaStreamWaitEvent:
        op->kind = OP_WAIT;
        op->detail = event_row(c, call->event);
        if (op->detail)
            op->generation = c->generations[op->detail];
        break;
    default:
        op->kind = OP_HOST;
        op->machine = MACHINE_HOST_WORKER;
        break;
    }
    return id;
}

/* Streams and events are made in the order of the calls, before what names them. */
static void fill(struct conversion *c)
{
    struct timeline *t = c->timeline;
    for (size_t i = 0; i < c->runs.count; i++) {
        struct native_merged *m = &c->runs.merged[i];
        const struct native_call *call = m->row.call;
        make_object(c, call);
        m->stream = stream_row(c, m->row.span ? m->row.span->stream : call->stream, &m->row);
        while (c->program.threads.count <= m->row.thread)
            program_add_thread(&c->program, &(struct program_thread){.kind = THREAD_HOST});
        uint32_t op = m->row.operation ? add_op(c, m) : TIMELINE_NO_OP;
        if ((op == TIMELINE_NO_OP && m->row.enter >= 0) ||
            (op != TIMELINE_NO_OP && native_can_wait(call)))
            timeline_add_call(t, &(struct timeline_call){.enter = m->row.enter,
                                                         .returned = m->row.returned,
                                                         .op = op,
                                                         .thread = (uint16_t)m->row.thread,
                                                         .call = call->call,
                                                         .result = call->result});
    }
    t->spreads.rows = mem_zalloc((t->ops.count + 1) * sizeof *t->spreads.rows);
    t->spreads.count = t->spreads.capacity = t->ops.count;
    for (size_t i = 0, op = 0; i < c->runs.count; i++)
        if (c->runs.merged[i].row.operation)
            t->spreads.rows[op++] = c->runs.merged[i].spread;
}

/* The range that limits the timed part, where every run has it. */
static void add_range(struct conversion *c)
{
    const struct native_runs *runs = &c->runs;
    int64_t *begins = mem_zalloc(runs->run_count * sizeof *begins);
    int64_t *ends = mem_zalloc(runs->run_count * sizeof *ends);
    size_t count = 0;
    uint32_t thread = 0;
    for (size_t r = 0; r < runs->run_count; r++) {
        const struct native_range *range = runs->runs[r].range;
        if (range == NULL || range->end == TIMELINE_UNKNOWN)
            continue;
        begins[count] = range->begin - runs->runs[r].zero;
        ends[count++] = range->end - runs->runs[r].zero;
        for (size_t i = 0; i < runs->runs[r].count; i++)
            if (runs->runs[r].rows[i].call->thread == range->thread)
                thread = runs->runs[r].rows[i].thread;
    }
    struct timeline *t = c->timeline;
    if (count == runs->run_count) {
        t->ranges.rows = mem_grow(t->ranges.rows, &t->ranges.capacity, t->ranges.count + 1,
                                  sizeof *t->ranges.rows);
        t->ranges.rows[t->ranges.count++] =
            (struct timeline_range){.begin = native_median(begins, count).value,
                                    .end = native_median(ends, count).value,
                                    .name = intern_adds(&t->names, "nullstream"),
                                    .thread = (uint16_t)thread};
    }
    free(begins);
    free(ends);
}

static int set_facts(struct conversion *c, struct err *err)
{
    const struct native_records *records = c->records;
    struct timeline *t = c->timeline;
    struct native_median plain, traced;
    if (native_walls(&c->runs, &plain, &traced, err) != 0)
        return -1;
    struct timeline_measurement *facts = &t->measurement;
    t->source = TIMELINE_MEASURED;
    t->zero = 0;
    facts->repetitions = (uint32_t)c->runs.run_count;
    facts->processes = 1;
    facts->clock = intern_adds(&t->names, "cupti");
    if (records->driver)
        facts->driver = intern_adds(&t->names, records->driver);
    if (records->date)
        facts->date = intern_adds(&t->names, records->date);
    if (records->device)
        t->device_name = intern_adds(&t->names, records->device);
    for (size_t i = 0; i < records->option_count; i++) {
        t->options.rows = mem_grow(t->options.rows, &t->options.capacity, t->options.count + 1,
                                   sizeof *t->options.rows);
        t->options.rows[t->options.count++].text = intern_adds(&t->names, records->options[i]);
    }
    int64_t first = INT64_MAX, last = INT64_MIN;
    for (size_t i = 0; i < c->runs.count; i++) {
        const struct native_row *row = &c->runs.merged[i].row;
        if (row->start == TIMELINE_UNKNOWN || row->call->outside)
            continue;
        first = row->start < first ? row->start : first;
        last = row->end > last ? row->end : last;
    }
    if (first != INT64_MAX)
        t->span = last - first;
    add_range(c);
    facts->instrument_wall = traced.value;
    t->wall = plain.value;
    if (plain.value != TIMELINE_UNKNOWN) {
        facts->wall_p10 = plain.value + plain.p10;
        facts->wall_p90 = plain.value + plain.p90;
    } else if (traced.value != TIMELINE_UNKNOWN) {
        t->wall = traced.value;
    } else if (last != INT64_MIN) {
        t->wall = last;
    }
    return 0;
}

int native_timeline(struct native_records *records, struct timeline *timeline, struct err *err)
{
    timeline_init(timeline);
    struct conversion c = {.records = records, .timeline = timeline};
    program_init(&c.program);
    int result = native_runs_read(&c.runs, records, err);
    if (result == 0) {
        fill(&c);
        if (records->scenario)
            c.program.scenario = intern_adds(&c.program.names, records->scenario);
        timeline_take_tables(timeline, &c.program);
        result = set_facts(&c, err);
    }
    native_runs_release(&c.runs);
    free(c.stream_ids);
    free(c.event_handles);
    free(c.generations);
    program_release(&c.program);
    return result;
}
