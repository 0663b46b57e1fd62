// Which of several waiting copies of one direction runs next.
#include <cuda_runtime.h>
#include <nvtx3/nvToolsExt.h>

const int TIMES = 10;
const size_t MIB = 1 << 20;

int main()
{
    cudaStream_t a, b;
    char *host, *device;
    cudaStreamCreate(&a);
    cudaStreamCreate(&b);
    cudaMallocHost((void **)&host, 16 * MIB);
    cudaMalloc((void **)&device, 16 * MIB);
    for (int i = 0; i < TIMES; i++) {
        nvtxRangePush("in turn");
        cudaMemcpyAsync(device, host, 16 * MIB, cudaMemcpyHostToDevice, a);
        for (int j = 0; j < 3; j++) {
            cudaMemcpyAsync(device, host, 4 * MIB, cudaMemcpyHostToDevice, b);
            cudaMemcpyAsync(device, host, 4 * MIB, cudaMemcpyHostToDevice, a);
        }
        nvtxRangePop();
        cudaDeviceSynchronize();
    }
    return 0;
}
