#include "sim/base/arena.h"

#include "sim/base/mem.h"

#include <stdalign.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { BLOCK_BYTES = 64 * 1024 };

struct arena_block {
    struct arena_block *older;
    alignas(max_align_t) char bytes[];
};

void arena_init(struct arena *arena)
{
    memset(arena, 0, sizeof *arena);
}

void *arena_alloc(struct arena *arena, size_t bytes)
{
    const size_t align = alignof(max_align_t);
    if (bytes > SIZE_MAX / 2)
        abort();
    bytes = (bytes + align - 1) / align * align;
    if (bytes == 0)
        bytes = align;
    arena->used += bytes;
    if (bytes > BLOCK_BYTES / 4 && bytes > arena->left) {
        /* A large piece gets a block of its own, behind the newest, whose rest stays in use. */
        struct arena_block *block = mem_zalloc(sizeof *block + bytes);
        if (arena->blocks) {
            block->older = arena->blocks->older;
            arena->blocks->older = block;
        } else {
            arena->blocks = block;
        }
        return block->bytes;
    }
    if (bytes > arena->left) {
        struct arena_block *block = mem_zalloc(sizeof *block + BLOCK_BYTES);
        block->older = arena->blocks;
        arena->blocks = block;
        arena->next = block->bytes;
        arena->left = BLOCK_BYTES;
    }
    void *memory = arena->next;
    arena->next += bytes;
    arena->left -= bytes;
    return memory;
}

char *arena_strndup(struct arena *arena, const char *text, size_t length)
{
    char *copy = arena_alloc(arena, length + 1);
    memcpy(copy, text, length);
    return copy;
}

void arena_release(struct arena *arena)
{
    while (arena->blocks) {
        struct arena_block *older = arena->blocks->older;
        free(arena->blocks);
        arena->blocks = older;
    }
    arena_init(arena);
}
