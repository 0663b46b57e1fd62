/* The two truths in words: what is documented of a call and what was observed on hardware, where
 * that needs more than the columns of calls.h. `nullstream rules` prints it, `explain` says it
 * where a wait comes of the difference.
 */
#ifndef SIM_MODEL_TRUTH_H
#define SIM_MODEL_TRUTH_H

#include "sim/model/calls.h"
#include "sim/model/program.h"

#include <stddef.h>

/* What the host does in a copy or memset, by direction and kind of host memory (S2.1 to S2.6). */
struct truth_copy {
    const char *what; /* "host to device, pageable" */
    const char *documented;
    const char *observed; /* NULL: as documented */
    int kind;             /* enum copy_kind; -1: any */
    int memory;           /* enum memory_kind of the host side; -1: any */
};

/* The rows for a call, in the order of the manual; NULL for what is no copy or memset. */
const struct truth_copy *truth_copies(enum call call, size_t *count);

/* The row for one copy; NULL if there is none. */
const struct truth_copy *truth_of_copy(enum call call, enum copy_kind kind,
                                       enum memory_kind memory);

/* "the host waits until all work of the device is done" */
const char *truth_blocks(enum call_blocks blocks);

/* "no barrier to other streams" */
const char *truth_fences(enum call_fences fences);

#endif
