#include "sim/study/sight.h"

#include "sim/base/mem.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_RANGES = 16 };

/* Runs differ in which thread comes first, but not in what each does in turn. */
struct joining {
    const struct program *program;
    const struct timeline *timeline;
    struct next {
        size_t op, call; /* of the timeline, or behind all */
    } * next;            /* a thread's */
    uint32_t ranges[MOST_RANGES], sections[MOST_RANGES], depth, section;
};

static enum sight_kind kind_of(const struct program *program, const struct program_record *record)
{
    static const enum sight_kind copies[] = {
        [COPY_H2D] = SIGHT_H2D, [COPY_D2H] = SIGHT_D2H, [COPY_D2D] = SIGHT_D2D,
        [COPY_P2P] = SIGHT_D2D, [COPY_H2H] = SIGHT_H2H, [COPY_MEMSET] = SIGHT_MEMSET,
    };
    switch (record->call) {
    case CALL_cudaEventRecord:
    case CALL_cudaEventRecordWithFlags:
        return SIGHT_RECORD;
    case CALL_cudaStreamWaitEvent:
        return SIGHT_WAIT;
    case CALL_host_read:
    case CALL_host_write:
        return SIGHT_CALL;
    default:
        break;
    }
    switch (call_info((enum call)record->call)->object) {
    case OBJECT_LAUNCH:
        return SIGHT_KERNEL;
    case OBJECT_COPY:
        return copies[program->copies.rows[record->object].kind];
    case OBJECT_HOSTFN:
        return SIGHT_HOST;
    default:
        return SIGHT_CALL;
    }
}

static bool is_of(enum sight_kind kind, const struct timeline_op *op)
{
    static const enum op_kind kinds[] = {
        [SIGHT_KERNEL] = OP_KERNEL, [SIGHT_H2D] = OP_COPY,  [SIGHT_D2H] = OP_COPY,
        [SIGHT_D2D] = OP_COPY,      [SIGHT_H2H] = OP_COPY,  [SIGHT_MEMSET] = OP_MEMSET,
        [SIGHT_RECORD] = OP_RECORD, [SIGHT_WAIT] = OP_WAIT, [SIGHT_HOST] = OP_HOST,
    };
    return kind != SIGHT_CALL && op->kind == (uint8_t)kinds[kind];
}

static void take_details(const struct program *program, const struct program_record *record,
                         struct sight_row *row)
{
    if (row->kind == SIGHT_KERNEL) {
        row->launch = &program->launches.rows[record->object];
        row->name = program_name(program, program->kernels.rows[row->launch->kernel].name);
        if (row->launch->cost != COST_WORK && row->start != TIMELINE_UNKNOWN)
            row->end = row->start + row->launch->time;
    } else if (row->kind == SIGHT_HOST) {
        row->name = program_name(program, program->hostfns.rows[record->object].name);
    } else if (row->kind >= SIGHT_H2D && row->kind <= SIGHT_MEMSET) {
        const struct program_copy *copy = &program->copies.rows[record->object];
        row->bytes = (int64_t)program_copy_bytes(copy);
        row->memory = copy->host_memory;
    }
}

/* The thread's next operation that a call made; NULL: it has no more. */
static const struct timeline_op *next_op(struct joining *joining, uint32_t thread)
{
    const struct timeline *timeline = joining->timeline;
    size_t *at = &joining->next[thread].op;
    while (*at < timeline->ops.count && timeline->ops.rows[*at].thread != thread)
        ++*at;
    return *at < timeline->ops.count ? &timeline->ops.rows[*at] : NULL;
}

/* Likewise its next call that made none. */
static const struct timeline_call *next_call(struct joining *joining, uint32_t thread)
{
    const struct timeline *timeline = joining->timeline;
    size_t *at = &joining->next[thread].call;
    while (*at < timeline->calls.count && (timeline->calls.rows[*at].op != TIMELINE_NO_OP ||
                                           timeline->calls.rows[*at].thread != thread))
        ++*at;
    return *at < timeline->calls.count ? &timeline->calls.rows[*at] : NULL;
}

/* The calls of a timeline that enqueue nothing stand in it by place; those before the timed part of
 * a measured one, and those that took no time, are left out. */
static void join_call(struct joining *joining, const struct program_record *record,
                      struct sight_row *row)
{
    const struct timeline *timeline = joining->timeline;
    const struct timeline_call *call = next_call(joining, record->thread);
    if (!call)
        return;
    int32_t line = record->place ? joining->program->places.rows[record->place].line : 0;
    int32_t other = call->place ? timeline->places.rows[call->place].line : 0;
    if (!call_is_alike(call->call, record->call) || line != other)
        return;
    row->enter = call->enter;
    row->returned = call->returned;
    joining->next[record->thread].call++;
}

static int join(struct joining *joining, const struct program_record *record, struct sight_row *row,
                struct err *err)
{
    *row = (struct sight_row){.label = "",
                              .kind = kind_of(joining->program, record),
                              .call = (enum call)record->call,
                              .thread = record->thread,
                              .stream = record->stream,
                              .enter = TIMELINE_UNKNOWN,
                              .returned = TIMELINE_UNKNOWN,
                              .start = TIMELINE_UNKNOWN,
                              .end = TIMELINE_UNKNOWN,
                              .seen_end = TIMELINE_UNKNOWN,
                              .name = ""};
    if (joining->depth) {
        row->label = program_name(joining->program, joining->ranges[joining->depth - 1]);
        row->section = joining->sections[joining->depth - 1];
    }
    if (row->kind == SIGHT_CALL) {
        if (call_info(row->call)->object == OBJECT_ALLOC)
            row->bytes = (int64_t)joining->program->allocs.rows[record->object].bytes;
        const struct timeline_op *freed = next_op(joining, row->thread);
        if (call_is_stream_ordered(row->call) && freed && freed->kind == OP_FREE_ALLOC) {
            row->enter = freed->call;
            row->returned = freed->returned;
            joining->next[row->thread].op++;
        } else {
            join_call(joining, record, row);
        }
        return 0;
    }
    const struct timeline_op *op;
    while ((op = next_op(joining, row->thread)) && op->kind == OP_FREE_ALLOC)
        joining->next[row->thread].op++;
    if (!op || !is_of(row->kind, op))
        return err_set(err, ERR_INPUT,
                       "the timeline is not of this program: its operation %zu is not %s",
                       joining->next[row->thread].op, call_info(row->call)->name);
    joining->next[row->thread].op++;
    row->enter = op->call;
    row->returned = op->returned;
    row->start = op->start;
    row->end = row->seen_end = op->end;
    take_details(joining->program, record, row);
    return 0;
}

static void take_range(struct joining *joining, const struct program_record *record)
{
    if (record->call == CALL_range_push && joining->depth < MOST_RANGES) {
        joining->ranges[joining->depth] = record->object;
        joining->sections[joining->depth++] = ++joining->section;
    } else if (record->call == CALL_range_pop && joining->depth) {
        joining->depth--;
    }
}

int sight_init(struct sight *sight, const struct program *program, const struct timeline *timeline,
               struct err *err)
{
    sight->rows = mem_zalloc((program->records.count + 1) * sizeof *sight->rows);
    sight->count = 0;
    struct joining joining = {.program = program, .timeline = timeline};
    joining.next = mem_zalloc((program->threads.count + 1) * sizeof *joining.next);
    int rc = 0;
    for (size_t i = 0; rc == 0 && i < program->records.count; i++) {
        const struct program_record *record = &program->records.rows[i];
        if ((record->flags & RECORD_REFUSED) ||
            program->threads.rows[record->thread].kind == THREAD_WORKER)
            continue; /* refused at once, or what a host function does */
        take_range(&joining, record);
        rc = join(&joining, record, &sight->rows[sight->count++], err);
    }
    free(joining.next);
    return rc;
}

void sight_release(struct sight *sight)
{
    free(sight->rows);
    *sight = (struct sight){0};
}
