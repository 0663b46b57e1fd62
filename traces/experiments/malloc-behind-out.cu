// For which copies out does cudaMalloc wait, and how long does it take beside copies in? One call
// each 5 us after the copies were queued: us of the call, and when they end behind its begin,
// medians (least..most) of 12. Native only: the memory is kept until the device is done.
#include <algorithm>
#include <cuda_runtime.h>
#include <stdio.h>
#include <stdlib.h>
#include <vector>

#include "nullstream.cuh"

const size_t KIB = 1 << 10, MIB = 1 << 20;
const int COUNT = 12;

cudaStream_t s[2];
char *memory[COUNT], *pinned, *device, *small;

void row(const char *what, bool out, size_t bytes, int count, int streams, char call)
{
    std::vector<double> took, ends;
    for (int i = 0; i < COUNT; i++) {
        cudaDeviceSynchronize();
        host_work_us(100);
        for (int k = 0; k < count; k++)
            if (out)
                cudaMemcpyAsync(pinned + 64 * MIB * (k % streams), device, bytes,
                                cudaMemcpyDeviceToHost, s[k % streams]);
            else
                cudaMemcpyAsync(device, pinned, bytes, cudaMemcpyHostToDevice, s[k % streams]);
        host_work_us(5);
        double start = host_time_us();
        if (call == 'm')
            cudaMalloc((void **)&memory[i], 2 * MIB);
        else if (call == 'M')
            cudaMalloc((void **)&memory[i], 64 * MIB);
        else if (call == 's')
            cudaMalloc((void **)&memory[i], 4 * KIB); // of a chunk that has room
        else if (call == 'h')
            cudaMallocHost((void **)&memory[i], 2 * MIB);
        else
            cudaMallocManaged((void **)&memory[i], 2 * MIB);
        took.push_back(host_time_us() - start);
        cudaDeviceSynchronize();
        ends.push_back(host_time_us() - start);
        if (call == 'h')
            cudaFreeHost(memory[i]);
        else
            cudaFree(memory[i]);
    }
    std::sort(took.begin(), took.end());
    std::sort(ends.begin(), ends.end());
    printf("%-14s %3d copies %s of %6zu KiB in %d streams: %7.1f (%.1f..%.1f)  ends %.1f\n", what,
           count, out ? "out" : "in ", bytes / KIB, streams, took[COUNT / 2], took[1],
           took[COUNT - 2], ends[COUNT / 2]);
}

int main()
{
    for (int i = 0; i < 2; i++)
        cudaStreamCreateWithFlags(&s[i], cudaStreamNonBlocking);
    cudaMallocHost(&pinned, 128 * MIB);
    cudaMalloc(&device, 64 * MIB);
    cudaMalloc(&small, 4 * KIB);
    for (int round = 0; round < 2; round++)
        for (int out = 1; out >= 0; out--) {
            row("malloc 2 MiB", out, 4, 0, 1, 'm');
            row("malloc 2 MiB", out, 4 * MIB, 1, 1, 'm');
            row("malloc 2 MiB", out, 4 * MIB, 4, 1, 'm');
            row("malloc 2 MiB", out, 64 * MIB, 1, 1, 'm');
            row("malloc 2 MiB", out, 4 * MIB, 4, 2, 'm');
            row("malloc 2 MiB", out, 256 * KIB, 12, 1, 'm');
            row("malloc 2 MiB", out, 256 * KIB, 60, 1, 'm');
            row("malloc 64 MiB", out, 4 * MIB, 4, 1, 'M');
            row("malloc 4 KiB", out, 4 * MIB, 4, 1, 's');
            row("malloc_host", out, 4, 0, 1, 'h');
            row("malloc_host", out, 16 * MIB, 4, 1, 'h');
            row("managed", out, 4, 0, 1, 'g');
            row("managed", out, 4 * MIB, 4, 1, 'g');
        }
    return 0;
}
