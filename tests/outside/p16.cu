// Microbenchmark of block scheduling: kernels of many shapes, side by side, timed with events per stream.
#include <cuda_runtime.h>
#include <cstdio>
#include "nullstream.cuh"

__global__ void oneBlock() { spin_us(300); }
__global__ void fat() { spin_us(80); }
__global__ void tail(int rounds)
{
    for (int i = 0; i < rounds; i++)
        spin_us(20);
}
#pragma nullstream kernel(hungry) block_time(60us) shared(0)
__global__ void hungry(float *x)
{
    extern __shared__ float buf[];
    buf[threadIdx.x] = x[blockIdx.x];
}

template <typename F> float timed(cudaStream_t s, F &&launch)
{
    cudaEvent_t a, b;
    cudaEventCreate(&a);
    cudaEventCreate(&b);
    cudaEventRecord(a, s);
    launch(s);
    cudaEventRecord(b, s);
    cudaEventSynchronize(b);
    float ms;
    cudaEventElapsedTime(&ms, a, b);
    cudaEventDestroy(a);
    cudaEventDestroy(b);
    return ms;
}

int main()
{
    cudaDeviceProp p;
    cudaGetDeviceProperties(&p, 0);
    const int sms = p.multiProcessorCount;
    float *x;
    cudaMalloc(&x, 4096 * sizeof(float));
    cudaMemset(x, 0, 4096 * sizeof(float));
    cudaDeviceSynchronize();
    cudaStream_t s[4];
    for (auto &q : s)
        cudaStreamCreateWithFlags(&q, cudaStreamNonBlocking);
    cudaFuncSetAttribute(hungry, cudaFuncAttributeMaxDynamicSharedMemorySize, 100 * 1024);

    float solo = timed(s[0], [](cudaStream_t q) { oneBlock<<<1, 32, 0, q>>>(); });
    float waves = timed(s[0], [&](cudaStream_t q) { fat<<<sms * 2 + 1, 1024, 0, q>>>(); });
    printf("%d SMs: solo %.3f ms, two waves and one block %.3f ms\n", sms, solo, waves);

    for (int rep = 0; rep < 4; rep++) {
        oneBlock<<<1, 32, 0, s[0]>>>();
        fat<<<sms * 2 + rep, 1024, 0, s[1]>>>();
        tail<<<sms + 10, 512, 0, s[2]>>>(rep + 1);
        hungry<<<sms * 3, 128, 100 * 1024, s[3]>>>(x);
        hungry<<<64, 128, 100 * 1024, s[2]>>>(x);
    }
    for (auto q : s)
        cudaStreamSynchronize(q);
    printf("%s\n", cudaGetErrorString(cudaGetLastError()));
    return 0;
}
