// How many streams run side by side, who takes a connection, and whether copies do.
#include <cuda_runtime.h>
#include <nvtx3/nvToolsExt.h>

#include "nullstream.cuh"

const int STREAMS = 48;

__global__ void spin(double us)
{
    spin_us(us);
}

cudaStream_t streams[STREAMS];

void run(int stream, int kernels, double us)
{
    for (int i = 0; i < kernels; i++)
        spin<<<1, 64, 0, streams[stream]>>>(us);
}

int main()
{
    enum { A, B, C };
    char *host, *device;
    cudaMallocHost((void **)&host, 1 << 20);
    cudaMalloc((void **)&device, 1 << 20);
    for (int i = 0; i < STREAMS; i++)
        cudaStreamCreate(&streams[i]);

    // Two kernels in each stream: the second waits and holds back what shares its connection.
    nvtxRangePush("count");
    for (int i = 0; i < STREAMS; i++)
        run(i, 2, 1200);
    nvtxRangePop();
    cudaDeviceSynchronize();

    // The third stream that was created, with two connections.
    nvtxRangePush("third");
    run(A, 3, 300), run(C, 1, 300);
    nvtxRangePop();
    cudaDeviceSynchronize();

    // Is a connection taken by a copy?
    nvtxRangePush("copy");
    run(A, 3, 300);
    cudaMemcpyAsync(device, host, 1 << 20, cudaMemcpyHostToDevice, streams[B]);
    run(C, 1, 300);
    nvtxRangePop();
    cudaDeviceSynchronize();
    return 0;
}
