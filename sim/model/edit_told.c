#include "sim/model/edit_told.h"

#include "sim/base/mem.h"

#include <stdlib.h>

static bool has(const struct told_pairs *pairs, uint32_t by, uint32_t one, uint32_t other)
{
    for (size_t i = pairs->count; i-- > 0;) { /* mostly the last one again */
        const struct told_pair *row = &pairs->rows[i];
        if (row->by == by &&
            ((row->one == one && row->other == other) || (row->one == other && row->other == one)))
            return true;
    }
    return false;
}

void told_pairs_add(struct told_pairs *pairs, uint32_t by, uint32_t one, uint32_t other)
{
    if (has(pairs, by, one, other))
        return;
    pairs->rows = mem_grow(pairs->rows, &pairs->capacity, pairs->count + 1, sizeof *pairs->rows);
    pairs->rows[pairs->count++] = (struct told_pair){by, one, other};
}

void told_pairs_forget(struct told_pairs *pairs, struct lost_orders *lost, size_t since,
                       const struct program *program)
{
    const struct program_record *rows = program->records.rows;
    size_t kept = since;
    for (size_t i = since; i < lost->count; i++) {
        const struct lost_order *row = &lost->rows[i];
        if (row->told == 0 ||
            !has(pairs, row->told - 1, rows[row->before].place, rows[row->after].place))
            lost->rows[kept++] = *row;
    }
    lost->count = kept;
    free(pairs->rows);
    *pairs = (struct told_pairs){0};
}
