// Every way to say how long a kernel takes, and what it needs of an SM.
#include "nullstream.cuh"

#define STEP 25us
#pragma nullstream kernel(whole) time(400us)
__global__ void whole(float *x, int n) { x[threadIdx.x] = n; }

#pragma nullstream kernel(scaled) time(n * 0.5us) regs(64)
__global__ void scaled(float *x, int n) { x[threadIdx.x] = n; }

#pragma nullstream kernel(block) block_time(STEP) shared(48 * 1024)
__global__ void block(float *x) { x[threadIdx.x] = 1; }

#pragma nullstream kernel(work) flops(10.0 * n) bytes(8.0 * n)
__global__ void work(float *x, int n) { x[threadIdx.x] = n; }

__global__ void spins(float us) { spin_us(us * 2); }

template <class T>
__global__ void filled(T *x, T value)
{
    spin_us(sizeof(T) * gridDim.x);
    x[blockIdx.x * blockDim.x + threadIdx.x] = value;
}

__global__ void unknown_cost(float *x) { x[threadIdx.x] = 0; }

int main()
{
    float *x;
    double *y;
    cudaStream_t s;
    cudaStreamCreate(&s);
    cudaMalloc(&x, 1 << 20);
    cudaMalloc(&y, 1 << 20);
    whole<<<1, 32, 0, s>>>(x, 1);
    scaled<<<1, 32, 0, s>>>(x, 100);
    block<<<132, 32, 0, s>>>(x);
    work<<<1320, 1024, 0, s>>>(x, 1 << 24);
    spins<<<1, 32, 0, s>>>(10.0f);
    filled<<<4, 32, 0, s>>>(x, 1.0f);
    filled<double><<<4, 32, 0, s>>>(y, 1.0);
    unknown_cost<<<1, 32, 0, s>>>(x);
    return cudaStreamSynchronize(s);
}
