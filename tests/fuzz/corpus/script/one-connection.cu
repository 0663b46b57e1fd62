// Four streams of three one-block kernels, issued depth-first. With one connection (--connections 1)
// a kernel that waits for the one before it in its stream holds back every other stream.
#include <cuda_runtime.h>

#include "nullstream.cuh"

const int STREAMS = 4;
const int KERNELS = 3;

__global__ void step()
{
    spin_us(200);
}

int main()
{
    cudaStream_t streams[STREAMS];
    for (int i = 0; i < STREAMS; i++)
        cudaStreamCreate(&streams[i]);
    for (int i = 0; i < STREAMS; i++)
        for (int k = 0; k < KERNELS; k++)
            step<<<1, 64, 0, streams[i]>>>();
    cudaDeviceSynchronize();
    return 0;
}
