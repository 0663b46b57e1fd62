/* The host waits for a kernel, and then for a copy, in loops that look at memory which they write. */
#include <cstdio>
#include <cuda_runtime.h>

#pragma nullstream kernel(work) time(80us) writes(x, 4) writes(done, 4)
__global__ void work(int *x, volatile int *done)
{
    *x = 1;
    __threadfence_system();
    *done = 1;
}

int main()
{
    int *x, *done, *seen;
    volatile int *copied;
    cudaMalloc(&x, 4);
    cudaHostAlloc(&done, 4, cudaHostAllocMapped);
    cudaMallocHost((void **)&copied, 4);
    *done = *copied = 0;
    cudaHostGetDevicePointer(&seen, done, 0);
    work<<<1, 1>>>(x, seen);
    while (*(volatile int *)done == 0) {
    }
    cudaMemcpyAsync((void *)copied, x, 4, cudaMemcpyDeviceToHost);
    int turns = 0;
    while (*copied == 0)
        turns++;
    printf("%d %d\n", *done, turns);
    cudaDeviceSynchronize();
}
