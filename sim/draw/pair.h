/* Two timelines in one picture: under each lane of the first the same lane of the second.
 *
 * Made by merging both into one timeline with twice the streams, threads and machines, so that the
 * one layout, and what draws it, serves here as well.
 */
#ifndef SIM_DRAW_PAIR_H
#define SIM_DRAW_PAIR_H

#include "sim/analysis/compare.h"
#include "sim/draw/layout.h"

struct pair {
    struct timeline both;
    struct layout layout;
    /* Operations of each timeline as they are called in `both`, TIMELINE_NO_OP for what is not
     * there; and back: those below `second` are of the first. Calls keep their order, those of the
     * first before those of the second. */
    uint32_t *ops[2];
    uint32_t *own, second;
};

/* Both from their zero on; of the second the mode that was compared. The comparison need not live
 * on. */
void pair_init(struct pair *pair, const struct compare *compare);

/* The lanes of connections as well; see layout_add_connections(). */
void pair_add_connections(struct pair *pair, const struct compare *compare);

/* Of a lane's key: whether it is the second's; what it is in the layout of its own timeline. */
bool pair_is_second(uint32_t key);
uint32_t pair_own_key(enum lane_group group, uint32_t key);

void pair_release(struct pair *pair);

#endif
