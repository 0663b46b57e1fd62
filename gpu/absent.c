/* The face of gpu/ in a build without CUDA. */
#include "gpu/gpu.h"

int gpu_measure(const struct program *program, const struct profile *profile,
                const struct gpu_options *options, struct timeline *timeline, struct err *err)
{
    (void)program, (void)profile, (void)options;
    timeline_init(timeline);
    err_set(err, ERR_UNAVAILABLE, "this nullstream was built without CUDA");
    return err_hint(err, "build it where nvcc is on the PATH or in /usr/local/cuda/bin");
}
