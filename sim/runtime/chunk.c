#include "sim/runtime/chunk.h"

#include "sim/base/mem.h"

#include <stdlib.h>
#include <string.h>

enum { ALIGNMENT = 512 }; /* bytes: malloc-cut.txt, 703.125 KiB lie end to end */

uint64_t chunk_room(const struct chunk *chunk, uint64_t size, uint64_t bytes)
{
    uint64_t at = 0;
    if (chunk->used >= size || size - chunk->used < bytes)
        return CHUNK_FULL;
    for (uint32_t i = 0; i < chunk->live; i++) {
        if (chunk->blocks[i].at - at >= bytes)
            return at;
        at = chunk->blocks[i].end;
    }
    return at < size && size - at >= bytes ? at : CHUNK_FULL;
}

void chunk_take(struct chunk *chunk, uint64_t at, uint64_t bytes)
{
    size_t capacity = chunk->capacity, i = chunk->live;
    chunk->blocks =
        mem_grow(chunk->blocks, &capacity, (size_t)chunk->live + 1, sizeof *chunk->blocks);
    chunk->capacity = (uint32_t)capacity;
    for (; i > 0 && chunk->blocks[i - 1].at > at; i--)
        chunk->blocks[i] = chunk->blocks[i - 1];
    uint64_t end = (at + bytes + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
    end = end > at ? end : at + ALIGNMENT;
    chunk->blocks[i] = (struct chunk_block){at, end};
    chunk->used += end - at;
    chunk->live++;
}

void chunk_give(struct chunk *chunk, uint64_t at)
{
    uint32_t i = 0;
    while (i < chunk->live && chunk->blocks[i].at != at)
        i++;
    if (i == chunk->live)
        return;
    chunk->used -= chunk->blocks[i].end - at;
    chunk->live--;
    memmove(&chunk->blocks[i], &chunk->blocks[i + 1], (chunk->live - i) * sizeof *chunk->blocks);
}

void chunk_release(struct chunk *chunk)
{
    free(chunk->blocks);
    *chunk = (struct chunk){0};
}
