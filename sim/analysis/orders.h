/* Orders of operations, three ways: what CUDA guarantees, what is predicted, what was measured.
 *
 * An order that only the device at hand gives is none to rely on: another device, or another run,
 * may have another. Looked at are near pairs of operations of different streams: those that overlap
 * or are closer than the longer of the two takes, in the prediction or the measurement.
 *
 * Judges no accesses: a pair may touch the same bytes (hazard.h) or have nothing in common.
 */
#ifndef SIM_ANALYSIS_ORDERS_H
#define SIM_ANALYSIS_ORDERS_H

#include "sim/analysis/happens.h"
#include "sim/base/strbuf.h"
#include "sim/model/timeline.h"

/* Ends and starts closer than this, ns, may be told apart by no clock (design section 8). */
enum { ORDERS_NEAR_ENOUGH = 3000 };

/* Rows that are kept and shown; the others are counted. */
enum { ORDERS_KEPT = 20 };

/* Operations beyond which only neighbours in time are looked at, and how many of them. */
enum { ORDERS_ALL_PAIRS = 3000, ORDERS_NEIGHBOURS = 16 };

enum orders_relation {
    ORDERS_NONE,     /* guaranteed: none; measured: not known */
    ORDERS_BEFORE,   /* the first is done before the second begins */
    ORDERS_OVERLAPS, /* of times only */
    ORDERS_AFTER,
};

/* What a pair shows, gravest first. */
enum orders_class {
    ORDERS_BROKEN,  /* a guaranteed order that the measurement does not have */
    ORDERS_MISSED,  /* no guarantee, and the prediction is not what was measured */
    ORDERS_CHANCE,  /* an order that nothing guarantees */
    ORDERS_CLASSES, /* else they agree: guaranteed and kept, or not guaranteed and overlapping */
};

struct orders_pair {
    uint32_t a, b; /* operations of the prediction, a called first */
    enum orders_relation guaranteed, predicted, measured;
    enum orders_class class;
};

struct orders {
    const struct timeline *timeline;                       /* the prediction */
    struct orders_pair pairs[ORDERS_CLASSES][ORDERS_KEPT]; /* by the predicted start */
    size_t counts[ORDERS_CLASSES];                         /* of all pairs, those kept included */
    size_t looked_at, guaranteed; /* near pairs; those of them that CUDA orders */
    bool has_measured, sampled;
};

/* `predicted` is a run of the program that `happens` was built from. `measured`: another run, or
 * NULL. All must outlive the result. */
void orders_find(struct orders *orders, const struct happens *happens,
                 const struct timeline *predicted, const struct timeline *measured);

/* "before", "overlaps", "after"; "none". */
const char *orders_relation_name(enum orders_relation relation);

/* A table of the pairs in which the three differ, and what they come to. */
void orders_text(struct strbuf *sb, const struct orders *orders);

#endif
