#include "sim/analysis/issued.h"

#include "sim/base/mem.h"

#include <stdlib.h>
#include <string.h>

enum { LOOK_AHEAD = 16 }; /* rows of calls that no record has, such as merged host work */

struct thread_cursor {
    uint32_t op, call; /* next rows; NONE: no more */
    int64_t time;
};

#define NONE UINT32_MAX

struct matcher {
    const struct program *program;
    const struct timeline *timeline;
    uint32_t *next_op, *next_call; /* of the same thread */
    struct thread_cursor *cursors;
    size_t threads;
};

static bool fits_kind(const struct program_record *record, enum op_kind kind)
{
    enum call call = (enum call)record->call;
    switch (kind) {
    case OP_KERNEL:
        return call_info(call)->object == OBJECT_LAUNCH;
    case OP_COPY:
    case OP_MEMSET:
        return call_info(call)->object == OBJECT_COPY && call_info(call)->group != CALL_GROUP_HOST;
    case OP_RECORD:
        return call_is_event_record(call);
    case OP_WAIT:
        return call == CALL_cudaStreamWaitEvent;
    case OP_HOST:
        return call_info(call)->object == OBJECT_HOSTFN;
    case OP_FREE_ALLOC:
        return call_is_stream_ordered(call) || call == CALL_cudaFree;
    }
    return false;
}

static int32_t line_in(const struct program_place *rows, size_t count, uint32_t place)
{
    return place < count ? rows[place].line : 0;
}

static bool fits_op(const struct matcher *m, const struct program_record *record, uint32_t id)
{
    const struct timeline_op *op = &m->timeline->ops.rows[id];
    if (!fits_kind(record, (enum op_kind)op->kind))
        return false;
    if (line_in(m->program->places.rows, m->program->places.count, record->place) !=
        line_in(m->timeline->places.rows, m->timeline->places.count, op->place))
        return false;
    bool named = op->kind != OP_FREE_ALLOC && op->kind != OP_RECORD && op->kind != OP_WAIT;
    return !named || m->timeline->source != TIMELINE_PREDICTED || op->detail == record->object;
}

static bool fits_call(const struct matcher *m, const struct program_record *record, uint32_t row)
{
    const struct timeline_call *call = &m->timeline->calls.rows[row];
    return call->call == record->call &&
           line_in(m->program->places.rows, m->program->places.count, record->place) ==
               line_in(m->timeline->places.rows, m->timeline->places.count, call->place);
}

static void link_rows(struct matcher *m)
{
    const struct timeline *t = m->timeline;
    for (size_t i = 0; i < m->threads; i++)
        m->cursors[i] = (struct thread_cursor){NONE, NONE, INT64_MIN};
    for (uint32_t i = (uint32_t)t->ops.count; i-- > 0;) {
        uint32_t thread = t->ops.rows[i].thread;
        if (thread >= m->threads)
            continue;
        m->next_op[i] = m->cursors[thread].op;
        m->cursors[thread].op = i;
    }
    for (uint32_t i = (uint32_t)t->calls.count; i-- > 0;) {
        uint32_t thread = t->calls.rows[i].thread;
        if (thread >= m->threads)
            continue;
        m->next_call[i] = m->cursors[thread].call;
        m->cursors[thread].call = i;
    }
}

static void later(struct thread_cursor *cursor, int64_t time)
{
    if (time != TIMELINE_UNKNOWN && time > cursor->time)
        cursor->time = time;
}

static uint32_t match(struct matcher *m, const struct program_record *record, uint32_t *call)
{
    *call = ISSUED_NO_CALL;
    const struct timeline *t = m->timeline;
    struct thread_cursor *cursor = &m->cursors[record->thread];
    uint32_t op = cursor->op;
    uint32_t row = cursor->call;
    for (int i = 0; i < LOOK_AHEAD && row != NONE && !fits_call(m, record, row); i++)
        row = m->next_call[row];
    bool found = row != NONE && fits_call(m, record, row);
    if (!(record->flags & RECORD_REFUSED) && op != NONE && fits_op(m, record, op)) {
        cursor->op = m->next_op[op];
        later(cursor, t->ops.rows[op].returned);
        if (found && t->calls.rows[row].op == op) {
            cursor->call = m->next_call[row];
            *call = row;
        }
        return op;
    }
    if (found && t->calls.rows[row].op == TIMELINE_NO_OP) {
        later(cursor, t->calls.rows[row].returned);
        cursor->call = m->next_call[row];
        *call = row;
    }
    return TIMELINE_NO_OP;
}

void issued_find(struct issued *issued, const struct program *program,
                 const struct timeline *timeline)
{
    size_t count = program->records.count;
    struct matcher m = {.program = program, .timeline = timeline};
    m.threads = program->threads.count;
    m.cursors = mem_zalloc((m.threads + 1) * sizeof *m.cursors);
    m.next_op = mem_zalloc((timeline->ops.count + 1) * sizeof *m.next_op);
    m.next_call = mem_zalloc((timeline->calls.count + 1) * sizeof *m.next_call);
    link_rows(&m);
    *issued = (struct issued){
        .ops = mem_zalloc((count + 1) * sizeof *issued->ops),
        .calls = mem_zalloc((count + 1) * sizeof *issued->calls),
        .times = mem_zalloc((count + 1) * sizeof *issued->times),
        .count = count,
    };
    for (size_t i = 0; i < count; i++) {
        const struct program_record *record = &program->records.rows[i];
        issued->ops[i] = TIMELINE_NO_OP;
        issued->calls[i] = ISSUED_NO_CALL;
        if (record->thread >= m.threads || record->call == CALL_NONE || record->call >= CALL_COUNT)
            continue;
        if (record->call == CALL_thread_create && record->object < m.threads)
            later(&m.cursors[record->object], m.cursors[record->thread].time);
        issued->ops[i] = match(&m, record, &issued->calls[i]);
        issued->times[i] = m.cursors[record->thread].time;
    }
    free(m.cursors);
    free(m.next_op);
    free(m.next_call);
}

void issued_release(struct issued *issued)
{
    free(issued->ops);
    free(issued->calls);
    free(issued->times);
    memset(issued, 0, sizeof *issued);
}
