/* What is free in the driver's chunks of memory that the executor's own allocations have made.
 *
 * The driver cuts small allocations from chunks of 2 MiB, and most calls that find one with room
 * take 2 us instead of 50, page-locked instead of 600 (traces/experiments/malloc-cut.txt). A
 * program in a process of its own finds none but its own.
 */
#ifndef GPU_CUDA_RESTS_H
#define GPU_CUDA_RESTS_H

#include <cuda_runtime_api.h>
#include <stddef.h>

struct cuda_rests {
    struct cuda_rests_side {
        void *memory[64];
        size_t count;
    } sides[2]; /* of the device, page-locked */
};

/* Takes what is free now, down to pieces of 4 KiB. To be called again at will. */
cudaError_t cuda_rests_fill(struct cuda_rests *rests);

/* Gives all of it back. */
void cuda_rests_release(struct cuda_rests *rests);

#endif
