// A pipeline that counts on copies in and out at the same time, on a device with one copy engine:
// --gpu c1060.
#include "nullstream.cuh"

#define STREAMS 3
#define CHUNKS 9
#define BYTES (2 << 20)

__global__ void half(float *data)
{
    spin_us(100);
}

int main()
{
    cudaStream_t streams[STREAMS];
    float *in[STREAMS], *out[STREAMS], *device[STREAMS];
    for (int i = 0; i < STREAMS; i++) {
        cudaStreamCreate(&streams[i]);
        cudaMallocHost(&in[i], BYTES);
        cudaMallocHost(&out[i], BYTES);
        cudaMalloc(&device[i], BYTES);
    }
    for (int k = 0; k < CHUNKS; k++) {
        int i = k % STREAMS;
        cudaMemcpyAsync(device[i], in[i], BYTES, cudaMemcpyHostToDevice, streams[i]);
        half<<<20, 256, 0, streams[i]>>>(device[i]);
        cudaMemcpyAsync(out[i], device[i], BYTES, cudaMemcpyDeviceToHost, streams[i]);
    }
    cudaDeviceSynchronize();
    return 0;
}
