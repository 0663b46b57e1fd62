// A kernel fails, and who asks for the last error is the first to hear of it: no call has left it.
#include <cstdlib>
#include <cuda_runtime.h>
#include <unistd.h>

#pragma nullstream kernel(bad) time(5us) fails(cudaErrorIllegalAddress)
__global__ void bad(int *p)
{
    p[0] = 1;
}

int main()
{
    int *p;
    cudaMalloc(&p, 4096);
    bad<<<1, 32>>>(p);
    usleep(1000);
    if (cudaGetLastError() != cudaSuccess)
        exit(3);
}
