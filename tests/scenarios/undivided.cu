// One copy, one kernel, one copy: nothing runs at the same time, and no call can be changed to
// help.
#include <cuda_runtime.h>

#pragma nullstream kernel(scale) time(300us)
__global__ void scale(float *x)
{
    x[blockIdx.x * blockDim.x + threadIdx.x] *= 2.0f;
}

int main()
{
    const size_t bytes = 32 << 20;
    float *host, *data;
    cudaMallocHost(&host, bytes);
    cudaMalloc(&data, bytes);
    cudaMemcpy(data, host, bytes, cudaMemcpyHostToDevice);
    scale<<<(8 << 20) / 256, 256>>>(data);
    cudaMemcpy(host, data, bytes, cudaMemcpyDeviceToHost);
    cudaFree(data);
    cudaFreeHost(host);
    return 0;
}
