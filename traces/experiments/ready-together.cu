// Which of several kernels that become ready together goes first? `first` ends; behind it in its stream, or in other
// streams by an event recorded behind it, stand kernels that fill the GPU. ORDER: the in-stream one is called first (0) or
// last (1); of those in other streams the first made stream comes first (0) or last (1); with a record between (0: for all).
#include <cuda_runtime.h>

#include "nullstream.cuh"

__global__ void first()
{
    spin_us(60);
}

__global__ void full()
{
    spin_us(20);
}

int main()
{
    cudaStream_t s[4];
    cudaEvent_t event;
    char *host, *device;
    cudaMallocHost(&host, 1 << 20);
    cudaMalloc(&device, 1 << 20);
    for (int i = 0; i < 4; i++)
        cudaStreamCreateWithFlags(&s[i], cudaStreamNonBlocking);
    cudaEventCreateWithFlags(&event, cudaEventDisableTiming);
    for (int round = 0; round < 3; round++)
        for (int order = 0; order < 8; order++) {
            const int own = order % 2, back = order / 2 % 2, home = order / 4 ? 3 : 0;
            first<<<1, 32, 0, s[home]>>>();
            cudaEventRecord(event, s[home]);
            if (own == 0)
                full<<<264, 1024, 0, s[home]>>>();
            for (int k = 0; k < 4; k++) {
                const int i = back ? 3 - k : k;
                if (i == home)
                    continue;
                cudaStreamWaitEvent(s[i], event, 0);
                full<<<264, 1024, 0, s[i]>>>();
            }
            if (own == 1)
                full<<<264, 1024, 0, s[home]>>>();
            cudaDeviceSynchronize();
        }
    // The same for copies.
    for (int round = 0; round < 3; round++)
        for (int order = 0; order < 8; order++) {
            const int own = order % 2, back = order / 2 % 2, home = order / 4 ? 3 : 0;
            first<<<1, 32, 0, s[home]>>>();
            cudaEventRecord(event, s[home]);
            if (own == 0)
                cudaMemcpyAsync(device, host, 1 << 20, cudaMemcpyHostToDevice, s[home]);
            for (int k = 0; k < 4; k++) {
                const int i = back ? 3 - k : k;
                if (i == home)
                    continue;
                cudaStreamWaitEvent(s[i], event, 0);
                cudaMemcpyAsync(device, host, 1 << 20, cudaMemcpyHostToDevice, s[i]);
            }
            if (own == 1)
                cudaMemcpyAsync(device, host, 1 << 20, cudaMemcpyHostToDevice, s[home]);
            cudaDeviceSynchronize();
        }
    return 0;
}
