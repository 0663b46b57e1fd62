// The stream is non-blocking, and cudaMemcpy goes through the default stream: it does not wait
// for the kernel.
#include "nullstream.cuh"
#include <stdio.h>

const int N = 1 << 16;
const size_t BYTES = N * sizeof(float);

#pragma nullstream kernel(fill) time(500us) writes(x, 4 * n)
__global__ void fill(float *x, int n)
{
    spin_us(500);
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        x[i] = 1.0f;
}

int main()
{
    float *x, *host;
    cudaStream_t a;
    cudaMalloc(&x, BYTES);
    cudaMallocHost(&host, BYTES);
    cudaStreamCreateWithFlags(&a, cudaStreamNonBlocking);

    fill<<<20, 256, 0, a>>>(x, N);
    cudaMemcpy(host, x, BYTES, cudaMemcpyDeviceToHost);
    printf("host[0] is %.0f\n", host[0]);
    cudaDeviceSynchronize();
    return 0;
}
