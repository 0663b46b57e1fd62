#include "sim/engine/live.h"

#include "sim/base/hot.h"
#include "sim/base/mem.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

void live_init(struct live *live)
{
    memset(live, 0, sizeof *live);
}

uint32_t live_add(struct live *live, uint32_t id)
{
    uint32_t slot = live->free;
    if (slot) {
        live->free = live->ops[slot].next;
    } else {
        slot = ++live->used;
        live->ops = mem_grow(live->ops, &live->capacity, (size_t)slot + 1, sizeof *live->ops);
    }
    memset(&live->ops[slot], 0, offsetof(struct live_op, causes));
    live->ops[slot].id = id;
    if (id >= live->slot_capacity) {
        size_t before = live->slot_capacity;
        live->slots =
            mem_grow(live->slots, &live->slot_capacity, (size_t)id + 1, sizeof *live->slots);
        memset(live->slots + before, 0, (live->slot_capacity - before) * sizeof *live->slots);
    }
    live->slots[id] = slot;
    live->count++;
    return slot;
}

void live_remove(struct live *live, uint32_t slot)
{
    struct live_op *op = &live->ops[slot];
    if (op->spilled) {
        free(op->spilled);
        op->spilled = NULL;
    }
    live->slots[op->id] = 0;
    op->next = live->free;
    live->free = slot;
    live->count--;
}

void live_add_edge(struct live *live, uint32_t from, uint32_t to, enum rule rule, bool far)
{
    uint32_t edge = live->free_edge;
    if (edge) {
        live->free_edge = live->edges[edge].next;
    } else {
        edge = ++live->edges_used;
        live->edges =
            mem_grow(live->edges, &live->edge_capacity, (size_t)edge + 1, sizeof *live->edges);
    }
    live->edges[edge] = (struct live_edge){0, to, (uint16_t)rule, far};
    struct live_op *op = &live->ops[from];
    if (op->first_edge)
        live->edges[op->last_edge].next = edge;
    else
        op->first_edge = edge;
    op->last_edge = edge;
    live->ops[to].unmet++;
    live->ops[to].unmet_far += far;
}

static bool goes_before(const struct timeline_wait *a, const struct timeline_wait *b)
{
    if (a->to != b->to)
        return a->to < b->to;
    return a->blocker != b->blocker ? a->blocker < b->blocker : a->rule < b->rule;
}

/* Room for one more cause than an operation has by itself, or than `spilled` has. */
static COLD void spill(struct live_op *op)
{
    size_t capacity = op->spilled ? op->cause_capacity : 0;
    size_t need = op->spilled ? capacity + 1 : LIVE_CAUSES * 2;
    bool first = op->spilled == NULL;
    op->spilled = mem_grow(op->spilled, &capacity, need, sizeof *op->spilled);
    if (first)
        memcpy(op->spilled, op->causes, sizeof op->causes);
    op->cause_capacity = (uint32_t)capacity;
}

void live_add_cause(struct live_op *op, int64_t to, uint32_t blocker, enum rule rule)
{
    struct timeline_wait cause = {to, blocker, rule};
    op->resources |= rule > RULE_ID_GRAPH_LAUNCH;
    if (op->cause_count >= LIVE_CAUSES && (!op->spilled || op->cause_count == op->cause_capacity))
        spill(op);
    struct timeline_wait *causes = op->spilled ? op->spilled : op->causes;
    uint32_t at = op->cause_count++;
    for (; at > op->host_causes && goes_before(&cause, &causes[at - 1]); at--)
        causes[at] = causes[at - 1];
    causes[at] = cause;
}

void live_release(struct live *live)
{
    for (uint32_t slot = 1; slot <= live->used; slot++)
        free(live->ops[slot].spilled);
    free(live->ops);
    free(live->edges);
    free(live->slots);
    live_init(live);
}
