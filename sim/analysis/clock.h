/* Vector clocks that share what they have in common: for each chain (a stream, a host thread) how
 * far it is known to be done, as the number of its last event known.
 *
 * A clock is never changed: joining two makes a third, which shares the parts where one of them
 * knows more throughout. Numbers of events count over the whole program, so parts of different
 * chains can be compared, and a join that learns everything anew (behind a synchronize, at a join
 * of many streams) costs one look. Clocks live as long as their store.
 *
 * Knows nothing of programs.
 */
#ifndef SIM_ANALYSIS_CLOCK_H
#define SIM_ANALYSIS_CLOCK_H

#include <stddef.h>
#include <stdint.h>

enum { CLOCK_WIDTH = 16 };

/* A part of a clock: the numbers of 16 chains or, above, 16 smaller parts. */
struct clock_node {
    uint32_t least, most; /* of all chains below that exist; an unknown one counts as 0 */
    uint32_t child[CLOCK_WIDTH];
};

struct clocks {
    struct clock_node **chunks;
    size_t chunk_count, chunk_capacity;
    uint32_t count;  /* nodes; number 0 is the clock that knows nothing */
    uint32_t chains; /* how many there are */
    unsigned levels; /* of a clock */
};

void clocks_init(struct clocks *clocks, uint32_t chains);
void clocks_release(struct clocks *clocks);

/* The last event of `chain` that the clock knows; 0: none. Events are numbered from 1. */
uint32_t clock_get(const struct clocks *clocks, uint32_t clock, uint32_t chain);

/* The clock that knows `event` of `chain` as well; the same one if it does already. */
uint32_t clock_set(struct clocks *clocks, uint32_t clock, uint32_t chain, uint32_t event);

/* The clock that knows what either knows. */
uint32_t clock_join(struct clocks *clocks, uint32_t a, uint32_t b);

#endif
