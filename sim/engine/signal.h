/* The signal delay of compute capability up to 3.0 (semantics S3.9).
 *
 * An operation that must check whether a launch is complete can start only once all blocks of all
 * earlier launches, of any stream, have started, and it blocks later launches of any stream until
 * the checked launch completes.
 *
 * Off on later devices, and so kept out of the way of what they do (cold). Knows nothing of queues.
 */
#ifndef SIM_ENGINE_SIGNAL_H
#define SIM_ENGINE_SIGNAL_H

#include "sim/base/hot.h"
#include "sim/engine/live.h"

struct signal_launch {
    uint32_t op;
    bool dispatched; /* all its blocks have started */
};

struct signal {
    bool on;
    bool single;     /* one queue: what holds back a launch holds back those behind it */
    int64_t latency; /* ns, of a check */
    /* launches from number `first` on, oldest first; the first is not dispatched */
    struct signal_launch *launches;
    size_t begin, count, capacity;
    uint32_t first;
    uint32_t *checked; /* launches that are checked and have not ended, by id */
    size_t checked_count, checked_capacity;
    uint32_t *waiting; /* slots that stand first in their queues and wait for launches to start */
    size_t waiting_count, waiting_capacity;
};

void signal_init(struct signal *signal, const struct profile *profile);

/* An operation is submitted, its dependencies known (`launches`: slots of those that are launches
 * and have not ended). */
void signal_submit(struct signal *signal, struct live *live, uint32_t slot,
                   const uint32_t *launches, size_t count) COLD;

/* Whether its check can be made now; if not it waits, and signal_started() will return it. */
bool signal_clear(struct signal *signal, const struct live *live, uint32_t slot) COLD;

/* All blocks of a launch have started at `time`. */
void signal_dispatched(struct signal *signal, struct live *live, uint32_t id, int64_t time) COLD;

/* Takes an operation that waited and can be checked now, with the check's latency; 0 if none. */
uint32_t signal_started(struct signal *signal, struct live *live, int64_t time) COLD;

void signal_ended(struct signal *signal, uint32_t id) COLD;

/* The device has failed: nothing that was submitted is waited for any more, nor checked. */
void signal_stop(struct signal *signal);
void signal_release(struct signal *signal);

#endif
