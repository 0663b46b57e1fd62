#include "sim/draw/layout.h"

#include "sim/analysis/label.h"
#include "sim/base/mem.h"
#include "sim/model/host_move.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const struct layout_legend_row layout_legend[LAYOUT_LEGEND_ROWS] = {
    {ROLE_KERNEL, "kernel"},
    {ROLE_H2D, "copy in"},
    {ROLE_D2H, "copy out"},
    {ROLE_D2D, "copy within device or host"},
    {ROLE_MEMSET, "memset"},
    {ROLE_HOSTFN, "host function"},
    {ROLE_MARK, "event record or wait"},
    {ROLE_ALLOC, "allocation or free"},
    {ROLE_CALL, "call"},
    {ROLE_BUSY, "host busy"},
    {ROLE_BLOCKED, "host blocked"},
    {ROLE_WAIT, "waits for earlier work"},
    {ROLE_RESOURCE, "waits for the hardware"},
    {ROLE_FENCE, "fence"}};

enum bar_role layout_role(const struct timeline *timeline, const struct timeline_op *op)
{
    switch ((enum op_kind)op->kind) {
    case OP_KERNEL:
        return ROLE_KERNEL;
    case OP_MEMSET:
        return ROLE_MEMSET;
    case OP_HOST:
        return ROLE_HOSTFN;
    case OP_FREE_ALLOC:
        return ROLE_ALLOC;
    case OP_COPY:
        switch (timeline->copies.rows[op->detail].kind) {
        case COPY_H2D:
            return ROLE_H2D;
        case COPY_D2H:
            return ROLE_D2H;
        default:
            return ROLE_D2D;
        }
    case OP_RECORD:
    case OP_WAIT:
        break;
    }
    return ROLE_MARK;
}

static struct layout_lane *add_lane(struct layout *layout, enum lane_group group, uint32_t key)
{
    layout->lanes = mem_grow(layout->lanes, &layout->lane_capacity, layout->lane_count + 1,
                             sizeof *layout->lanes);
    struct layout_lane *lane = &layout->lanes[layout->lane_count++];
    memset(lane, 0, sizeof *lane);
    lane->group = group;
    lane->key = key;
    lane->first_bar = layout->bar_count;
    return lane;
}

/* What lies outside of what is shown gets no bar. */
static void add_bar(struct layout *layout, const struct layout_bar *bar)
{
    if (bar->to < layout->from || bar->from > layout->to)
        return;
    layout->bars =
        mem_grow(layout->bars, &layout->bar_capacity, layout->bar_count + 1, sizeof *layout->bars);
    layout->bars[layout->bar_count++] = *bar;
}

static int by_start(const void *a, const void *b)
{
    const struct layout_bar *x = a, *y = b;
    if (x->from != y->from)
        return x->from < y->from ? -1 : 1;
    if (x->op != y->op)
        return x->op < y->op ? -1 : 1;
    return (x->call > y->call) - (x->call < y->call);
}

/* Bars of one lane in order of start, each in the lowest sub-lane that is free. Waits are drawn
 * behind the bars and share the first. */
static void close_lane(struct layout *layout, struct layout_lane *lane)
{
    lane->bar_count = layout->bar_count - lane->first_bar;
    lane->subs = 1;
    if (lane->bar_count == 0)
        return;
    struct layout_bar *bars = layout->bars + lane->first_bar;
    size_t ordered = 1;
    while (ordered < lane->bar_count && by_start(&bars[ordered - 1], &bars[ordered]) <= 0)
        ordered++;
    if (ordered < lane->bar_count)
        qsort(bars, lane->bar_count, sizeof *bars, by_start);
    int64_t *free_at = NULL;
    size_t capacity = 0, count = 0;
    for (size_t i = 0; i < lane->bar_count; i++) {
        if (bars[i].role == ROLE_WAIT || bars[i].role == ROLE_RESOURCE ||
            bars[i].role == ROLE_MARK || bars[i].role == ROLE_ALLOC || bars[i].role == ROLE_CALL)
            continue;
        size_t sub = 0;
        while (sub < count && free_at[sub] > bars[i].from)
            sub++;
        if (sub == UINT16_MAX)
            sub--;
        if (sub == count) {
            free_at = mem_grow(free_at, &capacity, count + 1, sizeof *free_at);
            count++;
        }
        free_at[sub] = bars[i].to;
        bars[i].sub = (uint16_t)sub;
    }
    lane->subs = (uint16_t)(count ? count : 1);
    free(free_at);
}

/* Rows by a key, each group in the order of the rows: one pass to count, one to place, so that a
 * million operations in thousands of streams or threads stay cheap. */
struct grouped {
    size_t *first; /* by key, and one more: rows of ids */
    uint32_t *ids;
};

static void group_rows(struct grouped *grouped, const struct timeline *timeline, size_t rows,
                       uint32_t keys,
                       uint32_t (*key_of)(const struct timeline *timeline, size_t row))
{
    /* a key's entry counts, then says where its next row goes, and in the end where the next key's
     * begin */
    size_t *first = mem_zalloc(((size_t)keys + 2) * sizeof *first);
    grouped->ids = mem_zalloc((rows + 1) * sizeof *grouped->ids);
    grouped->first = first;
    for (size_t i = 0; i < rows; i++) {
        uint32_t key = key_of(timeline, i);
        if (key < keys)
            first[key + 2]++;
    }
    for (size_t k = 2; k < (size_t)keys + 2; k++)
        first[k] += first[k - 1];
    for (size_t i = 0; i < rows; i++) {
        uint32_t key = key_of(timeline, i);
        if (key < keys)
            grouped->ids[first[key + 1]++] = (uint32_t)i;
    }
}

static void grouped_release(struct grouped *grouped)
{
    free(grouped->first);
    free(grouped->ids);
}

static uint32_t thread_of_op(const struct timeline *timeline, size_t row)
{
    return timeline->ops.rows[row].thread;
}

static uint32_t thread_of_call(const struct timeline *timeline, size_t row)
{
    return timeline->calls.rows[row].thread;
}

/* Whether the host waited in a call. A prediction knows; of a measurement, where nothing has been
 * inferred, a call counts that can wait. */
static bool waited(const struct layout *layout, const struct timeline_call *call)
{
    if (call->wait_count > 0 || layout->told[call->thread % 2])
        return call->wait_count > 0;
    return call->op != TIMELINE_NO_OP || call_waits_for_work((enum call)call->call);
}

/* Its thread waits or sleeps, and is not busy. */
static bool is_idle(const struct layout *layout, const struct timeline_call *call)
{
    return waited(layout, call) || call->call == CALL_host_sleep;
}

static void add_call(struct layout *layout, uint32_t row)
{
    const struct timeline_call *call = &layout->timeline->calls.rows[row];
    if (call->returned <= layout->from)
        return;
    add_bar(layout, &(struct layout_bar){.from = call->enter,
                                         .to = call->returned,
                                         .op = TIMELINE_NO_OP,
                                         .call = row,
                                         .role = is_idle(layout, call) ? ROLE_BLOCKED : ROLE_CALL});
}

/* The call that enqueued it; when that returned may be unknown. */
static void add_issue(struct layout *layout, uint32_t id)
{
    const struct timeline_op *op = &layout->timeline->ops.rows[id];
    if (op->call == TIMELINE_UNKNOWN)
        return;
    int64_t to =
        op->returned != TIMELINE_UNKNOWN && op->returned > op->call ? op->returned : op->call;
    add_bar(layout, &(struct layout_bar){.from = op->call, .to = to, .op = id, .role = ROLE_CALL});
}

/* Of lambdas only the line tells one from another: it must not be cut off. */
static void add_thread_label(struct layout_lane *lane, uint32_t thread, const char *name)
{
    static const char lambda[] = "lambda at line ";
    const size_t length = sizeof lambda - 1;
    if (thread == 0)
        snprintf(lane->label, sizeof lane->label, "host");
    else if (strncmp(name, lambda, length) == 0)
        snprintf(lane->label, sizeof lane->label, "thread %u lambda:%.13s", thread, name + length);
    else
        snprintf(lane->label, sizeof lane->label, "thread %u%s%.20s", thread, *name ? " " : "",
                 name);
}

static void add_host_lane(struct layout *layout, uint32_t thread, const struct grouped *ops,
                          const struct grouped *calls)
{
    const struct timeline *timeline = layout->timeline;
    size_t at = layout->lane_count;
    struct layout_lane *lane = add_lane(layout, LANE_HOST, thread);
    add_thread_label(lane, thread, timeline_name(timeline, timeline->threads.rows[thread].name));
    for (size_t i = ops->first[thread]; i < ops->first[thread + 1]; i++)
        add_issue(layout, ops->ids[i]);
    for (size_t i = calls->first[thread]; i < calls->first[thread + 1]; i++)
        add_call(layout, calls->ids[i]);
    close_lane(layout, &layout->lanes[at]);
}

static void add_host_lanes(struct layout *layout)
{
    const struct timeline *timeline = layout->timeline;
    uint32_t threads = (uint32_t)timeline->threads.count;
    struct grouped ops, calls;
    group_rows(&ops, timeline, timeline->ops.count, threads, thread_of_op);
    group_rows(&calls, timeline, timeline->calls.count, threads, thread_of_call);
    for (uint32_t thread = 0; thread < threads; thread++)
        if (timeline->threads.rows[thread].kind == THREAD_HOST)
            add_host_lane(layout, thread, &ops, &calls);
    grouped_release(&ops);
    grouped_release(&calls);
}

/* From the call to the start, by the rules of the waits; a measured operation has none. Where it
 * waits for its stream, the lane shows what the operation in front of it does, or waits for. */
static void add_waits(struct layout *layout, const struct timeline_op *op, uint32_t id)
{
    int64_t from = op->call;
    for (uint32_t i = 0; i < op->wait_count; i++) {
        const struct timeline_wait *wait = &layout->timeline->waits.rows[op->first_wait + i];
        enum rule_group group = rule_info((enum rule)wait->rule)->group;
        if (group != RULE_TIME && wait->rule != RULE_ID_STREAM && wait->to > from)
            add_bar(layout,
                    &(struct layout_bar){.from = from,
                                         .to = wait->to,
                                         .op = id,
                                         .role = group == RULE_ORDER ? ROLE_WAIT : ROLE_RESOURCE});
        from = wait->to;
    }
}

static void add_op(struct layout *layout, uint32_t id)
{
    const struct timeline_op *op = &layout->timeline->ops.rows[id];
    if (op->start == TIMELINE_UNKNOWN || op->end == TIMELINE_UNKNOWN)
        return;
    add_bar(layout, &(struct layout_bar){.from = op->start,
                                         .to = op->end,
                                         .op = id,
                                         .role = (uint8_t)layout_role(layout->timeline, op),
                                         .guessed = (op->flags & OP_GUESSED) != 0});
}

/* Whether all of them lie before the timed part: set-up that is never shown. */
static bool are_past(const struct timeline *timeline, const uint32_t *ids, size_t count)
{
    bool past = true;
    for (size_t i = 0; past && i < count; i++) {
        int64_t end = timeline->ops.rows[ids[i]].end;
        past = end != TIMELINE_UNKNOWN && end < timeline->zero;
    }
    return past;
}

/* A lane for each key that operations have. */
static void add_grouped(struct layout *layout, enum lane_group group, uint32_t keys,
                        uint32_t (*key_of)(const struct timeline *timeline, size_t row))
{
    const struct timeline *timeline = layout->timeline;
    struct grouped ops;
    group_rows(&ops, timeline, timeline->ops.count, keys, key_of);
    for (uint32_t k = 0; k < keys; k++) {
        if (are_past(timeline, ops.ids + ops.first[k], ops.first[k + 1] - ops.first[k]))
            continue;
        size_t at = layout->lane_count;
        add_lane(layout, group, k);
        for (size_t i = ops.first[k]; i < ops.first[k + 1]; i++) {
            if (group == LANE_STREAM)
                add_waits(layout, &timeline->ops.rows[ops.ids[i]], ops.ids[i]);
            add_op(layout, ops.ids[i]);
        }
        close_lane(layout, &layout->lanes[at]);
    }
    grouped_release(&ops);
}

static uint32_t stream_key(const struct timeline *timeline, size_t row)
{
    return timeline->ops.rows[row].stream;
}

enum { MACHINE_KEYS = (MACHINE_HOST + 1) * LAYOUT_MACHINES };

uint32_t layout_machine_key(const struct timeline_op *op)
{
    if (op->machine == MACHINE_NONE)
        return UINT32_MAX;
    return (uint32_t)op->machine * LAYOUT_MACHINES + op->machine_index % LAYOUT_MACHINES;
}

static uint32_t machine_key(const struct timeline *timeline, size_t row)
{
    return layout_machine_key(&timeline->ops.rows[row]);
}

static void name_stream(const struct timeline *timeline, struct layout_lane *lane)
{
    const struct program_stream *stream = &timeline->streams.rows[lane->key];
    const char *name = timeline_name(timeline, stream->name);
    if (stream->kind == STREAM_LEGACY)
        snprintf(lane->label, sizeof lane->label, "default");
    else if (program_shares_name(timeline->streams.rows, timeline->streams.count, lane->key))
        snprintf(lane->label, sizeof lane->label, "stream %u %.22s", lane->key, name);
    else if (*name == '\0')
        snprintf(lane->label, sizeof lane->label, "stream %u", lane->key);
    else if (program_says_stream(name) || strcmp(name, "stream") == 0)
        snprintf(lane->label, sizeof lane->label, "%.30s", name);
    else
        snprintf(lane->label, sizeof lane->label, "stream %.30s", name);
}

/* A copy engine is called after what it carried. */
static void name_copy_engine(const struct layout *layout, struct layout_lane *lane)
{
    const struct timeline *t = layout->timeline;
    bool in = false, out = false, driver = lane->key % LAYOUT_MACHINES == MACHINE_COPY_DRIVER;
    for (size_t i = lane->first_bar; i < lane->first_bar + lane->bar_count; i++) {
        in |= layout->bars[i].role == ROLE_H2D;
        out |= layout->bars[i].role == ROLE_D2H;
        const struct timeline_op *op = &t->ops.rows[layout->bars[i].op];
        driver &= op->kind == OP_COPY && t->copies.rows[op->detail].host_memory == MEMORY_MANAGED;
    }
    const char *text = driver      ? LABEL_PREFETCHING
                       : in && out ? "copy engine"
                       : in        ? "copy in"
                       : out       ? "copy out"
                                   : "copy peer";
    snprintf(lane->label, sizeof lane->label, "%s", text);
}

static void name_machine(const struct layout *layout, struct layout_lane *lane)
{
    switch ((enum machine_kind)(lane->key / LAYOUT_MACHINES)) {
    case MACHINE_SM:
        snprintf(lane->label, sizeof lane->label, "SM array");
        break;
    case MACHINE_COPY:
        name_copy_engine(layout, lane);
        break;
    case MACHINE_HOST_WORKER:
        snprintf(lane->label, sizeof lane->label, "host worker");
        break;
    default:
        snprintf(lane->label, sizeof lane->label, "host copies");
        break;
    }
}

static void add_fences(struct layout *layout)
{
    const struct timeline *timeline = layout->timeline;
    for (uint32_t i = 0; i < timeline->ops.count; i++) {
        const struct timeline_op *op = &timeline->ops.rows[i];
        for (uint32_t w = 0; w < op->wait_count; w++) {
            const struct timeline_wait *wait = &timeline->waits.rows[op->first_wait + w];
            if (wait->rule != RULE_ID_LEGACY_FENCE || wait->to < layout->from ||
                wait->to > layout->to)
                continue;
            layout->fences = mem_grow(layout->fences, &layout->fence_capacity,
                                      layout->fence_count + 1, sizeof *layout->fences);
            layout->fences[layout->fence_count++] = (struct layout_fence){wait->to, i};
        }
    }
}

static int64_t end_of(const struct timeline *timeline)
{
    int64_t end = timeline->zero + 1;
    for (size_t i = 0; i < timeline->ops.count; i++)
        if (timeline->ops.rows[i].end != TIMELINE_UNKNOWN && timeline->ops.rows[i].end > end)
            end = timeline->ops.rows[i].end;
    if (timeline->wall != TIMELINE_UNKNOWN && timeline->zero + timeline->wall > end)
        end = timeline->zero + timeline->wall;
    return end;
}

/* From zero to the end, or what is asked for of it. */
static void set_window(struct layout *layout)
{
    const struct timeline *t = layout->timeline;
    layout->from = t->zero;
    layout->to = end_of(t);
    if (t->shown_from >= t->shown_to)
        return;
    if (t->shown_from > 0 && t->shown_from < layout->to - t->zero)
        layout->from = t->zero + t->shown_from;
    if (t->shown_to < layout->to - t->zero && t->zero + t->shown_to > layout->from)
        layout->to = t->zero + t->shown_to;
}

void layout_init(struct layout *layout, const struct timeline *timeline)
{
    bool told = timeline->source == TIMELINE_PREDICTED;
    layout_init_merged(layout, timeline, (const bool[2]){told, told});
}

void layout_init_merged(struct layout *layout, const struct timeline *timeline, const bool told[2])
{
    memset(layout, 0, sizeof *layout);
    layout->timeline = timeline;
    memcpy(layout->told, told, sizeof layout->told);
    set_window(layout);
    add_host_lanes(layout);
    add_grouped(layout, LANE_STREAM, (uint32_t)timeline->streams.count, stream_key);
    size_t first_machine = layout->lane_count;
    add_grouped(layout, LANE_MACHINE, MACHINE_KEYS, machine_key);
    for (size_t i = 0; i < layout->lane_count; i++) {
        if (layout->lanes[i].group == LANE_STREAM)
            name_stream(timeline, &layout->lanes[i]);
        else if (i >= first_machine)
            name_machine(layout, &layout->lanes[i]);
    }
    add_fences(layout);
}

static uint32_t connection_key(const struct timeline *timeline, size_t row)
{
    const struct timeline_op *op = &timeline->ops.rows[row];
    if (op->connection == 0)
        return UINT32_MAX;
    return op->connection + (op->machine == MACHINE_COPY ? LAYOUT_COPIES : 0);
}

void layout_connection_name(uint32_t key, char *name, size_t size)
{
    bool copies = key & LAYOUT_COPIES;
    snprintf(name, size, "%s %u", copies ? "copy conn." : "connection", key & ~LAYOUT_COPIES);
}

void layout_add_connections(struct layout *layout)
{
    size_t first = layout->lane_count;
    add_grouped(layout, LANE_CONNECTION, 2 * LAYOUT_COPIES, connection_key);
    for (size_t i = first; i < layout->lane_count; i++)
        layout_connection_name(layout->lanes[i].key, layout->lanes[i].label,
                               sizeof layout->lanes[i].label);
}

static void call_name(const struct timeline *timeline, const struct timeline_call *call, char *name,
                      size_t size)
{
    bool told = timeline_call_waits_by(timeline, call, RULE_ID_CONDITION);
    const struct program_host_move *move = timeline_host_move(timeline, call);
    const char *full = call_info((enum call)call->call)->name;
    switch (call->call) {
    case CALL_cudaDeviceSynchronize:
        full = "device sync";
        break;
    case CALL_cudaStreamSynchronize:
        full = "stream sync";
        break;
    case CALL_cudaEventSynchronize:
        full = "event sync";
        break;
    case CALL_thread_join:
        full = "join";
        break;
    case CALL_lock_acquire:
        full = told ? "wait" : "lock";
        break;
    case CALL_host_sleep:
        full = call->turns == TIMELINE_TIMED ? "timed wait" : "sleep";
        break;
    case CALL_host_work:
        full = told ? "waiting loop" : move ? timeline_name(timeline, move->name) : "host work";
        break;
    default:
        break;
    }
    snprintf(name, size, "%s", full);
}

void layout_bar_name(const struct layout *layout, const struct layout_bar *bar, char *name,
                     size_t size)
{
    const struct timeline *timeline = layout->timeline;
    if (bar->op == TIMELINE_NO_OP) {
        call_name(timeline, &timeline->calls.rows[bar->call], name, size);
        return;
    }
    const struct timeline_op *op = &timeline->ops.rows[bar->op];
    snprintf(name, size, "%s%s", timeline_name(timeline, op->name), bar->guessed ? "?" : "");
}

void layout_release(struct layout *layout)
{
    free(layout->lanes);
    free(layout->bars);
    free(layout->fences);
    memset(layout, 0, sizeof *layout);
}
