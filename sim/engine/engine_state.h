/* The state of the engine, shared by its loop (engine.c), by what takes work in (submit.c), by the
 * way of an operation (passage.c), by beside.c, hearing.c, fetching.c, failure.c and questions.c.
 * Private to them.
 */
#ifndef SIM_ENGINE_ENGINE_STATE_H
#define SIM_ENGINE_ENGINE_STATE_H

#include "sim/base/heap.h"
#include "sim/engine/attribute.h"
#include "sim/engine/connection.h"
#include "sim/engine/copy_engine.h"
#include "sim/engine/host_worker.h"
#include "sim/engine/latency.h"
#include "sim/engine/live.h"
#include "sim/engine/ring.h"
#include "sim/engine/signal.h"
#include "sim/engine/sm_array.h"

struct arrival {
    int64_t issued;
    uint32_t slot;
};

struct engine {
    const struct profile *profile;
    struct timeline *timeline;
    int64_t now;
    int64_t next;                   /* the earliest event of all, notices apart; */
    int64_t timer_due, arrival_due; /* and of these kinds */
    bool notify_all;
    bool failed;          /* the device has: nothing runs any more */
    bool record_sm_steps; /* of the options */
    struct live live;
    struct latency latency;
    struct connections connections;
    struct copy_engines copies;
    struct host_worker worker;
    struct signal signal;
    struct sm_array *sms;
    int64_t sms_next;                   /* its next event */
    uint32_t crossing[LIVE_DIRECTIONS]; /* copies by an engine that run, but for small ones */
    /* of the memory's rate, taken by a copy of that direction while it runs, bytes per second */
    int64_t h2d_memory, d2h_memory, clear_memory;
    struct heap heap;
    struct attribution attribution;
    /* submitted, and not yet in the device's queues: they come in the order of their issue */
    struct ring arriving;
    int64_t told_at; /* end of what queues were told of last, ns, */
    uint32_t told;   /* and how many were */
    struct arrival *arrivals;
    struct ring noticed;
    struct engine_notice *notices;
    uint32_t *launches; /* scratch for the signal delay */
    size_t launch_capacity;
};

static inline struct timeline_op *engine_row(const struct engine *engine, uint32_t id)
{
    return &engine->timeline->ops.rows[id];
}

static inline enum latency_link engine_link(const struct engine *engine)
{
    return engine->crossing[PATH_H2D] ? LINK_IN : engine->crossing[PATH_D2H] ? LINK_OUT : LINK_IDLE;
}

/* How long the engine of a copy that ends now writes a record with timing behind it: it waits until
 * that is across the link, beside a copy in 5.4 us, one out 0.4 (traces/experiments/out-turns.txt:
 * a copy out and a record take 59.0 us beside one, the copy alone 51.4; without a copy in 45.9
 * and 44.4). */
static inline int64_t engine_writes(const struct engine *engine)
{
    return engine->latency.record + 2 * engine->latency.flush[engine_link(engine)];
}

/* For the runtime, of an operation or, NOTICE_ROOM, of a stream; what left room, or TIMELINE_NO_OP.
 */
void engine_notify(struct engine *engine, enum engine_notice_kind kind, uint32_t op,
                   uint32_t blocker);

/* Looks up anew when the next event is: after a change that was none of the loop's. */
void engine_find_next(struct engine *engine);

/* Lets a copy from pageable memory start no sooner than its staging allows, by its direction. */
void engine_wait_for_staging(const struct engine *engine, struct live_op *op);

/* ns, of an operation that begins now on no machine that others contend for (beside.c). */
int64_t engine_duration_beside(const struct engine *engine, const struct live_op *op);

/* Which of a connection's queues a copy of this path takes; -1: none of the copies'. */
static inline int8_t engine_direction(enum engine_path path)
{
    return path == PATH_H2D ? 0 : path == PATH_D2H ? 1 : path == PATH_P2P ? 2 : -1;
}

/* Whether it is a command of its own in some queue. */
static inline bool engine_queues(const struct live_op *op)
{
    return !op->attached && !op->apart && !op->by_copies;
}

/* Whether an engine carries it out. */
static inline bool engine_moves(const struct live_op *op)
{
    return op->direction >= 0;
}

/* The bytes of a copy come with its command: it is in the queue of kernels and memsets, and what
 * waits for it or it for them need not look (traces/experiments/stream-chains.txt: "small
 * pageable"). */
static inline void engine_goes_by_command(struct live_op *op)
{
    op->direction = -1;
    op->role = ROLE_MEMSET;
}

/* Those of a small copy from page-locked memory do so whatever its stream waits for, but must not
 * be read before its turn (traces/experiments/inline-busy.txt). */
static inline void engine_goes_inline(struct live_op *op)
{
    op->direction = -1;
    op->role = ROLE_INLINE;
}

/* It cannot start before. */
static inline void engine_not_before(struct live_op *op, int64_t time)
{
    if (time > op->start_at)
        op->start_at = time;
}

#endif
