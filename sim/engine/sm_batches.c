#include "sim/engine/sm_batches.h"

#include "sim/base/hot.h"
#include "sim/base/mem.h"

#include <stdlib.h>
#include <string.h>

void sm_batches_init(struct sm_batches *batches)
{
    memset(batches, 0, sizeof *batches);
    batches->free_row = batches->free_part = SM_NONE;
}

uint32_t sm_batches_new(struct sm_batches *batches, uint32_t kernel)
{
    uint32_t row = batches->free_row;
    if (row != SM_NONE) {
        batches->free_row = batches->rows[row].place;
    } else {
        row = (uint32_t)batches->count++;
        batches->rows =
            mem_grow(batches->rows, &batches->capacity, batches->count, sizeof *batches->rows);
    }
    batches->rows[row] = (struct sm_batch){.kernel = kernel, .parts = SM_NONE, .place = SM_NONE};
    return row;
}

uint32_t sm_batches_twin(struct sm_batches *batches, uint32_t batch)
{
    uint32_t row = sm_batches_new(batches, batches->rows[batch].kernel);
    struct sm_batch *twin = &batches->rows[row];
    *twin = batches->rows[batch];
    twin->parts = twin->place = SM_NONE;
    twin->blocks = 0;
    return row;
}

void sm_batches_add(struct sm_batches *batches, uint32_t batch, const struct sm_part *part,
                    int words)
{
    struct sm_batch *b = &batches->rows[batch];
    b->blocks += (int64_t)part->blocks * part->count;
    if (b->parts != SM_NONE && batches->parts[b->parts].part.blocks == part->blocks) {
        struct sm_part *same = &batches->parts[b->parts].part;
        for (int w = 0; w < words; w++)
            same->sms.word[w] |= part->sms.word[w];
        same->count += part->count;
        return;
    }
    uint32_t node = batches->free_part;
    if (node != SM_NONE) {
        batches->free_part = batches->parts[node].next;
    } else {
        node = (uint32_t)batches->part_count++;
        batches->parts = mem_grow(batches->parts, &batches->part_capacity, batches->part_count,
                                  sizeof *batches->parts);
    }
    batches->parts[node].part = *part;
    batches->parts[node].next = b->parts;
    b->parts = node;
}

/* --- the heap ------------------------------------------------------------------------------------
 */

static void put(struct sm_batches *batches, size_t place, uint32_t row)
{
    batches->heap[place] = row;
    batches->rows[row].place = (uint32_t)place;
}

static bool before(const struct sm_batches *batches, uint32_t a, uint32_t b)
{
    const struct sm_batch *rows = batches->rows;
    return rows[a].end != rows[b].end ? rows[a].end < rows[b].end : rows[a].serial < rows[b].serial;
}

HOT static void settle(struct sm_batches *batches, size_t place)
{
    uint32_t row = batches->heap[place];
    while (place > 0 && before(batches, row, batches->heap[(place - 1) / 2])) {
        put(batches, place, batches->heap[(place - 1) / 2]);
        place = (place - 1) / 2;
    }
    for (;;) {
        size_t child = 2 * place + 1;
        if (child >= batches->heap_count)
            break;
        if (child + 1 < batches->heap_count &&
            before(batches, batches->heap[child + 1], batches->heap[child]))
            child++;
        if (!before(batches, batches->heap[child], row))
            break;
        put(batches, place, batches->heap[child]);
        place = child;
    }
    put(batches, place, row);
}

void sm_batches_push(struct sm_batches *batches, uint32_t batch)
{
    batches->heap = mem_grow(batches->heap, &batches->heap_capacity, batches->heap_count + 1,
                             sizeof *batches->heap);
    batches->heap[batches->heap_count++] = batch;
    settle(batches, batches->heap_count - 1);
}

void sm_batches_moved(struct sm_batches *batches, uint32_t batch)
{
    settle(batches, batches->rows[batch].place);
}

void sm_batches_pop(struct sm_batches *batches, uint32_t batch)
{
    size_t place = batches->rows[batch].place;
    uint32_t last = batches->heap[--batches->heap_count];
    if (last != batch) {
        batches->heap[place] = last;
        settle(batches, place);
    }
}

void sm_batches_drop_parts(struct sm_batches *batches, uint32_t parts)
{
    while (parts != SM_NONE) {
        uint32_t next = batches->parts[parts].next;
        batches->parts[parts].next = batches->free_part;
        batches->free_part = parts;
        parts = next;
    }
}

void sm_batches_drop(struct sm_batches *batches, uint32_t batch)
{
    struct sm_batch *b = &batches->rows[batch];
    sm_batches_drop_parts(batches, b->parts);
    b->parts = SM_NONE;
    b->place = batches->free_row;
    batches->free_row = batch;
}

void sm_batches_release(struct sm_batches *batches)
{
    free(batches->rows);
    free(batches->parts);
    free(batches->heap);
    memset(batches, 0, sizeof *batches);
}
