/* Occupancy: how many blocks of a kernel an SM can hold, by the published formula (semantics S5.1,
 * S5.2: cuda_occupancy.h for compute capability 3 and later, the occupancy calculator before). */
#ifndef SIM_MODEL_OCCUPANCY_H
#define SIM_MODEL_OCCUPANCY_H

#include "sim/model/profile.h"

struct occupancy_need {
    int32_t threads;      /* of a block */
    int32_t registers;    /* of a thread */
    int64_t shared_bytes; /* of a block: static + dynamic, without the reserve */
    int32_t carveout;     /* preferred, percent of the largest; -1: the least with which
                             it does not limit the blocks */
};

enum occupancy_limit {
    OCCUPANCY_BY_BLOCKS,
    OCCUPANCY_BY_THREADS,
    OCCUPANCY_BY_REGISTERS,
    OCCUPANCY_BY_SHARED,
};

struct occupancy {
    int32_t blocks;             /* per SM; 0: cannot run at all */
    enum occupancy_limit limit; /* the tightest */
    int32_t block_threads;      /* what one block takes of each, rounded up to its units */
    int32_t block_registers;
    int64_t block_shared;
    int64_t carveout_bytes; /* the shared memory that an empty SM is set to for it */
    int64_t carveout_least; /* with less than this set, or */
    int64_t carveout_most;  /* more than this, it waits for the SM to be empty */
};

/* The carveout rules are what an H200 with driver 580 was seen to do: 42 kernels (32 to 1024
 * threads, 0 to 32 KiB) before and behind kernels that need each of the nine sizes, and six
 * preferences. Without a preference a kernel needs the least size with which shared memory does not
 * limit its blocks; it sets an empty SM to that or, where 4 to 16 blocks fill an SM's threads, to
 * the next size up to 132 KiB (32 KiB for five to eight blocks without shared memory; five to
 * seven: starved.cu). With a preference it sets that size, needs no more, and does not start where
 * more is set.
 *
 * Never fails: a launch that cannot run has blocks 0. */
void occupancy_of(const struct profile *profile, const struct occupancy_need *need,
                  struct occupancy *out);

#endif
