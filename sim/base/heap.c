#include "sim/base/heap.h"

#include "sim/base/mem.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

void heap_init(struct heap *heap)
{
    memset(heap, 0, sizeof *heap);
}

static bool before(const struct heap_item *a, const struct heap_item *b)
{
    return a->time != b->time ? a->time < b->time : a->order < b->order;
}

void heap_push(struct heap *heap, int64_t time, uint32_t kind, uint32_t id)
{
    heap->items = mem_grow(heap->items, &heap->capacity, heap->count + 1, sizeof *heap->items);
    struct heap_item item = {time, heap->arrivals++, kind, id};
    size_t at = heap->count++;
    while (at > 0) {
        size_t parent = (at - 1) / 2;
        if (!before(&item, &heap->items[parent]))
            break;
        heap->items[at] = heap->items[parent];
        at = parent;
    }
    heap->items[at] = item;
}

struct heap_item heap_pop(struct heap *heap)
{
    struct heap_item first = heap->items[0];
    struct heap_item last = heap->items[--heap->count];
    size_t at = 0;
    for (;;) {
        size_t child = 2 * at + 1;
        if (child >= heap->count)
            break;
        if (child + 1 < heap->count && before(&heap->items[child + 1], &heap->items[child]))
            child++;
        if (!before(&heap->items[child], &last))
            break;
        heap->items[at] = heap->items[child];
        at = child;
    }
    if (heap->count)
        heap->items[at] = last;
    return first;
}

void heap_release(struct heap *heap)
{
    free(heap->items);
    heap_init(heap);
}
