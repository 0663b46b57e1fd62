// Pageable "async" copies in two streams, sizes from 1 KB to 32 MB, and small kernels.
#include <cuda_runtime.h>
#include <stdlib.h>
#include <stdio.h>

#pragma nullstream kernel(touch) bytes(2.0 * n)
__global__ void touch(char *p, size_t n)
{
    for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < n; i += (size_t)gridDim.x * blockDim.x)
        p[i]++;
}

int main()
{
    size_t sizes[] = {1 << 10, 16 << 10, 60 << 10, 65 << 10, 256 << 10, 1 << 20, 4 << 20, 32 << 20};
    char *h = (char *)calloc(64 << 20, 1);
    char *d0, *d1;
    cudaStream_t s0, s1;
    cudaMalloc((void **)&d0, 32 << 20);
    cudaMalloc((void **)&d1, 32 << 20);
    cudaStreamCreate(&s0);
    cudaStreamCreate(&s1);
    for (size_t k = 0; k < sizeof(sizes) / sizeof(*sizes); k++) {
        const size_t n = sizes[k];
        cudaMemcpyAsync(d0, h, n, cudaMemcpyHostToDevice, s0);
        touch<<<132, 256, 0, s0>>>(d0, n);
        cudaMemcpyAsync(d1, h + (32 << 20), n, cudaMemcpyHostToDevice, s1);
        touch<<<132, 256, 0, s1>>>(d1, n);
        cudaMemcpyAsync(h, d0, n, cudaMemcpyDeviceToHost, s0);
        cudaMemcpyAsync(h + (32 << 20), d1, n, cudaMemcpyDeviceToHost, s1);
    }
    cudaStreamSynchronize(s0);
    cudaStreamSynchronize(s1);
    printf("first byte %d\n", h[0]);
    free(h);
    return 0;
}
