// Eight chunks of 16 MB through two streams, issued depth-first: each chunk's copy in, kernel and
// copy out before the next chunk's. The kernels have a block on every SM.
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
    for (int i = 0; i < CHUNKS; i++) {
        cudaStream_t s = streams[i % STREAMS];
        cudaMemcpyAsync(device + i * n, host + i * n, BYTES, cudaMemcpyHostToDevice, s);
        process<<<132, 1024, 0, s>>>(device + i * n);
        cudaMemcpyAsync(host + i * n, device + i * n, BYTES, cudaMemcpyDeviceToHost, s);
    }
    cudaDeviceSynchronize();
    return 0;
}
