// chunk_count.cu with 16 chunks.
#include <cuda_runtime.h>

#define N (1 << 24) // floats
#define CHUNKS 16
const int STREAMS = 4;

// 1 ns for 16 floats: 1049 us in all, whatever the chunks
#pragma nullstream kernel(step) time(n * 0.0625ns)
__global__ void step(const float *in, float *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = in[i] * 2;
}

int main()
{
    cudaStream_t streams[STREAMS];
    float *in, *out, *host_in, *host_out;
    cudaMallocHost(&host_in, sizeof(float) * N);
    cudaMallocHost(&host_out, sizeof(float) * N);
    cudaMalloc(&in, sizeof(float) * N);
    cudaMalloc(&out, sizeof(float) * N);
    for (int s = 0; s < STREAMS; s++)
        cudaStreamCreateWithFlags(&streams[s], cudaStreamNonBlocking);
    cudaDeviceSynchronize();
    int n = N / CHUNKS;
    for (int c = 0; c < CHUNKS; c++) {
        size_t from = (size_t)c * n;
        cudaStream_t s = streams[c % STREAMS];
        cudaMemcpyAsync(in + from, host_in + from, sizeof(float) * n, cudaMemcpyHostToDevice, s);
        step<<<(n + 255) / 256, 256, 0, s>>>(in + from, out + from, n);
        cudaMemcpyAsync(host_out + from, out + from, sizeof(float) * n, cudaMemcpyDeviceToHost, s);
    }
    cudaDeviceSynchronize();
#pragma nullstream result(host_out, sizeof(float) * N)
    return 0;
}
