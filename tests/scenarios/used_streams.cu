// Twenty streams that were used before, then two busy at a time: five kernels in one, one in another.
// Nothing is static: whichever two they are, they share no connection.
#include <cuda_runtime.h>

#include "nullstream.cuh"

const int STREAMS = 20;

__global__ void step()
{
    spin_us(200);
}

int main()
{
    cudaStream_t streams[STREAMS];
    for (int i = 0; i < STREAMS; i++)
        cudaStreamCreate(&streams[i]);
    for (int i = 0; i < STREAMS; i++) {
        step<<<1, 64, 0, streams[i]>>>();
        cudaStreamSynchronize(streams[i]);
    }
    for (int pair = 0; pair < STREAMS - 1; pair++) {
        for (int k = 0; k < 5; k++)
            step<<<1, 64, 0, streams[pair]>>>();
        int other = (pair * 7 + 11) % STREAMS;
        if (other == pair)
            other = STREAMS - 1;
        step<<<1, 64, 0, streams[other]>>>();
        cudaDeviceSynchronize();
    }
    return 0;
}
