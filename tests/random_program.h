/* Programs drawn by a seed, always valid: several threads, streams of all kinds, events, copies in
 * every direction, kernels of all sizes, memory, host functions, synchronizes, locks and joins. */
#ifndef TESTS_RANDOM_PROGRAM_H
#define TESTS_RANDOM_PROGRAM_H

#include "sim/model/program.h"

struct random_options {
    uint64_t seed;
    int calls;   /* of each thread, about */
    int threads; /* host threads, main included */
    int streams; /* besides the legacy and the per-thread ones */
    int events;
    bool work;       /* kernels given by flops and bytes too */
    bool no_waiting; /* no call that waits for the device or another thread, but at the end */
};

/* Into an initialized, empty program. The same options give the same program everywhere. */
void random_program(struct program *program, const struct random_options *options);

#endif
