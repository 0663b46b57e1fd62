// Do copies on the device and memsets, which the SMs carry out, feel kernels that compute as
// kernels by time do (starved.cu)? `big` is under way on BLOCKS SMs with THREADS threads each; then
// comes a copy or a memset of several sizes.
#include <cuda_runtime.h>

#include "nullstream.cuh"

const int THREADS = 1024, SIZES = 0;

#pragma nullstream kernel(big) flops(1287121e3)
__global__ void big(float *x)
{
    x[threadIdx.x] += 1.0f;
}

int main()
{
    cudaStream_t a, b;
    char *device, *other;
    float *x;
    cudaMalloc(&x, 1 << 20);
    cudaMalloc(&device, 32 << 20);
    cudaMalloc(&other, 32 << 20);
    cudaStreamCreateWithFlags(&a, cudaStreamNonBlocking);
    cudaStreamCreateWithFlags(&b, cudaStreamNonBlocking);
    const int blocks[] = {1, 16, 66, 131};
    const int pages[] = {4, 16, 64, 256, 1024, 4096, 32768};
    const int no_pages[] = {61, 201, 401, 873, 1025, 1881, 3694};
    const int between[] = {1280, 1536, 2048, 2560, 3072, 3584, 8192};
    const int *kib = SIZES == 0 ? pages : SIZES == 1 ? no_pages : between;
    cudaDeviceSynchronize();
    for (int memset = 0; memset < 2; memset++)
        for (int i = 0; i < 4; i++)
            for (int k = 0; k < 7; k++) {
                big<<<blocks[i], THREADS, 0, a>>>(x);
                host_work_us(20);
                if (memset)
                    cudaMemsetAsync(other, 0, (size_t)kib[k] << 10, b);
                else
                    cudaMemcpyAsync(other, device, (size_t)kib[k] << 10, cudaMemcpyDeviceToDevice,
                                    b);
                cudaDeviceSynchronize();
            }
    return 0;
}
