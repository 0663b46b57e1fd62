#include "sim/model/timeline.h"

#include "sim/base/mem.h"
#include "sim/model/cuda_errors.h"

#include <stdlib.h>
#include <string.h>

#define GROW(table, more)                                                                          \
    ((table).rows =                                                                                \
         mem_grow((table).rows, &(table).capacity, (table).count + (more), sizeof *(table).rows))

/* Replaces a table by a copy of another. */
#define COPY_TABLE(to, from)                                                                       \
    do {                                                                                           \
        (to).count = 0;                                                                            \
        GROW(to, (from).count);                                                                    \
        if ((from).count)                                                                          \
            memcpy((to).rows, (from).rows, (from).count * sizeof *(to).rows);                      \
        (to).count = (from).count;                                                                 \
    } while (0)

/* Row 0 of a table whose ids start at 1. */
#define RESERVE(table)                                                                             \
    do {                                                                                           \
        GROW(table, 1);                                                                            \
        memset((table).rows, 0, sizeof *(table).rows);                                             \
        (table).count = 1;                                                                         \
    } while (0)

void timeline_init(struct timeline *timeline)
{
    memset(timeline, 0, sizeof *timeline);
    intern_init(&timeline->names);
    strbuf_init(&timeline->output);
    strbuf_init(&timeline->program);
    RESERVE(timeline->places);
    RESERVE(timeline->events);
    RESERVE(timeline->copies);
    RESERVE(timeline->launches);
    RESERVE(timeline->hostfns);
    timeline->span = timeline->wall = TIMELINE_UNKNOWN;
    timeline->measurement.wall_p10 = TIMELINE_UNKNOWN;
    timeline->measurement.wall_p90 = TIMELINE_UNKNOWN;
    timeline->measurement.instrument_wall = TIMELINE_UNKNOWN;
    timeline->measurement.noise = (struct timeline_noise){
        .wall = TIMELINE_UNKNOWN,
        .placement_median = TIMELINE_UNKNOWN,
        .placement_p95 = TIMELINE_UNKNOWN,
        .placement_worst = TIMELINE_UNKNOWN,
        .relations = TIMELINE_UNKNOWN,
        .relations_right = TIMELINE_UNKNOWN,
    };
}

void timeline_reserve(struct timeline *timeline, size_t ops)
{
    GROW(timeline->ops, ops);
    GROW(timeline->waits, ops * 8); /* most have three or four; what is not used is never touched */
    timeline->afters.rows = mem_grow(timeline->afters.rows, &timeline->afters.capacity,
                                     timeline->afters.count + ops, sizeof *timeline->afters.rows);
}

uint32_t timeline_add_op(struct timeline *timeline)
{
    GROW(timeline->ops, 1);
    timeline->ops.rows[timeline->ops.count] = (struct timeline_op){
        .call = TIMELINE_UNKNOWN,
        .returned = TIMELINE_UNKNOWN,
        .ready = TIMELINE_UNKNOWN,
        .start = TIMELINE_UNKNOWN,
        .end = TIMELINE_UNKNOWN,
    };
    return (uint32_t)timeline->ops.count++;
}

uint32_t timeline_add_waits(struct timeline *timeline, const struct timeline_wait *waits,
                            size_t count)
{
    uint32_t first = (uint32_t)timeline->waits.count;
    GROW(timeline->waits, count);
    if (count)
        memcpy(timeline->waits.rows + first, waits, count * sizeof *waits);
    timeline->waits.count += count;
    return first;
}

uint32_t timeline_add_after(struct timeline *timeline, uint32_t op)
{
    GROW(timeline->afters, 1);
    timeline->afters.rows[timeline->afters.count] = op;
    return (uint32_t)timeline->afters.count++;
}

void timeline_add_call(struct timeline *timeline, const struct timeline_call *call)
{
    GROW(timeline->calls, 1);
    timeline->calls.rows[timeline->calls.count++] = *call;
}

void timeline_add_answer(struct timeline *timeline, int64_t elapsed, int64_t p10, int64_t p90)
{
    GROW(timeline->answers, 1);
    timeline->answers.rows[timeline->answers.count++] =
        (struct timeline_answer){(uint32_t)timeline->calls.count - 1, elapsed, p10, p90};
}

struct timeline_mode *timeline_add_mode(struct timeline *timeline, uint32_t runs, int64_t wall)
{
    GROW(timeline->modes, 1);
    struct timeline_mode *mode = &timeline->modes.rows[timeline->modes.count++];
    *mode = (struct timeline_mode){runs, wall, TIMELINE_NO_OP};
    return mode;
}

void timeline_add_undecided(struct timeline *timeline, const struct timeline_undecided *pair)
{
    GROW(timeline->undecided, 1);
    timeline->undecided.rows[timeline->undecided.count++] = *pair;
}

struct timeline_mode_time *timeline_add_mode_times(struct timeline *timeline)
{
    size_t first = timeline->mode_times.count;
    GROW(timeline->mode_times, timeline->ops.count);
    timeline->mode_times.count += timeline->ops.count;
    for (size_t i = first; i < timeline->mode_times.count; i++)
        timeline->mode_times.rows[i] =
            (struct timeline_mode_time){TIMELINE_UNKNOWN, TIMELINE_UNKNOWN};
    timeline->modes.rows[timeline->modes.count - 1].first_time = (uint32_t)first;
    return timeline->mode_times.rows + first;
}

void timeline_take_tables(struct timeline *timeline, const struct program *program)
{
    struct intern names;
    intern_init(&names);
    for (uint32_t id = 0; id < program->names.count; id++)
        intern_add(&names, program->names.names[id], program->names.lengths[id]);
    /* What the timeline named for itself moves along; the rest are ids of the program's. */
    uint32_t *own[] = {&timeline->device_name,
                       &timeline->profile,
                       &timeline->rules,
                       &timeline->measurement.clock,
                       &timeline->measurement.driver,
                       &timeline->measurement.date,
                       &timeline->measurement.command,
                       &timeline->measurement.host_cpu};
    for (size_t i = 0; i < sizeof own / sizeof *own; i++)
        *own[i] = intern_adds(&names, intern_name(&timeline->names, *own[i]));
    for (size_t i = 0; i < timeline->options.count; i++)
        timeline->options.rows[i].text =
            intern_adds(&names, intern_name(&timeline->names, timeline->options.rows[i].text));
    intern_release(&timeline->names);
    timeline->names = names;
    timeline->scenario = program->scenario;
    COPY_TABLE(timeline->places, program->places);
    COPY_TABLE(timeline->threads, program->threads);
    COPY_TABLE(timeline->streams, program->streams);
    COPY_TABLE(timeline->events, program->events);
    COPY_TABLE(timeline->copies, program->copies);
    COPY_TABLE(timeline->launches, program->launches);
    COPY_TABLE(timeline->hostfns, program->hostfns);
    COPY_TABLE(timeline->host_moves, program->host_moves);
}

bool timeline_is_work(const struct timeline_op *op)
{
    return op->kind == OP_KERNEL || op->kind == OP_COPY || op->kind == OP_MEMSET ||
           op->kind == OP_HOST;
}

bool timeline_is_legacy(const struct timeline *timeline, uint32_t op)
{
    uint32_t stream = timeline->ops.rows[op].stream;
    return stream < timeline->streams.count && timeline->streams.rows[stream].kind == STREAM_LEGACY;
}

bool timeline_is_pageable(const struct timeline *timeline, uint32_t op)
{
    const struct timeline_op *row = &timeline->ops.rows[op];
    return row->kind == OP_COPY && row->detail &&
           timeline->copies.rows[row->detail].host_memory == MEMORY_PAGEABLE;
}

bool timeline_is_prefetch(const struct timeline *timeline, uint32_t op)
{
    const struct timeline_op *row = &timeline->ops.rows[op];
    return row->kind == OP_COPY && row->machine == MACHINE_COPY &&
           row->machine_index == MACHINE_COPY_DRIVER && row->detail &&
           timeline->copies.rows[row->detail].host_memory == MEMORY_MANAGED;
}

/* When the host asked for it, or the earliest that is known of it. */
static int64_t first_known(const struct timeline_op *op)
{
    return op->call != TIMELINE_UNKNOWN ? op->call : op->start;
}

bool timeline_is_timed(const struct timeline *timeline, const struct timeline_op *op)
{
    int64_t known = first_known(op);
    return known != TIMELINE_UNKNOWN && known >= timeline->timed_from &&
           known <= timeline->timed_to;
}

const struct timeline_range *timeline_timed_range(const struct timeline *timeline)
{
    uint32_t name = intern_find(&timeline->names, "nullstream", strlen("nullstream"));
    for (size_t i = 0; name && i < timeline->ranges.count; i++)
        if (timeline->ranges.rows[i].name == name)
            return &timeline->ranges.rows[i];
    return NULL;
}

/* From the first to the last moment that anything is known about. */
struct extent {
    int64_t from, to;
};

static inline void extend(struct extent *extent, int64_t time)
{
    int64_t from = time == TIMELINE_UNKNOWN ? INT64_MAX : time; /* itself, it is below all */
    extent->from = from < extent->from ? from : extent->from;
    extent->to = time > extent->to ? time : extent->to;
}

/* Whether the call waited for the device: a host rule that is not about other threads blames it. */
static bool waited_for_device(const struct timeline *timeline, const struct timeline_call *call)
{
    for (uint32_t i = 0; i < call->wait_count; i++) {
        enum rule rule = (enum rule)timeline->waits.rows[call->first_wait + i].rule;
        if (rule_info(rule)->group == RULE_HOST && !rule_is_of_thread(rule))
            return true;
    }
    return false;
}

static bool waited_for_lock(const struct timeline *timeline, const struct timeline_call *call)
{
    for (uint32_t i = 0; i < call->wait_count; i++)
        if (timeline->waits.rows[call->first_wait + i].rule == RULE_ID_LOCK)
            return true;
    return false;
}

/* Whether work that was called before that moment ends after it. */
static bool is_busy(const struct timeline *timeline, int64_t now)
{
    for (size_t i = 0; i < timeline->ops.count; i++) {
        const struct timeline_op *op = &timeline->ops.rows[i];
        if (op->call != TIMELINE_UNKNOWN && op->call < now && op->end > now)
            return true;
    }
    return false;
}

/* Whether the call is a free that came to a busy device and waited behind another thread's, which
 * waited for the device: so did it. */
static bool waited_in_line(const struct timeline *timeline, const struct timeline_call *call)
{
    return call_frees(call->call) && !call_is_stream_ordered(call->call) &&
           waited_for_lock(timeline, call) && is_busy(timeline, call->enter);
}

static bool is_timed_call(const struct timeline *timeline, const struct timeline_call *call)
{
    return call->enter >= timeline->zero && call->enter <= timeline->timed_to &&
           call->returned != TIMELINE_UNKNOWN;
}

/* When the program last heard, from then on, that something is not done yet. */
static int64_t last_unready(const struct timeline *timeline, int64_t from)
{
    for (size_t i = 0; i < timeline->calls.count; i++) {
        const struct timeline_call *call = &timeline->calls.rows[i];
        bool unready = call_is_query(call->call) && call->result == CUDA_cudaErrorNotReady;
        if (unready && is_timed_call(timeline, call) && call->enter > from)
            from = call->enter;
    }
    return from;
}

/* The return of the call that last waited for the device within the timed part; UNKNOWN if none
 * returned after the last was enqueued. A synchronize that finds the work of the last enqueuing
 * call already done counts too: the program asked there; one after it, or a free, that finds the
 * device idle does not, unless a query has said in between that it is not. */
static int64_t last_wait_returned(const struct timeline *timeline, int64_t last_call)
{
    int64_t last_enqueued = last_call;
    last_call = last_unready(timeline, last_call);
    int64_t result = TIMELINE_UNKNOWN;
    int64_t asked = INT64_MAX, asked_returned = TIMELINE_UNKNOWN;
    for (size_t i = 0; i < timeline->calls.count; i++) {
        const struct timeline_call *call = &timeline->calls.rows[i];
        if (!is_timed_call(timeline, call))
            continue;
        bool waited = waited_for_device(timeline, call) || waited_in_line(timeline, call);
        if (waited && call->returned > result)
            result = call->returned;
        if ((waited || call_is_synchronize(call->call)) && call->enter >= last_call &&
            call->enter < asked) {
            asked = call->enter;
            asked_returned = call->returned;
        }
    }
    result = asked_returned > result ? asked_returned : result;
    return result > last_enqueued ? result : TIMELINE_UNKNOWN;
}

/* When the last thread was done but for putting away what it had made; UNKNOWN if no call says. */
static int64_t last_done(const struct timeline *timeline)
{
    int64_t done = TIMELINE_UNKNOWN;
    for (size_t i = 0; i < timeline->calls.count; i++) {
        const struct timeline_call *call = &timeline->calls.rows[i];
        if (is_timed_call(timeline, call) && !call_sets_up((enum call)call->call) &&
            call->returned > done)
            done = call->returned;
    }
    return done;
}

/* Recorded clocks may disagree by more than a program lasts. */
static int64_t lasting(int64_t from, int64_t to)
{
    return to > from ? to - from : 0;
}

void timeline_finish(struct timeline *timeline)
{
    const struct timeline_range *range = timeline_timed_range(timeline);
    timeline->timed_from = range ? range->begin : INT64_MIN;
    /* what is called at the moment of its end is called after it: host code is free */
    timeline->timed_to = range && range->end != TIMELINE_UNKNOWN ? range->end - 1 : INT64_MAX;
    struct extent all = {INT64_MAX, INT64_MIN};
    int64_t zero = INT64_MAX, start = INT64_MAX, end = INT64_MIN, last_call = INT64_MIN;
    for (size_t i = 0; i < timeline->ops.count; i++) { /* once: it may be a gigabyte */
        const struct timeline_op *op = &timeline->ops.rows[i];
        extend(&all, op->call);
        extend(&all, op->returned);
        extend(&all, op->start);
        extend(&all, op->end);
        int64_t known = first_known(op);
        if (!timeline_is_work(op) || !timeline_is_timed(timeline, op))
            continue;
        if (known < zero)
            zero = known;
        if (known > last_call)
            last_call = known;
        if (op->start != TIMELINE_UNKNOWN && op->start < start)
            start = op->start;
        if (op->end != TIMELINE_UNKNOWN && op->end > end)
            end = op->end;
    }
    for (size_t i = 0; i < timeline->calls.count; i++) {
        extend(&all, timeline->calls.rows[i].enter);
        extend(&all, timeline->calls.rows[i].returned);
    }
    bool known = all.from <= all.to;
    if (!range)
        timeline->timed_from = known ? all.from : 0;
    if (timeline->timed_to == INT64_MAX)
        timeline->timed_to = known ? all.to : 0;
    if (zero == INT64_MAX) {
        timeline->zero = timeline->timed_from;
        timeline->span = timeline->wall = 0;
        return;
    }
    timeline->zero = zero;
    timeline->span = timeline->wall = TIMELINE_UNKNOWN;
    if (start != INT64_MAX && end != INT64_MIN)
        timeline->span = lasting(start, end);
    int64_t returned = last_wait_returned(timeline, last_call);
    if (returned != TIMELINE_UNKNOWN)
        timeline->wall = lasting(zero, returned);
    else if (end != INT64_MIN) {
        int64_t done = last_done(timeline);
        timeline->wall = lasting(zero, done > end ? done : end);
    }
}

bool timeline_waits_by(const struct timeline *timeline, enum rule rule)
{
    for (size_t i = 0; i < timeline->waits.count; i++)
        if (timeline->waits.rows[i].rule == rule)
            return true;
    return false;
}

bool timeline_call_waits_by(const struct timeline *timeline, const struct timeline_call *call,
                            enum rule rule)
{
    for (uint32_t i = 0; i < call->wait_count; i++)
        if (timeline->waits.rows[call->first_wait + i].rule == rule)
            return true;
    return false;
}

void timeline_set_copy(struct timeline_op *op, enum copy_kind kind)
{
    op->kind = kind == COPY_MEMSET ? OP_MEMSET : OP_COPY;
    op->machine = kind == COPY_H2D || kind == COPY_D2H ? MACHINE_COPY
                  : kind == COPY_H2H                   ? MACHINE_HOST
                                                       : MACHINE_SM;
    op->machine_index = kind == COPY_D2H;
}

const char *timeline_name(const struct timeline *timeline, uint32_t name)
{
    return intern_name(&timeline->names, name);
}

const char *op_kind_name(enum op_kind kind)
{
    static const char *const names[] = {"kernel", "copy", "memset", "record",
                                        "wait",   "host", "alloc"};
    return names[kind];
}

const char *machine_kind_name(enum machine_kind kind)
{
    static const char *const names[] = {"none", "sm", "copy", "host-worker", "host"};
    return names[kind];
}

void timeline_release(struct timeline *timeline)
{
    intern_release(&timeline->names);
    free(timeline->places.rows);
    free(timeline->threads.rows);
    free(timeline->streams.rows);
    free(timeline->events.rows);
    free(timeline->copies.rows);
    free(timeline->launches.rows);
    free(timeline->hostfns.rows);
    free(timeline->host_moves.rows);
    free(timeline->ops.rows);
    free(timeline->waits.rows);
    free(timeline->calls.rows);
    free(timeline->ranges.rows);
    free(timeline->sm_steps.rows);
    free(timeline->spreads.rows);
    free(timeline->answers.rows);
    free(timeline->modes.rows);
    free(timeline->mode_times.rows);
    free(timeline->undecided.rows);
    free(timeline->afters.rows);
    free(timeline->options.rows);
    strbuf_release(&timeline->output);
    strbuf_release(&timeline->program);
    memset(timeline, 0, sizeof *timeline);
}
