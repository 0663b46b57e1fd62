/* A priority queue of events: smallest time first, equal times in order of arrival.
 *
 * Knows nothing of CUDA.
 */
#ifndef SIM_BASE_HEAP_H
#define SIM_BASE_HEAP_H

#include <stddef.h>
#include <stdint.h>

struct heap_item {
    int64_t time;   /* ns */
    uint64_t order; /* of arrival; set by heap_push */
    uint32_t kind;  /* the owner's */
    uint32_t id;    /* the owner's */
};

struct heap {
    struct heap_item *items;
    size_t count, capacity;
    uint64_t arrivals;
};

void heap_init(struct heap *heap);
void heap_push(struct heap *heap, int64_t time, uint32_t kind, uint32_t id);

/* The first item, or NULL when empty. Valid until the next push or pop. */
static inline const struct heap_item *heap_peek(const struct heap *heap)
{
    return heap->count ? &heap->items[0] : NULL;
}

/* Removes and returns the first item; the heap must not be empty. */
struct heap_item heap_pop(struct heap *heap);
void heap_release(struct heap *heap);

#endif
