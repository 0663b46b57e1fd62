// Does the legacy stream take its connection anew, as other streams do once another stream has used
// it? Two connections, streams a and b that do not fence, and a third, the legacy one or (LEGACY=0)
// one like a and b: its first kernel goes behind a's into the first connection, then a's second kernel,
// which waits for 100 us. Its second kernel, last, begins after 20 us in the other connection, after
// 100 if it keeps the first. For --connections 2.
#include <cuda_runtime.h>

#include "nullstream.cuh"

#define LEGACY 1

#pragma nullstream kernel(in_a) block_time(100us)
__global__ void in_a() {}
#pragma nullstream kernel(in_b) block_time(10us)
__global__ void in_b() {}
#pragma nullstream kernel(in_third) block_time(10us)
__global__ void in_third() {}
#pragma nullstream kernel(last) block_time(10us)
__global__ void last() {}

int main()
{
    cudaStream_t a, b, third;
    cudaStreamCreateWithFlags(&a, cudaStreamNonBlocking);
    cudaStreamCreateWithFlags(&b, cudaStreamNonBlocking);
    cudaStreamCreateWithFlags(&third, cudaStreamNonBlocking);
    if (LEGACY)
        third = 0;
    cudaDeviceSynchronize();
    in_a<<<1, 64, 0, a>>>();
    in_b<<<1, 64, 0, b>>>();
    in_third<<<1, 64, 0, third>>>();
    in_b<<<1, 64, 0, b>>>();
    in_a<<<1, 64, 0, a>>>();
    last<<<1, 64, 0, third>>>();
    cudaDeviceSynchronize();
    return 0;
}
