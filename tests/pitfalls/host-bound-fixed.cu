// Twenty steps in one kernel: the device has work for longer than the next launch takes.
#include "nullstream.cuh"

#define STREAMS 4
#define STEPS 100
#define MERGED 20

__global__ void steps()
{
    spin_us(4 * MERGED);
}

int main()
{
    cudaStream_t streams[STREAMS];
    for (int i = 0; i < STREAMS; i++)
        cudaStreamCreateWithFlags(&streams[i], cudaStreamNonBlocking);
    for (int k = 0; k < STEPS; k += MERGED)
        for (int i = 0; i < STREAMS; i++)
            steps<<<8, 256, 0, streams[i]>>>();
    cudaDeviceSynchronize();
    return 0;
}
