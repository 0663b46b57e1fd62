// Do launches cost the host more in other streams than the last, behind waits, before records? 240 of them
// queued behind a kernel that lasts, in turn over so many streams; us each, medians of 15. Native only.
#include <algorithm>
#include <cstdio>
#include <cuda_runtime.h>

#include "nullstream.cuh"

enum { MOST = 96, CALLS = 240, ROUNDS = 15 };

__global__ void spin(double us)
{
    spin_us(us);
}

static cudaStream_t first, s[MOST];
static cudaEvent_t go, e[CALLS];

static void measure(const char *name, int streams, bool waits, bool records, bool held)
{
    double each[ROUNDS];
    for (int round = 0; round < ROUNDS; round++) {
        spin<<<1, 32, 0, first>>>(3000);
        cudaEventRecord(go, first);
        if (held)
            for (int i = 0; i < streams; i++)
                cudaStreamWaitEvent(s[i], go, 0);
        const double began = host_time_us();
        for (int i = 0; i < CALLS; i++) {
            if (waits && i > 0)
                cudaStreamWaitEvent(s[i % streams], records ? e[i - 1] : go, 0);
            spin<<<1, 32, 0, s[i % streams]>>>(2);
            if (records)
                cudaEventRecord(e[i], s[i % streams]);
        }
        each[round] = (host_time_us() - began) / CALLS;
        cudaDeviceSynchronize();
    }
    std::sort(each, each + ROUNDS);
    printf("%-40s %2d streams %6.3f  [%6.3f .. %6.3f]\n", name, streams, each[ROUNDS / 2], each[1], each[ROUNDS - 2]);
}

int main()
{
    cudaStreamCreateWithFlags(&first, cudaStreamNonBlocking);
    cudaEventCreateWithFlags(&go, cudaEventDisableTiming);
    for (int i = 0; i < MOST; i++)
        cudaStreamCreateWithFlags(&s[i], cudaStreamNonBlocking);
    for (int i = 0; i < CALLS; i++)
        cudaEventCreateWithFlags(&e[i], cudaEventDisableTiming);
    for (int streams : {1, 2, 4, 8, 16, 24, 28, 30, 31, 32, 33, 34, 36, 40, 48, 64, 96}) {
        measure("launches, running", streams, false, false, false);
        measure("launches, held back", streams, false, false, true);
        measure("launches and records, held back", streams, false, true, true);
        measure("waits for one event and launches", streams, true, false, false);
        measure("waits, launches and records", streams, true, true, true);
    }
    return cudaGetLastError();
}
