/* Which stream's work a call belongs to, by the bytes that it touches. */
#include "sim/model/edit_inside.h"

#include "sim/base/mem.h"

#include <stdlib.h>
#include <string.h>

/* Which stream used a range of an allocation last, of those that are remembered. */
enum { REMEMBERED = 32 };

struct range_use {
    uint64_t from, to;
    uint32_t record; /* its row, from 1 */
    bool writes;
};

struct alloc_uses {
    struct range_use *uses; /* the newest last */
    size_t count, capacity;
};

static void remember(struct alloc_uses *all, const struct program_range *range, uint64_t bytes,
                     uint32_t record, bool writes)
{
    if (range->alloc == 0)
        return;
    struct alloc_uses *uses = &all[range->alloc];
    if (uses->count >= REMEMBERED) {
        memmove(uses->uses, uses->uses + 1, (uses->count - 1) * sizeof *uses->uses);
        uses->count--;
    }
    uses->uses = mem_grow(uses->uses, &uses->capacity, uses->count + 1, sizeof *uses->uses);
    uses->uses[uses->count++] = (struct range_use){
        .from = range->offset, .to = range->offset + bytes, .record = record, .writes = writes};
}

/* The record, from 1; with `writers` only of those that wrote. */
static uint32_t last_user(const struct alloc_uses *all, const struct program_range *range,
                          uint64_t bytes, bool writers)
{
    const struct alloc_uses *uses = &all[range->alloc];
    for (size_t i = uses->count; range->alloc && i-- > 0;)
        if (uses->uses[i].from < range->offset + bytes && range->offset < uses->uses[i].to &&
            (uses->uses[i].writes || !writers))
            return uses->uses[i].record;
    return 0;
}

/* What a record that stays in its stream uses on the device. */
static void remember_record(struct alloc_uses *all, const struct program *program, size_t row)
{
    const struct program_record *record = &program->records.rows[row];
    uint32_t number = (uint32_t)row + 1;
    enum call_object object = call_info((enum call)record->call)->object;
    if (object == OBJECT_LAUNCH) {
        const struct program_launch *launch = &program->launches.rows[record->object];
        for (uint32_t i = 0; i < launch->access_count; i++) {
            const struct program_access *access = &program->accesses.rows[launch->first_access + i];
            remember(all, &access->range, access->range.bytes, number, access->mode & ACCESS_WRITE);
        }
    } else if (object == OBJECT_COPY) {
        const struct program_copy *copy = &program->copies.rows[record->object];
        remember(all, &copy->dst, program_copy_extent(copy, true), number, true);
        remember(all, &copy->src, program_copy_extent(copy, false), number, false);
    }
}

uint32_t edit_stream_of(const struct program *program, uint32_t record)
{
    return record ? program->records.rows[record - 1].stream : PROGRAM_STREAM_LEGACY;
}

/* The record, from 1, that used last what a chosen call touches. */
static uint32_t user_of(const struct alloc_uses *all, const struct program *program,
                        const struct program_record *record)
{
    if (call_info((enum call)record->call)->object == OBJECT_LAUNCH) {
        const struct program_launch *launch = &program->launches.rows[record->object];
        for (uint32_t i = 0; i < launch->access_count; i++) {
            const struct program_range *range =
                &program->accesses.rows[launch->first_access + i].range;
            uint32_t user = last_user(all, range, range->bytes, false);
            if (edit_stream_of(program, user) != PROGRAM_STREAM_LEGACY)
                return user;
        }
        return 0;
    }
    const struct program_copy *copy = &program->copies.rows[record->object];
    bool of_dst = copy->kind != COPY_D2H;
    return last_user(all, of_dst ? &copy->dst : &copy->src, program_copy_extent(copy, of_dst),
                     false);
}

/* Of all that a launch has to come behind (or before) what comes last. */
static uint32_t work_of(const struct alloc_uses *all, const struct program *program,
                        const struct program_record *record, bool backward)
{
    const struct program_launch *launch = &program->launches.rows[record->object];
    uint32_t found = 0;
    for (uint32_t i = 0; i < launch->access_count; i++) {
        const struct program_access *access = &program->accesses.rows[launch->first_access + i];
        uint32_t user =
            last_user(all, &access->range, access->range.bytes, !(access->mode & ACCESS_WRITE));
        if (user && edit_stream_of(program, user) != PROGRAM_STREAM_LEGACY &&
            (found == 0 || (backward ? user < found : user > found)))
            found = user;
    }
    return found;
}

/* By record: the work before (or, backward, behind) a chosen call, from 1: by all that it has to be
 * ordered with (`by_order`), or by the first that it touches. */
static uint32_t *look(const struct program *program, const bool *chosen, bool backward,
                      bool by_order)
{
    size_t count = program->records.count;
    uint32_t *work = mem_zalloc((count + 1) * sizeof *work);
    struct alloc_uses *all = mem_zalloc((program->allocs.count + 1) * sizeof *all);
    for (size_t turn = 0; turn < count; turn++) {
        size_t i = backward ? count - 1 - turn : turn;
        const struct program_record *record = &program->records.rows[i];
        if (!edit_enqueues(program, record))
            continue;
        enum call_object object = call_info((enum call)record->call)->object;
        if (!chosen[i])
            remember_record(all, program, i);
        else if (object == OBJECT_LAUNCH && by_order)
            work[i] = work_of(all, program, record, backward);
        else if (object == OBJECT_LAUNCH || object == OBJECT_COPY)
            work[i] = user_of(all, program, record);
    }
    for (size_t i = 0; i < program->allocs.count; i++)
        free(all[i].uses);
    free(all);
    return work;
}

uint32_t *edit_work_by_data(const struct program *program, const bool *chosen, bool behind)
{
    return look(program, chosen, behind, true);
}

static uint32_t *streams_by_data(const struct program *program, const bool *chosen, bool backward)
{
    uint32_t *streams = look(program, chosen, backward, false);
    for (size_t i = 0; i < program->records.count; i++)
        streams[i] = edit_stream_of(program, streams[i]);
    return streams;
}

/* Copies to the host and launches belong to the work before them, others to the work that uses next
 * what they bring. */
uint32_t *edit_streams_by_data(const struct program *program, const bool *chosen)
{
    uint32_t *before = streams_by_data(program, chosen, false);
    uint32_t *behind = streams_by_data(program, chosen, true);
    for (size_t i = 0; i < program->records.count; i++) {
        if (!chosen[i])
            continue;
        const struct program_record *record = &program->records.rows[i];
        bool copy = call_info((enum call)record->call)->object == OBJECT_COPY;
        bool brings = copy && program->copies.rows[record->object].kind != COPY_D2H;
        if (brings ? behind[i] != PROGRAM_STREAM_LEGACY : before[i] == PROGRAM_STREAM_LEGACY)
            before[i] = behind[i];
    }
    free(behind);
    return before;
}
