/* The state of the SM array, shared by its parts: sm_array.c (time, queues, ends), sm_place.c
 * (where blocks go), sm_wait.c (who waited for what), sm_jump.c (skipping waves), sm_share.c
 * (throughput). Private to them. */
#ifndef SIM_ENGINE_SM_STATE_H
#define SIM_ENGINE_SM_STATE_H

#include "sim/base/duration.h"
#include "sim/engine/sm_array.h"
#include "sim/engine/sm_batches.h"
#include "sim/engine/sm_groups.h"
#include "sim/engine/sm_line.h"
#include "sim/engine/sm_news.h"
#include "sim/model/cost_brief.h"

enum { SM_LEVELS = 64 }; /* of priority; the range of sm.priority_levels */

struct sm_kernel {
    uint32_t op;
    uint32_t next; /* in its queue */
    struct sm_need need;
    int32_t level; /* of its queue; more is more urgent */
    bool cooperative, by_work, started, released;
    bool brief;               /* cost_is_brief() */
    struct cost_brief follow; /* of one whose are brief */
    bool copies;              /* a copy on the device or a memset */
    bool in_order;            /* its blocks on an SM get throughput one after the other */
    int64_t blocks, unplaced, resident;
    int64_t together;     /* blocks that were placed when it started, */
    int64_t last;         /* and those placed last */
    int64_t between;      /* of more urgent kernels, given out before it began; then, in between */
    int64_t block_time;   /* ns; not by work */
    int64_t flops, bytes; /* by work: of one block, in 1/1024 */
    int64_t driven;       /* in the memory's rate, beside each byte that it reads; in 1/1024 */
    uint64_t shape;       /* sm_cells_shape() */
    int64_t on_way;       /* bytes that its blocks have on their way from memory; */
    int64_t way, of;      /* as the rates were found last, and of how many blocks */
    int64_t asked;        /* sm_cells.c: on the way to the SMs that have not changed since */
    uint64_t serial;      /* of its first batch */
    int64_t begin;        /* of the first block, ns */
    int64_t last_end;     /* of a block so far, ns */
    int64_t placed_at;    /* when blocks of it were placed last, */
    int64_t stayed;       /* and those that it then still had */
    int64_t before;       /* those that it had when blocks ended last */
    int64_t held;         /* ns that its blocks had their places, all together, up to */
    int64_t held_at;      /* that time; by work only */
    bool lacked;          /* it had less room meanwhile than on an empty device */
    /* Waiting: closed stretches, and the open one. */
    struct timeline_wait *waits;
    size_t wait_count, wait_capacity;
    int64_t since;
    int rule;         /* enum rule of the open stretch; -1: none */
    uint32_t blocker; /* of the open stretch, when it is known beforehand */
};

struct sm_queue {
    uint32_t first, last; /* rows of kernels; SM_NONE */
};

struct sm_array {
    const struct profile *profile;
    struct timeline *steps; /* or NULL */
    bool tell_dispatched;
    struct sm_groups groups;
    struct sm_batches batches;
    struct sm_news news; /* of the pass */
    struct sm_kernel *kernels;
    size_t kernel_count, kernel_capacity;
    uint32_t free_kernel; /* list by `next` */
    struct sm_queue queues[SM_LEVELS];
    int64_t given[SM_LEVELS]; /* blocks given out so far */
    uint64_t waiting;         /* levels whose queue is not empty */
    struct sm_line arrivals;  /* kernels not yet in their queue */
    uint32_t *arrived;        /* kernels that came in this pass */
    size_t arrived_count, arrived_capacity;
    struct sm_line notices; /* enum sm_event_kind of kernels, to be told */
    int64_t now;            /* the last time at which something was done */
    uint32_t
        stuck; /* row of the kernel at the head that found no room for all its blocks; SM_NONE */
    uint32_t waited; /* which one that was when `now` came */
    bool pass_due;   /* a grid has ended and another waits for its place */
    int64_t grids, grid_limit;
    int64_t resident_blocks, resident_threads;
    int64_t last_end;    /* of any block, ns */
    uint32_t last_ended; /* op whose block ended last, for the blame */
    uint32_t last_grid;  /* op of the grid that ended last */
    int64_t last_grid_end;
    uint32_t last_dispatched; /* op whose last block was placed last */
    uint64_t serials;         /* of batches, in the order of their placing */
    int64_t giving_until;     /* the distributor gives out what was placed; of its last kernel, */
    int32_t giving_level;     /* the queue */
    uint32_t giving_op;
    int64_t held_until; /* that keeps the head of the queues back, or DURATION_NEVER */
    int64_t copy_rate;  /* of the memory's rate, taken by copies, bytes per second */
    int64_t copies_at;  /* when that changed, and the rates are to be found anew; or never */
    int64_t on_way;     /* that of all kernels */
    bool work_changed;  /* what is resident of kernels by work */
    bool crowded;   /* on some SM kernels by work have more warps than its schedulers can issue */
    int64_t shares; /* SMs that were split among their users, so far: what that costs (tests) */
    struct sm_cells *cells; /* sm_cells.c; NULL before the first such kernel */
    /* Until then waves need not be looked at one by one: see sm_jump.c. Not after now: none. */
    int64_t jump_until;
    uint32_t jump_kernel;
    uint32_t told; /* kernel row of the event told last, released at the next call; SM_NONE */
};

/* When a block by work has begun whose work starts at `since`, `start` after its place became free:
 * before that `start` nothing is known of it. */
static inline int64_t sm_block_begin(const struct sm_array *sms, int64_t since, int64_t start)
{
    int64_t work_start = sms->profile->value[PROFILE_sm_work_start];
    return since - (work_start < start ? work_start : start);
}

/* The number of resident blocks is about to change: how long they had their places till now. */
static inline void sm_note_held(struct sm_array *sms, struct sm_kernel *k)
{
    int64_t time = sms->now - k->held_at;
    k->held_at = sms->now;
    if (!k->by_work || time <= 0 || k->resident == 0)
        return;
    int64_t most = k->need.alone * sms->profile->value[PROFILE_device_sm_count];
    k->lacked |= k->unplaced > 0 && k->resident < most;
    k->held = duration_add(k->held, duration_divide(k->resident, time, 1));
}

/* --- sm_place.c --- */

/* Places what fits of the head kernel, with what is known and what gets known meanwhile. */
void sm_place_blocks(struct sm_array *sms, uint32_t kernel);

/* Whether a kernel must wait for the distributor to have given out what was placed, as one that is
 * no more urgent does: its first block comes behind those of the kernel before it (of 65536 blocks,
 * which take 41 us, 40.5 later, though there is room from 20 us on; RANDOM-30, zn145). */
bool sm_place_is_held(const struct sm_array *sms, const struct sm_kernel *k);

/* --- sm_wait.c --- */

/* The kernel is in its queue from now on. */
void sm_wait_begin(struct sm_array *sms, uint32_t kernel);

/* It was not placed in the pass in which it came. */
void sm_wait_first(struct sm_array *sms, uint32_t kernel);

/* Why the head does not start, and the one behind it. */
void sm_wait_update(struct sm_array *sms, uint32_t head);

/* The distributor has no time for the head of the queues, because of `op`. */
void sm_wait_held(struct sm_array *sms, uint32_t head, uint32_t op);

/* It is placed now and starts at `begin`. */
void sm_wait_end(struct sm_array *sms, uint32_t kernel, int64_t begin);

/* The kernel that the next room is offered to; SM_NONE. */
uint32_t sm_queue_head(const struct sm_array *sms);

/* --- sm_jump.c --- */

/* Finds out whether the waves to come repeat, after a pass. */
void sm_jump_prepare(struct sm_array *sms);

/* Something else happens at `time`: only what ends before can be skipped. */
void sm_jump_limit(struct sm_array *sms, int64_t time);

/* Skips what ends before `until`; whether there was anything. */
bool sm_jump(struct sm_array *sms, int64_t until);

#endif
