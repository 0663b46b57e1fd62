// Memory from malloc, pinned by cudaHostRegister before the loop.
#include <cuda_runtime.h>
#include <stdio.h>
#include <stdlib.h>

const int BATCHES = 8;
const int N = 1 << 20;
const size_t BYTES = N * sizeof(float);

#pragma nullstream kernel(process) time(300us) reads(x, 4 * n) writes(x, 4 * n)
__global__ void process(float *x, int n)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        x[i] = 2.0f * x[i] + 1.0f;
}

int main()
{
    float *in, *out, *x[2];
    in = (float *)malloc(BATCHES * BYTES);
    out = (float *)malloc(BATCHES * BYTES);
    cudaHostRegister(in, BATCHES * BYTES, cudaHostRegisterDefault);
    cudaHostRegister(out, BATCHES * BYTES, cudaHostRegisterDefault);
    cudaStream_t stream[2];
    for (int s = 0; s < 2; s++) {
        cudaMalloc(&x[s], BYTES);
        cudaStreamCreate(&stream[s]);
    }

    for (int b = 0; b < BATCHES; b++) {
        const int s = b % 2;
        cudaMemcpyAsync(x[s], in + b * N, BYTES, cudaMemcpyHostToDevice, stream[s]);
        process<<<64, 1024, 0, stream[s]>>>(x[s], N);
        cudaMemcpyAsync(out + b * N, x[s], BYTES, cudaMemcpyDeviceToHost, stream[s]);
    }
    cudaDeviceSynchronize();
    printf("the last number is %f\n", out[BATCHES * N - 1]);
#pragma nullstream result(out, BATCHES * BYTES)
    return 0;
}
