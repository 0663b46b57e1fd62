#include "sim/analysis/clock.h"

#include "sim/base/mem.h"

#include <stdlib.h>
#include <string.h>

enum { LOG_WIDTH = 4, LOG_CHUNK = 12 };

static const struct clock_node *node_at(const struct clocks *clocks, uint32_t node)
{
    return &clocks->chunks[node >> LOG_CHUNK][node & ((1u << LOG_CHUNK) - 1)];
}

void clocks_init(struct clocks *clocks, uint32_t chains)
{
    memset(clocks, 0, sizeof *clocks);
    clocks->chains = chains;
    clocks->levels = 1;
    while (clocks->levels < 8 && chains >> (LOG_WIDTH * clocks->levels))
        clocks->levels++;
    clocks->count = 1;
    clocks->chunks = mem_grow(NULL, &clocks->chunk_capacity, 1, sizeof *clocks->chunks);
    clocks->chunks[clocks->chunk_count++] = mem_zalloc(sizeof **clocks->chunks << LOG_CHUNK);
}

void clocks_release(struct clocks *clocks)
{
    for (size_t i = 0; i < clocks->chunk_count; i++)
        free(clocks->chunks[i]);
    free(clocks->chunks);
    memset(clocks, 0, sizeof *clocks);
}

uint32_t clock_get(const struct clocks *clocks, uint32_t clock, uint32_t chain)
{
    for (unsigned level = clocks->levels; level-- > 0 && clock;)
        clock = node_at(clocks, clock)->child[(chain >> (LOG_WIDTH * level)) & (CLOCK_WIDTH - 1)];
    return clock;
}

/* `first`: the first chain below the node; `level` 0 holds the chains' numbers themselves. */
static uint32_t add_node(struct clocks *clocks, struct clock_node *node, uint32_t first,
                         unsigned level)
{
    node->least = UINT32_MAX;
    node->most = 0;
    for (uint32_t i = 0; i < CLOCK_WIDTH; i++) {
        uint32_t from = first + (i << (LOG_WIDTH * level));
        if (from >= clocks->chains || from < first)
            break;
        const struct clock_node *below = level ? node_at(clocks, node->child[i]) : NULL;
        uint32_t least = level ? below->least : node->child[i];
        uint32_t most = level ? below->most : node->child[i];
        node->least = least < node->least ? least : node->least;
        node->most = most > node->most ? most : node->most;
    }
    if (clocks->count >> LOG_CHUNK == clocks->chunk_count) {
        clocks->chunks = mem_grow(clocks->chunks, &clocks->chunk_capacity, clocks->chunk_count + 1,
                                  sizeof *clocks->chunks);
        clocks->chunks[clocks->chunk_count++] =
            mem_realloc(NULL, sizeof **clocks->chunks << LOG_CHUNK);
    }
    uint32_t id = clocks->count++;
    clocks->chunks[id >> LOG_CHUNK][id & ((1u << LOG_CHUNK) - 1)] = *node;
    return id;
}

static uint32_t set_below(struct clocks *clocks, uint32_t clock, uint32_t chain, uint32_t event,
                          unsigned level)
{
    struct clock_node node = *node_at(clocks, clock);
    unsigned shift = LOG_WIDTH * level;
    uint32_t *child = &node.child[(chain >> shift) & (CLOCK_WIDTH - 1)];
    *child = level ? set_below(clocks, *child, chain, event, level - 1) : event;
    uint32_t first = (uint32_t)((uint64_t)chain >> (shift + LOG_WIDTH) << (shift + LOG_WIDTH));
    return add_node(clocks, &node, first, level);
}

uint32_t clock_set(struct clocks *clocks, uint32_t clock, uint32_t chain, uint32_t event)
{
    if (clock_get(clocks, clock, chain) >= event)
        return clock;
    return set_below(clocks, clock, chain, event, clocks->levels - 1);
}

static uint32_t join_below(struct clocks *clocks, uint32_t a, uint32_t b, uint32_t first,
                           unsigned level)
{
    if (a == b || b == 0)
        return a;
    if (a == 0)
        return b;
    const struct clock_node *x = node_at(clocks, a), *y = node_at(clocks, b);
    if (x->least >= y->most)
        return a;
    if (y->least >= x->most)
        return b;
    struct clock_node node = {0};
    int as_a = 1, as_b = 1;
    for (uint32_t i = 0; i < CLOCK_WIDTH; i++) {
        uint32_t p = x->child[i], q = y->child[i];
        uint32_t from = first + (i << (LOG_WIDTH * level));
        node.child[i] = level ? join_below(clocks, p, q, from, level - 1) : p > q ? p : q;
        as_a &= node.child[i] == p;
        as_b &= node.child[i] == q;
    }
    return as_a ? a : as_b ? b : add_node(clocks, &node, first, level);
}

uint32_t clock_join(struct clocks *clocks, uint32_t a, uint32_t b)
{
    return join_below(clocks, a, b, 0, clocks->levels - 1);
}
