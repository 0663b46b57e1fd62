// Four chunks, copied in by four streams, of which the kernels have one only: the first chunk has no
// race, and its kernel waits for its own copy all the same if each launch is made to.
#include <cuda_runtime.h>

#define CHUNKS 4

#pragma nullstream kernel(add) time(100us)
__global__ void add(float *a, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        a[i] += 1.0f;
}

int main()
{
    const int n = 1 << 20;
    float *h, *d;
    cudaStream_t s[CHUNKS];
    cudaMallocHost(&h, CHUNKS * n * sizeof(float));
    cudaMalloc(&d, CHUNKS * n * sizeof(float));
    for (int i = 0; i < CHUNKS; i++)
        cudaStreamCreate(&s[i]);
    for (int i = 0; i < CHUNKS; i++)
        cudaMemcpyAsync(d + i * n, h + i * n, n * sizeof(float), cudaMemcpyHostToDevice, s[i]);
    for (int i = 0; i < CHUNKS; i++)
        add<<<n / 512, 512, 0, s[0]>>>(d + i * n, n);
    cudaDeviceSynchronize();
    return 0;
}
