// What do memsets add to a chain of kernels, by their size? 24 steps behind a gate: a kernel; a
// kernel and a memset; a kernel and two; a memset alone; a kernel and a copy on the device. Prints
// what a step takes beyond its kernel, in us: the median of 9 chains by their events, with no tool.
#include <cuda_runtime.h>
#include <stdio.h>

#include <algorithm>

#include "nullstream.cuh"

const int STEPS = 24;

__global__ void gate()
{
    spin_us(400);
}

__global__ void step(double us)
{
    spin_us(us);
}

cudaStream_t s;
cudaEvent_t begin, end;
char *a, *b;

double chain(int kernels, int memsets, int copies, size_t bytes)
{
    gate<<<1, 64, 0, s>>>();
    cudaEventRecord(begin, s);
    double spun = 0;
    for (int i = 0; i < STEPS; i++) {
        double us = 7 + 0.45 * (i % 16);
        for (int k = 0; k < kernels; k++) {
            step<<<1, 64, 0, s>>>(us);
            spun += us;
        }
        for (int k = 0; k < memsets; k++)
            cudaMemsetAsync(a, 0, bytes, s);
        for (int k = 0; k < copies; k++)
            cudaMemcpyAsync(b, a, bytes, cudaMemcpyDeviceToDevice, s);
    }
    cudaEventRecord(end, s);
    cudaDeviceSynchronize();
    float ms;
    cudaEventElapsedTime(&ms, begin, end);
    return (1000 * ms - spun) / STEPS;
}

int main()
{
    const size_t sizes[] = {1,    3,     8,     64,    256,    1024,    2048,    4096,    4100,
                            8192, 16384, 32768, 65536, 262144, 1 << 20, 4 << 20, 16 << 20};
    cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking);
    cudaEventCreate(&begin);
    cudaEventCreate(&end);
    cudaMalloc(&a, 16 << 20);
    cudaMalloc(&b, 16 << 20);
    chain(1, 1, 1, 4);
    printf("%9s%9s%9s%9s%9s%9s%9s\n", "bytes", "kernel", "and set", "2 sets", "set", "and copy",
           "copy");
    for (size_t bytes : sizes) {
        static const int cases[6][3] = {{1, 0, 0}, {1, 1, 0}, {1, 2, 0},
                                        {0, 1, 0}, {1, 0, 1}, {0, 0, 1}};
        printf("%9zu", bytes);
        for (auto &c : cases) {
            double us[9];
            for (double &one : us)
                one = chain(c[0], c[1], c[2], bytes);
            std::sort(us, us + 9);
            printf("%9.2f", us[4]);
        }
        printf("\n");
    }
    return cudaGetLastError() != cudaSuccess;
}
