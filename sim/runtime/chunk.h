/* What small allocations are cut from: chunks of the system's memory, on the device or page-locked.
 *
 * Knows no program and no time. Any allocation that fits a chunk makes one where none has room, so
 * that a large one leaves room for others, too: beside three of 1172 KiB three of 703 KiB are cut
 * from their chunks of 2 MiB, whichever came first (traces/experiments/malloc-cut.txt).
 */
#ifndef SIM_RUNTIME_CHUNK_H
#define SIM_RUNTIME_CHUNK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct chunk_block {
    uint64_t at, end; /* bytes behind the chunk's beginning */
};

struct chunk {
    bool host;
    uint32_t live; /* allocations in it; 0: it was given back */
    uint32_t capacity;
    uint64_t used;              /* bytes of the blocks: a full chunk need not be searched */
    struct chunk_block *blocks; /* `live` of them, by where they are */
};

#define CHUNK_FULL UINT64_MAX

/* Where so many bytes fit first in a chunk of `size`; CHUNK_FULL: nowhere. */
uint64_t chunk_room(const struct chunk *chunk, uint64_t size, uint64_t bytes);

/* Takes them there. */
void chunk_take(struct chunk *chunk, uint64_t at, uint64_t bytes);

/* Gives back what was taken there; nothing if nothing was. */
void chunk_give(struct chunk *chunk, uint64_t at);

void chunk_release(struct chunk *chunk);

#endif
