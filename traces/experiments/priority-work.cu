// Kernels by work of several waves, of which a more urgent one comes into the first wave of another: what is still to
// be placed of the other goes behind it; whose blocks does an SM serve first that has some of both?
#include "nullstream.cuh"

#pragma nullstream kernel(by_flops) flops(flops)
__global__ void by_flops(double flops) {}
#pragma nullstream kernel(by_bytes) bytes(bytes)
__global__ void by_bytes(double bytes) {}
#pragma nullstream kernel(by_time) block_time(11us)
__global__ void by_time() {}

const double FLOPS = 2.76e9, BYTES = 0.4e9;

int main()
{
    cudaStream_t low, high;
    cudaStreamCreateWithFlags(&low, cudaStreamNonBlocking);
    cudaStreamCreateWithPriority(&high, cudaStreamNonBlocking, -3);
    cudaDeviceSynchronize();
    int blocks[] = {528, 1100, 1100, 2200, 4400}, threads[] = {1024, 1024, 512, 512, 256};
    for (int i = 0; i < 5; i++) {
        double flops = FLOPS * blocks[i] * threads[i] / (1100 * 1024);
        by_flops<<<blocks[i], threads[i], 0, low>>>(flops);
        by_flops<<<blocks[i], threads[i], 0, high>>>(flops);
        cudaDeviceSynchronize();
    }
    by_bytes<<<1100, 1024, 0, low>>>(BYTES);
    by_bytes<<<1100, 1024, 0, high>>>(BYTES);
    cudaDeviceSynchronize();
    by_flops<<<1100, 1024, 0, low>>>(FLOPS);
    by_time<<<1100, 1024, 0, high>>>();
    cudaDeviceSynchronize();
    by_time<<<1100, 1024, 0, low>>>();
    by_flops<<<1100, 1024, 0, high>>>(FLOPS);
    cudaDeviceSynchronize();
    // A third one, as urgent as the first, has to wait behind it.
    by_flops<<<1100, 1024, 0, low>>>(FLOPS);
    by_flops<<<528, 1024, 0, high>>>(FLOPS * 528 / 1100);
    by_flops<<<528, 1024, 0, high>>>(FLOPS * 528 / 1100);
    cudaDeviceSynchronize();
    return 0;
}
