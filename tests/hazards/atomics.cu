// Atomic functions on the same bytes, in two streams. Those of HOW 0 to 3 do not race with each
// other, all others do: 4: atomic in a block only; 5 and 6: beside a plain write; 7: beside a copy,
// of which the one that is waited for is not the one that matters; 8: beside a memset; 9: a kernel
// that writes plainly as well.
#include "nullstream.cuh"

#ifndef HOW
#define HOW 0
#endif

#pragma nullstream kernel(add) time(100us)
__global__ void add(int *x)
{
    atomicAdd(x, 1);
}

#pragma nullstream kernel(add_system) time(100us)
__global__ void add_system(int *x)
{
    atomicMax_system(x, 1);
}

#pragma nullstream kernel(add_block) time(100us)
__global__ void add_block(int *x)
{
    atomicAdd_block(x, 1);
}

#pragma nullstream kernel(plain) time(100us)
__global__ void plain(int *x)
{
    x[threadIdx.x] = 1;
}

#pragma nullstream kernel(both) time(100us)
__global__ void both(int *x)
{
    atomicAdd(x, 1);
    x[0] = 1;
}

// A table of counts: where in it, only the data tells. The clause says which bytes, the body how.
#pragma nullstream kernel(count) time(100us) reads(data, 4096) writes(x, 1024)
__global__ void count(const unsigned char *data, int *x)
{
    atomicAdd(&x[data[blockIdx.x * blockDim.x + threadIdx.x]], 1);
}

#pragma nullstream kernel(count_too) time(100us)
__global__ void count_too(const unsigned char *data, int *x)
{
    atomicAdd(x + data[blockIdx.x * blockDim.x + threadIdx.x], 1);
}

// Of a library: only the clause tells.
#pragma nullstream kernel(library) time(100us) atomics(x, 1024)
__global__ void library(int *x)
{
    x[0] = 0;
}

int main()
{
    int *x, back;
    unsigned char *data;
    cudaStream_t s, t;
    cudaMalloc(&x, 1024);
    cudaMalloc(&data, 4096);
    cudaMemset(x, 0, 1024);
    cudaMemset(data, 0, 4096);
    cudaStreamCreate(&s);
    cudaStreamCreate(&t);
    switch (HOW) {
    case 0:
        add<<<1, 32, 0, s>>>(x);
        add_system<<<1, 32, 0, t>>>(x);
        break;
    case 1:
        count<<<16, 256, 0, s>>>(data, x);
        count<<<16, 256, 0, t>>>(data, x);
        break;
    case 2:
        count_too<<<16, 256, 0, s>>>(data, x);
        count_too<<<16, 256, 0, t>>>(data, x);
        break;
    case 3:
        library<<<1, 32, 0, s>>>(x);
        count_too<<<16, 256, 0, t>>>(data, x);
        break;
    case 4:
        add<<<1, 32, 0, s>>>(x);
        add_block<<<1, 32, 0, t>>>(x);
        break;
    case 5:
        add<<<1, 32, 0, s>>>(x);
        plain<<<1, 32, 0, t>>>(x);
        break;
    case 6:
        plain<<<1, 32, 0, s>>>(x);
        add<<<1, 32, 0, t>>>(x);
        break;
    case 7:
        add<<<1, 32, 0, s>>>(x);
        add<<<1, 32, 0, t>>>(x);
        cudaStreamSynchronize(t);
        cudaMemcpyAsync(&back, x, 4, cudaMemcpyDeviceToHost, t);
        break;
    case 8:
        add<<<1, 32, 0, s>>>(x);
        cudaMemsetAsync(x, 0, 4, t);
        break;
    case 9:
        both<<<1, 32, 0, s>>>(x);
        both<<<1, 32, 0, t>>>(x);
        break;
    }
    cudaDeviceSynchronize();
    return 0;
}
