/* The SM array done the plain way: block by block, SM by SM. What sim/engine/sm_array.h does in
 * bulk must give exactly the same times. Kernels by work: see the end. */
#ifndef TESTS_NAIVE_SM_H
#define TESTS_NAIVE_SM_H

#include "sim/engine/sm_array.h"

struct naive_kernel {
    struct engine_kernel kernel;
    int64_t arrival;
    int64_t start, dispatched, end; /* found */
};

/* Kernels with equal arrival are in the order of their rows. */
void naive_sm_run(const struct profile *profile, struct naive_kernel *kernels, int count);

#endif
