/* What is ordered before what, as CUDA guarantees it: the `after` of each operation, reduced.
 *
 * An operation's past is every operation that is guaranteed to have ended before it starts. Row
 * numbers grow along every stream, so a past is, for each stream, the last operation in it; and
 * since a device-wide synchronize orders everything before it, a floor below which all is past. A
 * past is shared by the operations that have it (plain successors in a stream share their
 * predecessor's), and is made anew only where an order between streams or through the host comes
 * in.
 *
 * What a host thread knows to have ended (it synchronized, or a query said so) orders all that it
 * issues from then on; it travels with thread creation, joins and locks.
 *
 * To stay cheap with thousands of streams, a past lists the latest PAST_MOST streams and a thread
 * remembers the latest FRONTIER_MOST ends beyond its last device-wide synchronize: what is
 * forgotten of a past leaves an edge that could have been left out, what is forgotten of a frontier
 * an order through the host that no edge shows.
 *
 * Knows nothing of time, nor of what observed hardware does beyond the guarantees.
 */
#ifndef SIM_RUNTIME_AFTER_H
#define SIM_RUNTIME_AFTER_H

#include "sim/engine/engine.h"
#include "sim/model/timeline.h"

enum { PAST_MOST = 256, FRONTIER_MOST = 128 };

struct past_entry {
    uint32_t stream, op; /* this operation and all before it in its stream */
};

/* Of one operation, itself and its own stream's earlier operations left out. Counted references. */
struct past {
    uint32_t references;
    uint32_t floor; /* all operations with smaller rows */
    uint32_t count;
    uint32_t capacity_class;
    struct past_entry entries[];
};

/* What a host thread, a lock or an ended thread knows to have ended. */
struct knowledge {
    uint32_t version;            /* equal versions mean equal knowledge; 0: nothing */
    struct past *all;            /* the frontier included; NULL: nothing */
    struct past_entry *frontier; /* ends that no other known end is after */
    size_t count, capacity;
    uint32_t rows; /* where the frontier stands in the timeline's afters, if it does */
    bool has_rows;
};

struct candidate {
    uint32_t op, stream;
    const struct past *past; /* of `op`; NULL: empty */
    enum rule rule;
};

/* Scratch and free lists; one for a runtime. */
struct after {
    uint32_t versions;
    struct past *free[32]; /* by capacity class; linked through the first entry's bytes */
    /* The union being built: for each stream the last operation, valid where stamp == now. */
    uint32_t *last, *stamp, *touched;
    size_t stream_capacity, touched_count;
    uint32_t now, floor;
    struct past_entry *kept;
    size_t kept_capacity;
};

void after_init(struct after *after);
void after_release(struct after *after);

struct past *past_hold(struct past *past);
void past_drop(struct after *after, struct past *past);

/* Whether `op` of `stream` is in a past (of an operation of another stream). */
bool past_has(const struct past *past, uint32_t stream, uint32_t op);

/* Decides the place of a new operation `op` of `stream` among all: writes its reduced `after` into
 * the timeline (first_after, after_count), moves what is left of the candidates to the front (the
 * return value counts them: what the device must wait for), and replaces *own, the past of the
 * stream's last operation, by the new operation's. `knowledge` may be NULL where it has nothing
 * new for the stream. */
size_t after_place(struct after *after, struct timeline *timeline, uint32_t op, uint32_t stream,
                   struct candidate *candidates, size_t count, struct knowledge *knowledge,
                   struct past **own);

/* The thread learns that `op` of `stream`, whose past is given, has ended. */
void knowledge_learn(struct after *after, struct knowledge *knowledge, uint32_t op, uint32_t stream,
                     const struct past *past);

/* It learns that all operations of rows below `floor` have; the candidates are the last of each
 * stream. Returns how many of them no other one is after (they move to the front). */
size_t knowledge_learn_all(struct after *after, struct knowledge *knowledge,
                           struct candidate *candidates, size_t count, uint32_t floor);

/* What `from` knows is known to `to` as well. */
void knowledge_merge(struct after *after, struct knowledge *to, const struct knowledge *from);
void knowledge_release(struct after *after, struct knowledge *knowledge);

/* Leaves those candidates that no other one is ordered after; returns how many. */
size_t after_reduce(struct after *after, struct candidate *candidates, size_t count);

/* The past of an operation that has this one as its only predecessor and is in another stream. */
struct past *past_of_successor(struct after *after, const struct candidate *candidate);

#endif
