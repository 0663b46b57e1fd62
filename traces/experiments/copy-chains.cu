// Does each copy of a row take as long in the executor as in a native program (copy-latency.cu), however
// many there are, over one stream or three in turn, behind a kernel or as the host calls? The wall time
// by COUNT says.
#include <cuda_runtime.h>

#include "nullstream.cuh"

#define COUNT 12
#define KIB 1024
#define OUT 0
#define STREAMS 1
#define GATE 1

__global__ void spin(double us)
{
    spin_us(us);
}

int main()
{
    cudaStream_t streams[STREAMS];
    cudaEvent_t gate;
    char *host, *device;
    cudaMallocHost((void **)&host, KIB * 1024);
    cudaMalloc((void **)&device, KIB * 1024);
    for (int i = 0; i < STREAMS; i++)
        cudaStreamCreateWithFlags(&streams[i], cudaStreamNonBlocking);
    cudaEventCreateWithFlags(&gate, cudaEventDisableTiming);
    if (GATE) {
        spin<<<1, 64, 0, streams[0]>>>(300);
        cudaEventRecord(gate, streams[0]);
        for (int i = 1; i < STREAMS; i++)
            cudaStreamWaitEvent(streams[i], gate, 0);
    }
    for (int i = 0; i < COUNT; i++)
        if (OUT)
            cudaMemcpyAsync(host, device, KIB * 1024, cudaMemcpyDeviceToHost, streams[i % STREAMS]);
        else
            cudaMemcpyAsync(device, host, KIB * 1024, cudaMemcpyHostToDevice, streams[i % STREAMS]);
    cudaDeviceSynchronize();
    return 0;
}
