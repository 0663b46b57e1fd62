// Native only. What lies between two kernels of a stream, by their length, blocks and threads and
// by how many are queued: host times of a long row less a short one behind a kernel of 500 us,
// natively, in us for a step less the kernel's spinning. Medians of seven.
#include <algorithm>
#include <cuda_runtime.h>
#include <stdio.h>
#include <vector>

#include "nullstream.cuh"

__global__ void k(double us)
{
    spin_us(us);
}

static cudaStream_t s;

static double row(int blocks, int threads, double us, int length)
{
    std::vector<double> took;
    for (int i = 0; i < 7; i++) {
        cudaDeviceSynchronize();
        k<<<1, 64, 0, s>>>(length > 200 ? 4000 : 500);
        double at = host_time_us();
        for (int j = 0; j < length; j++)
            k<<<blocks, threads, 0, s>>>(us);
        cudaDeviceSynchronize();
        took.push_back(host_time_us() - at);
    }
    std::sort(took.begin(), took.end());
    return took[3];
}

int main()
{
    cudaSetDeviceFlags(cudaDeviceScheduleSpin);
    cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking);
    const int shapes[][2] = {{1, 32},    {1, 128},    {8, 128},   {24, 256},  {40, 256},
                             {132, 128}, {132, 1024}, {264, 256}, {264, 1024}};
    for (auto &shape : shapes)
        for (double us = 1; us < 100; us *= 2) {
            double few = row(shape[0], shape[1], us, 4), more = row(shape[0], shape[1], us, 28),
                   most = row(shape[0], shape[1], us, 124);
            printf("%3d x %4d %5.1f us: %6.3f %6.3f", shape[0], shape[1], us,
                   (more - few) / 24 - us, (most - more) / 96 - us);
            if (us <= 4) {
                double a = row(shape[0], shape[1], us, 300), b = row(shape[0], shape[1], us, 1000);
                printf(" %6.3f", (b - a) / 700 - us);
            }
            printf("\n");
        }
    return 0;
}
