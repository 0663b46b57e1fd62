// Kernels that begin alike: instances of one template, and overloads. Each is to be told from the others.
#include "nullstream.cuh"

#pragma nullstream kernel(scale) time(100us)
template <typename T, int N> __global__ void scale(T *x)
{
    (void)x;
}

#pragma nullstream kernel(shift) time(50us)
__global__ void shift(float *x, int by)
{
    (void)x;
    (void)by;
}

__global__ void shift(double *x, int by)
{
    (void)x;
    (void)by;
}

int main()
{
    float *x;
    double *y;
    cudaStream_t a, b;
    cudaMalloc(&x, 1 << 20);
    cudaMalloc(&y, 1 << 20);
    cudaStreamCreate(&a);
    cudaStreamCreate(&b);
    scale<float, 4><<<32, 256, 0, a>>>(x);
    scale<float, 8><<<32, 256, 0, a>>>(x);
    scale<double, 4><<<32, 256, 0, b>>>(y);
    shift<<<32, 256, 0, b>>>(y, 1);
    shift<<<32, 256, 0, b>>>(x, 1);
    cudaDeviceSynchronize();
    return 0;
}
