/* What a program makes use of, so that the quality of predictions can be told apart by it.
 *
 * One list makes the bits and the names. Found in a predicted timeline, of the timed part only.
 */
#ifndef SIM_ANALYSIS_FEATURE_H
#define SIM_ANALYSIS_FEATURE_H

#include "sim/model/timeline.h"

#include <stdint.h>

/* FEATURE(id, name): a program has it if ... */
#define FEATURES(FEATURE)                                                                          \
    FEATURE(PINNED, "pinned copies")           /* between the device and page-locked memory */     \
    FEATURE(PAGEABLE, "pageable copies")       /* between the device and other host memory */      \
    FEATURE(ON_DEVICE, "copies on the device") /* and memsets */                                   \
    FEATURE(DUPLEX, "copies both ways")        /* at some time, both copy engines are at work */   \
    FEATURE(EVENTS, "events")                  /* records or waits */                              \
    FEATURE(HOST_FUNCTIONS, "host functions")                                                      \
    FEATURE(LEGACY, "legacy stream") /* beside other streams */                                    \
    FEATURE(PER_THREAD, "per-thread streams")                                                      \
    FEATURE(PRIORITIES, "priorities")               /* streams or launches of more than one */     \
    FEATURE(ONE_THREAD, "one thread")               /* asks for all work */                        \
    FEATURE(THREADS, "several threads")             /* that ask for work */                        \
    FEATURE(ALLOCATIONS, "allocations")             /* allocates or frees */                       \
    FEATURE(MEMORY_BOUND, "memory-bound kernels")   /* the cost says bytes */                      \
    FEATURE(COMPUTE_BOUND, "compute-bound kernels") /* the cost says flops */                      \
    FEATURE(CONNECTIONS, "connections") /* something waits for one, or their number is set */      \
    FEATURE(SM_FULL, "full SMs")        /* a kernel waits for room beside others */                \
    FEATURE(HOST_BOUND, "host-bound")   /* most work starts as soon as it is asked for */

enum feature {
#define FEATURE(id, name) FEATURE_##id,
    FEATURES(FEATURE)
#undef FEATURE
        FEATURE_COUNT
};

/* Bits of enum feature. */
uint32_t feature_find(const struct timeline *timeline);

const char *feature_name(enum feature feature);

#endif
