// When a kernel ends, which starts first: the next of its stream, or one of another stream that
// waits for an event recorded behind it? `first` of these blocks and this length; `next` is the
// same, `other` has 8 blocks and half the length; `other` is called before `next` or after it; rows
// of ROUNDS such steps, or one at a time. Blocks have 1024 threads: 264 fill the SMs. To be built
// with nvcc.
#include <cuda_runtime.h>
#include <stdio.h>

#include "nullstream.cuh"

const int ROUNDS = 20;
#ifndef EVENTS
#define EVENTS 1 // recorded by turns
#endif
#ifndef OTHER
#define OTHER 0 // 1: `other` is another kernel than the others
#endif

struct stamp {
    unsigned long long start, end;
};
__device__ stamp stamps[2][ROUNDS + 2];

__device__ unsigned long long now()
{
    unsigned long long t;
    asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(t));
    return t;
}

template <int> __global__ void work(int which, int round, double us)
{
    if (threadIdx.x == 0)
        atomicMin(&stamps[which][round].start, now());
    spin_us(us);
    if (threadIdx.x == 0)
        atomicMax(&stamps[which][round].end, now());
}

static int by_size(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

int main()
{
    cudaStream_t s, t;
    cudaEvent_t events[EVENTS];
    static stamp got[2][ROUNDS + 2];
    cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking);
    cudaStreamCreateWithFlags(&t, cudaStreamNonBlocking);
    for (int i = 0; i < EVENTS; i++)
        cudaEventCreateWithFlags(&events[i], cudaEventDisableTiming);
    const int grids[] = {1, 132, 264};
    const double lengths[] = {20, 200, 1000, 3000};
    for (int alone = 0; alone < 2; alone++)
        for (int late = 0; late < 2; late++)
            for (int g = 0; g < 3; g++)
                for (int l = 0; l < 4; l++) {
                    const double us = lengths[l];
                    for (int i = 0; i < 2 * (ROUNDS + 2); i++)
                        got[i / (ROUNDS + 2)][i % (ROUNDS + 2)] = {~0ull, 0};
                    cudaMemcpyToSymbol(stamps, got, sizeof got);
                    cudaDeviceSynchronize();
                    const int rounds = us > 2000 ? ROUNDS / 2 : ROUNDS;
                    double own[ROUNDS], others[ROUNDS];
                    unsigned long long next[ROUNDS];
                    int first = 0;
                    if (!alone)
                        work<0><<<grids[g], 1024, 0, s>>>(0, 0, us);
                    for (int i = 0; i < rounds; i++) {
                        if (alone)
                            work<0><<<grids[g], 1024, 0, s>>>(0, i, us);
                        cudaEventRecord(events[i % EVENTS], s);
                        if (late)
                            work<0><<<grids[g], 1024, 0, s>>>(alone ? 1 : 0,
                                                              alone ? ROUNDS + 1 : i + 1, us);
                        cudaStreamWaitEvent(t, events[i % EVENTS], 0);
                        work<OTHER><<<8, 1024, 0, t>>>(1, i, us / 2);
                        if (!late)
                            work<0><<<grids[g], 1024, 0, s>>>(alone ? 1 : 0,
                                                              alone ? ROUNDS + 1 : i + 1, us);
                        if (alone) {
                            cudaDeviceSynchronize();
                            cudaMemcpyFromSymbol(got, stamps, sizeof got);
                            next[i] = got[1][ROUNDS + 1].start;
                            got[1][ROUNDS + 1] = {~0ull, 0};
                            cudaMemcpyToSymbol(stamps, got, sizeof got);
                        }
                    }
                    cudaDeviceSynchronize();
                    cudaMemcpyFromSymbol(got, stamps, sizeof got);
                    for (int i = 0; i < rounds; i++) {
                        const long long end = got[0][i].end;
                        own[i] =
                            (double)((long long)(alone ? next[i] : got[0][i + 1].start) - end) /
                            1e3;
                        others[i] = (double)((long long)got[1][i].start - end) / 1e3;
                        first += others[i] < own[i];
                    }
                    qsort(own, rounds, sizeof *own, by_size);
                    qsort(others, rounds, sizeof *others, by_size);
                    printf("%-7s %-12s %3d blocks of %4.0f us: other first %2d of %d; us from the "
                           "end: next "
                           "%8.2f %8.2f %8.2f  other %8.2f %8.2f %8.2f\n",
                           alone ? "single" : "row", late ? "next called" : "other called",
                           grids[g], us, first, rounds, own[1], own[rounds / 2], own[rounds - 2],
                           others[1], others[rounds / 2], others[rounds - 2]);
                }
    return 0;
}
