// 64 small kernels of SHORT us, which leave most of the device free, in turn in STREAMS streams.
#include <cuda_runtime.h>

const int STREAMS = 1;
const double SHORT = 10;

#pragma nullstream kernel(small) block_time(SHORT * 1us)
__global__ void small()
{
}

int main()
{
    cudaStream_t streams[STREAMS];
    for (int s = 0; s < STREAMS; s++)
        cudaStreamCreateWithFlags(&streams[s], cudaStreamNonBlocking);
    for (int i = 0; i < 64; i++)
        small<<<4, 128, 0, streams[i % STREAMS]>>>();
    cudaDeviceSynchronize();
    return 0;
}
