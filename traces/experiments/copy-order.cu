// Which copy runs next when several streams have copies queued in one direction: three streams of
// three copies, issued in turn, behind kernels that end together. Answer sought: in the order of the
// calls, or one stream after the other. -D BYTES=... for other sizes.
#include <cuda_runtime.h>

#include "nullstream.cuh"

const size_t BYTES = 16 << 20;
const int STREAMS = 3;
const int COPIES = 3;

__global__ void gate()
{
    spin_us(200);
}

int main()
{
    cudaStream_t streams[STREAMS];
    char *host, *device;
    cudaMallocHost((void **)&host, BYTES);
    cudaMalloc((void **)&device, BYTES);
    for (int i = 0; i < STREAMS; i++)
        cudaStreamCreate(&streams[i]);
    for (int i = 0; i < STREAMS; i++)
        gate<<<1, 64, 0, streams[i]>>>();
    for (int c = 0; c < COPIES; c++)
        for (int i = 0; i < STREAMS; i++)
            cudaMemcpyAsync(device, host, BYTES, cudaMemcpyHostToDevice, streams[i]);
    cudaDeviceSynchronize();
    return 0;
}
