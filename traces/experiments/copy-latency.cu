// What does a pinned copy take beyond its bytes, by direction and size, alone and in a chain? In a
// chain behind a kernel, so that the host has made all calls before the device comes to it, from and
// to the same memory or each from its own: the least of 10 chains of 36 copies less that of 10 of
// 12, by 24. Alone: the median of 24 copies and their wait, of which the call and the wake are a part.
#include <cuda_runtime.h>
#include <stdio.h>

#include <algorithm>

#include "nullstream.cuh"

const size_t KIB = 1 << 10;
const int MANY = 36, FEW = 12, TIMES = 10, ALONE = 24;

cudaStream_t stream;
char *host, *device;

__global__ void spin(double us)
{
    spin_us(us);
}

void copy(bool out, size_t bytes, size_t at)
{
    if (out)
        cudaMemcpyAsync(host + at, device + at, bytes, cudaMemcpyDeviceToHost, stream);
    else
        cudaMemcpyAsync(device + at, host + at, bytes, cudaMemcpyHostToDevice, stream);
}

double chain(bool out, size_t bytes, int count, bool own)
{
    double least = 1e9;
    for (int i = 0; i < TIMES; i++) {
        cudaDeviceSynchronize();
        host_work_us(100);
        double start = host_time_us();
        spin<<<1, 32, 0, stream>>>(250);
        for (int j = 0; j < count; j++)
            copy(out, bytes, own ? j * bytes : 0);
        double called = host_time_us() - start;
        cudaStreamSynchronize(stream);
        if (called < 240)
            least = std::min(least, host_time_us() - start);
    }
    return least;
}

double alone(bool out, size_t bytes)
{
    double took[ALONE];
    for (int i = 0; i < ALONE; i++) {
        cudaDeviceSynchronize();
        host_work_us(50);
        double start = host_time_us();
        copy(out, bytes, 0);
        cudaStreamSynchronize(stream);
        took[i] = host_time_us() - start;
    }
    std::sort(took, took + ALONE);
    return took[ALONE / 2];
}

int main()
{
    const size_t sizes[] = {32 * KIB,  48 * KIB,   64 * KIB,   96 * KIB,   128 * KIB,  192 * KIB,
                            256 * KIB, 384 * KIB,  512 * KIB,  768 * KIB,  1024 * KIB, 1536 * KIB,
                            2048 * KIB, 4096 * KIB, 8192 * KIB, 16384 * KIB};
    const size_t most = 16384 * KIB;
    cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
    cudaMallocHost((void **)&host, most * MANY);
    cudaMalloc((void **)&device, most * MANY);
    for (int out = 0; out < 2; out++)
        for (int i = 0; i < 16; i++) {
            size_t bytes = sizes[i];
            double steps[2];
            for (int own = 0; own < 2; own++)
                steps[own] = (chain(out, bytes, MANY, own) - chain(out, bytes, FEW, own)) / (MANY - FEW);
            printf("%s %d KiB: same %.3f own %.3f alone %.3f\n", out ? "out" : "in", (int)(bytes / KIB),
                   steps[0], steps[1], alone(out, bytes));
        }
    return 0;
}
