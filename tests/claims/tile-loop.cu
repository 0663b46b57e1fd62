// Tiles through two pairs of buffers, as published: the host waits for a buffer's stream before it fills
// the buffer again. Every access is ordered, and yet the results of all tiles but the last two are lost:
// nobody has read them when they are overwritten.
#include "nullstream.cuh"

#define TILES 6
#define N (1 << 20)

#pragma nullstream kernel(process) time(100us) reads(in, N * sizeof(float)) writes(out, N * sizeof(float))
__global__ void process(const float *in, float *out)
{
}

int main()
{
    cudaStream_t streams[2];
    float *host_in[2], *host_out[2], *in[2], *out[2];
    for (int i = 0; i < 2; i++) {
        cudaStreamCreate(&streams[i]);
        cudaMallocHost(&host_in[i], N * sizeof(float));
        cudaMallocHost(&host_out[i], N * sizeof(float));
        cudaMalloc(&in[i], N * sizeof(float));
        cudaMalloc(&out[i], N * sizeof(float));
    }
    for (int tile = 0; tile < TILES; tile++) {
        int s = tile % 2;
        cudaStreamSynchronize(streams[s]);
        memset(host_in[s], tile, N * sizeof(float));
        cudaMemcpyAsync(in[s], host_in[s], N * sizeof(float), cudaMemcpyHostToDevice, streams[s]);
        process<<<N / 256, 256, 0, streams[s]>>>(in[s], out[s]);
        cudaMemcpyAsync(host_out[s], out[s], N * sizeof(float), cudaMemcpyDeviceToHost, streams[s]);
    }
    cudaDeviceSynchronize();
    return 0;
}
