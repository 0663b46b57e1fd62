#include "nullstream.cuh"
#pragma nullstream kernel(clustered) block_time(50us)
__global__ void clustered() {}
#pragma nullstream kernel(plain) block_time(30us)
__global__ void plain() {}
int main()
{
    cudaStream_t a;
    cudaStreamCreateWithFlags(&a, cudaStreamNonBlocking);
    cudaLaunchConfig_t config = {};
    cudaLaunchAttribute attributes[1];
    attributes[0].id = cudaLaunchAttributeClusterDimension;
    attributes[0].val.clusterDim.x = 4;
    attributes[0].val.clusterDim.y = 1;
    attributes[0].val.clusterDim.z = 1;
    config.gridDim = dim3(128);
    config.blockDim = dim3(512);
    config.stream = a;
    config.attrs = attributes;
    config.numAttrs = 1;
    cudaLaunchKernelEx(&config, clustered);
    plain<<<132, 96, 0, a>>>();
    cudaDeviceSynchronize();
    return 0;
}
