// What stands in one line and is not alike: instances of a template, copies of different sizes. And
// calls that are long, pageable copies, beside short ones.
#include "nullstream.cuh"
#include <stdlib.h>

template <int US> __global__ void step()
{
    spin_us(US);
}

template <int US> void go(cudaStream_t s)
{
    step<US><<<8, 128, 0, s>>>();
}

#pragma nullstream kernel(note) time(3us)
__global__ void note()
{
}

int main()
{
    const size_t most = 3 << 20;
    char *d, *h = (char *)malloc(most);
    cudaStream_t s, t;
    cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking);
    cudaStreamCreateWithFlags(&t, cudaStreamNonBlocking);
    cudaMalloc(&d, most);
    cudaDeviceSynchronize();
    go<200>(s);
    go<40>(s);
    go<30>(s);
    cudaStreamSynchronize(s);
    for (int i = 1; i <= 3; i++) {
        note<<<1, 32, 0, t>>>();
        cudaMemcpyAsync(h, d, (size_t)i << 20, cudaMemcpyDeviceToHost, s);
    }
    cudaDeviceSynchronize();
}
