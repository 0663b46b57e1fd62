// The same chunks where only a sum comes back: hardly any bytes go out, so that one copy engine is
// enough. --gpu c1060.
#include "nullstream.cuh"

#define STREAMS 3
#define CHUNKS 9
#define BYTES (2 << 20)

__global__ void sum(float *data, float *total)
{
    spin_us(100);
}

int main()
{
    cudaStream_t streams[STREAMS];
    float *in[STREAMS], *device[STREAMS], *totals, *total;
    cudaMallocHost(&total, sizeof(float));
    cudaMalloc(&totals, STREAMS * sizeof(float));
    for (int i = 0; i < STREAMS; i++) {
        cudaStreamCreate(&streams[i]);
        cudaMallocHost(&in[i], BYTES);
        cudaMalloc(&device[i], BYTES);
    }
    for (int k = 0; k < CHUNKS; k++) {
        int i = k % STREAMS;
        cudaMemcpyAsync(device[i], in[i], BYTES, cudaMemcpyHostToDevice, streams[i]);
        sum<<<20, 256, 0, streams[i]>>>(device[i], totals + i);
    }
    cudaDeviceSynchronize();
    cudaMemcpy(total, totals, sizeof(float), cudaMemcpyDeviceToHost);
    return 0;
}
