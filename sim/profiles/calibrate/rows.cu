// What launches cost the host that are made one after the other: the less the more there are. Beside
// launches in turn with other calls, as in turns.cu, in the same run: hosts drift.
#include <cuda_runtime.h>
#include <nvtx3/nvToolsExt.h>

#include "nullstream.cuh"

const int TURNS = 4;
const int ROW = 300;
const size_t KIB = 1 << 10;

__global__ void spin(double us)
{
    spin_us(us);
}

int main()
{
    cudaStream_t s, other;
    cudaEvent_t untimed;
    char *pinned, *device, *device2;
    cudaStreamCreate(&s);
    cudaStreamCreate(&other);
    cudaEventCreateWithFlags(&untimed, cudaEventDisableTiming);
    cudaMallocHost((void **)&pinned, 128 * KIB);
    cudaMalloc((void **)&device, 64 * KIB);
    cudaMalloc((void **)&device2, 64 * KIB);
    nvtxRangePush("turns");
    for (int i = 0; i < TURNS; i++) {
        cudaMemcpyAsync(device, pinned, 64 * KIB, cudaMemcpyHostToDevice, s);
        spin<<<40, 256, 0, s>>>(60);
        spin<<<8, 512, 0, other>>>(90);
        cudaEventRecord(untimed, s);
        cudaStreamWaitEvent(other, untimed, 0);
        spin<<<132, 128, 0, s>>>(30);
        cudaMemcpyAsync(pinned + 64 * KIB, device2, 64 * KIB, cudaMemcpyDeviceToHost, other);
        cudaMemsetAsync(device2, 0, 64 * KIB, other);
    }
    nvtxRangePop();
    cudaDeviceSynchronize();
    nvtxRangePush("row");
    spin<<<1, 64, 0, other>>>(2500);
    spin<<<1, 64, 0, s>>>(2500);
    for (int i = 0; i < ROW; i++)
        spin<<<1, 64, 0, s>>>(1);
    nvtxRangePop();
    cudaDeviceSynchronize();
    return 0;
}
