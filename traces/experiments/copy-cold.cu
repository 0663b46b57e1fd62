// Does a copy take longer whose memory no cache holds, the device's or the host's? Rows of 48
// copies behind a kernel, per copy by events around them, in us: of one place, of places of their
// own on the device (which other work has put out of its cache) or on the host, which the host has
// written just before, has read, or has put out of its caches. Native only: the host's caches are
// emptied by instructions.
#include <algorithm>
#include <cuda_runtime.h>
#include <immintrin.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "nullstream.cuh"

const size_t KIB = 1 << 10, MIB = 1 << 20;
const int COPIES = 48, ROUNDS = 7;

__global__ void busy(int us)
{
    spin_us(us);
}

__global__ void sweep(float *x, size_t n) // puts all else out of the device's cache
{
    for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < n;
         i += gridDim.x * (size_t)blockDim.x)
        x[i] += 1;
}

char *host, *device, *other;
cudaStream_t s;
cudaEvent_t from, to;

// apart: a kernel of so many us before each copy; device places: 0 one, 1 each its own; host places
// likewise; touch: what the host does before
double row(bool out, size_t bytes, bool own_device, bool own_host, char touch, bool swept,
           int apart)
{
    double took[ROUNDS];
    for (int r = 0; r < ROUNDS; r++) {
        size_t span = own_host ? COPIES * bytes : bytes;
        volatile char sum = 0;
        if (swept)
            sweep<<<1056, 256, 0, s>>>((float *)other, 256 * MIB / 4);
        cudaStreamSynchronize(s);
        for (size_t i = 0; i < span; i += 64)
            if (touch == 'w')
                host[i] = (char)r;
            else if (touch == 'r')
                sum = sum + host[i];
            else if (touch == 'f')
                _mm_clflush(host + i);
        _mm_mfence();
        busy<<<1, 32, 0, s>>>(400);
        cudaEventRecord(from, s);
        for (int i = 0; i < COPIES; i++) {
            if (apart)
                busy<<<1, 32, 0, s>>>(apart);
            char *d = device + (own_device ? i * bytes : 0), *h = host + (own_host ? i * bytes : 0);
            if (out)
                cudaMemcpyAsync(h, d, bytes, cudaMemcpyDeviceToHost, s);
            else
                cudaMemcpyAsync(d, h, bytes, cudaMemcpyHostToDevice, s);
        }
        cudaEventRecord(to, s);
        cudaStreamSynchronize(s);
        float ms;
        cudaEventElapsedTime(&ms, from, to);
        took[r] = ms * 1000 / COPIES;
    }
    std::sort(took, took + ROUNDS);
    return took[ROUNDS / 2];
}

int main()
{
    cudaStreamCreate(&s);
    cudaEventCreate(&from);
    cudaEventCreate(&to);
    cudaMallocHost(&host, 64 * MIB);
    cudaMalloc(&device, 64 * MIB);
    cudaMalloc(&other, 256 * MIB);
    memset(host, 1, 64 * MIB);
    static const size_t sizes[] = {32 * KIB, 64 * KIB, 128 * KIB, 256 * KIB, 1 * MIB};
    for (int apart = 0; apart < 8; apart += 3)
        for (int out = 1; out >= 0; out--)
            for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
                size_t b = sizes[i];
                printf("%s %4zu KiB, %d us apart: one %.2f  own device %.2f  own device swept %.2f "
                       " own host: untouched %.2f "
                       "written %.2f read %.2f flushed %.2f  both swept flushed %.2f  one again "
                       "%.2f\n",
                       out ? "out" : "in ", b / KIB, apart, row(out, b, 0, 0, '-', 0, apart),
                       row(out, b, 1, 0, '-', 0, apart), row(out, b, 1, 0, '-', 1, apart),
                       row(out, b, 0, 1, '-', 0, apart), row(out, b, 0, 1, 'w', 0, apart),
                       row(out, b, 0, 1, 'r', 0, apart), row(out, b, 0, 1, 'f', 0, apart),
                       row(out, b, 1, 1, 'f', 1, apart), row(out, b, 0, 0, '-', 0, apart));
            }
    return 0;
}
