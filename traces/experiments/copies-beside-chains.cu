// How long do large copies take beside a chain of kernels in another stream? KERNELS 0: none; 1: of
// 10 us by time; 2: that read 16 MB; 3: 1 MB; 4: 16 MB, 4 bytes a thread; 5: one of 3 ms that reads
// all the time. COPIES 1: in, 2: out, 3: both.
#include <cuda_runtime.h>

#include "nullstream.cuh"

#ifndef KERNELS
#define KERNELS 1
#endif
#ifndef COPIES
#define COPIES 3
#endif
#define BYTES 16777216
#define READ  (KERNELS == 3 ? 1000000 : KERNELS == 5 ? 12000000000 : 16000000)
#define EACH  (KERNELS == 4 ? 4 : KERNELS == 5 ? 45000 : 64)

#pragma nullstream kernel(timed) block_time(10us)
__global__ void timed()
{
    spin_us(10);
}

#pragma nullstream kernel(reader) bytes(READ) flops(READ / 8)
__global__ void reader(float *p)
{
    p[0] = 1;
}

int main()
{
    char *host, *device;
    float *p;
    cudaStream_t a, in, out;
    cudaMallocHost(&host, 2 * BYTES);
    cudaMalloc(&device, 2 * BYTES);
    cudaMalloc(&p, 1 << 20);
    cudaStreamCreateWithFlags(&a, cudaStreamNonBlocking);
    cudaStreamCreateWithFlags(&in, cudaStreamNonBlocking);
    cudaStreamCreateWithFlags(&out, cudaStreamNonBlocking);
    cudaDeviceSynchronize();
    for (int i = 0; i < 6; i++) {
        if (COPIES & 1)
            cudaMemcpyAsync(device, host, BYTES, cudaMemcpyHostToDevice, in);
        if (COPIES & 2)
            cudaMemcpyAsync(host + BYTES, device + BYTES, BYTES, cudaMemcpyDeviceToHost, out);
    }
    for (int i = 0; i < (KERNELS == 5 ? 1 : KERNELS == 2 ? 300 : KERNELS ? 200 : 0); i++)
        if (KERNELS == 1)
            timed<<<264, 256, 0, a>>>();
        else
            reader<<<(unsigned)(READ / EACH / 256), 256, 0, a>>>(p);
    cudaDeviceSynchronize();
    cudaFree(p);
    cudaFree(device);
    cudaFreeHost(host);
    return 0;
}
