#include "sim/model/callers.h"

#include "sim/base/mem.h"
#include "sim/base/mix.h"
#include "sim/model/program_index.h"

#include <string.h>

static uint64_t hash_caller(const struct program_caller *row)
{
    return mix(mix(mix(mix(5, row->function), row->place), row->column), row->caller);
}

static uint64_t caller_row_hash(const struct program *program, uint32_t row)
{
    return hash_caller(&program->callers.rows[row]);
}

bool program_same_call(const struct program_caller *a, const struct program_caller *b)
{
    return a->function == b->function && a->place == b->place && a->column == b->column;
}

static bool is_same(const struct program_caller *a, const struct program_caller *b)
{
    return program_same_call(a, b) && a->caller == b->caller;
}

uint32_t program_add_caller(struct program *program, const struct program_caller *row)
{
    struct program_index *index = &program->caller_index;
    program_index_reserve(index, program, caller_row_hash);
    size_t at = program_index_begin(index, hash_caller(row));
    for (; index->slots[at]; at = program_index_next(index, at))
        if (is_same(&program->callers.rows[index->slots[at]], row))
            return index->slots[at];
    size_t count = program->callers.count ? program->callers.count : 1; /* row 0 is none */
    program->callers.rows =
        mem_grow(program->callers.rows, &program->callers.capacity, count + 1, sizeof *row);
    if (count == 1)
        memset(program->callers.rows, 0, sizeof *row);
    program->callers.rows[count] = *row;
    program->callers.count = count + 1;
    program_index_put(index, at, (uint32_t)count);
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
