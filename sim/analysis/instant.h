/* The state of host, queues, connections and machines at one moment of a timeline, predicted or
 * measured, and the moments between which a reader steps.
 *
 * `struct instants` is the index, made once for a timeline; `struct instant` the state at a point,
 * made anew at each step in time proportional to what is alive there. What the timeline does not
 * say is not known here either: a measured operation has no connection, and its reasons only if
 * infer.h found some.
 *
 * An operation is in exactly one phase at any time; at the very time of a change it is in the phase
 * that begins. Knows nothing of text or terminals.
 */
#ifndef SIM_ANALYSIS_INSTANT_H
#define SIM_ANALYSIS_INSTANT_H

#include "sim/analysis/alive.h"
#include "sim/analysis/host_steps.h"
#include "sim/model/profile.h"
#include "sim/model/timeline.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum instant_phase {
    INSTANT_AHEAD,  /* not called yet */
    INSTANT_CALLED, /* the host is in the call that enqueues it: it is not in its queue yet */
    INSTANT_WAITS,  /* in its queue, behind others */
    INSTANT_READY,  /* what it is ordered behind is done; the hardware has not started it */
    INSTANT_RUNS,   /* started and not ended */
    INSTANT_ENDED,
    INSTANT_UNKNOWN, /* the timeline does not say */
};

/* An operation that is alive: called, waiting, ready or running. */
struct instant_op {
    uint32_t op;
    uint32_t blocker; /* the operation that it waits for; TIMELINE_NO_OP: none, or not known */
    uint32_t rule;    /* enum rule by which it waits; RULE_COUNT: not known. Of one that runs:
                         RULE_COUNT */
    uint8_t phase;    /* enum instant_phase */
    int64_t from, to; /* of this stretch of waiting, or of the run, ns; TIMELINE_UNKNOWN */
};

/* Alive operations that share a stream, a connection or a machine. */
struct instant_group {
    uint32_t key;          /* see below */
    uint32_t first, count; /* in instant_groups.members */
};

struct instant_groups {
    struct instant_group *rows; /* by key, ascending; none is empty */
    size_t count, capacity;
    uint32_t *members; /* rows of instant.ops, in the order of the calls */
    size_t member_capacity;
    uint32_t *row_of; /* by key: row + 1; 0: none */
};

struct instant_host {
    enum host_state state;
    uint32_t n;             /* its call, for host_steps_call(); HOST_NO_CALL: none yet */
    struct host_call call;  /* where `n` is one */
    uint32_t blocker, rule; /* in a call: what it waits for, as of an operation; RULE_ID_ISSUE: it
                               does its work */
    int64_t from, to;       /* of this stretch, ns; TIMELINE_UNKNOWN */
};

enum instant_change { INSTANT_ENDS, INSTANT_BECOMES_READY, INSTANT_STARTS };

/* What happens to an operation at this very time. */
struct instant_event {
    uint32_t op;
    enum instant_change change;
};

struct instant {
    struct host_point point;
    struct instant_host *hosts; /* one a thread */
    struct instant_op *ops;     /* alive, in the order of the ids */
    size_t op_count, op_capacity;
    struct instant_groups streams;     /* key: row of streams */
    struct instant_groups connections; /* key: instant_connection() */
    struct instant_groups machines;    /* key: row of instants.machines */
    struct instant_event *events;      /* by change, then id */
    size_t event_count, event_capacity;
    int32_t blocks, threads; /* resident on the SM array; -1: not known */
};

struct instants_machine {
    enum machine_kind kind;
    uint8_t index;
};

enum { INSTANTS_MACHINES = 5 * 256 };

struct instants {
    const struct timeline *timeline;
    struct alive alive;
    struct host_steps hosts;
    int64_t from, to;      /* of all that is known, ns; equal: nothing */
    uint32_t streams;      /* rows that operations name */
    uint32_t *ended_first; /* by stream, and one more: its first of `ended` */
    uint32_t *ended;       /* operations whose end is known, by it */
    uint32_t *used;        /* streams that operations are in, ascending */
    uint32_t used_count;
    uint32_t *nth; /* by operation: which of its name it is, from 1; 0: the only one */
    struct instants_machine machines[INSTANTS_MACHINES]; /* that the run uses, by kind and index */
    uint16_t machine_of[INSTANTS_MACHINES]; /* by kind * 256 + index: row + 1; 0: none */
    uint32_t machine_count;
    bool copies_apart;    /* copies have connections of their own */
    uint32_t connections; /* keys of connections are below */
    int32_t most_blocks;  /* resident at any time; -1: not known */
    int32_t most_threads; /* likewise */
    int64_t thread_room;  /* that the SM array has; 0: not known */
};

/* Near linear; about 14 bytes an operation. The timeline must outlive the index, and must not
 * change. `profile` (NULL: not known) says how the device is made; it need not live on. */
void instants_init(struct instants *instants, const struct timeline *timeline,
                   const struct profile *profile);
void instants_release(struct instants *instants);

/* --- stepping -----------------------------------------------------------------------------------
 */

/* Each leads from a point to the next, or the one before: to a step of a host thread (HOST_ANY: of
 * any; see host_steps.h); to a moment at which an operation becomes ready, starts or ends; to the
 * nearest of both. False, with *to untouched, where there is none. Forwards and backwards lead
 * through the same points. */
bool instants_next_call(const struct instants *instants, const struct host_point *from,
                        uint32_t thread, struct host_point *to);
bool instants_previous_call(const struct instants *instants, const struct host_point *from,
                            uint32_t thread, struct host_point *to);
bool instants_next_event(const struct instants *instants, const struct host_point *from,
                         struct host_point *to);
bool instants_previous_event(const struct instants *instants, const struct host_point *from,
                             struct host_point *to);
bool instants_next(const struct instants *instants, const struct host_point *from,
                   struct host_point *to);
bool instants_previous(const struct instants *instants, const struct host_point *from,
                       struct host_point *to);

/* --- state --------------------------------------------------------------------------------------
 */

void instant_init(struct instant *instant, const struct instants *instants);

/* The state at a point; the memory of the one before is used again. */
void instant_find(struct instant *instant, const struct instants *instants,
                  const struct host_point *point);
void instant_release(struct instant *instant);

/* The phase of any operation at a time. */
enum instant_phase instant_phase(const struct timeline_op *op, const struct timeline *timeline,
                                 int64_t time);

/* The group of a key, NULL if it has no alive operation. */
const struct instant_group *instant_group(const struct instant_groups *groups, uint32_t key);

/* The n-th member of a group. */
const struct instant_op *instant_member(const struct instant *instant,
                                        const struct instant_groups *groups,
                                        const struct instant_group *group, uint32_t n);

/* What ended last in a stream at a time or before; TIMELINE_NO_OP: nothing. Logarithmic. */
uint32_t instants_last_ended(const struct instants *instants, uint32_t stream, int64_t time);

/* Connections are numbered from 1 in each of two sets, of copies and of all else; those of copies
 * come behind. */
#define INSTANT_COPIES UINT32_C(0x10000)
static inline uint32_t instant_connection(uint32_t number, bool copies)
{
    return copies ? number | INSTANT_COPIES : number;
}
static inline uint32_t instant_connection_number(uint32_t key)
{
    return key & (INSTANT_COPIES - 1);
}
static inline bool instant_connection_of_copies(uint32_t key)
{
    return key & INSTANT_COPIES;
}

#endif
