// Kernels bound by arithmetic (FLOPS) or by memory (MB) side by side, or beside copies.
#include "nullstream.cuh"

#ifndef BLOCKS_A
#define BLOCKS_A 132
#endif
#ifndef THREADS_A
#define THREADS_A 1024
#endif
#ifndef GFLOP_A
#define GFLOP_A 20
#endif
#ifndef MB_A
#define MB_A 0
#endif
#ifndef BLOCKS_B
#define BLOCKS_B 132
#endif
#ifndef THREADS_B
#define THREADS_B 1024
#endif
#ifndef GFLOP_B
#define GFLOP_B 0
#endif
#ifndef MB_B
#define MB_B 0
#endif
#ifndef COUNT
#define COUNT 1
#endif
#ifndef COPY
#define COPY 0
#endif

#pragma nullstream kernel(a) flops(GFLOP_A * 1e9) bytes(MB_A * 1e6)
__global__ void a(float *data)
{
    data[blockIdx.x * blockDim.x + threadIdx.x] += 1.0f;
}

#pragma nullstream kernel(b) flops(GFLOP_B * 1e9) bytes(MB_B * 1e6)
__global__ void b(float *data)
{
    data[blockIdx.x * blockDim.x + threadIdx.x] += 1.0f;
}

int main()
{
    cudaStream_t streams[4];
    float *x, *y;
    char *host, *device;
    const size_t bytes = (size_t)1 << 30, copied = 16 << 20;
    cudaMalloc(&x, bytes);
    cudaMalloc(&y, bytes);
    cudaMallocHost(&host, 2 * copied);
    cudaMalloc(&device, 2 * copied);
    for (int i = 0; i < 4; i++)
        cudaStreamCreateWithFlags(&streams[i], cudaStreamNonBlocking);
    if (COPY & 1)
        for (int i = 0; i < 3; i++)
            cudaMemcpyAsync(device, host, copied, cudaMemcpyHostToDevice, streams[2]);
    if (COPY & 2)
        for (int i = 0; i < 3; i++)
            cudaMemcpyAsync(host + copied, device + copied, copied, cudaMemcpyDeviceToHost,
                            streams[3]);
    for (int i = 0; i < COUNT; i++) {
        a<<<BLOCKS_A, THREADS_A, 0, streams[0]>>>(x);
        if (GFLOP_B > 0 || MB_B > 0)
            b<<<BLOCKS_B, THREADS_B, 0, streams[1]>>>(y);
    }
    cudaDeviceSynchronize();
    return 0;
}
