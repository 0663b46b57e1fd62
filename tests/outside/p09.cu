// Per-thread default stream: each thread uses "the" default stream through cudaStreamPerThread.
#include <cuda_runtime.h>
#include <cstdio>
#include <future>
#include <vector>

#pragma nullstream kernel(saxpy) bytes(12.0 * n) flops(2.0 * n)
__global__ void saxpy(int n, float a, const float *x, float *y)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        y[i] = a * x[i] + y[i];
}

#pragma nullstream kernel(dot) block_time(30us) reads(x, n * 4) reads(y, n * 4) writes(out, 4)
__global__ void dot(int n, const float *x, const float *y, float *out) {}

static float task(int seed)
{
    const int n = 1 << 21;
    std::vector<float> x(n, 1.0f + seed), y(n, 2.0f);
    float *dx, *dy, *d, h = 0;
    cudaMalloc(&dx, n * sizeof(float));
    cudaMalloc(&dy, n * sizeof(float));
    cudaMalloc(&d, sizeof(float));
    cudaMemcpyAsync(dx, x.data(), n * sizeof(float), cudaMemcpyHostToDevice, cudaStreamPerThread);
    cudaMemcpyAsync(dy, y.data(), n * sizeof(float), cudaMemcpyHostToDevice, cudaStreamPerThread);
    for (int i = 0; i < 8; i++)
        saxpy<<<(n + 255) / 256, 256, 0, cudaStreamPerThread>>>(n, 0.5f, dx, dy);
    dot<<<132, 256, 0, cudaStreamPerThread>>>(n, dx, dy, d);
    cudaMemcpyAsync(&h, d, sizeof(float), cudaMemcpyDeviceToHost, cudaStreamPerThread);
    cudaStreamSynchronize(cudaStreamPerThread);
    cudaFree(dx);
    cudaFree(dy);
    cudaFree(d);
    return h;
}

int main()
{
    cudaFree(0);
    std::vector<std::future<float>> results;
    for (int i = 0; i < 4; i++)
        results.push_back(std::async(std::launch::async, task, i));
    float sum = 0;
    for (auto &r : results)
        sum += r.get();
    printf("sum %g\n", sum);
    return 0;
}
