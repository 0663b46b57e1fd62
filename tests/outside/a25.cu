// Large dynamic shared memory: one block an SM, beside small blocks of another stream.
#include "nullstream.cuh"
#include <stdio.h>

__global__ void fat(float *p)
{
    extern __shared__ float tile[];
    tile[threadIdx.x] = p[threadIdx.x];
    spin_us(65);
}
__global__ void thin(float *p) { spin_us(20); }

int main()
{
    const int smem = 160 * 1024;
    float *p, *h;
    cudaMalloc(&p, 1 << 20);
    cudaMallocHost((void **)&h, 1 << 20);
    cudaError_t e = cudaFuncSetAttribute(fat, cudaFuncAttributeMaxDynamicSharedMemorySize, smem);
    if (e != cudaSuccess) {
        printf("no room: %s\n", cudaGetErrorString(e));
        return 1;
    }
    cudaStream_t s[3];
    for (int i = 0; i < 3; i++)
        cudaStreamCreateWithFlags(&s[i], cudaStreamNonBlocking);
    for (int r = 0; r < 8; r++) {
        fat<<<100 + 20 * r, 512, smem, s[0]>>>(p);
        thin<<<264, 256, 0, s[1]>>>(p);
        thin<<<33, 1024, 48 << 10, s[2]>>>(p);
        cudaMemcpyAsync(h, p, 1 << 20, cudaMemcpyDeviceToHost, s[2]);
    }
    if ((e = cudaDeviceSynchronize()) != cudaSuccess)
        printf("%s\n", cudaGetErrorString(e));
    return 0;
}
