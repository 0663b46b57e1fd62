// Copies and memsets in device memory beside kernels and copies: which machine do they run on?
// WHAT: 0 copies, 1 memsets, 2 both. BESIDE: 0 nothing, 1 a kernel that fills the device, 2 a small
// kernel, 3 copies in, 4 each other in two streams
#include "nullstream.cuh"

#ifndef WHAT
#define WHAT 0
#endif
#ifndef BESIDE
#define BESIDE 0
#endif
#ifndef BYTES
#define BYTES 16777216
#endif
#ifndef COUNT
#define COUNT 8
#endif

__global__ void step()
{
    spin_us(300);
}

int main()
{
    cudaStream_t a, b;
    char *host, *device, *other;
    cudaMallocHost(&host, BYTES);
    cudaMalloc(&device, BYTES);
    cudaMalloc(&other, BYTES);
    cudaStreamCreateWithFlags(&a, cudaStreamNonBlocking);
    cudaStreamCreateWithFlags(&b, cudaStreamNonBlocking);
    if (BESIDE == 1)
        step<<<264, 1024, 0, b>>>();
    if (BESIDE == 2)
        step<<<16, 256, 0, b>>>();
    for (int i = 0; i < COUNT; i++) {
        if (WHAT != 1)
            cudaMemcpyAsync(other, device, BYTES, cudaMemcpyDeviceToDevice,
                            BESIDE == 4 && i % 2 ? b : a);
        if (WHAT != 0)
            cudaMemsetAsync(device, i, BYTES, BESIDE == 4 && i % 2 ? b : a);
        if (BESIDE == 3)
            cudaMemcpyAsync(device, host, BYTES / 4, cudaMemcpyHostToDevice, b);
    }
    if (BESIDE == 1)
        step<<<264, 1024, 0, b>>>();
    cudaDeviceSynchronize();
    return 0;
}
