/* A round trip in each turn: a launch, a copy of 4 bytes and a wait for it. */
#include <cstdio>
#include <cuda_runtime.h>

#pragma nullstream kernel(step) time(1us) writes(x, 4)
__global__ void step(int *x)
{
    *x = 1;
}

int main()
{
    int *x, *result, sum = 0;
    cudaStream_t s;
    cudaMalloc(&x, 4);
    cudaMallocHost(&result, 4);
    cudaStreamCreate(&s);
    for (int i = 0; i < 100; i++) {
        step<<<1, 1, 0, s>>>(x);
        cudaMemcpyAsync(result, x, 4, cudaMemcpyDeviceToHost, s);
        cudaStreamSynchronize(s);
        sum += *result;
    }
    printf("%d\n", sum);
}
