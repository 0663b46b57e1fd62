// Does cudaMallocAsync into the legacy stream keep kernels of blocking streams apart? A kernel of
// 500 us in a, an allocation, a kernel of 10 us in b: host time from the allocation until b is done,
// in us; by whether the pool grows, has room, or reuses what was freed and where, by whether the host
// lets the kernel in a begin first, and by the kernels' blocks.
#include <cuda_runtime.h>
#include <stdio.h>

#include "nullstream.cuh"

const size_t MIB = 1 << 20;

__global__ void busy()
{
    spin_us(500);
}

__global__ void step()
{
    spin_us(10);
}

cudaStream_t a, b;

enum state { GROWS, ROOM, FREED_HERE, FREED_IN_B, STATES };
const char *names[] = {"grows", "room", "freed in the stream", "freed in b"};

void run(int state, cudaStream_t stream, double pause, int blocks, bool print)
{
    char *keep = nullptr, *old = nullptr, *memory;
    cudaDeviceSynchronize();
    if (state != GROWS)
        cudaMallocAsync((void **)&keep, MIB, b);
    if (state >= FREED_HERE) {
        cudaMallocAsync((void **)&old, MIB, state == FREED_IN_B ? b : stream);
        cudaFreeAsync(old, state == FREED_IN_B ? b : stream);
    }
    cudaDeviceSynchronize();
    busy<<<blocks, 256, 0, a>>>();
    if (pause > 0)
        host_work_us(pause);
    double from = host_time_us();
    cudaMallocAsync((void **)&memory, MIB, stream);
    double call = host_time_us() - from;
    step<<<blocks, 256, 0, b>>>();
    double launched = host_time_us() - from;
    cudaStreamSynchronize(b);
    double us = host_time_us() - from;
    if (print)
        printf("%-20s %s pause %3.0f blocks %2d: call %6.1f launched %6.1f b done %6.1f\n", names[state],
               stream ? "own stream" : "legacy", pause, blocks, call, launched, us);
    cudaFreeAsync(memory, b);
    if (keep)
        cudaFreeAsync(keep, b);
    cudaDeviceSynchronize();
}

int main()
{
    cudaStreamCreate(&a);
    cudaStreamCreate(&b);
    busy<<<1, 1>>>(), step<<<1, 1>>>();
    cudaDeviceSynchronize();
    for (int own = 0; own < 2; own++)
        for (int state = 0; state < STATES; state++)
            for (int p = 0; p < 3; p++)
                for (int blocks = 1; blocks < 40; blocks += 19)
                    for (int i = 0; i < 3; i++)
                        run(state, own ? a : 0, p == 0 ? 0 : p == 1 ? 20 : 100, blocks, i > 0);
    return 0;
}
