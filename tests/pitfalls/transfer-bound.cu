// Short kernels between long copies in: the link is busy all the time, however many streams there
// are.
#include "nullstream.cuh"

#define STREAMS 3
#define CHUNKS 12
#define BYTES (32 << 20)

__global__ void count(float *data)
{
    spin_us(50);
}

int main()
{
    cudaStream_t streams[STREAMS];
    float *host[STREAMS], *device[STREAMS];
    for (int i = 0; i < STREAMS; i++) {
        cudaStreamCreate(&streams[i]);
        cudaMallocHost(&host[i], BYTES);
        cudaMalloc(&device[i], BYTES);
    }
    for (int k = 0; k < CHUNKS; k++) {
        int i = k % STREAMS;
        cudaMemcpyAsync(device[i], host[i], BYTES, cudaMemcpyHostToDevice, streams[i]);
        count<<<20, 256, 0, streams[i]>>>(device[i]);
    }
    cudaDeviceSynchronize();
    return 0;
}
