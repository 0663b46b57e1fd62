#include "sim/analysis/blocks.h"

#include "sim/base/mem.h"

#include <stdlib.h>
#include <string.h>

/* The first block that ends behind the byte. */
static size_t first_behind(const struct blocks *blocks, uint32_t alloc, uint64_t at)
{
    size_t low = 0, high = blocks->count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        const struct block *block = &blocks->rows[middle];
        if (block->alloc < alloc || (block->alloc == alloc && block->to <= at))
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

const struct block *blocks_find(const struct blocks *blocks, uint32_t alloc, uint64_t at)
{
    size_t i = first_behind(blocks, alloc, at);
    if (i == blocks->count || blocks->rows[i].alloc != alloc || blocks->rows[i].from > at)
        return NULL;
    return &blocks->rows[i];
}

enum { LOOK_AHEAD = 64 }; /* names of blocks that other threads took at the time */

static uint32_t next_name(struct blocks *blocks, const struct program *program,
                          const struct program_record *row)
{
    for (size_t i = blocks->named; i < program->block_names.count && i < blocks->named + LOOK_AHEAD;
         i++) {
        const struct program_block_name *name = &program->block_names.rows[i];
        if (name->alloc != row->object || name->offset != (uint64_t)row->value)
            continue;
        if (i == blocks->named)
            blocks->named++;
        return name->name;
    }
    return 0;
}

static void take(struct blocks *blocks, const struct program *program,
                 const struct program_record *row, uint32_t record)
{
    struct block block = {
        .alloc = row->object,
        .stream = row->stream,
        .from = (uint64_t)row->value,
        .to = (uint64_t)row->value + (uint64_t)row->count * PROGRAM_BLOCK_UNIT,
        .taken = record,
        .given = BLOCK_NO_RECORD,
        .name = next_name(blocks, program, row),
        .given_before = BLOCK_NO_RECORD,
    };
    size_t at = first_behind(blocks, block.alloc, block.from), end = at;
    for (; end < blocks->count && blocks->rows[end].alloc == block.alloc &&
           blocks->rows[end].from < block.to;
         end++) { /* what was split or merged */
        uint32_t given = blocks->rows[end].given;
        if (given != BLOCK_NO_RECORD &&
            (block.given_before == BLOCK_NO_RECORD || given > block.given_before)) {
            block.given_before = given;
            block.name_before = blocks->rows[end].name;
        }
    }
    if (end == at) {
        blocks->rows =
            mem_grow(blocks->rows, &blocks->capacity, blocks->count + 1, sizeof *blocks->rows);
        memmove(blocks->rows + at + 1, blocks->rows + at,
                (blocks->count - at) * sizeof *blocks->rows);
        blocks->count++;
    } else {
        memmove(blocks->rows + at + 1, blocks->rows + end,
                (blocks->count - end) * sizeof *blocks->rows);
        blocks->count -= end - at - 1;
    }
    blocks->rows[at] = block;
}

void blocks_visit(struct blocks *blocks, const struct program *program, uint32_t record)
{
    const struct program_record *row = &program->records.rows[record];
    if (row->object == 0 || row->value < 0)
        return;
    if (row->call == CALL_block_take) {
        take(blocks, program, row, record);
        return;
    }
    size_t i = first_behind(blocks, row->object, (uint64_t)row->value);
    if (i < blocks->count && blocks->rows[i].alloc == row->object &&
        blocks->rows[i].from == (uint64_t)row->value)
        blocks->rows[i].given = record;
}

void blocks_release(struct blocks *blocks)
{
    free(blocks->rows);
    memset(blocks, 0, sizeof *blocks);
}
