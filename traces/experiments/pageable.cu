// From which size on a copy of pageable or managed memory waits for work before it
// (docs/semantics.md S2.2 to S2.5): the host time of the call in us, with the device idle, behind a
// kernel of 1 ms in another stream, in the same stream, and behind as many bytes as were copied
// before without a wait (is it a size or what the staging buffer still holds?). Run it on a GPU and
// under nullstream, and compare.
#include <cuda_runtime.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "nullstream.cuh"

const size_t KIB = 1 << 10;
const size_t MIB = 1 << 20;

__global__ void busy()
{
    spin_us(1000);
}

cudaStream_t a, b;
char *device, *pinned, *pageable, *managed;

double call_us(char *to, char *from, size_t bytes, cudaMemcpyKind kind, cudaStream_t behind,
               bool idle, bool async)
{
    double best = 1e9;
    for (int i = 0; i < 3; i++) {
        cudaDeviceSynchronize();
        if (!idle)
            busy<<<1, 64, 0, behind>>>();
        host_work_us(20);
        double start = host_time_us();
        if (async)
            cudaMemcpyAsync(to, from, bytes, kind, a);
        else
            cudaMemcpy(to, from, bytes, kind);
        double us = host_time_us() - start;
        best = us < best ? us : best;
    }
    cudaDeviceSynchronize();
    return best;
}

void row(const char *what, char *to, char *from, size_t bytes, cudaMemcpyKind kind, bool async)
{
    double idle = call_us(to, from, bytes, kind, 0, true, async);
    double other = call_us(to, from, bytes, kind, b, false, async);
    double same = call_us(to, from, bytes, kind, async ? a : 0, false, async);
    printf("%-22s %9d bytes: idle %8.1f  other %8.1f  same %8.1f\n", what, (int)bytes, idle, other,
           same);
}

// `count` copies of `bytes` behind a kernel of their stream: which call is the first to wait?
void series(size_t bytes, int count, bool two_streams)
{
    int first = -1;
    double longest = 0;
    cudaDeviceSynchronize();
    busy<<<1, 64, 0, a>>>();
    busy<<<1, 64, 0, b>>>();
    host_work_us(20);
    double begin = host_time_us();
    for (int i = 0; i < count; i++) {
        double start = host_time_us();
        if (start - begin > 800)
            break;
        cudaMemcpyAsync(device, pageable, bytes, cudaMemcpyHostToDevice,
                        two_streams && i % 2 ? b : a);
        double us = host_time_us() - start;
        longest = us > longest ? us : longest;
        if (us > 400 && first < 0)
            first = i;
    }
    cudaDeviceSynchronize();
    printf("series of %d x %d bytes, %d streams: first that waits %d, longest %8.1f\n", count,
           (int)bytes, two_streams ? 2 : 1, first, longest);
}

// Is the buffer a ring, or does a copy take what is free? `held` bytes wait behind a kernel, then
// `bytes` go to an idle stream.
void beside(size_t held, size_t bytes)
{
    double us[2];
    for (int with = 0; with < 2; with++) {
        cudaDeviceSynchronize();
        busy<<<1, 64, 0, a>>>();
        host_work_us(20);
        if (with)
            cudaMemcpyAsync(device, pageable, held, cudaMemcpyHostToDevice, a);
        double start = host_time_us();
        cudaMemcpyAsync(device, pageable, bytes, cudaMemcpyHostToDevice, b);
        us[with] = host_time_us() - start;
    }
    cudaDeviceSynchronize();
    printf("%d bytes in an idle stream: %8.1f, while %d wait in another one %8.1f\n", (int)bytes,
           us[0], (int)held, us[1]);
}

int main()
{
    cudaStreamCreate(&a);
    cudaStreamCreate(&b);
    cudaMalloc((void **)&device, 16 * MIB);
    cudaMallocHost((void **)&pinned, 16 * MIB);
    cudaMallocManaged((void **)&managed, 16 * MIB);
    pageable = (char *)malloc(16 * MIB);
    memset(pageable, 1, 16 * MIB);
    const size_t sizes[] = {4,           16 * KIB,    32 * KIB,    64 * KIB,    64 * KIB + 1,
                            128 * KIB,   256 * KIB,   512 * KIB,   MIB,         3 * MIB / 2,
                            2 * MIB - 1, 2 * MIB,     2 * MIB + 1, 9 * MIB / 4, 5 * MIB / 2,
                            3 * MIB,     7 * MIB / 2, 4 * MIB - 1, 4 * MIB,     8 * MIB};
    for (int i = 0; i < 20; i++)
        row("pageable in, async", device, pageable, sizes[i], cudaMemcpyHostToDevice, true);
    const size_t few[] = {4, 64 * KIB, 64 * KIB + 1, MIB, 4 * MIB};
    for (int i = 0; i < 5; i++)
        row("pageable in", device, pageable, few[i], cudaMemcpyHostToDevice, false);
    for (int i = 0; i < 5; i++)
        row("pageable out, async", pageable, device, few[i], cudaMemcpyDeviceToHost, true);
    for (int i = 0; i < 5; i++)
        row("pinned in", device, pinned, few[i], cudaMemcpyHostToDevice, false);
    for (int i = 0; i < 5; i++)
        row("pinned out", pinned, device, few[i], cudaMemcpyDeviceToHost, false);
    for (int i = 0; i < 5; i++)
        row("managed in, async", device, managed, few[i], cudaMemcpyHostToDevice, true);
    for (int i = 0; i < 5; i++)
        row("managed out, async", managed, device, few[i], cudaMemcpyDeviceToHost, true);
    cudaMemPrefetchAsync(managed, 16 * MIB, cudaMemLocation{cudaMemLocationTypeDevice, 0}, 0, a);
    for (int i = 0; i < 5; i++)
        row("managed there in, async", device, managed, few[i], cudaMemcpyHostToDevice, true);
    series(64 * KIB + 1, 20, false);
    series(1 * KIB, 100, false);
    series(16 * KIB, 64, false);
    series(64 * KIB, 32, false);
    series(256 * KIB, 20, false);
    series(MIB, 6, false);
    series(2 * MIB, 4, false);
    series(256 * KIB, 20, true);
    series(MIB, 6, true);
    beside(128 * KIB, 128 * KIB);
    beside(MIB, MIB);
    beside(MIB, 4 * MIB);
    beside(2 * MIB, 128 * KIB);
    beside(2 * MIB, 32 * KIB);
    beside(64 * KIB, 4 * MIB);
    return 0;
}
