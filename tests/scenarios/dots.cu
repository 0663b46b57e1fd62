// A solver whose host reads a number in each turn before it goes on: chunks and streams are of no
// use. DATA: what comes back is the data itself.
#include "nullstream.cuh"

#ifndef DATA
#define DATA 0
#endif

const int N = 1 << 18;

#pragma nullstream kernel(dot) time(6us)
__global__ void dot(float *sum, const float *x)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    atomicAdd(sum, x[i]);
}

#pragma nullstream kernel(step) time(8us)
__global__ void step(float *x, float by)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    x[i] += by;
}

int main()
{
    float *x, *sum, *host;
    cudaMalloc(&x, N * sizeof(float));
    cudaMalloc(&sum, sizeof(float));
    cudaMallocHost(&host, N * sizeof(float));
    cudaMemset(x, 0, N * sizeof(float));
    for (int turn = 0; turn < 20; turn++) {
        cudaMemsetAsync(sum, 0, sizeof(float));
        dot<<<N / 256, 256>>>(sum, x);
        dot<<<N / 256, 256>>>(sum, x);
        cudaMemcpy(host, DATA ? x : sum, DATA ? N * sizeof(float) : sizeof(float),
                   cudaMemcpyDeviceToHost);
        step<<<N / 256, 256>>>(x, host[0]);
        step<<<N / 256, 256>>>(x, host[0]);
    }
    cudaDeviceSynchronize();
    return 0;
}
