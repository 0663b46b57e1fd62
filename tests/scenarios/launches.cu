#include <cuda_runtime.h>
#include <stdio.h>
template <typename T> __global__ void axpy(T a, const T *x, T *y, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        y[i] = a * x[i] + y[i];
}
template <int K> __global__ void step(float *x)
{
    x[threadIdx.x] += K;
}
__global__ void __launch_bounds__(128) bounded(float *x)
{
    x[threadIdx.x] = 0;
}
__global__ void plain(int a, float *x)
{
    x[0] = a;
}
__global__ void coop(float *x)
{
}
namespace ns
{
__global__ void inner()
{
}
} // namespace ns
__constant__ float coef[16];
__device__ float result[4];
__device__ float scaled(float a)
{
    return a * coef[0];
}
int main()
{
    const int n = 4096;
    float *x, *y;
    double *dx, *dy;
    cudaMalloc(&x, n * sizeof *x);
    cudaMalloc(&y, n * sizeof *y);
    cudaMalloc((void **)&dx, n * 8);
    cudaMalloc(&dy, n * 8);
    dim3 grid(n / 256), block(16, 16);
    axpy<<<n / 256, 256>>>(2.0f, x, y, n);
    axpy<double><<<grid, block.x * block.y>>>(2.0, dx, dy, n);
    step<3><<<1, 32, 1024>>>(x);
    bounded<<<dim3(2, 2), dim3(32, 2, 2), 0, 0>>>(x);
    bounded<<<1, 256>>>(x);
    printf("%s\n", cudaGetErrorName(cudaGetLastError()));
    int a = 4;
    void *args[] = {&a, &x};
    cudaLaunchKernel((void *)plain, dim3(1), dim3(1), args, 0, 0);
    void *cargs[] = {&x};
    cudaLaunchCooperativeKernel((void *)coop, dim3(132), dim3(64), cargs, 0, 0);
    ns::inner<<<1, 1>>>();
    float h[16] = {1};
    cudaMemcpyToSymbol(coef, h, sizeof h);
    cudaMemcpyFromSymbol(h, result, sizeof result);
    void *address;
    cudaGetSymbolAddress(&address, result);
    size_t bytes;
    cudaGetSymbolSize(&bytes, coef);
    printf("%d %zu\n", address != nullptr, bytes);
    int blocks, min_grid, best;
    cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, axpy<float>, 256, 0);
    cudaOccupancyMaxPotentialBlockSize(&min_grid, &best, axpy<float>, 0, 0);
    cudaFuncAttributes attr;
    cudaFuncGetAttributes(&attr, bounded);
    printf("%d %d %d %d\n", blocks, min_grid, best, attr.maxThreadsPerBlock);
    void (*fp)(int, float *) = plain;
    fp<<<1, 1>>>(1, y);
    plain<<<0, 1>>>(1, x);
    printf("%s\n", cudaGetErrorString(cudaPeekAtLastError()));
    printf("%s\n", cudaGetErrorName(cudaGetLastError()));
    printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
    return 0;
}
