/* CUDA's device in a build without CUDA. */
#include "gpu/measure.h"
#include "gpu/properties.h"

int cuda_device_open(const struct device_options *options, struct device **device, struct err *err)
{
    (void)options;
    *device = NULL;
    err_set(err, ERR_UNAVAILABLE, "this nullstream was built without CUDA");
    return err_hint(err, "build it where nvcc is on the PATH or in /usr/local/cuda/bin");
}

int cuda_properties(struct strbuf *out, struct err *err)
{
    (void)out;
    return err_set(err, ERR_UNAVAILABLE, "this nullstream was built without CUDA");
}
