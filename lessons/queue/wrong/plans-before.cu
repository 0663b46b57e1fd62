// The clock starts with the first call that gives the device work: all plans come before.
#include "nullstream.cuh"
#include <stdio.h>

const int STEPS = 4;
const int N = 1 << 16;
const size_t BYTES = N * sizeof(float);

#pragma nullstream kernel(step) time(500us) reads(x, 4 * n) writes(x, 4 * n)
__global__ void step(float *x, int n)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        x[i] = 0.5f * x[i] + 1.0f;
}

int main()
{
    float *x, *result;
    cudaStream_t stream;
    cudaStreamCreate(&stream);
    cudaMalloc(&x, BYTES);
    cudaMallocHost(&result, BYTES);

    for (int i = 0; i < STEPS; i++)
        host_work_us(400);
    cudaMemsetAsync(x, 0, BYTES, stream);
    for (int i = 0; i < STEPS; i++) {
        step<<<20, 256, 0, stream>>>(x, N);
    }
    cudaMemcpyAsync(result, x, BYTES, cudaMemcpyDeviceToHost, stream);
    cudaDeviceSynchronize();
    printf("x[0] is %f\n", result[0]);
#pragma nullstream result(result, BYTES)
    return 0;
}
