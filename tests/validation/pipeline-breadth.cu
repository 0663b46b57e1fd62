// Eight chunks of 16 MB through two streams, issued breadth-first: all copies in, then all
// kernels, then all copies out. The kernels have a block on every SM.
#include <cuda_runtime.h>

#include "nullstream.cuh"

const int CHUNKS = 8;
const int STREAMS = 2;
const size_t BYTES = 16 << 20;

__global__ void process(float *data)
{
    spin_us(400);
}

int main()
{
    cudaStream_t streams[STREAMS];
    float *host, *device;
    cudaMallocHost((void **)&host, CHUNKS * BYTES);
    cudaMalloc((void **)&device, CHUNKS * BYTES);
    for (int i = 0; i < STREAMS; i++)
        cudaStreamCreate(&streams[i]);

    const size_t n = BYTES / sizeof(float);
    for (int i = 0; i < CHUNKS; i++)
        cudaMemcpyAsync(device + i * n, host + i * n, BYTES, cudaMemcpyHostToDevice,
                        streams[i % STREAMS]);
    for (int i = 0; i < CHUNKS; i++)
        process<<<132, 1024, 0, streams[i % STREAMS]>>>(device + i * n);
    for (int i = 0; i < CHUNKS; i++)
        cudaMemcpyAsync(host + i * n, device + i * n, BYTES, cudaMemcpyDeviceToHost,
                        streams[i % STREAMS]);
    cudaDeviceSynchronize();
    return 0;
}
