// Which SM gets the next block: half as many blocks as there are SMs, of which two fit on one, then
// three quarters as many that need an SM for themselves. If the first were put side by side, the
// second all start at once.
#include <cuda_runtime.h>
#include <nvtx3/nvToolsExt.h>

#include "nullstream.cuh"

__global__ void small(double us)
{
    spin_us(us);
}

__global__ void large(double us)
{
    spin_us(us);
}

int main()
{
    cudaDeviceProp device;
    cudaStream_t a, b;
    cudaGetDeviceProperties(&device, 0);
    const int sms = device.multiProcessorCount, bytes = (int)device.sharedMemPerBlockOptin;
    cudaFuncSetAttribute(large, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes);
    cudaStreamCreate(&a);
    cudaStreamCreate(&b);
    small<<<1, 64, 0, a>>>(10);
    cudaDeviceSynchronize();
    for (int i = 0; i < 4; i++) {
        nvtxRangePush("placement");
        small<<<sms / 2, 512, 0, a>>>(400);
        large<<<sms * 3 / 4, 128, bytes, b>>>(100);
        nvtxRangePop();
        cudaDeviceSynchronize();
    }
    return 0;
}
