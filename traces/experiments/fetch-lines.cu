// Which launches of a queue come late behind kernels that read much? One stream, all launches queued
// behind a kernel of 2 ms: kernels of 5 us by turns with ones that read.
#include "nullstream.cuh"
#include <cstdio>

#define PAIRS 40
#define SIZES 9
#define TIMES 3

#pragma nullstream kernel(gate) block_time(2ms)
__global__ void gate() {}
#pragma nullstream kernel(timed) block_time(5us)
__global__ void timed() {}
#pragma nullstream kernel(reads) bytes(1e6 * megabytes) regs(32)
__global__ void reads(double megabytes) {}

int main()
{
    const double sizes[SIZES] = {0, 0.5, 4, 16, 30, 45, 60, 120, 240};
    cudaStream_t s;
    cudaStreamCreate(&s);
    cudaEvent_t begin, end;
    cudaEventCreate(&begin);
    cudaEventCreate(&end);
    for (int i = 0; i < SIZES; i++)
        for (int t = 0; t < TIMES; t++) {
            gate<<<1, 32, 0, s>>>();
            cudaEventRecord(begin, s);
            for (int k = 0; k < PAIRS; k++) {
                timed<<<1, 32, 0, s>>>();
                if (sizes[i] > 0)
                    reads<<<4096, 256, 0, s>>>(sizes[i]);
                else
                    timed<<<1, 32, 0, s>>>();
            }
            cudaEventRecord(end, s);
            cudaDeviceSynchronize();
            float ms;
            cudaEventElapsedTime(&ms, begin, end);
            printf("%g MB: %.3f ms\n", sizes[i], ms);
        }
    return 0;
}
