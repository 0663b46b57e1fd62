/* Edits of memory: pinned, and allocated outside the timed part. */
#include "sim/model/edit_inside.h"

#include "sim/base/mem.h"

#include <stdlib.h>
#include <string.h>

/* The buffers that are meant: the row asked for, and others of its name (a buffer that is allocated
 * again in every turn of a loop has a row each time). */
static bool *chosen_buffers(const struct program *program, uint32_t alloc, bool pageable)
{
    bool *chosen = mem_zalloc(program->allocs.count + 1);
    for (uint32_t i = 1; i < program->allocs.count; i++) {
        const struct program_alloc *row = &program->allocs.rows[i];
        bool is_pinned = memory_is_page_locked(row->kind);
        chosen[i] = (pageable ? row->kind == MEMORY_PAGEABLE : is_pinned) &&
                    (alloc == 0 || i == alloc || row->name == program->allocs.rows[alloc].name);
    }
    return chosen;
}

/* Makes the chosen buffers, and what copies from and to them, of another kind. What is said of
 * those that are `told` stands elsewhere. Returns whether anything is copied from or to them. */
static bool change_memory(struct editing *editing, const struct edit *edit, const bool *chosen,
                          const bool *told, enum memory_kind to, enum edit_change_kind kind)
{
    struct program *program = editing->program;
    bool any = false;
    for (size_t i = 1; i < program->copies.count; i++) {
        struct program_copy *copy = &program->copies.rows[i];
        bool is_pageable = copy->host_memory == MEMORY_PAGEABLE;
        bool is_pinned = memory_is_page_locked(copy->host_memory);
        uint32_t alloc = copy->kind == COPY_H2D ? copy->src.alloc : copy->dst.alloc;
        if (!(to == MEMORY_PINNED ? is_pageable : is_pinned) ||
            (alloc ? !chosen[alloc] : edit->alloc != 0))
            continue;
        copy->host_memory = to;
        any = editing->orders_lost = true;
        editing->changes->changed++;
    }
    for (uint32_t i = 1; i < program->allocs.count; i++) {
        if (!chosen[i] || !any)
            continue;
        program->allocs.rows[i].kind = to;
        if (!told || !told[i])
            editing_note(editing, &(struct edit_change){.kind = kind, .object = i, .count = 0});
    }
    if (any)
        program_index_rows(program);
    return any;
}

void edit_pinned(struct editing *editing, const struct edit *edit)
{
    if (edit->alloc >= editing->program->allocs.count) {
        editing_refuse(editing, "there is no such memory");
        return;
    }
    bool *chosen = chosen_buffers(editing->program, edit->alloc, true);
    bool *registered = mem_zalloc(editing->program->allocs.count + 1);
    if (edit_register_early(editing, chosen, registered) &&
        !change_memory(editing, edit, chosen, registered, MEMORY_PINNED, CHANGE_PINNED))
        editing_refuse(editing, "it copies nothing from or to pageable memory");
    free(chosen);
    free(registered);
}

/* Kernels and memsets reach page-locked memory only: what they use stays so. */
static void leave_what_the_device_uses(const struct program *program, bool *chosen)
{
    for (size_t i = 0; i < program->accesses.count; i++)
        chosen[program->accesses.rows[i].range.alloc] = false;
    for (size_t i = 1; i < program->copies.count; i++) {
        const struct program_copy *copy = &program->copies.rows[i];
        if (copy->kind != COPY_H2D && copy->kind != COPY_D2H && copy->kind != COPY_H2H)
            chosen[copy->dst.alloc] = chosen[copy->src.alloc] = false;
    }
}

/* malloc and free are no calls of CUDA. */
static void leave_out_calls(struct program *program, const bool *chosen)
{
    for (size_t i = 0; i < program->records.count; i++) {
        struct program_record *record = &program->records.rows[i];
        if ((record->call == CALL_cudaMallocHost || record->call == CALL_cudaHostAlloc ||
             record->call == CALL_cudaFreeHost || record->call == CALL_cudaHostRegister ||
             record->call == CALL_cudaHostUnregister) &&
            record->object < program->allocs.count && chosen[record->object])
            record->call = CALL_NONE;
    }
}

void edit_pageable(struct editing *editing, const struct edit *edit)
{
    struct program *program = editing->program;
    if (edit->alloc >= program->allocs.count) {
        editing_refuse(editing, "there is no such memory");
        return;
    }
    bool *chosen = chosen_buffers(program, edit->alloc, false);
    leave_what_the_device_uses(program, chosen);
    if (change_memory(editing, edit, chosen, NULL, MEMORY_PAGEABLE, CHANGE_PAGEABLE))
        leave_out_calls(program, chosen);
    else
        editing_refuse(editing, "it copies nothing from or to pinned memory");
    free(chosen);
}

/* --- outside the timed part ----------------------------------------------------------------------
 */

static bool allocates(uint16_t call)
{
    return call == CALL_cudaMalloc || call == CALL_cudaMallocPitch || call == CALL_cudaMallocHost ||
           call == CALL_cudaHostAlloc || call == CALL_cudaMallocAsync ||
           call == CALL_cudaMallocFromPoolAsync || call == CALL_cudaHostRegister;
}

/* The first record of the timed part: the range "nullstream", or the first work. */
static size_t timed_from(const struct program *program)
{
    size_t count = program->records.count, first = count;
    for (size_t i = 0; i < count; i++) {
        const struct program_record *record = &program->records.rows[i];
        if (record->call == CALL_range_push &&
            strcmp(program_name(program, record->object), "nullstream") == 0)
            return i;
        enum call_object object = call_info((enum call)record->call)->object;
        if (first == count && edit_enqueues(program, record) &&
            (object == OBJECT_LAUNCH || object == OBJECT_COPY || object == OBJECT_HOSTFN))
            first = i;
    }
    return first;
}

size_t edit_program_end(const struct program *program)
{
    size_t end = program->records.count;
    while (end > 0 && (program->records.rows[end - 1].call == CALL_thread_end ||
                       program->records.rows[end - 1].call == CALL_NONE))
        end--;
    return end;
}

/* The life of an allocation: rows of records, from 1; 0: none. */
struct life {
    size_t from, to;
    uint32_t stream; /* that uses it; EDIT_ANY: several */
    bool used;
    uint32_t stands_for_it; /* row of allocs */
    uint32_t before;        /* the one that was allocated at the same place before it */
    size_t held;            /* the end of the last one that it stands for; SIZE_MAX: none */
};

static void use(struct life *lives, const struct program_range *range, uint32_t stream)
{
    struct life *life = &lives[range->alloc];
    if (life->used && life->stream != stream)
        stream = EDIT_ANY;
    life->used = true;
    life->stream = stream;
}

static struct life *find_lives(const struct program *program)
{
    struct life *lives = mem_zalloc((program->allocs.count + 1) * sizeof *lives);
    for (size_t i = 0; i < program->records.count; i++) {
        const struct program_record *record = &program->records.rows[i];
        if (record->call == CALL_NONE)
            continue;
        enum call_object object = call_info((enum call)record->call)->object;
        if (object == OBJECT_COPY) {
            const struct program_copy *copy = &program->copies.rows[record->object];
            use(lives, &copy->dst, record->stream);
            use(lives, &copy->src, record->stream);
        } else if (object == OBJECT_LAUNCH) {
            const struct program_launch *launch = &program->launches.rows[record->object];
            for (uint32_t k = 0; k < launch->access_count; k++)
                use(lives, &program->accesses.rows[launch->first_access + k].range, record->stream);
        } else if (object == OBJECT_ALLOC && record->object && record->result == 0) {
            if (allocates(record->call))
                lives[record->object].from = i + 1;
            if (call_frees(record->call))
                lives[record->object].to = i + 1;
        }
    }
    return lives;
}

static void rename_range(struct program_range *range, const struct life *lives)
{
    if (lives[range->alloc].stands_for_it)
        range->alloc = lives[range->alloc].stands_for_it;
}

static void rename_ranges(struct program *program, const struct life *lives)
{
    for (size_t i = 1; i < program->copies.count; i++) {
        rename_range(&program->copies.rows[i].dst, lives);
        rename_range(&program->copies.rows[i].src, lives);
    }
    for (size_t i = 0; i < program->accesses.count; i++)
        rename_range(&program->accesses.rows[i].range, lives);
    for (size_t i = 0; i < program->results.count; i++)
        rename_range(&program->results.rows[i], lives);
    program_index_rows(program);
}

/* An earlier buffer of the same call, size and user that was freed before this one is asked for,
 * and that no other one, asked for by the same call since, has taken. */
static uint32_t reusable(const struct program *program, struct life *lives, uint32_t *newest,
                         uint32_t alloc)
{
    enum { TRIED_MOST = 64 };
    struct life *life = &lives[alloc];
    const struct program_record *made = &program->records.rows[life->from - 1];
    uint32_t place = made->place;
    /* cudaFree waited for all users; cudaFreeAsync did not, so that several may not share. */
    if (made->call != CALL_cudaMalloc && made->call != CALL_cudaMallocPitch &&
        life->stream == EDIT_ANY)
        return 0;
    unsigned tried = 0;
    for (uint32_t other = newest[place]; other && tried < TRIED_MOST; tried++) {
        const struct program_alloc *a = &program->allocs.rows[other];
        const struct program_alloc *b = &program->allocs.rows[alloc];
        const uint32_t buffer = lives[other].stands_for_it ? lives[other].stands_for_it : other;
        if (a->bytes == b->bytes && a->kind == b->kind && lives[other].to &&
            lives[buffer].held < life->from &&
            (made->call != CALL_cudaHostRegister || program_same_memory(program, other, alloc)) &&
            lives[other].to < life->from && lives[other].stream == life->stream)
            return buffer;
        other = lives[other].before;
    }
    return 0;
}

/* Where main calls what was called in the timed part: before it makes threads, if that is sooner.
 */
static size_t made_from(const struct program *program, size_t timed)
{
    for (size_t i = 0; i < timed; i++)
        if (program->records.rows[i].call == CALL_thread_create &&
            program->records.rows[i].thread == 0)
            return i;
    return timed;
}

/* Behind all that others do: in front of main's end. */
static size_t freed_at(const struct program *program)
{
    size_t end = edit_program_end(program), last = end;
    for (size_t i = end; i < program->records.count; i++)
        if (program->records.rows[i].call == CALL_thread_end &&
            program->records.rows[i].thread == 0)
            last = i;
    return last;
}

/* The last record that asks for work or waits for it, or for a thread: what main frees behind it
 * costs the timed part nothing. */
static size_t last_of_work(const struct program *program)
{
    size_t last = 0;
    for (size_t i = 0; i < program->records.count; i++)
        if (edit_enqueues(program, &program->records.rows[i]) ||
            call_is_synchronize(program->records.rows[i].call) ||
            program->records.rows[i].call == CALL_thread_join)
            last = i;
    return last;
}

/* Whether memory of the program's own is page-locked anew each time, by one line: a vector of a
 * function's, say. It is not there yet where page-locking would go; memory that is allocated
 * page-locked takes its place. */
static bool is_made_anew(const struct program *program, uint32_t alloc)
{
    const struct program_alloc *row = &program->allocs.rows[alloc];
    for (uint32_t i = 1; i < program->allocs.count; i++) {
        const struct program_alloc *other = &program->allocs.rows[i];
        if (other->kind == MEMORY_REGISTERED && other->name == row->name && row->home &&
            other->home && other->home != row->home)
            return true;
    }
    return false;
}

/* What is called there instead, in words: the program is predicted with the same call. */
static uint16_t call_said(const struct program *program, const struct program_record *record,
                          const struct program_record *moved)
{
    bool registers = record->call == CALL_cudaHostRegister;
    if ((registers || record->call == CALL_cudaHostUnregister) &&
        is_made_anew(program, record->object))
        return registers ? CALL_cudaMallocHost : CALL_cudaFreeHost;
    return moved->call;
}

/* The call that takes the place of one in stream order: outside the timed part nothing has to be
 * in order with it. */
static uint16_t call_outside(uint16_t call)
{
    return call == CALL_cudaMallocAsync || call == CALL_cudaMallocFromPoolAsync ? CALL_cudaMalloc
           : call == CALL_cudaFreeAsync                                         ? CALL_cudaFree
                                                                                : call;
}

/* An allocation that stands before the timed part, and that stays there. */
static void keep_call(struct editing *editing, size_t row, uint32_t stream)
{
    struct program_record *record = &editing->program->records.rows[row];
    struct program_record kept = *record;
    kept.call = call_outside(record->call);
    kept.stream = kept.call == record->call ? record->stream : 0;
    editing_note(editing,
                 &(struct edit_change){.kind = CHANGE_ALLOCATE,
                                       .call = record->call,
                                       .new_call = call_said(editing->program, record, &kept),
                                       .place = record->place,
                                       .stream = stream,
                                       .made = 1});
    *record = kept;
}

/* The call goes in front of the record `to`, into main, or is left out where it is not `kept`, as
 * another buffer serves. */
static void hoist_call(struct editing *editing, size_t row, bool kept, size_t to, uint32_t stream)
{
    struct program_record *record = &editing->program->records.rows[row];
    struct program_record moved = *record;
    bool makes = allocates(record->call);
    moved.call = call_outside(record->call);
    uint16_t said = call_said(editing->program, record, &moved);
    moved.stream = 0;
    moved.thread =
        to < editing->program->records.count ? editing->program->records.rows[to].thread : 0;
    if (kept)
        editing_insert(editing, edit_before(to), &moved);
    editing_note(editing, &(struct edit_change){.kind = makes ? CHANGE_ALLOCATE : CHANGE_FREE,
                                                .call = record->call,
                                                .new_call = said,
                                                .place = record->place,
                                                .stream = makes ? stream : 0,
                                                .made = makes && kept,
                                                .count = 1});
    record->call = CALL_NONE;
}

/* Places of allocations that are made in the timed part at least once, or freed there before more
 * work is put into streams. */
static bool *timed_places(const struct program *program, const struct life *lives, size_t from)
{
    bool *places = mem_zalloc(program->places.count + 1);
    size_t last = 0;
    for (size_t i = from; i < program->records.count; i++)
        if (edit_enqueues(program, &program->records.rows[i]))
            last = i;
    for (size_t i = 0; i < program->allocs.count; i++)
        if (lives[i].from &&
            (lives[i].from > from + 1 || (lives[i].to > from && lives[i].to < last)))
            places[program->records.rows[lives[i].from - 1].place] = true;
    return places;
}

static bool is_copied_pageable(const struct program *program, uint32_t alloc)
{
    for (size_t i = 1; i < program->copies.count; i++) {
        const struct program_copy *copy = &program->copies.rows[i];
        uint32_t host = copy->kind == COPY_H2D ? copy->src.alloc : copy->dst.alloc;
        if (copy->host_memory == MEMORY_PAGEABLE && host &&
            program_same_memory(program, host, alloc))
            return true;
    }
    return false;
}

void edit_hoist(struct editing *editing, const struct edit *edit)
{
    struct program *program = editing->program;
    size_t from = timed_from(program), made = made_from(program, from), end = freed_at(program);
    size_t last = last_of_work(program);
    struct life *lives = find_lives(program);
    bool *places = timed_places(program, lives, from), any = false;
    uint32_t *newest = mem_zalloc((program->places.count + 1) * sizeof *newest);
    for (size_t i = 0; i < program->records.count; i++) {
        const struct program_record *record = &program->records.rows[i];
        if (!allocates(record->call) || record->result != 0 || record->object == 0 ||
            lives[record->object].from != i + 1 || !places[record->place])
            continue;
        uint32_t alloc = record->object, place = record->place;
        struct life *life = &lives[alloc];
        uint32_t freed = life->to ? program->records.rows[life->to - 1].place : 0;
        if (edit->place && place != edit->place && freed != edit->place)
            continue;
        if (record->call == CALL_cudaHostRegister && is_copied_pageable(program, alloc)) {
            editing_refuse(editing, "its memory is copied before that, as pageable memory: see "
                                    "pageable-copy");
            continue;
        }
        if (place)
            life->stands_for_it = reusable(program, lives, newest, alloc);
        lives[life->stands_for_it ? life->stands_for_it : alloc].held =
            life->to ? life->to : SIZE_MAX;
        life->before = newest[place];
        newest[place] = alloc;
        bool makes = life->stands_for_it == 0;
        uint32_t user = life->used ? life->stream : EDIT_ANY;
        if (i >= made || !makes)
            hoist_call(editing, i, makes, made, user);
        else
            keep_call(editing, i, user);
        bool behind = life->to > last + 1 && program->records.rows[life->to - 1].thread == 0;
        if (behind && !makes)
            program->records.rows[life->to - 1].call = CALL_NONE;
        else if (life->to && !behind)
            hoist_call(editing, life->to - 1, makes, end, 0);
        any = editing->orders_lost = true;
    }
    if (any)
        rename_ranges(program, lives);
    else
        editing_refuse(
            editing, "the memory there is allocated before the first work that is timed, and freed "
                     "behind the last");
    free(places);
    free(newest);
    free(lives);
}
