// A chain of small kernels beside one that fills the device: its stream has no priority.
#include "nullstream.cuh"

#define FIXED 0
#define STEPS 6
#define N (1 << 12)

#pragma nullstream kernel(fill) block_time(50us)
__global__ void fill(float *x)
{
    x[blockIdx.x * blockDim.x + threadIdx.x] = 1.0f;
}

#pragma nullstream kernel(work) time(100us) reads(x, n * 4) writes(x, n * 4)
__global__ void work(float *x, int n)
{
    (void)x;
    (void)n;
}

int main()
{
    float *device, *big;
    cudaStream_t a, b;
    cudaMalloc(&device, N * sizeof(float));
    cudaMalloc(&big, 20 * 132 * 1024 * sizeof(float));
    int least, greatest;
    cudaDeviceGetStreamPriorityRange(&least, &greatest);
    cudaStreamCreate(&a);
    cudaStreamCreateWithPriority(&b, cudaStreamDefault, FIXED ? greatest : least);
    fill<<<20 * 132, 1024, 0, a>>>(big);
    for (int i = 0; i < STEPS; i++)
        work<<<4, 256, 0, b>>>(device, N);
    cudaDeviceSynchronize();
    return 0;
}
