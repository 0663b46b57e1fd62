// Which SM gets a block, in which order (docs/semantics.md S5.4): native only, as blocks tell their
// SM themselves. Each case prints the SMs of the first blocks of a kernel by block number, and how
// many blocks each SM got. `first` fills part of the device before. Compare with the profile's
// rules.placement: most-room (level by level) or ascending (an SM is filled, then the next).
#include <cuda_runtime.h>
#include <stdio.h>
#include <string.h>

#include "nullstream.cuh"

const int MOST = 4096;

__device__ unsigned sm_of[MOST];
__device__ unsigned long long start_of[MOST];

__global__ void first(double us)
{
    spin_us(us);
}

__global__ void second(double us)
{
    if (threadIdx.x == 0) {
        unsigned sm;
        unsigned long long now;
        asm volatile("mov.u32 %0, %%smid;" : "=r"(sm));
        asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(now));
        sm_of[blockIdx.x] = sm;
        start_of[blockIdx.x] = now;
    }
    spin_us(us);
}

void show(const char *what, int blocks, int shown)
{
    static unsigned sm[MOST];
    static unsigned long long start[MOST];
    int per_sm[256] = {0}, least = MOST, most = 0, used = 0;
    cudaDeviceSynchronize();
    cudaMemcpyFromSymbol(sm, sm_of, sizeof sm);
    cudaMemcpyFromSymbol(start, start_of, sizeof start);
    for (int i = 0; i < blocks; i++)
        per_sm[sm[i]]++;
    for (int i = 0; i < 132; i++) {
        least = per_sm[i] < least ? per_sm[i] : least;
        most = per_sm[i] > most ? per_sm[i] : most;
        used += per_sm[i] > 0;
    }
    unsigned long long low = start[0], high = start[0];
    for (int i = 1; i < blocks; i++) {
        low = start[i] < low ? start[i] : low;
        high = start[i] > high ? start[i] : high;
    }
    printf("%s: %d blocks on %d SMs, %d to %d each, starts within %llu ns:", what, blocks, used,
           least, most, high - low);
    for (int i = 0; i < shown && i < blocks; i++)
        printf(" %u", sm[i]);
    printf("\n");
}

int main()
{
    cudaStream_t a, b;
    cudaStreamCreate(&a);
    cudaStreamCreate(&b);
    cudaFuncSetAttribute(second, cudaFuncAttributeMaxDynamicSharedMemorySize, 200000);
    second<<<1, 32>>>(1);
    first<<<1, 32>>>(1);
    cudaDeviceSynchronize();
    for (int round = 0; round < 2; round++) {
        second<<<132, 64, 0, b>>>(30);
        show("empty device, 64 threads", 132, 132);
    }
    second<<<264, 64, 0, b>>>(30);
    show("empty device, 64 threads", 264, 264);
    second<<<264, 1024, 0, b>>>(30);
    show("empty device, 1024 threads", 264, 264);
    second<<<40, 64, 0, b>>>(30);
    show("empty device, 64 threads", 40, 40);
    second<<<8, 64, 0, b>>>(30);
    show("empty device, 64 threads", 8, 8);
    second<<<132, 64, 200000, b>>>(30);
    show("one block fits", 132, 132);
    second<<<4000, 64, 0, b>>>(30);
    show("nearly all places", 4000, 0);
    // single blocks, one kernel after the other, all resident
    for (int i = 0; i < 6; i++) {
        first<<<1, 64, 0, i % 2 ? a : b>>>(0);
        second<<<1, 64, 0, b>>>(5);
        show("one block", 1, 1);
    }
    // behind a kernel that leaves room
    const int before[] = {10, 66, 132, 140, 200};
    for (int i = 0; i < 5; i++) {
        first<<<before[i], 512, 0, a>>>(100);
        host_work_us(30);
        second<<<132, 64, 0, b>>>(30);
        printf("behind %d blocks of 512 threads, ", before[i]);
        show("64 threads", 132, 132);
    }
    for (int i = 0; i < 5; i++) {
        first<<<before[i], 1024, 0, a>>>(100);
        host_work_us(30);
        second<<<264, 512, 0, b>>>(30);
        printf("behind %d blocks of 1024 threads, ", before[i]);
        show("512 threads", 264, 60);
    }
    return 0;
}
