// From a call to the start of its work on an idle device, and from the end of the work to the return
// of the synchronize that waits for it.
#include <cuda_runtime.h>
#include <nvtx3/nvToolsExt.h>

#include "nullstream.cuh"

const int TIMES = 20;
const size_t MIB = 1 << 20;

__global__ void spin(double us)
{
    spin_us(us);
}

int main()
{
    cudaStream_t s;
    char *host, *device;
    cudaStreamCreate(&s);
    cudaMallocHost((void **)&host, MIB);
    cudaMalloc((void **)&device, MIB);
    for (int i = 0; i < TIMES; i++) {
        spin<<<20, 256, 0, s>>>(30);
        cudaStreamSynchronize(s);
        nvtxRangePush("round trip");
        spin<<<20, 256, 0, s>>>(30);
        cudaStreamSynchronize(s);
        cudaMemcpyAsync(device, host, MIB, cudaMemcpyHostToDevice, s);
        cudaStreamSynchronize(s);
        cudaMemcpyAsync(host, device, MIB, cudaMemcpyDeviceToHost, s);
        cudaStreamSynchronize(s);
        nvtxRangePop();
    }
    return 0;
}
