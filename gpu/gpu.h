/* The real device, as the rest of the program sees it.
 *
 * Must not be given anything that was predicted but the program and the profile by which kernels'
 * costs become block times.
 */
#ifndef GPU_GPU_H
#define GPU_GPU_H

#include "sim/base/err.h"
#include "sim/model/profile.h"
#include "sim/model/program.h"
#include "sim/model/timeline.h"

struct gpu_options {
    uint32_t repetitions; /* of each kind of run; at least 1 */
    uint32_t warm_ups;    /* runs before those */
    uint32_t connections; /* CUDA_DEVICE_MAX_CONNECTIONS; 0: not set */
    bool stamps;          /* starts and ends from inside the blocks instead of CUPTI */
};

/* Measures the program on device 0 and fills *timeline (initialized by this call; to be released by
 * the caller, also after an error). Errors: ERR_UNAVAILABLE when there is no GPU, no driver, a
 * build without CUDA, or something that the executor cannot run yet; ERR_RUN when CUDA fails, with
 * the call and its place. */
int gpu_measure(const struct program *program, const struct profile *profile,
                const struct gpu_options *options, struct timeline *timeline, struct err *err);

#endif
