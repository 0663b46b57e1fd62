// A kernel that touches nothing.
#include "nullstream.cuh"

const int N = 1024;

#pragma nullstream kernel(nothing) time(100us)
__global__ void nothing() {}

int main()
{
    cudaStream_t s[1];
    for (int i = 0; i < 1; i++)
        cudaStreamCreateWithFlags(&s[i], cudaStreamNonBlocking);
    nothing<<<1, N, 0, s[0]>>>();
    cudaDeviceSynchronize();
    return 0;
}
