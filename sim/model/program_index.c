#include "sim/model/program_index.h"

#include "sim/base/mem.h"

#include <stdlib.h>

void program_index_reserve(struct program_index *index, const struct program *program,
                           program_index_hash *hash_of)
{
    if ((index->used + 1) * 3 <= index->slot_count * 2)
        return;
    struct program_index larger = {.slot_count = index->slot_count ? index->slot_count * 2 : 64};
    larger.slots = mem_zalloc(larger.slot_count * sizeof *larger.slots);
    for (size_t i = 0; i < index->slot_count; i++) {
        if (index->slots[i] == 0)
            continue;
        size_t at = program_index_begin(&larger, hash_of(program, index->slots[i]));
        while (larger.slots[at])
            at = program_index_next(&larger, at);
        program_index_put(&larger, at, index->slots[i]);
    }
    free(index->slots);
    *index = larger;
}

void program_index_put(struct program_index *index, size_t at, uint32_t row)
{
    index->slots[at] = row;
    index->used++;
}
