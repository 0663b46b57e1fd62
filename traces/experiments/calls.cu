// What each call costs the host, with the device idle and behind a kernel of 4 ms: twenty of each in
// a row, in one stream and over four in turn. To be measured with --clock stamps: no tool looks on.
#include <cuda_runtime.h>

#include "nullstream.cuh"

const int TIMES = 20;
const size_t MIB = 1 << 20;

__global__ void busy()
{
    spin_us(4000);
}

__global__ void step()
{
    spin_us(1);
}

int main()
{
    cudaStream_t streams[4];
    cudaEvent_t timed, untimed;
    char *host, *device, *other;
    for (int i = 0; i < 4; i++)
        cudaStreamCreate(&streams[i]);
    cudaEventCreate(&timed);
    cudaEventCreateWithFlags(&untimed, cudaEventDisableTiming);
    cudaMallocHost((void **)&host, 16 * MIB);
    cudaMalloc((void **)&device, 16 * MIB);
    cudaMalloc((void **)&other, 16 * MIB);
    for (int pending = 0; pending < 2; pending++)
        for (int count = 1; count <= 4; count += 3) {
            for (int i = 0; pending && i < count; i++)
                busy<<<1, 64, 0, streams[i]>>>();
            for (int i = 0; i < TIMES; i++)
                step<<<1, 64, 0, streams[i % count]>>>();
            for (int i = 0; i < TIMES; i++)
                cudaMemcpyAsync(device, host, 4096, cudaMemcpyHostToDevice, streams[i % count]);
            for (int i = 0; i < TIMES; i++)
                cudaMemcpyAsync(device, host, MIB, cudaMemcpyHostToDevice, streams[i % count]);
            for (int i = 0; i < TIMES; i++)
                cudaMemcpyAsync(host, device, MIB, cudaMemcpyDeviceToHost, streams[i % count]);
            for (int i = 0; i < TIMES; i++)
                cudaMemcpyAsync(other, device, MIB, cudaMemcpyDeviceToDevice, streams[i % count]);
            for (int i = 0; i < TIMES; i++)
                cudaMemsetAsync(device, 0, 1024, streams[i % count]);
            for (int i = 0; i < TIMES; i++)
                cudaMemsetAsync(device, 0, MIB, streams[i % count]);
            for (int i = 0; i < TIMES; i++)
                cudaEventRecord(timed, streams[i % count]);
            for (int i = 0; i < TIMES; i++)
                cudaEventRecord(untimed, streams[i % count]);
            for (int i = 0; i < TIMES; i++)
                cudaStreamWaitEvent(streams[i % count], untimed, 0);
            cudaDeviceSynchronize();
            for (int i = 0; i < TIMES; i++)
                cudaStreamSynchronize(streams[i % count]);
        }
    return 0;
}
