// The thread is joined on both ways out.
#include "nullstream.cuh"

#include <thread>

const int N = 1 << 20;

#pragma nullstream kernel(fill) time(50us)
__global__ void fill(float *x, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        x[i] = 1;
}

static void work(float *x)
{
    fill<<<N / 256, 256>>>(x, N);
    cudaDeviceSynchronize();
}

static bool take(float *x, bool wanted)
{
    std::thread worker(work, x);
    worker.join();
    return wanted;
}

int main()
{
    float *x;
    cudaMalloc(&x, N * sizeof(float));
    take(x, true);
    take(x, false);
    cudaDeviceSynchronize();
    return 0;
}
