// Two host threads put work on the same bytes into one stream, and nothing orders the two calls;
// and so does a thread with one that reads.
#include "nullstream.cuh"
#include <thread>

const int N = 1 << 20;

#pragma nullstream kernel(scale) time(100us)
__global__ void scale(float *x)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    x[i] *= 2;
}

#pragma nullstream kernel(sum) time(100us)
__global__ void sum(float *y, const float *x)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    y[i] += x[i];
}

int main()
{
    float *x, *y;
    cudaStream_t s;
    cudaMalloc(&x, N * sizeof(float));
    cudaMalloc(&y, N * sizeof(float));
    cudaStreamCreate(&s);
    std::thread first([&] { scale<<<N / 256, 256, 0, s>>>(x); });
    std::thread second([&] { cudaMemsetAsync(x, 0, N * sizeof(float), s); });
    first.join();
    second.join();
    std::thread third([&] { sum<<<N / 256, 256>>>(y, x); });
    scale<<<N / 256, 256>>>(x);
    third.join();
    cudaDeviceSynchronize();
    return 0;
}
