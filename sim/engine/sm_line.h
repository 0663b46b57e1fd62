/* A line of things to do in the order of their times; equal times in the order in which they came.
 * They nearly always come in that order, and few wait: a step back from the end finds the place.
 * Private to sm_array. */
#ifndef SIM_ENGINE_SM_LINE_H
#define SIM_ENGINE_SM_LINE_H

#include "sim/base/mem.h"

#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

struct sm_line_item {
    int64_t time;  /* ns */
    uint32_t kind; /* the owner's */
    uint32_t id;   /* the owner's */
};

struct sm_line {
    struct sm_line_item *items;
    size_t first, end, capacity;
};

static inline const struct sm_line_item *sm_line_peek(const struct sm_line *line)
{
    return line->first < line->end ? &line->items[line->first] : NULL;
}

static inline void sm_line_push(struct sm_line *line, int64_t time, uint32_t kind, uint32_t id)
{
    if (line->end == line->capacity) {
        if (line->first > line->capacity / 2) {
            line->end -= line->first;
            memmove(line->items, line->items + line->first, line->end * sizeof *line->items);
            line->first = 0;
        } else {
            line->items =
                mem_grow(line->items, &line->capacity, line->end + 1, sizeof *line->items);
        }
    }
    size_t at = line->end++;
    for (; at > line->first && line->items[at - 1].time > time; at--)
        line->items[at] = line->items[at - 1];
    line->items[at] = (struct sm_line_item){time, kind, id};
}

/* The first, which must be there. */
static inline struct sm_line_item sm_line_pop(struct sm_line *line)
{
    struct sm_line_item item = line->items[line->first++];
    if (line->first == line->end)
        line->first = line->end = 0;
    return item;
}

static inline void sm_line_release(struct sm_line *line)
{
    free(line->items);
}

#endif
