// What is not modelled and said: a kernel by work that reads the host's memory across the link, and a
// launch that may begin before the one in front of it has ended.
#include <cuda_runtime.h>

#pragma nullstream kernel(dot) flops(2.0 * n) bytes(4.0 * n) reads(p, 4 * n)
__global__ void dot(const float *p, int n)
{
}

#pragma nullstream kernel(next) time(10us)
__global__ void next()
{
}

int main()
{
    float *host;
    cudaMallocHost(&host, 4 << 20);
    for (int i = 0; i < 3; i++)
        dot<<<264, 256>>>(host, 1 << 20);
    cudaLaunchAttribute attribute = {};
    attribute.id = cudaLaunchAttributeProgrammaticStreamSerialization;
    attribute.val.programmaticStreamSerializationAllowed = 1;
    cudaLaunchConfig_t config = {};
    config.gridDim = 1;
    config.blockDim = 32;
    config.attrs = &attribute;
    config.numAttrs = 1;
    cudaLaunchKernelEx(&config, next);
    cudaDeviceSynchronize();
    return 0;
}
