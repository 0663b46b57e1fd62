// The thread is joined only where its work is taken: on the other way out, the std::thread is
// destroyed while it is joinable, which ends the program.
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
    if (!wanted)
        return false;
    worker.join();
    return true;
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
