// Four hundred kernels of 1 us over two streams: the host cannot launch as fast as they run, so the
// wall time is the host's.
#include <cuda_runtime.h>

#include "nullstream.cuh"

__global__ void tick()
{
    spin_us(1);
}

int main()
{
    cudaStream_t streams[2];
    for (int i = 0; i < 2; i++)
        cudaStreamCreateWithFlags(&streams[i], cudaStreamNonBlocking);
    for (int i = 0; i < 400; i++)
        tick<<<1, 32, 0, streams[i % 2]>>>();
    cudaDeviceSynchronize();
    return 0;
}
