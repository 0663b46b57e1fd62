// How much longer it takes from kernel to kernel when several connections hold commands back: chains
// in several streams side by side. As many streams as two PBDMAs serve evenly; then two streams, to
// find out whose connections one PBDMA serves.
#include <cuda_runtime.h>
#include <nvtx3/nvToolsExt.h>

#include "nullstream.cuh"

const int MOST = 24;

__global__ void spin(double us)
{
    spin_us(us);
}

// In each `step`th of the first `count` streams, all in step.
void chains(const char *name, const cudaStream_t *streams, int count, int step, double us)
{
    nvtxRangePush(name);
    for (int i = 0; i < 20; i++)
        for (int stream = 0; stream < count; stream += step)
            spin<<<1, 64, 0, streams[stream]>>>(i ? us : 1000);
    nvtxRangePop();
    cudaDeviceSynchronize();
}

int main()
{
    const int counts[] = {1, 2, 4, 6, 8, 12, MOST};
    const char *names[] = {"1", "2", "4", "6", "8", "12", "24"};
    const char *pairs[] = {"0 and 1", "0 and 2", "0 and 3", "0 and 4"};
    cudaStream_t streams[MOST];
    for (int i = 0; i < MOST; i++)
        cudaStreamCreateWithFlags(&streams[i], cudaStreamNonBlocking);
    for (int i = 0; i < MOST; i++)
        spin<<<1, 64, 0, streams[i]>>>(1); // each takes a connection of its own, and keeps it
    cudaDeviceSynchronize();
    for (int i = 0; i < 7; i++)
        chains(names[i], streams, counts[i], 1, 250);
    for (int i = 0; i < 4; i++)
        chains(pairs[i], streams, i + 2, i + 1, 100);
    return 0;
}
