#include "sim/model/edit_inside.h"

#include "sim/base/mem.h"

#include <stdlib.h>
#include <string.h>

#define COPY_ROWS(table)                                                                           \
    do {                                                                                           \
        copy->table.rows = NULL;                                                                   \
        copy->table.capacity = 0;                                                                  \
        copy->table.rows = mem_grow(NULL, &copy->table.capacity, program->table.count + 1,         \
                                    sizeof *copy->table.rows);                                     \
        if (program->table.count)                                                                  \
            memcpy(copy->table.rows, program->table.rows,                                          \
                   program->table.count * sizeof *copy->table.rows);                               \
    } while (0)

void edit_copy_program(struct program *copy, const struct program *program)
{
    *copy = *program; /* counts and plain members; every pointer is replaced below */
    intern_init(&copy->names);
    for (uint32_t id = 0; id < program->names.count; id++)
        intern_add(&copy->names, program->names.names[id], program->names.lengths[id]);
    COPY_ROWS(places);
    COPY_ROWS(threads);
    COPY_ROWS(streams);
    COPY_ROWS(events);
    COPY_ROWS(allocs);
    COPY_ROWS(copies);
    COPY_ROWS(kernels);
    COPY_ROWS(accesses);
    COPY_ROWS(launches);
    COPY_ROWS(hostfns);
    COPY_ROWS(pools);
    COPY_ROWS(results);
    COPY_ROWS(stream_texts);
    COPY_ROWS(functions);
    COPY_ROWS(function_calls);
    COPY_ROWS(loops);
    COPY_ROWS(stream_sights);
    COPY_ROWS(faults);
    COPY_ROWS(block_names);
    COPY_ROWS(host_moves);
    COPY_ROWS(host_sources);
    COPY_ROWS(records);
    memset(&copy->callers, 0, sizeof copy->callers); /* its records are to be others */
    copy->called_from = NULL;
    copy->called_from_count = copy->called_from_capacity = 0;
    memset(&copy->caller_index, 0, sizeof copy->caller_index);
    memset(&copy->copy_index, 0, sizeof copy->copy_index);
    memset(&copy->launch_index, 0, sizeof copy->launch_index);
    memset(&copy->place_index, 0, sizeof copy->place_index);
    program_index_rows(copy);
}

const char *edit_sentence(enum edit_kind kind)
{
    static const char *const sentences[EDIT_COUNT] = {
#define EDIT(id, sentence) [EDIT_##id] = (sentence),
        EDIT_LIST(EDIT)
#undef EDIT
    };
    return kind > EDIT_NONE && kind < EDIT_COUNT ? sentences[kind] : "";
}

void edit_changes_release(struct edit_changes *changes)
{
    free(changes->rows);
    memset(changes, 0, sizeof *changes);
}

/* --- editing -------------------------------------------------------------------------------------
 */

static void editing_begin(struct editing *editing, const struct program *original,
                          struct program *program, struct edit_changes *changes)
{
    *editing = (struct editing){.original = original, .program = program, .changes = changes};
}

bool editing_is_stopped(const struct editing *editing)
{
    return editing->stop && atomic_load_explicit(editing->stop, memory_order_relaxed);
}

void editing_insert(struct editing *editing, uint64_t key, const struct program_record *record)
{
    editing->insertions = mem_grow(editing->insertions, &editing->insertion_capacity,
                                   editing->insertion_count + 1, sizeof *editing->insertions);
    editing->insertions[editing->insertion_count] =
        (struct edit_insertion){.key = key, .turn = editing->insertion_count, .record = *record};
    editing->insertion_count++;
}

static size_t least(size_t a, size_t b)
{
    return a < b ? a : b;
}

static size_t most(size_t a, size_t b)
{
    return a > b ? a : b;
}

/* The call that is left of a loop's is another one: the two are one change. */
static bool changes_what_is_left(struct edit_changes *changes, const struct edit_change *change)
{
    for (size_t i = 0; change->kind == CHANGE_CALL && i < changes->count; i++) {
        struct edit_change *left = &changes->rows[i];
        if (left->kind != CHANGE_LAST_ONLY || left->place != change->place ||
            left->new_call != change->call || left->made != 1)
            continue;
        left->new_call = change->new_call;
        left->stream = change->stream;
        left->behind = true;
        return true;
    }
    return false;
}

void editing_note(struct editing *editing, const struct edit_change *change)
{
    struct edit_changes *changes = editing->changes;
    changes->changed += change->count;
    if (changes_what_is_left(changes, change))
        return;
    for (size_t i = 0; i < changes->count; i++) {
        struct edit_change same = changes->rows[i];
        same.count = change->count;
        same.made = change->made;
        size_t turns = least(same.turns, change->turns),
               anywhere = least(same.turns_anywhere, change->turns_anywhere);
        if (same.kind == change->kind && same.call == change->call &&
            same.new_call == change->new_call && same.place == change->place &&
            same.other == change->other && same.stream == change->stream && same.to == change->to &&
            same.object == change->object && same.name == change->name &&
            same.behind == change->behind && same.called == change->called) {
            changes->rows[i].count += change->count;
            changes->rows[i].made += change->made;
            changes->rows[i].turns = turns;
            changes->rows[i].turns_anywhere = anywhere;
            changes->rows[i].waits = most(changes->rows[i].waits, change->waits);
            changes->rows[i].turns_most = most(changes->rows[i].turns_most, change->turns_most);
            return;
        }
    }
    changes->rows =
        mem_grow(changes->rows, &changes->capacity, changes->count + 1, sizeof *changes->rows);
    changes->rows[changes->count++] = *change;
}

void editing_refuse(struct editing *editing, const char *why)
{
    if (!editing->changes->refused)
        editing->changes->refused = why;
}

uint32_t editing_new_stream(struct editing *editing, const char *name)
{
    uint32_t stream = program_add_stream(
        editing->program,
        &(struct program_stream){.kind = STREAM_NONBLOCKING,
                                 .name = intern_adds(&editing->program->names, name)});
    editing_insert(editing, edit_before(0),
                   &(struct program_record){.call = CALL_cudaStreamCreateWithFlags,
                                            .stream = stream,
                                            .object = stream,
                                            .flags = RECORD_WARM});
    return stream;
}

static int by_key(const void *a, const void *b)
{
    const struct edit_insertion *left = a, *right = b;
    if (left->key != right->key)
        return left->key < right->key ? -1 : 1;
    return left->turn < right->turn ? -1 : left->turn > right->turn;
}

static void editing_end(struct editing *editing)
{
    struct program *program = editing->program;
    struct program_record *old = program->records.rows;
    size_t count = program->records.count, next = 0;
    program->records.rows = NULL;
    program->records.count = program->records.capacity = 0;
    for (size_t i = 0; i <= count; i++) {
        for (; next < editing->insertion_count && editing->insertions[next].key <= edit_before(i);
             next++)
            program_add_record(program, &editing->insertions[next].record);
        if (i < count && old[i].call != CALL_NONE)
            program_add_record(program, &old[i]);
    }
    free(old);
    free(editing->insertions);
    editing->insertions = NULL;
    editing->insertion_count = editing->insertion_capacity = 0;
}

/* The first record of a host function's part says cudaLaunchHostFunc too. */
static bool is_call(const struct program *program, const struct program_record *record)
{
    return record->call != CALL_NONE && program->threads.rows[record->thread].kind == THREAD_HOST;
}

bool edit_takes_stream(const struct program *program, const struct program_record *record)
{
    if (!is_call(program, record))
        return false;
    const struct call_info *info = call_info((enum call)record->call);
    if (info->object != OBJECT_LAUNCH && info->object != OBJECT_COPY &&
        info->object != OBJECT_EVENT && info->object != OBJECT_HOSTFN &&
        record->call != CALL_cudaStreamWaitEvent)
        return false;
    return record->call == CALL_cudaLaunchKernel || record->call == CALL_cudaLaunchKernelExC ||
           strstr(info->parameters, "cudaStream_t");
}

bool edit_enqueues(const struct program *program, const struct program_record *record)
{
    return is_call(program, record) && call_enqueues((enum call)record->call);
}

/* --- applying ------------------------------------------------------------------------------------
 */

static void apply(struct editing *editing, const struct edit *edit)
{
    switch (edit->kind) {
    case EDIT_NONBLOCKING_STREAM:
        edit_own_stream(editing, edit);
        break;
    case EDIT_NONBLOCKING_STREAMS:
        edit_nonblocking(editing, edit);
        break;
    case EDIT_PER_THREAD:
        edit_per_thread(editing, edit);
        break;
    case EDIT_PINNED:
        edit_pinned(editing, edit);
        break;
    case EDIT_PAGEABLE:
        edit_pageable(editing, edit);
        break;
    case EDIT_ASYNC:
        edit_async(editing, edit);
        break;
    case EDIT_MOVE:
        edit_move(editing, edit);
        break;
    case EDIT_LAUNCH:
        edit_launch(editing, edit);
        break;
    case EDIT_TURNS:
        edit_turns(editing, edit);
        break;
    case EDIT_APART:
        edit_apart(editing, edit);
        break;
    case EDIT_NO_SYNCHRONIZE:
        edit_no_synchronize(editing, edit);
        break;
    case EDIT_RELEASE:
        edit_release(editing, edit);
        break;
    case EDIT_ONE_STREAM:
        edit_one_stream(editing, edit);
        break;
    case EDIT_NO_WAIT:
        edit_no_wait(editing, edit);
        break;
    case EDIT_NARROW_WAIT:
        edit_narrow_wait(editing, edit);
        break;
    case EDIT_HOIST:
        edit_hoist(editing, edit);
        break;
    case EDIT_KEEP_POOL:
        edit_keep_pool(editing, edit);
        break;
    case EDIT_NO_TIMING:
        edit_no_timing(editing, edit);
        break;
    case EDIT_LAUNCH_BLOCKING:
        edit_launch_blocking(editing, edit);
        break;
    case EDIT_BREADTH:
    case EDIT_DEPTH:
        editing->reorder = (uint16_t)edit->kind;
        break;
    case EDIT_NONE:
    case EDIT_COUNT:
        break;
    }
}

/* The new issue order, noted line by line if it is one. */
static void reorder(struct editing *editing)
{
    struct program *program = editing->program;
    struct edit_moves moves;
    edit_moves_begin(&moves, program);
    size_t changed = edit_reorder(program, (enum edit_kind)editing->reorder, &moves);
    for (size_t i = 0; moves.in_lines && i < moves.count; i++)
        editing_note(editing, &(struct edit_change){.kind = CHANGE_ORDER,
                                                    .call = editing->reorder,
                                                    .place = moves.order[i],
                                                    .other = moves.behind[moves.order[i]]});
    for (uint32_t i = 0; changed && !moves.in_lines && i < program->places.count; i++)
        if (moves.places[i])
            editing_note(editing, &(struct edit_change){
                                      .kind = CHANGE_ORDER, .call = editing->reorder, .place = i});
    editing->changes->changed += changed;
    edit_moves_release(&moves);
    if (editing->changes->changed == 0)
        editing_refuse(editing, "the calls cannot be issued in that order, or already are");
}

void edit_rewrite(struct program *edited, const struct program *original, const struct edit *edits,
                  size_t count, const atomic_bool *stop, struct edit_changes *changes)
{
    memset(changes, 0, sizeof *changes);
    edit_copy_program(edited, original);
    struct editing editing;
    editing_begin(&editing, original, edited, changes);
    editing.stop = stop;
    for (size_t i = 0; i < count && !editing_is_stopped(&editing); i++)
        apply(&editing, &edits[i]);
    if (changes->changed)
        changes->refused = NULL; /* of several edits one may have done the work of another */
    if (changes->changed && editing.orders_lost)
        edit_keep_orders(&editing, false);
    if (editing.insertion_count > 1)
        qsort(editing.insertions, editing.insertion_count, sizeof *editing.insertions, by_key);
    changes->stay = edit_waits_stay(&editing);
    editing_end(&editing);
    if (editing.reorder && !editing_is_stopped(&editing))
        reorder(&editing);
    edit_bind_loops(edited);
    if (changes->changed == 0)
        editing_refuse(&editing, "there is nothing in the program that it would change");
}
