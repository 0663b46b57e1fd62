/* Finding equal rows of a program's tables: open addressing, at most two thirds of the slots taken.
 * Slots hold row numbers; rows start at 1, so 0 is a free slot.
 *
 *     program_index_reserve(index, program, hash_of_row);
 *     size_t at = program_index_begin(index, hash);
 *     for (; index->slots[at]; at = program_index_next(index, at))
 *         (is it that row?)
 *     program_index_put(index, at, row);
 */
#ifndef SIM_MODEL_PROGRAM_INDEX_H
#define SIM_MODEL_PROGRAM_INDEX_H

#include "sim/model/program.h"

typedef uint64_t program_index_hash(const struct program *program, uint32_t row);

/* Makes room for one row more. Rows that are in it move to other slots, by their hashes. */
void program_index_reserve(struct program_index *index, const struct program *program,
                           program_index_hash *hash_of);

/* Walks the slots from a hash on; `at` is the slot under view. */
static inline size_t program_index_begin(const struct program_index *index, uint64_t hash)
{
    return (size_t)hash & (index->slot_count - 1);
}

static inline size_t program_index_next(const struct program_index *index, size_t at)
{
    return (at + 1) & (index->slot_count - 1);
}

/* Into a free slot that such a walk ended at. */
void program_index_put(struct program_index *index, size_t at, uint32_t row);

#endif
