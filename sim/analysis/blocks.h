/* The blocks that the caching allocator of lessons/nullstream.cuh has handed out or got back, while
 * a program's records are gone through. To CUDA they are parts of allocations that stay.
 */
#ifndef SIM_ANALYSIS_BLOCKS_H
#define SIM_ANALYSIS_BLOCKS_H

#include "sim/model/program.h"

#include <stdint.h>

#define BLOCK_NO_RECORD UINT32_MAX

struct block {
    uint32_t alloc;
    uint32_t stream; /* that it was handed out for */
    uint64_t from, to;
    uint32_t taken;        /* the record */
    uint32_t given;        /* the record, or BLOCK_NO_RECORD while it is in use */
    uint32_t name;         /* name id of the variable that got it; 0: not known */
    uint32_t name_before;  /* of what `given_before` gave back */
    uint32_t given_before; /* the record that gave back what it was made of, or BLOCK_NO_RECORD */
};

struct blocks {
    struct block *rows; /* by allocation and place; they do not overlap */
    size_t count, capacity;
    size_t named; /* rows of the program's block_names that were used */
};

/* A record of block_take or block_give. */
void blocks_visit(struct blocks *blocks, const struct program *program, uint32_t record);

/* The block that a byte is in, or NULL. */
const struct block *blocks_find(const struct blocks *blocks, uint32_t alloc, uint64_t at);

void blocks_release(struct blocks *blocks);

#endif
