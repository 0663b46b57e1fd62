/* An arena: many small allocations, released together.
 *
 * Pointers stay valid until arena_release(). Knows nothing of CUDA.
 */
#ifndef SIM_BASE_ARENA_H
#define SIM_BASE_ARENA_H

#include <stddef.h>

struct arena_block;

struct arena {
    struct arena_block *blocks; /* newest first */
    char *next;                 /* free part of the newest block */
    size_t left;                /* bytes in it */
    size_t used;                /* bytes handed out in all, for limits */
};

void arena_init(struct arena *arena);

/* Zeroed, aligned for any type, never NULL. */
void *arena_alloc(struct arena *arena, size_t bytes);

/* A copy of `length` bytes with a terminating NUL. */
char *arena_strndup(struct arena *arena, const char *text, size_t length);

void arena_release(struct arena *arena);

#endif
