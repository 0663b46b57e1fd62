// One of two streams is busy nearly all the time with work that goes one after the other, beside
// which the other one has all its own.
#include "nullstream.cuh"

#pragma nullstream kernel(reduce) time(90us)
__global__ void reduce(float *x)
{
    x[threadIdx.x] += 1;
}

#pragma nullstream kernel(compute) time(30us)
__global__ void compute(float *x)
{
    x[threadIdx.x] += 1;
}

int main()
{
    float *x, *y;
    cudaStream_t comm, work;
    cudaMalloc(&x, 1024);
    cudaMalloc(&y, 1024);
    cudaStreamCreate(&comm);
    cudaStreamCreate(&work);
    for (int i = 0; i < 8; i++) {
        reduce<<<1, 256, 0, comm>>>(x);
        compute<<<1, 256, 0, work>>>(y);
    }
    cudaDeviceSynchronize();
    return 0;
}
