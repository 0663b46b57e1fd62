/* The walk back along the critical path: what critical.c, which goes the way, critical_host.c,
 * which goes it over the host's threads, and critical_cost.c, which adds up what it costs, share
 * and others must not see. */
#ifndef SIM_ANALYSIS_CRITICAL_INSIDE_H
#define SIM_ANALYSIS_CRITICAL_INSIDE_H

#include "sim/analysis/critical.h"
#include "sim/analysis/handover.h"
#include "sim/analysis/readback.h"

/* The host calls that waited for an operation, by thread and return. */
struct critical_waiter {
    int64_t returned;
    uint32_t call;
    uint16_t thread;
};

/* What a fence, an event or a call made wait, from when on it could have begun without: */
struct critical_hold {
    int64_t from, to;
    uint32_t op, owner, call, blocker; /* as in struct critical_step */
    uint8_t rule;
};

struct critical_walk {
    const struct timeline *t;
    struct critical *out;
    struct critical_waiter *waiters;
    size_t waiter_count;
    int64_t *begins; /* by row of calls: poll_begin.h */
    int64_t *worked; /* likewise: when the thread was done with what it did before, other than ask
                        and pass the time between two questions; TIMELINE_UNKNOWN: nothing */
    int64_t now;     /* everything later is explained */
    uint32_t op;     /* under view */
    int64_t longest[RULE_COUNT];
    int64_t charged[RULE_COUNT];  /* the most of one call */
    int64_t charged_at;           /* the return of the last call that was charged; the end */
    int64_t fence_at[RULE_COUNT]; /* likewise the end of the last such wait, ... */
    int64_t covered[RULE_COUNT];  /* and since when all is charged to the rule */
    struct critical_hold *holds;  /* without overlaps, the last first */
    size_t hold_count, hold_capacity;
    uint32_t *in_stream; /* by operation: the one before it, TIMELINE_NO_OP */
    /* While the way leads over records and waits, which hold up nobody by themselves: */
    uint32_t held; /* the work that waited for them, TIMELINE_NO_OP if none */
    int64_t held_from;
    enum rule held_rule;
    uint32_t held_owner, held_call; /* whose wait that is */
    uint32_t call;                  /* that led here; CRITICAL_NO_CALL: none */
    struct handover handover;
    struct readback readback;
    uint16_t host_thread; /* of the host's next step */
    /* The call that waits for the lock of the thread that the way leads over, from then on;
     * CRITICAL_NO_CALL: none. */
    uint32_t lock_call;
    int64_t lock_from;
    int handed; /* from thread to thread at this moment */
    int ahead;  /* operations looked past that were asked for later, at this moment */
    struct critical_step next; /* what is known of the next running step: who waited, how long */
};

/* --- critical.c --- */

/* Explains [from, now]; steps are added backwards. */
void critical_step_back(struct critical_walk *walk, enum critical_kind kind, int64_t from,
                        uint32_t op, enum rule rule);

/* Whether going to the blocker leads back in time, so that the walk ends. */
bool critical_leads_back(const struct critical_walk *walk, uint32_t blocker);

/* Goes to what was waited for: what lies between its end and now is the hardware's moment. */
void critical_go_to(struct critical_walk *walk, uint32_t blocker, enum rule gap_rule);

/* --- critical_host.c --- */

/* The operation that a host call waited for last, or TIMELINE_NO_OP. */
uint32_t critical_call_blocker(const struct timeline *t, const struct timeline_call *call,
                               enum rule *rule);

void critical_collect_waiters(struct critical_walk *walk);

/* Whether the query asked for what was done before its thread came to ask: it had worked until
 * after the operation's end. */
bool critical_asked_late(const struct critical_walk *walk, const struct timeline_call *call,
                         uint32_t blocker);

/* Back over what the thread did until `now`, before it asked for the operation under view or
 * returned from its last call, to what it had waited for; over other threads that let it go on.
 * Returns whether there is such. */
bool critical_follow_thread(struct critical_walk *walk, uint16_t thread, enum rule *rule);

/* The call of the operation under view is under way, and the operation waits for nothing else since
 * `from`: where it then waited for another thread's, back over that one. Returns whether it did,
 * and that one for an operation. */
bool critical_follow_lock(struct critical_walk *walk, int64_t from, enum rule *rule);

/* --- critical_cost.c --- */

/* A step back from `walk->now`, `length` ns long, about `op`: the time of a copy that the host
 * stages is what pageable memory makes of it. */
void critical_charge_staging(struct critical_walk *walk, enum critical_kind kind, uint32_t op,
                             enum rule rule, int64_t length);

/* For how long the blocker ran while the operation under view already waited. Work that waits for a
 * record, which waits for other work, waits for that work: by the event, or in the host's call. */
void critical_blame(struct critical_walk *walk, enum rule rule, uint32_t blocker,
                    int64_t waits_from);

/* What the engine does that is no operation holds the copy under view up like another copy. */
void critical_blame_engine(struct critical_walk *walk, enum rule rule, int64_t from);

/* For how long the call held back the operation under view, which was asked for behind it: not for
 * longer than what is before that in its stream did, nor than all takes up to the next such call.
 */
void critical_charge_call(struct critical_walk *walk, const struct timeline_call *call,
                          enum rule rule);

/* Before the walk begins, at critical->to; and when it is done, for its running steps: what was
 * waited for through others. */
void critical_begin_costs(struct critical_walk *walk);
void critical_end_costs(struct critical_walk *walk);

#endif
