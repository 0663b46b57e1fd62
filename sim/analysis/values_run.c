/* In which order a program's steps are done: as issued, or as a run's times have it. */
#include "sim/analysis/issued.h"
#include "sim/analysis/values_inside.h"

#include "sim/base/mem.h"

#include <stdlib.h>
#include <string.h>

enum phase { PHASE_START, PHASE_END };

/* Sorted by time; what is equal keeps its order: by record, starts before ends. */
struct event {
    uint64_t time;
    uint32_t record;
    uint32_t phase;
};

struct events {
    struct event *rows, *spare;
    size_t count, capacity;
};

/* Times may be negative. */
static uint64_t sortable(int64_t time)
{
    return (uint64_t)time ^ UINT64_C(1) << 63;
}

static void add(struct events *events, int64_t time, uint32_t record, enum phase phase)
{
    events->rows =
        mem_grow(events->rows, &events->capacity, events->count + 1, sizeof *events->rows);
    events->rows[events->count++] = (struct event){sortable(time), record, phase};
}

enum { DIGIT_BITS = 11, DIGITS = 1 << DIGIT_BITS };

/* By its least significant digits first: stable, and linear. */
static void sort(struct events *events)
{
    uint64_t low = UINT64_MAX, high = 0;
    for (size_t i = 0; i < events->count; i++) {
        low = events->rows[i].time < low ? events->rows[i].time : low;
        high = events->rows[i].time > high ? events->rows[i].time : high;
    }
    events->spare = mem_zalloc((events->count + 1) * sizeof *events->spare);
    for (unsigned shift = 0; events->count && shift < 64 && (high - low) >> shift;
         shift += DIGIT_BITS) {
        size_t at[DIGITS] = {0}, sum = 0;
        for (size_t i = 0; i < events->count; i++)
            at[(events->rows[i].time - low) >> shift & (DIGITS - 1)]++;
        for (size_t i = 0; i < DIGITS; i++) {
            size_t count = at[i];
            at[i] = sum;
            sum += count;
        }
        for (size_t i = 0; i < events->count; i++)
            events->spare[at[(events->rows[i].time - low) >> shift & (DIGITS - 1)]++] =
                events->rows[i];
        struct event *sorted = events->spare;
        events->spare = events->rows;
        events->rows = sorted;
    }
}

/* A copy from pageable memory is staged before its call returns. */
static int64_t start_of(const struct program *program, const struct program_record *record,
                        const struct timeline_op *op)
{
    if (op->kind == OP_COPY && op->returned != TIMELINE_UNKNOWN && op->returned < op->start &&
        program->copies.rows[record->object].kind == COPY_H2D &&
        program->copies.rows[record->object].host_memory == MEMORY_PAGEABLE)
        return op->returned;
    return op->start;
}

static void collect(struct events *events, struct values *values, const struct timeline *timeline)
{
    const struct program *program = values->program;
    struct issued issued;
    issued_find(&issued, program, timeline);
    for (uint32_t i = 0; i < program->records.count; i++) {
        enum values_action action = values_action(values, i);
        if (action == ACTION_NONE)
            continue;
        int64_t start = issued.times[i], end = start;
        const struct timeline_op *op =
            issued.ops[i] == TIMELINE_NO_OP ? NULL : &timeline->ops.rows[issued.ops[i]];
        if (op && (op->flags & OP_FAILED))
            continue;
        if (op && op->start != TIMELINE_UNKNOWN && op->end != TIMELINE_UNKNOWN) {
            start = start_of(program, &program->records.rows[i], op);
            end = op->end;
        }
        if (action == ACTION_LAUNCH || action == ACTION_COPY)
            add(events, start, i, PHASE_START);
        add(events, end, i, PHASE_END);
    }
    issued_release(&issued);
}

static void run_timeline(struct values *values, const struct timeline *timeline)
{
    struct events events = {0};
    collect(&events, values, timeline);
    sort(&events);
    struct values_taken *taken = mem_zalloc((values->program->records.count + 1) * sizeof *taken);
    for (size_t i = 0; i < events.count; i++) {
        uint32_t record = events.rows[i].record;
        enum values_action action = values_action(values, record);
        if (events.rows[i].phase == PHASE_START)
            taken[record] = values_take(values, record);
        else if (action == ACTION_LAUNCH || action == ACTION_COPY)
            values_write(values, record, taken[record]);
        else
            values_step(values, record);
    }
    free(taken);
    free(events.rows);
    free(events.spare);
}

void values_compute(struct values *values, const struct program *program,
                    const struct timeline *timeline)
{
    values_begin(values, program);
    if (timeline) {
        run_timeline(values, timeline);
        return;
    }
    for (uint32_t i = 0; i < program->records.count; i++)
        values_step(values, i);
}
