/* Live operations: what the engine keeps of an operation between its submission and its end.
 *
 * Operations live in slots that are used again as soon as one has ended, so that memory follows
 * what is pending and not what was run. Slots are named by number, from 1 (0: none): the array
 * moves when it grows, so no pointer to an operation outlives a submission.
 *
 * Knows nothing of machines, connections or time.
 */
#ifndef SIM_ENGINE_LIVE_H
#define SIM_ENGINE_LIVE_H

#include "sim/engine/engine.h"

enum { LIVE_CAUSES = 4 };

/* Direction of a copy that a copy engine carries out. */
enum { LIVE_DIRECTIONS = 3 }; /* PATH_H2D, PATH_D2H, PATH_P2P */

/* What a mark, or a record with timing, heard last: the end of an operation, and by which way. */
struct live_news {
    int64_t time;
    uint8_t role;  /* enum latency_role; ROLE_NONE: nothing yet */
    uint8_t way;   /* enum latency_way */
    bool relayed;  /* it came through a mark that took latency.event_relay */
    uint8_t pbdma; /* of a record with timing in a compute queue: which serves that */
    /* Of a kernel, ns that one behind it starts later, as this one has driven from level 2 what
     * that needs: in any case; and if its command was queued, as the line that holds it has to be
     * fetched anew: `line`, or what is `left` of what an earlier kernel drove out, as each drives
     * out two that are needed soon (traces/experiments/late-native.txt). */
    int32_t behind, line, left;
};

struct live_op {
    uint32_t id;     /* row in the timeline */
    uint32_t stream; /* row of streams */
    int64_t issued;
    int64_t start_at;   /* not before this: issue and dependencies with their latencies */
    int64_t head_at;    /* when the command before it left its queue */
    int64_t dispatched; /* when it left its queue for its machine */
    uint32_t before;    /* operation that stood before it in its queue, or TIMELINE_NO_OP */
    uint32_t
        marks; /* of a record: the copy in its stream whose end it marks; else TIMELINE_NO_OP */
    uint32_t passes; /* of a copy: the last such record that it does not wait for; of such a
                        record: the one before it; TIMELINE_NO_OP */
    uint32_t awaits; /* of such a record: that of another stream which a wait up to it is for */
    uint16_t timed_marks; /* of a copy: how many of those have timing */
    struct live_news news;
    uint32_t behind_copy; /* the last copy of its stream before it that an engine carries out */
    uint32_t unmet;       /* dependencies that have not ended */
    uint32_t unmet_work;  /* of these, those that compute */
    uint32_t unmet_only;  /* and of those, the ones that wait for nothing else */
    int64_t only_at;      /* when its queue knows that it waits for those alone; 0: since ever */
    uint32_t unmet_far;   /* dependencies likewise, that its own stream's commands do not tell of:
                             on copies of an engine and on other streams */
    uint32_t first_edge, last_edge; /* in the order of submission */
    uint32_t next;                  /* in its queue, then in its machine's */
    int32_t line;                   /* ns, as in its news, that it leaves to the one behind it */
    uint32_t launches;              /* kernels submitted before it (signal delay) */
    uint16_t connection;            /* index among all connections */
    uint16_t queue;                 /* index among all queues */
    uint8_t kind;                   /* enum op_kind */
    uint8_t role;                   /* enum latency_role */
    int8_t direction; /* of a copy in a copy connection: its engine's place; -1: anything else */
    bool arrived, left, watched;
    bool attached;    /* has no command of its own: in no queue */
    bool apart;       /* a host function that waits for nothing on the SMs: in no queue either */
    bool by_copies;   /* a record with timing that a copy engine writes: nor is that; */
    uint8_t writer;   /* this one, as `direction` */
    bool on_sms;      /* `kernel` says how; else a copy or memset is `copy` */
    bool resources;   /* some cause besides the host's is of a resource rule */
    bool behind_work; /* waited, when it was submitted, for something that is no copy */
    bool computes; /* on the SMs, as commands between kernels are, or a mark that waits for one that
                      is */
    bool only;     /* computes, and waits for nothing else if it is a mark */
    bool keeps : 1;   /* as in struct engine_work */
    bool written : 1; /* by_copies: the engine writes it before any other copy */
    bool queued : 1;  /* its command was not fetched at once (connections.fetched) */
    bool works : 1;   /* a mark: its stream has had work that it waited for */
    bool fenced : 1;  /* something that it waits for, when it was submitted, is by a fence */
    bool checks : 1;  /* signal delay: depends on a launch */
    bool crosses : 1; /* a copy, or its piece, that the link feels while it runs */
    bool checked : 1; /* signal delay: something depends on this launch */
    /* Why it could not start so far: first `host_causes` given by the host, then by their ends and
     * blockers. `spilled` holds them once they are more than LIVE_CAUSES. */
    uint32_t cause_count, cause_capacity, host_causes;
    struct timeline_wait *spilled;
    /* What follows is not cleared. */
    struct timeline_wait causes[LIVE_CAUSES];
    union {
        struct engine_kernel kernel;
        struct engine_copy copy;
    };
};

/* "The operation of slot `to` waits for the one that holds this edge, by `rule`." */
struct live_edge {
    uint32_t next, to;
    uint16_t rule;
    bool far;
};

struct live {
    struct live_op *ops; /* by slot */
    size_t capacity;
    uint32_t used, free; /* slots ever used; list of free ones, by `next` */
    struct live_edge *edges;
    size_t edge_capacity;
    uint32_t edges_used, free_edge;
    uint32_t *slots; /* by operation id: its slot, 0 if it is not live */
    size_t slot_capacity;
    uint64_t count;
};

void live_init(struct live *live);

/* A cleared operation in a slot of its own. */
uint32_t live_add(struct live *live, uint32_t id);
void live_remove(struct live *live, uint32_t slot);

static inline struct live_op *live_get(const struct live *live, uint32_t slot)
{
    return &live->ops[slot];
}

/* Asks the processor for an operation that is needed soon: thousands are pending where the host is
 * ahead of the device, and they come back long after they were written. */
static inline void live_prefetch(const struct live *live, uint32_t slot)
{
    const char *op = (const char *)&live->ops[slot];
    for (size_t byte = 0; byte < sizeof(struct live_op); byte += 64)
        __builtin_prefetch(op + byte, 1);
}

/* Its slot, 0 if it has ended or was never submitted. */
static inline uint32_t live_find(const struct live *live, uint32_t id)
{
    return id < live->slot_capacity ? live->slots[id] : 0;
}

/* `to` waits for `from`, both slots; `far`: as `unmet_far` says. */
void live_add_edge(struct live *live, uint32_t from, uint32_t to, enum rule rule, bool far);

/* Takes the first edge off an operation; false if there is none. */
static inline bool live_take_edge(struct live *live, uint32_t from, struct live_edge *edge)
{
    uint32_t at = live->ops[from].first_edge;
    if (!at)
        return false;
    *edge = live->edges[at];
    live->ops[from].first_edge = edge->next;
    live->edges[at].next = live->free_edge;
    live->free_edge = at;
    return true;
}

void live_add_cause(struct live_op *op, int64_t to, uint32_t blocker, enum rule rule);

static inline const struct timeline_wait *live_causes(const struct live_op *op)
{
    return op->spilled ? op->spilled : op->causes;
}

void live_release(struct live *live);

#endif
