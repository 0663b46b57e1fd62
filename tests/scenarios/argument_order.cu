// The order in which what a launch is given is evaluated: nvcc's binary prints the same.
#include "nullstream.cuh"
#include <cstdio>
#include <random>

#pragma nullstream kernel(k) time(us * 1us)
__global__ void k(float *x, int n, double us)
{
    x[0] = n;
}

static int next_of(const char *what)
{
    static int n = 0;
    printf("%s=%d ", what, n);
    return n++;
}

static cudaStream_t stream_of(cudaStream_t stream)
{
    printf("stream ");
    return stream;
}

int main()
{
    float *d = nullptr;
    cudaMalloc(&d, 4096);
    auto pointer = k;
    k<<<1 + next_of("grid"), 32 + next_of("block"), next_of("shared") * 0, stream_of(0)>>>(
        d, next_of("n"), 10.0 + next_of("us"));
    pointer<<<dim3(1 + next_of("x"), 1 + next_of("y")), 32, next_of("shared") * 0, stream_of(0)>>>(
        d, next_of("n"), 10.0 + next_of("us"));
    std::mt19937 rng(1);
    k<<<1 + rng() % 4, 32 << rng() % 3>>>(d, rng() % 100, 10 + rng() % 10);
    printf("\n%u %u\n", (unsigned)(rng() % 100), (unsigned)(rng() % 100));
    cudaDeviceSynchronize();
}
