// A kernel calls a function object that holds the pointer.
#include "nullstream.cuh"
#include <stdio.h>

#ifndef FIXED
#define FIXED 0
#endif
#ifndef SAID
#define SAID 0 // what the kernel writes, in its pragma
#endif

const int N = 512;

struct store {
    int *data;
    __device__ void operator()(int i) const { data[i] = i + 1; }
};

#if SAID
#pragma nullstream kernel(call) time(500us) writes(f.data, gridDim.x * blockDim.x * 4)
#else
#pragma nullstream kernel(call) time(500us)
#endif
template <typename F> __global__ void call(F f)
{
    f(blockIdx.x * blockDim.x + threadIdx.x);
}

int main()
{
    int *data;
    cudaMallocManaged(&data, N * sizeof(int));
    cudaMemset(data, 0, N * sizeof(int));
    cudaDeviceSynchronize();
    cudaEvent_t done;
    cudaEventCreate(&done);
    store f = {data};
    call<<<1, N>>>(f);
    cudaEventRecord(done);
#if FIXED
    cudaEventSynchronize(done);
#endif
    long sum = 0;
    for (int i = 0; i < N; i++)
        sum += data[i];
    printf("%ld\n", sum);
    cudaDeviceSynchronize();
    cudaEventDestroy(done);
    cudaFree(data);
    return 0;
}
