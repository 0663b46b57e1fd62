// What does each step of a chain take whose commands are all there, alone and beside a large copy
// of another stream? KIND: copies out of BYTES, memsets, copies on the device, copies in, kernels
// of a microsecond; MIX: each is followed by such a kernel in its stream; BESIDE: nothing, 256 MiB
// in, or out. The chain waits for a kernel of HOLD us; the wall time ends with its last step.
#include <cuda_runtime.h>

#include "nullstream.cuh"

const int KIND = 0, BYTES = 4, MIX = 0, BESIDE = 0, STEPS = 200, HOLD = 1500;
enum { OUT, SET, ON_DEVICE, IN, KERNEL };

__global__ void hold()
{
    spin_us(HOLD);
}

__global__ void step()
{
    spin_us(1);
}

int main()
{
    const size_t large = (size_t)256 << 20;
    cudaStream_t a, b;
    char *device, *host, *far, *big;
    cudaStreamCreateWithFlags(&a, cudaStreamNonBlocking);
    cudaStreamCreateWithFlags(&b, cudaStreamNonBlocking);
    cudaMalloc((void **)&device, 64 << 20);
    cudaMallocHost((void **)&host, 64 << 20);
    if (BESIDE) {
        cudaMalloc((void **)&big, large);
        cudaMallocHost((void **)&far, large);
    }
    cudaDeviceSynchronize();
    hold<<<1, 64, 0, a>>>();
    if (BESIDE == 1)
        cudaMemcpyAsync(big, far, large, cudaMemcpyHostToDevice, b);
    if (BESIDE == 2)
        cudaMemcpyAsync(far, big, large, cudaMemcpyDeviceToHost, b);
    for (int i = 0; i < STEPS; i++) {
        size_t at = (size_t)(i % 16) * 1048576;
        if (KIND == OUT)
            cudaMemcpyAsync(host + at, device + at, BYTES, cudaMemcpyDeviceToHost, a);
        if (KIND == SET)
            cudaMemsetAsync(device + at, 0, BYTES, a);
        if (KIND == ON_DEVICE)
            cudaMemcpyAsync(device + at + (32 << 20), device + at, BYTES, cudaMemcpyDeviceToDevice,
                            a);
        if (KIND == IN)
            cudaMemcpyAsync(device + at, host + at, BYTES, cudaMemcpyHostToDevice, a);
        if (KIND == KERNEL || MIX)
            step<<<1, 64, 0, a>>>();
    }
    cudaStreamSynchronize(a);
    return 0;
}
