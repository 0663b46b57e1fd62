/* A queue in an array that is used in a circle. Knows nothing of what it holds. */
#ifndef SIM_ENGINE_RING_H
#define SIM_ENGINE_RING_H

#include "sim/base/hot.h"
#include "sim/base/mem.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* Element n stands at n modulo the capacity, a power of two. */
struct ring {
    uint64_t first, last;
    size_t capacity;
};

/* Its rare half. */
static COLD void *ring_grow(struct ring *ring, void *elements, size_t bytes)
{
    size_t capacity = ring->capacity ? ring->capacity * 2 : 16;
    char *grown = mem_zalloc(capacity * bytes);
    for (uint64_t i = ring->first; i != ring->last; i++)
        memcpy(grown + (i & (capacity - 1)) * bytes,
               (char *)elements + (i & (ring->capacity - 1)) * bytes, bytes);
    free(elements);
    ring->capacity = capacity;
    return grown;
}

/* Room for one more; the elements keep their places modulo the capacity. */
static inline void *ring_reserve(struct ring *ring, void *elements, size_t bytes)
{
    return ring->last - ring->first < ring->capacity ? elements : ring_grow(ring, elements, bytes);
}

#endif
