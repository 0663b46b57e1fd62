// Kernels that each fill the device, in two streams: they take turns, and no order of the calls
// changes that.
#include "nullstream.cuh"

#define STREAMS 2
#define KERNELS 8

__global__ void multiply()
{
    spin_us(400);
}

int main()
{
    cudaStream_t streams[STREAMS];
    for (int i = 0; i < STREAMS; i++)
        cudaStreamCreateWithFlags(&streams[i], cudaStreamNonBlocking);
    for (int k = 0; k < KERNELS; k++)
        multiply<<<264, 1024, 0, streams[k % STREAMS]>>>();
    cudaDeviceSynchronize();
    return 0;
}
