/* Host functions that tell others something, by a lock or an atomic, and whose order nobody can
 * count on: of some that two lines put into streams, the original orders one with the other by
 * nothing.
 */
#ifndef SIM_MODEL_EDIT_TOLD_H
#define SIM_MODEL_EDIT_TOLD_H

#include "sim/model/edit_lost.h"

struct told_pair {
    uint32_t by;         /* a lock or atomic */
    uint32_t one, other; /* rows of places */
};

struct told_pairs {
    struct told_pair *rows;
    size_t count, capacity;
};

/* Notes two that are not in order. */
void told_pairs_add(struct told_pairs *pairs, uint32_t by, uint32_t one, uint32_t other);

/* Orders of these, of the rows from `since` on, are none that are lost; the pairs are released. */
void told_pairs_forget(struct told_pairs *pairs, struct lost_orders *lost, size_t since,
                       const struct program *program);

#endif
