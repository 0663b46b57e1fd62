#include "sim/io/chrome.h"

#include "sim/analysis/label.h"
#include "sim/base/duration.h"
#include "sim/base/json.h"
#include "sim/base/mem.h"

#include <stdlib.h>
#include <string.h>

enum { PID_HOST = 1, PID_STREAMS = 2, PID_MACHINES = 3 };

/* A row of slices that must not overlap: sub-lane `sub` of a group. */
struct lane {
    uint32_t group, sub;
    int64_t free_at;
};

struct lanes {
    struct lane *rows;
    size_t count, capacity;
    uint32_t *first; /* by group: 1 + its first lane; lanes of a group are chained by `next` */
    uint32_t *next;  /* by lane: 1 + the next of its group */
    size_t next_capacity;
};

struct writer {
    const struct timeline *t;
    struct sink *sink;
    struct strbuf *sb;
    struct strbuf scratch;
    int64_t origin; /* ts 0: zero, or the first moment if that is earlier */
    bool any;
    uint32_t *order; /* operations by start */
    size_t order_count;
    uint32_t *stream_lane, *machine_lane; /* by op: row of the lanes */
    struct lanes streams, machines;
};

/* --- lanes ---------------------------------------------------------------------------------------
 */

/* The first lane of the group that is free at `from`; a new one if there is none. */
static uint32_t lane_take(struct lanes *lanes, uint32_t group, int64_t from, int64_t to)
{
    uint32_t sub = 0;
    uint32_t *link = &lanes->first[group];
    for (; *link; link = &lanes->next[*link - 1], sub++) {
        struct lane *lane = &lanes->rows[*link - 1];
        if (lane->free_at <= from) {
            lane->free_at = to;
            return *link - 1;
        }
    }
    *link = (uint32_t)lanes->count + 1;
    lanes->rows = mem_grow(lanes->rows, &lanes->capacity, lanes->count + 1, sizeof *lanes->rows);
    lanes->next =
        mem_grow(lanes->next, &lanes->next_capacity, lanes->count + 1, sizeof *lanes->next);
    lanes->next[lanes->count] = 0;
    lanes->rows[lanes->count] = (struct lane){group, sub, to};
    return (uint32_t)lanes->count++;
}

/* Machines as group numbers: kind * 256 + index. */
static uint32_t machine_group(const struct timeline_op *op)
{
    return (uint32_t)op->machine << 8 | op->machine_index;
}

struct start {
    int64_t time;
    uint32_t op;
};

static int compare_starts(const void *a, const void *b)
{
    const struct start *x = a, *y = b;
    if (x->time != y->time)
        return x->time < y->time ? -1 : 1;
    return x->op < y->op ? -1 : x->op > y->op;
}

static void assign_lanes(struct writer *w)
{
    const struct timeline *t = w->t;
    struct start *starts = mem_zalloc(t->ops.count * sizeof *starts);
    for (uint32_t id = 0; id < t->ops.count; id++) {
        const struct timeline_op *op = &t->ops.rows[id];
        if (op->start != TIMELINE_UNKNOWN && op->end != TIMELINE_UNKNOWN)
            starts[w->order_count++] = (struct start){op->start, id};
    }
    qsort(starts, w->order_count, sizeof *starts, compare_starts);
    w->order = mem_zalloc(t->ops.count * sizeof *w->order);
    w->stream_lane = mem_zalloc(t->ops.count * sizeof *w->stream_lane);
    w->machine_lane = mem_zalloc(t->ops.count * sizeof *w->machine_lane);
    w->streams.first = mem_zalloc((t->streams.count + 1) * sizeof *w->streams.first);
    w->machines.first = mem_zalloc((MACHINE_HOST + 1) * 256 * sizeof *w->machines.first);
    for (size_t i = 0; i < w->order_count; i++) {
        uint32_t id = w->order[i] = starts[i].op;
        const struct timeline_op *op = &t->ops.rows[id];
        w->stream_lane[id] = lane_take(&w->streams, op->stream, op->start, op->end);
        if (timeline_is_work(op))
            w->machine_lane[id] = lane_take(&w->machines, machine_group(op), op->start, op->end);
    }
    free(starts);
}

/* --- events --------------------------------------------------------------------------------------
 */

/* Begins an event on a line of its own; the caller adds fields and closes it. */
static void begin(struct writer *w, const char *phase, int pid, int64_t tid)
{
    strbuf_adds(w->sb, w->any ? ",\n{\"ph\": \"" : "\n{\"ph\": \"");
    w->any = true;
    strbuf_adds(w->sb, phase);
    strbuf_adds(w->sb, "\", \"pid\": ");
    json_add_int(w->sb, pid);
    strbuf_adds(w->sb, ", \"tid\": ");
    json_add_int(w->sb, tid);
}

static void add_scratch(struct writer *w, const char *key)
{
    strbuf_adds(w->sb, key);
    json_add_string(w->sb, w->scratch.text, w->scratch.length);
    strbuf_clear(&w->scratch);
}

static void add_time(struct writer *w, const char *key, int64_t time)
{
    strbuf_adds(w->sb, key);
    duration_add_us(w->sb, time - w->origin);
}

static void add_slice_times(struct writer *w, int64_t from, int64_t to)
{
    add_time(w, ", \"ts\": ", from);
    strbuf_adds(w->sb, ", \"dur\": ");
    duration_add_us(w->sb, to - from);
}

/* Names a lane or a process (metadata), from the scratch text, and says where it stands. */
static void add_title(struct writer *w, const char *what, int pid, int64_t tid, int64_t rank)
{
    begin(w, "M", pid, tid);
    strbuf_addf(w->sb, ", \"name\": \"%s_name\", \"args\": {", what);
    add_scratch(w, "\"name\": ");
    strbuf_adds(w->sb, "}}");
    begin(w, "M", pid, tid);
    strbuf_addf(w->sb, ", \"name\": \"%s_sort_index\", \"args\": {\"sort_index\": ", what);
    json_add_int(w->sb, rank);
    strbuf_adds(w->sb, "}}");
}

static void add_process(struct writer *w, int pid, const char *name)
{
    strbuf_adds(&w->scratch, name);
    add_title(w, "process", pid, 0, pid);
}

static void add_lane_titles(struct writer *w, const struct lanes *lanes, int pid)
{
    for (size_t i = 0; i < lanes->count; i++) {
        const struct lane *lane = &lanes->rows[i];
        if (pid == PID_STREAMS)
            label_stream(&w->scratch, w->t, lane->group);
        else
            label_machine(&w->scratch, (enum machine_kind)(lane->group >> 8), lane->group & 255);
        if (lane->sub)
            strbuf_addf(&w->scratch, " (%u)", lane->sub + 1);
        /* in the order of streams and machines, whatever started first */
        add_title(w, "thread", pid, (int64_t)i + 1,
                  (int64_t)lane->group * 4096 + (lane->sub < 4095 ? lane->sub : 4095));
    }
}

static void add_host_titles(struct writer *w)
{
    const struct timeline *t = w->t;
    for (size_t i = 0; i < t->threads.count; i++) {
        uint32_t name = t->threads.rows[i].name;
        if (name)
            strbuf_adds(&w->scratch, timeline_name(t, name));
        else
            strbuf_addf(&w->scratch, "thread %zu", i);
        add_title(w, "thread", PID_HOST, (int64_t)i * 2 + 1, (int64_t)i * 2 + 1);
    }
    bool *has = mem_zalloc(t->threads.count + 1);
    for (size_t i = 0; i < t->ranges.count; i++) {
        uint16_t thread = t->ranges.rows[i].thread;
        if (thread >= t->threads.count || has[thread])
            continue;
        has[thread] = true;
        strbuf_adds(&w->scratch, timeline_name(t, t->threads.rows[thread].name));
        strbuf_adds(&w->scratch, ": ranges");
        add_title(w, "thread", PID_HOST, thread * 2, thread * 2);
    }
    free(has);
}

/* "issue 3.620 us; legacy-fence behind k1 301.240 us" */
static void add_waits(struct writer *w, uint32_t first, uint32_t count, int64_t from)
{
    if (count == 0 || from == TIMELINE_UNKNOWN)
        return;
    for (uint32_t i = 0; i < count; i++) {
        const struct timeline_wait *wait = &w->t->waits.rows[first + i];
        if (i)
            strbuf_adds(&w->scratch, "; ");
        strbuf_adds(&w->scratch, rule_info((enum rule)wait->rule)->name);
        if (wait->blocker != TIMELINE_NO_OP) {
            strbuf_adds(&w->scratch, " behind ");
            label_op(&w->scratch, w->t, wait->blocker);
        }
        strbuf_addc(&w->scratch, ' ');
        duration_add_us(&w->scratch, wait->to - from);
        strbuf_adds(&w->scratch, " us");
        from = wait->to;
    }
    add_scratch(w, ", \"waits\": ");
}

static void add_place(struct writer *w, uint32_t place)
{
    label_place(&w->scratch, w->t, place);
    if (w->scratch.length)
        add_scratch(w, ", \"source\": ");
}

static void write_slice(struct writer *w, uint32_t id, int pid, int64_t tid)
{
    const struct timeline_op *op = &w->t->ops.rows[id];
    begin(w, "X", pid, tid);
    add_slice_times(w, op->start, op->end);
    label_op(&w->scratch, w->t, id);
    add_scratch(w, ", \"name\": ");
    strbuf_addf(w->sb, ", \"cat\": \"%s\"", op_kind_name((enum op_kind)op->kind));
    strbuf_adds(w->sb, ", \"args\": {\"op\": ");
    json_add_int(w->sb, id);
    add_place(w, op->place);
    if (pid == PID_STREAMS) {
        if (op->call != TIMELINE_UNKNOWN)
            add_time(w, ", \"called\": ", op->call);
        if (op->ready != TIMELINE_UNKNOWN)
            add_time(w, ", \"ready\": ", op->ready);
        add_waits(w, op->first_wait, op->wait_count, op->call);
    } else {
        label_stream(&w->scratch, w->t, op->stream);
        add_scratch(w, ", \"stream\": ");
    }
    strbuf_adds(w->sb, "}}");
}

/* An arrow from the end of the blocker's slice to the start of the one that waited. It must begin
 * inside the slice: a nanosecond before its end. */
static void write_arrow(struct writer *w, uint32_t id, const struct timeline_wait *wait,
                        int64_t number)
{
    const struct timeline_op *op = &w->t->ops.rows[id];
    const struct timeline_op *blocker = &w->t->ops.rows[wait->blocker];
    if (!timeline_has_times(op) || !timeline_has_times(blocker))
        return;
    const char *rule = rule_info((enum rule)wait->rule)->name;
    int64_t from = blocker->end > blocker->start ? blocker->end - 1 : blocker->start;
    if (from > op->start) /* it was waited for without having to end: a full queue, a held SM */
        from = blocker->start < op->start ? op->start : blocker->start;
    begin(w, "s", PID_STREAMS, w->stream_lane[wait->blocker] + 1);
    add_time(w, ", \"ts\": ", from);
    strbuf_addf(w->sb, ", \"name\": \"%s\", \"cat\": \"wait\", \"id\": ", rule);
    json_add_int(w->sb, number);
    strbuf_addc(w->sb, '}');
    begin(w, "f", PID_STREAMS, w->stream_lane[id] + 1);
    add_time(w, ", \"ts\": ", op->start > from ? op->start : from);
    strbuf_addf(w->sb, ", \"bp\": \"e\", \"name\": \"%s\", \"cat\": \"wait\", \"id\": ", rule);
    json_add_int(w->sb, number);
    strbuf_addc(w->sb, '}');
}

static int write_ops(struct writer *w, struct err *err)
{
    int64_t arrows = 0;
    for (size_t i = 0; i < w->order_count; i++) {
        uint32_t id = w->order[i];
        const struct timeline_op *op = &w->t->ops.rows[id];
        write_slice(w, id, PID_STREAMS, w->stream_lane[id] + 1);
        if (timeline_is_work(op))
            write_slice(w, id, PID_MACHINES, w->machine_lane[id] + 1);
        for (uint32_t k = 0; k < op->wait_count; k++) {
            const struct timeline_wait *wait = &w->t->waits.rows[op->first_wait + k];
            if (wait->blocker != TIMELINE_NO_OP)
                write_arrow(w, id, wait, ++arrows);
        }
        if (sink_flow(w->sink, err) < 0)
            return -1;
    }
    return 0;
}

/* The calls of the table; those that enqueue and do not wait are known by their operation. */
static int write_calls(struct writer *w, struct err *err)
{
    const struct timeline *t = w->t;
    bool *listed = mem_zalloc(t->ops.count + 1);
    int result = 0;
    for (size_t i = 0; i < t->calls.count && result == 0; i++) {
        const struct timeline_call *call = &t->calls.rows[i];
        if (call->op != TIMELINE_NO_OP)
            listed[call->op] = true;
        if (call->returned == TIMELINE_UNKNOWN)
            continue;
        begin(w, "X", PID_HOST, call->thread * 2 + 1);
        add_slice_times(w, call->enter, call->returned);
        strbuf_adds(&w->scratch, call->call ? call_info((enum call)call->call)->name : "call");
        add_scratch(w, ", \"name\": ");
        strbuf_adds(w->sb, ", \"cat\": \"call\", \"args\": {\"result\": ");
        json_add_int(w->sb, call->result);
        add_place(w, call->place);
        add_waits(w, call->first_wait, call->wait_count, call->enter);
        strbuf_adds(w->sb, "}}");
        result = sink_flow(w->sink, err);
    }
    for (uint32_t id = 0; id < t->ops.count && result == 0; id++) {
        const struct timeline_op *op = &t->ops.rows[id];
        if (listed[id] || op->call == TIMELINE_UNKNOWN || op->returned == TIMELINE_UNKNOWN)
            continue;
        begin(w, "X", PID_HOST, op->thread * 2 + 1);
        add_slice_times(w, op->call, op->returned);
        label_op(&w->scratch, t, id);
        add_scratch(w, ", \"name\": ");
        strbuf_adds(w->sb, ", \"cat\": \"call\", \"args\": {\"op\": ");
        json_add_int(w->sb, id);
        add_place(w, op->place);
        strbuf_adds(w->sb, "}}");
        result = sink_flow(w->sink, err);
    }
    free(listed);
    return result;
}

static int write_ranges(struct writer *w, struct err *err)
{
    for (size_t i = 0; i < w->t->ranges.count; i++) {
        const struct timeline_range *range = &w->t->ranges.rows[i];
        begin(w, "X", PID_HOST, range->thread * 2);
        int64_t end = range->end == TIMELINE_UNKNOWN ? w->t->timed_to : range->end;
        add_slice_times(w, range->begin, end > range->begin ? end : range->begin);
        strbuf_adds(&w->scratch, timeline_name(w->t, range->name));
        add_scratch(w, ", \"name\": ");
        strbuf_adds(w->sb, ", \"cat\": \"range\"}");
        if (sink_flow(w->sink, err) < 0)
            return -1;
    }
    return 0;
}

/* Residents of the device over time, as a counter. */
static int write_steps(struct writer *w, struct err *err)
{
    for (size_t i = 0; i < w->t->sm_steps.count; i++) {
        const struct timeline_sm_step *step = &w->t->sm_steps.rows[i];
        begin(w, "C", PID_MACHINES, 0);
        add_time(w, ", \"ts\": ", step->time);
        strbuf_addf(w->sb, ", \"name\": \"resident threads\", \"args\": {\"threads\": %d}}",
                    (int)step->threads);
        if (sink_flow(w->sink, err) < 0)
            return -1;
    }
    return 0;
}

/* Times before zero would be negative, which viewers do not all take. */
static int64_t origin_of(const struct timeline *t)
{
    int64_t origin = t->zero;
    for (size_t i = 0; i < t->calls.count; i++)
        if (t->calls.rows[i].enter < origin)
            origin = t->calls.rows[i].enter;
    for (size_t i = 0; i < t->ops.count; i++) {
        const struct timeline_op *op = &t->ops.rows[i];
        if (op->call != TIMELINE_UNKNOWN && op->call < origin)
            origin = op->call;
        if (op->start != TIMELINE_UNKNOWN && op->start < origin)
            origin = op->start;
    }
    for (size_t i = 0; i < t->ranges.count; i++)
        if (t->ranges.rows[i].begin < origin)
            origin = t->ranges.rows[i].begin;
    return origin;
}

static int write_all(struct writer *w, struct err *err)
{
    strbuf_adds(w->sb, "{\"displayTimeUnit\": \"ns\", \"otherData\": {\"source\": \"");
    strbuf_adds(w->sb, w->t->source == TIMELINE_MEASURED ? "measured" : "predicted");
    strbuf_adds(&w->scratch, timeline_name(w->t, w->t->scenario));
    add_scratch(w, "\", \"scenario\": ");
    strbuf_adds(w->sb, ", \"zero_us\": ");
    duration_add_us(w->sb, w->t->zero - w->origin);
    strbuf_adds(w->sb, "}, \"traceEvents\": [");
    add_process(w, PID_HOST, "host threads");
    add_process(w, PID_STREAMS, "streams");
    add_process(w, PID_MACHINES, "machines");
    add_host_titles(w);
    add_lane_titles(w, &w->streams, PID_STREAMS);
    add_lane_titles(w, &w->machines, PID_MACHINES);
    if (write_ranges(w, err) < 0 || write_calls(w, err) < 0 || write_ops(w, err) < 0 ||
        write_steps(w, err) < 0)
        return -1;
    strbuf_adds(w->sb, "\n]}\n");
    return sink_finish(w->sink, err);
}

static void lanes_release(struct lanes *lanes)
{
    free(lanes->rows);
    free(lanes->first);
    free(lanes->next);
}

int chrome_write(const struct timeline *timeline, struct sink *sink, struct err *err)
{
    struct writer w = {.t = timeline, .sink = sink, .sb = &sink->text};
    strbuf_init(&w.scratch);
    w.origin = origin_of(timeline);
    assign_lanes(&w);
    int result = write_all(&w, err);
    lanes_release(&w.streams);
    lanes_release(&w.machines);
    free(w.order);
    free(w.stream_lane);
    free(w.machine_lane);
    strbuf_release(&w.scratch);
    return result;
}
