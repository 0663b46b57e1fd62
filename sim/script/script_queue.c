/* Records that a thread is to hand over before it runs on: its call, and what it touched and worked
 * before. */
#include "sim/base/mem.h"
#include "sim/model/host_move.h"
#include "sim/script/binding.h"
#include "sim/script/script_inside.h"

void script_stand(struct script *script, struct program_record *record, struct place place)
{
    record->place = script_place_row(script, place);
    record->column = (uint8_t)(record->place && place.column <= UINT8_MAX ? place.column : 0);
}

void script_stand_here(struct script *script, const struct script_thread *thread,
                       struct program_record *record)
{
    script_stand(script, record, vm_place(&script->vm, &thread->vm));
}

void script_enqueue(struct script_thread *thread, const struct program_record *record,
                    uint32_t caller)
{
    if (thread->queue_next == thread->queued)
        thread->queue_next = thread->queued = 0;
    thread->queue =
        mem_grow(thread->queue, &thread->queue_capacity, thread->queued + 1, sizeof *thread->queue);
    thread->queue[thread->queued++] = (struct script_queued){*record, caller};
}

bool script_dequeue(struct script_thread *thread, struct program_record *record)
{
    if (thread->queue_next == thread->queued)
        return false;
    *record = thread->queue[thread->queue_next].record;
    thread->caller = thread->queue[thread->queue_next++].caller;
    thread->calls += !program_is_turn(record) || record->value > 0; /* to yield is no call */
    thread->other_calls += !call_is_work(record->call);
    return true;
}

/* An access of the host: a record for each row of the program that holds a part of it. */
static void enqueue_access(struct script *script, struct script_thread *thread, uint64_t address,
                           uint64_t bytes, const struct program_record *like, struct place place,
                           uint32_t caller)
{
    while (bytes > 0) {
        const struct program_copy range = {
            .kind = COPY_H2H,
            .dst = binding_row_at(script->binding, address, bytes),
            .rows = 1,
        };
        address += range.dst.bytes;
        bytes -= range.dst.bytes;
        if (range.dst.alloc == 0)
            continue;
        struct program_record record = *like;
        record.count |= script->program->allocs.rows[range.dst.alloc].locks;
        record.object = program_add_copy(script->program, &range);
        script_stand(script, &record, place);
        script_enqueue(thread, &record, caller);
    }
}

/* Whether all of it was read, and is only here for host functions. */
static bool is_look(const struct script *script, const struct memory_access *a, size_t count)
{
    bool looks = count > 0 && count <= SCRIPT_LOOKS;
    for (size_t i = 0; i < count && looks; i++) {
        const uint64_t handle = script->vm.memory.segments[a[i].segment].handle;
        looks = !a[i].write && handle != 0 && script->program->allocs.rows[handle - 1].handed;
    }
    return looks;
}

static bool same_look(const struct memory_access *a, const struct memory_access *b)
{
    return a->segment == b->segment && a->offset == b->offset && a->bytes == b->bytes &&
           a->place.line == b->place.line && a->place.file == b->place.file;
}

/* Whether the thread has seen just that in its turn before, and nobody has written anything since:
 * a loop that waits comes to no limit of calls by looking. */
static bool looks_again(struct script *script, struct script_thread *thread,
                        const struct memory_access *a, size_t count)
{
    if (!is_look(script, a, count)) {
        thread->look_count = count ? 0 : thread->look_count;
        return false;
    }
    bool again = thread->look_count == count && thread->looked_at == script->writes;
    for (size_t i = 0; i < count; i++) {
        again = again && same_look(&thread->last_looks[i], &a[i]);
        thread->last_looks[i] = a[i];
    }
    thread->look_count = count;
    thread->looked_at = script->writes;
    return again;
}

/* Whether what was written is made of what only the device knows. Both ends of it tell: the host
 * seldom writes one part of a buffer from what it was given, and another from what it read. */
static bool is_made(struct script *script, uint64_t address, uint64_t bytes)
{
    enum { END = 64 };
    char end[END];
    const uint64_t part = bytes < END ? bytes : END;
    const unsigned tags = memory_get(&script->vm.memory, address, end, NULL, part) |
                          memory_get(&script->vm.memory, address + bytes - part, end, NULL, part);
    return (tags & (MEMORY_UNKNOWN | MEMORY_UNSET)) == MEMORY_UNKNOWN;
}

void script_enqueue_accesses(struct script *script, struct script_thread *thread)
{
    size_t count;
    const struct memory_access *a = memory_take_accesses(&script->vm.memory, &count);
    if (looks_again(script, thread, a, count))
        return;
    for (size_t i = 0; i < count; i++) {
        if (a[i].end == MEMORY_LIVES) /* else it moves nothing */
            reuse_touch(&script->reuse, memory_address(a[i].segment) + a[i].offset, a[i].bytes);
        struct place place = {a[i].place.file, a[i].place.line, a[i].place.column};
        uint32_t caller = a[i].place.caller;
        if (place.file < script->tu->sources.count &&
            script->tu->sources.files[place.file].builtin) { /* the user's line */
            place = vm_place(&script->vm, &thread->vm);
            caller = script_callers(script, &thread->vm);
        }
        script->writes += a[i].write;
        struct program_record record = {.call = a[i].write ? CALL_host_write : CALL_host_read};
        record.count = a[i].gaps;
        if (a[i].write && !a[i].end && a[i].bytes &&
            is_made(script, memory_address(a[i].segment) + a[i].offset, a[i].bytes))
            record.flags |= RECORD_MADE;
        if (a[i].end)
            record.value = a[i].end == MEMORY_FREED ? PROGRAM_FREES : PROGRAM_OUT;
        enqueue_access(script, thread, memory_address(a[i].segment) + a[i].offset, a[i].bytes,
                       &record, place, caller);
    }
    memory_drop_ended(&script->vm.memory);
}

void script_enqueue_debt(struct script *script, struct script_thread *thread)
{
    if (thread->owed > 0) {
        struct program_record record = {.call = CALL_host_work, .value = thread->owed};
        script_stand(script, &record, thread->owed_place);
        program_note_work(script->program, record.place, thread->owed_name, 0);
        thread->owed = 0;
        script_enqueue(thread, &record, thread->owed_caller);
    }
    if (thread->debt <= 0)
        return;
    struct program_record record = {
        .call = CALL_host_work, .value = thread->debt, .count = thread->debt_waits};
    script_stand_here(script, thread, &record);
    thread->debt = 0;
    thread->debt_waits = false;
    script_enqueue(thread, &record, script_callers(script, &thread->vm));
}

void script_touch(struct script *script, uint64_t address, uint64_t bytes, bool write, bool may)
{
    struct script_thread *thread = script->threads[script->running];
    uint64_t offset;
    const struct memory_segment *s = memory_find(&script->vm.memory, address, &offset);
    if (s == NULL || (s->handle == 0 && s->locked == 0) || offset >= s->size || bytes == 0)
        return;
    if (s->kind == SEGMENT_DEVICE || s->kind == SEGMENT_OPAQUE)
        return;
    struct program_record record = {
        .call = write ? CALL_host_write : CALL_host_read,
        .flags = may ? RECORD_POSSIBLE : 0,
    };
    if (bytes > s->size - offset)
        bytes = s->size - offset;
    script_enqueue_accesses(script, thread);
    script_enqueue_debt(script, thread);
    enqueue_access(script, thread, address, bytes, &record, vm_place(&script->vm, &thread->vm),
                   script_callers(script, &thread->vm));
}
