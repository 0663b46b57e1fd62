// Three workers, each with a stream and its share of the chunks.
#include <cuda_runtime.h>
#include <thread>
#include <vector>
#include <stdio.h>

#pragma nullstream kernel(encode) time(180us) regs(64)
__global__ void encode(const int *in, int *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = in[i] ^ (in[i] >> 1);
}

const int CHUNKS = 24;
const int N = 1 << 20;

void worker(int id, int *host, int *result)
{
    cudaSetDevice(0);
    cudaStream_t s;
    cudaStreamCreate(&s);
    int *in, *out;
    cudaMalloc(&in, N * sizeof(int));
    cudaMalloc(&out, N * sizeof(int));
    for (int c = id; c < CHUNKS; c += 3) {
        cudaMemcpyAsync(in, host + (size_t)c * N, N * sizeof(int), cudaMemcpyHostToDevice, s);
        encode<<<(N + 255) / 256, 256, 0, s>>>(in, out, N);
        cudaMemcpyAsync(result + (size_t)c * N, out, N * sizeof(int), cudaMemcpyDeviceToHost, s);
        cudaStreamSynchronize(s);
    }
    cudaFree(in);
    cudaFree(out);
    cudaStreamDestroy(s);
}

int main()
{
    int *host, *result;
    cudaMallocHost(&host, sizeof(int) * N * CHUNKS);
    cudaMallocHost(&result, sizeof(int) * N * CHUNKS);
    std::vector<std::thread> pool;
    for (int i = 0; i < 3; i++)
        pool.emplace_back(worker, i, host, result);
    for (auto &t : pool)
        t.join();
    cudaDeviceSynchronize();
    return 0;
}
