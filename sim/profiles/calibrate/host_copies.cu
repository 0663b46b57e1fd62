// Calls that hold the host: copies from host to host, and what a synchronous copy's call costs before
// it waits.
#include <cuda_runtime.h>
#include <nvtx3/nvToolsExt.h>
#include <stdlib.h>

const int TIMES = 6;
const size_t MIB = 1 << 20;

int main()
{
    char *from = (char *)malloc(64 * MIB), *to = (char *)malloc(64 * MIB), *host, *device;
    cudaMallocHost((void **)&host, MIB);
    cudaMalloc((void **)&device, MIB);
    cudaMemcpy(device, host, MIB, cudaMemcpyHostToDevice);
    cudaMemcpy(to, from, 64 * MIB, cudaMemcpyHostToHost);
    nvtxRangePush("host copies");
    for (int i = 0; i < TIMES; i++) {
        cudaMemcpy(to, from, 64 * MIB, cudaMemcpyHostToHost);
        cudaMemcpy(to, from, 16 * MIB, cudaMemcpyHostToHost);
    }
    for (int i = 0; i < TIMES; i++) {
        cudaMemcpy(device, host, MIB, cudaMemcpyHostToDevice);
        cudaMemcpy(host, device, MIB, cudaMemcpyDeviceToHost);
    }
    nvtxRangePop();
    return 0;
}
