// Double buffering with work of the host: it prepares each chunk while the device copies and
// computes the one before, and waits by event until a buffer is free again.
#include <cuda_runtime.h>

#include "nullstream.cuh"

const int CHUNKS = 6;
const size_t BYTES = 4 << 20;

__global__ void process(char *data)
{
    spin_us(150);
}

int main()
{
    cudaStream_t streams[2];
    cudaEvent_t copied[2];
    char *host[2], *device[2];
    for (int i = 0; i < 2; i++) {
        cudaStreamCreateWithFlags(&streams[i], cudaStreamNonBlocking);
        cudaEventCreateWithFlags(&copied[i], cudaEventDisableTiming);
        cudaMallocHost((void **)&host[i], BYTES);
        cudaMalloc((void **)&device[i], BYTES);
    }
    for (int c = 0; c < CHUNKS; c++) {
        int i = c % 2;
        if (c >= 2)
            cudaEventSynchronize(copied[i]);
        host_work_us(120);
        cudaMemcpyAsync(device[i], host[i], BYTES, cudaMemcpyHostToDevice, streams[i]);
        cudaEventRecord(copied[i], streams[i]);
        process<<<64, 256, 0, streams[i]>>>(device[i]);
    }
    cudaDeviceSynchronize();
    for (int i = 0; i < 2; i++) {
        cudaFreeHost(host[i]);
        cudaFree(device[i]);
    }
    return 0;
}
