// Latency-critical small jobs against a bulk job of many blocks: latency percentiles with and without priorities.
#include "nullstream.cuh"
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <vector>

#pragma nullstream kernel(bulk) block_time(120us) regs(64)
__global__ void bulk(float *x, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        float v = x[i];
        for (int k = 0; k < 20000; ++k)
            v = fmaf(v, 1.0001f, 0.5f);
        x[i] = v;
    }
}

#pragma nullstream kernel(quick) block_time(9us)
__global__ void quick(float *x, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        x[i] += 1.0f;
}

template <class Duration> static double to_us(Duration d)
{
    return std::chrono::duration<double, std::micro>(d).count();
}

static void experiment(const char *title, int bulk_prio, int quick_prio)
{
    const int N = 1 << 21, M = 8192;
    cudaStream_t sb, sq;
    cudaStreamCreateWithPriority(&sb, cudaStreamNonBlocking, bulk_prio);
    cudaStreamCreateWithPriority(&sq, cudaStreamNonBlocking, quick_prio);
    float *big, *small, *answer;
    cudaMalloc(&big, N * sizeof(float));
    cudaMalloc(&small, M * sizeof(float));
    cudaMallocHost(&answer, M * sizeof(float));
    cudaMemsetAsync(big, 0, N * sizeof(float), sb);
    cudaMemsetAsync(small, 0, M * sizeof(float), sq);
    cudaDeviceSynchronize();

    for (int i = 0; i < 2; ++i)
        bulk<<<N / 256, 256, 0, sb>>>(big, N);
    std::vector<double> latency;
    for (int i = 0; i < 10; ++i) {
        auto t0 = std::chrono::high_resolution_clock::now();
        quick<<<M / 256, 256, 0, sq>>>(small, M);
        cudaMemcpyAsync(answer, small, M * sizeof(float), cudaMemcpyDeviceToHost, sq);
        cudaStreamSynchronize(sq);
        latency.push_back(to_us(std::chrono::high_resolution_clock::now() - t0));
        host_work_us(25);
    }
    cudaStreamSynchronize(sb);
    std::sort(latency.begin(), latency.end());
    printf("%-10s median %8.1f us, worst %8.1f us\n", title, latency[latency.size() / 2], latency.back());
    cudaStreamDestroy(sb);
    cudaStreamDestroy(sq);
    cudaFree(big);
    cudaFree(small);
    cudaFreeHost(answer);
}

int main()
{
    int least = 0, greatest = 0;
    cudaDeviceGetStreamPriorityRange(&least, &greatest);
    printf("priorities %d (least) to %d (greatest)\n", least, greatest);
    experiment("same", least, least);
    experiment("priority", least, greatest);
    return 0;
}
