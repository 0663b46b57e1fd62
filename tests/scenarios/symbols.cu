// Variables of the device that kernels name and copies fill, in two streams that know nothing of each
// other: a table in constant memory, read, with a pragma's clauses for the pointer alone; a counter,
// of which each thread writes the same four bytes.
#include <cuda_runtime.h>

__constant__ float table[16];
__device__ int counter;

#pragma nullstream kernel(look_up) time(20us) writes(out, gridDim.x * blockDim.x * 4)
__global__ void look_up(float *out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = table[i % 16];
}

#pragma nullstream kernel(count) time(20us)
__global__ void count()
{
    atomicAdd(&counter, 1);
}

int main()
{
    float *out, *host;
    int *zero;
    cudaMalloc(&out, 1024);
    cudaMallocHost(&host, sizeof table);
    cudaMallocHost(&zero, sizeof counter);
    *zero = 0;
    cudaStream_t a, b;
    cudaStreamCreateWithFlags(&a, cudaStreamNonBlocking);
    cudaStreamCreateWithFlags(&b, cudaStreamNonBlocking);
    cudaMemcpyToSymbolAsync(table, host, sizeof table, 0, cudaMemcpyHostToDevice, a);
    look_up<<<4, 64, 0, b>>>(out);
    cudaMemcpyToSymbolAsync(counter, zero, sizeof counter, 0, cudaMemcpyHostToDevice, a);
    count<<<1, 64, 0, b>>>();
    cudaDeviceSynchronize();
    return 0;
}
