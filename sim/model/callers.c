#include "sim/model/callers.h"

#include "sim/base/mem.h"
#include "sim/base/mix.h"

#include <stdlib.h>
#include <string.h>

static size_t hash_of(const struct program_caller *row)
{
    return (size_t)mix(mix(mix(mix(5, row->function), row->place), row->column), row->caller);
}

bool program_same_call(const struct program_caller *a, const struct program_caller *b)
{
    return a->function == b->function && a->place == b->place && a->column == b->column;
}

static bool is_same(const struct program_caller *a, const struct program_caller *b)
{
    return program_same_call(a, b) && a->caller == b->caller;
}

/* The slot of an equal row, or the free one where it would be. */
static size_t slot_of(const struct program *program, const struct program_caller *row)
{
    const struct program_index *index = &program->caller_index;
    size_t at = hash_of(row) & (index->slot_count - 1);
    while (index->slots[at] && !is_same(&program->callers.rows[index->slots[at]], row))
        at = (at + 1) & (index->slot_count - 1);
    return at;
}

/* Room for one row more; two thirds of the slots are taken at most. */
static void reserve(struct program *program)
{
    struct program_index *index = &program->caller_index;
    if ((index->used + 1) * 3 <= index->slot_count * 2)
        return;
    free(index->slots);
    index->slot_count = index->slot_count ? index->slot_count * 2 : 64;
    index->slots = mem_zalloc(index->slot_count * sizeof *index->slots);
    for (uint32_t row = 1; row < program->callers.count; row++)
        index->slots[slot_of(program, &program->callers.rows[row])] = row;
}

uint32_t program_add_caller(struct program *program, const struct program_caller *row)
{
    reserve(program);
    size_t at = slot_of(program, row);
    if (program->caller_index.slots[at])
        return program->caller_index.slots[at];
    size_t count = program->callers.count ? program->callers.count : 1; /* row 0 is none */
    program->callers.rows =
        mem_grow(program->callers.rows, &program->callers.capacity, count + 1, sizeof *row);
    if (count == 1)
        memset(program->callers.rows, 0, sizeof *row);
    program->callers.rows[count] = *row;
    program->callers.count = count + 1;
    program->caller_index.slots[at] = (uint32_t)count;
    program->caller_index.used++;
    return (uint32_t)count;
}

void program_set_caller(struct program *program, uint32_t record, uint32_t caller)
{
    if (record >= program->called_from_count) {
        if (caller == 0)
            return;
        size_t count = program->called_from_count;
        program->called_from = mem_grow(program->called_from, &program->called_from_capacity,
                                        (size_t)record + 1, sizeof *program->called_from);
        memset(program->called_from + count, 0,
               (record + 1 - count) * sizeof *program->called_from);
        program->called_from_count = (size_t)record + 1;
    }
    program->called_from[record] = caller;
}

uint32_t program_caller_of(const struct program *program, uint32_t record)
{
    return record < program->called_from_count ? program->called_from[record] : 0;
}

uint32_t program_caller_turns(const struct program *program, uint32_t caller, size_t *times)
{
    const struct program_caller *rows = program->callers.rows;
    *times = 1;
    for (uint32_t outer = rows[caller].caller;
         outer && program_same_call(&rows[outer], &rows[caller]); outer = rows[caller].caller) {
        caller = outer;
        ++*times;
    }
    return caller;
}
