// One copy in, a kernel, one copy out, and something that takes a microsecond in another stream.
// POLL: the host asks again and again whether it is done: 1: and sleeps between; 2: and works.
#include "nullstream.cuh"
#include <chrono>
#include <thread>

#ifndef POLL
#define POLL 0
#endif

#pragma nullstream kernel(scale) time(300us)
__global__ void scale(float *x)
{
    x[blockIdx.x * blockDim.x + threadIdx.x] *= 2.0f;
}

#pragma nullstream kernel(beside) time(1us)
__global__ void beside()
{
}

int main()
{
    const size_t bytes = 32 << 20;
    float *host, *data;
    cudaStream_t s, t;
    cudaMallocHost(&host, bytes);
    cudaMalloc(&data, bytes);
    cudaStreamCreate(&s);
    cudaStreamCreate(&t);
    cudaMemcpyAsync(data, host, bytes, cudaMemcpyHostToDevice, s);
    scale<<<(8 << 20) / 256, 256, 0, s>>>(data);
    cudaMemcpyAsync(host, data, bytes, cudaMemcpyDeviceToHost, s);
    beside<<<1, 32, 0, t>>>();
    while (POLL && cudaStreamQuery(s) == cudaErrorNotReady)
        if (POLL == 1)
            std::this_thread::sleep_for(std::chrono::microseconds(50));
        else
            host_work_us(100);
    cudaDeviceSynchronize();
}
