/* The SM array: places the blocks of resident grids on SMs and says when kernels start and end.
 *
 * Rules: leftover policy, most room first, head of line (semantics S5.3 X1, R1 to R3, S5.4),
 * priorities by queue (A1, A2), cooperative grids all or nothing (S5.9), at most so many resident
 * grids (S5.8), a carveout changes only on an empty SM (measured). Kernels given by work share the
 * throughput of their SM and the device's memory bandwidth. Blocks are handled in bulk: the cost
 * of a kernel does not grow with its number of waves.
 *
 * Knows nothing of streams, connections or the host.
 */
#ifndef SIM_ENGINE_SM_ARRAY_H
#define SIM_ENGINE_SM_ARRAY_H

#include "sim/engine/engine.h"

struct sm_array;

enum sm_event_kind {
    SM_STARTED,    /* its first block started; the waits before it are in `waits` */
    SM_DISPATCHED, /* its last block has a place; told only if asked for */
    SM_ENDED,      /* its last block ended */
};

struct sm_event {
    enum sm_event_kind kind;
    uint32_t op;
    int64_t time;
    /* Of SM_STARTED: the resource waits from its entering the queue to its start, in order. Valid
     * until the next call. */
    const struct timeline_wait *waits;
    size_t wait_count;
    int64_t block_mean; /* of SM_ENDED: as the timeline has it of a kernel */
    int64_t next;       /* sm_array_next() after this event, or after none */
    int64_t on_way;     /* bytes that kernels have on their way from memory then (loaded.h) */
};

/* The profile must outlive it; so must `steps`, whose sm_steps it fills (NULL: not wanted).
 * `dispatched`: whether SM_DISPATCHED is told. */
struct sm_array *sm_array_new(const struct profile *profile, struct timeline *steps,
                              bool dispatched);

/* The kernel reaches the head of its stream at `time` (not before the time advanced to). Several
 * may be submitted for one time, and before advancing to it: they find the room of blocks that end
 * then. */
void sm_array_submit(struct sm_array *sms, uint32_t op, const struct engine_kernel *kernel,
                     int64_t time);

/* From `time` on, copies take so many bytes per second more (or less) of the memory's rate from
 * kernels given by bytes than before. Whether that makes a difference to when something happens. */
bool sm_array_copies(struct sm_array *sms, int64_t rate_change, int64_t time);

/* Time of the next event; DURATION_NEVER if none. */
int64_t sm_array_next(const struct sm_array *sms);

/* Returns the next event due at or before `until`; false if there is none. */
bool sm_array_advance(struct sm_array *sms, int64_t until, struct sm_event *event);

/* What is resident is gone at `time`, the end of the steps; afterwards only to be freed. */
void sm_array_stop(struct sm_array *sms, int64_t time);

void sm_array_free(struct sm_array *sms);

#endif
