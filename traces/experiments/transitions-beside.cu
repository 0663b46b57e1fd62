// Native only. When does a chain of kernel and copy in notice that the other machine is done while
// other queues are busy or wait themselves? As transitions.cu, for one chain beside what else there
// is. Prints the mean from a kernel's end to the next one's start (ns) and, for 24 steps, from
// start to start in units of 1.024 us.
#include <cuda_runtime.h>
#include <stdio.h>
#include <stdlib.h>

#include "nullstream.cuh"

const int OTHERS = 6;
const int STEPS = 48;

struct stamp {
    unsigned long long start, end;
};

__device__ unsigned long long timer()
{
    unsigned long long now;
    asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(now)::"memory");
    return now;
}

__global__ void step(double us, struct stamp *stamp)
{
    unsigned long long start = timer();
    while (timer() - start < us * 1000)
        ;
    if (blockIdx.x == 0 && threadIdx.x == 0) {
        stamp->start = start;
        stamp->end = timer();
    }
}

enum {
    NOTHING,
    SHORT,
    LONGER,
    OUTS,
    WAITS,
    COPY_WAITS,
    BOTH_WAIT,
    COPIES_WAIT,
    KERNELS_WAIT,
    INS,
    EVENTS,
    BESIDES
};
const char *const names[] = {"nothing",
                             "kernels of 5 us",
                             "kernels of 37 us",
                             "copies out in a row",
                             "a kernel waits",
                             "a copy waits",
                             "both wait",
                             "4 copies wait",
                             "4 kernels wait",
                             "small copies in and kernels",
                             "two streams by events"};

cudaStream_t a, s[OTHERS], t[OTHERS];
cudaEvent_t gate, there, back;
char *host, *device;
struct stamp *stamps, *seen;

void copy(cudaStream_t to, int i, size_t bytes, bool out)
{
    char *h = host + ((size_t)i << 20), *d = device + ((size_t)i << 20);
    cudaMemcpyAsync(out ? h : d, out ? d : h, bytes,
                    out ? cudaMemcpyDeviceToHost : cudaMemcpyHostToDevice, to);
}

void beside(int what, int i)
{
    struct stamp *none = stamps + STEPS;
    switch (what) {
    case SHORT:
        for (int k = 0; k < 3; k++)
            step<<<1, 64, 0, s[0]>>>(5, none);
        break;
    case LONGER:
        step<<<1, 64, 0, s[0]>>>(37, none);
        break;
    case OUTS:
        copy(s[0], 1, 262144, true), copy(s[0], 1, 262144, true), copy(s[0], 1, 262144, true);
        break;
    case INS:
        if (i % 4 == 0)
            copy(s[0], 1, 4096, false);
        step<<<1, 64, 0, s[0]>>>(29, none);
        break;
    case EVENTS:
        step<<<1, 64, 0, s[0]>>>(17, none);
        cudaEventRecord(there, s[0]);
        cudaStreamWaitEvent(s[1], there, 0);
        step<<<1, 64, 0, s[1]>>>(11, none);
        cudaEventRecord(back, s[1]);
        cudaStreamWaitEvent(s[0], back, 0);
        break;
    }
}

void run(int what, double us, size_t bytes)
{
    struct stamp *none = stamps + STEPS;
    for (int repeat = 0; repeat < 3; repeat++) {
        cudaDeviceSynchronize();
        const bool waits = what >= WAITS && what <= KERNELS_WAIT;
        step<<<1, 64, 0, a>>>(700, none);
        step<<<1, 64, 0, s[0]>>>(705, none);
        step<<<1, 64, 0, s[1]>>>(703, none);
        if (waits) {
            step<<<1, 64, 0, t[0]>>>(5000, none);
            cudaEventRecord(gate, t[0]);
            int copies = what == COPY_WAITS || what == BOTH_WAIT ? 1 : what == COPIES_WAIT ? 4 : 0;
            int kernels = what == WAITS || what == BOTH_WAIT ? 1 : what == KERNELS_WAIT ? 4 : 0;
            for (int i = 0; i < copies; i++) {
                cudaStreamWaitEvent(s[i], gate, 0);
                copy(s[i], 1, 65536, false);
            }
            for (int i = 0; i < kernels; i++) {
                cudaStreamWaitEvent(t[1 + i], gate, 0);
                step<<<1, 64, 0, t[1 + i]>>>(1, none);
            }
        }
        for (int k = 0; k < STEPS; k++) {
            step<<<1, 64, 0, a>>>(us, stamps + k);
            copy(a, 0, bytes, false);
            beside(what, k);
        }
        cudaDeviceSynchronize();
    }
    cudaMemcpy(seen, stamps, sizeof *stamps * STEPS, cudaMemcpyDeviceToHost);
    double wait = 0;
    for (int k = 9; k < 40; k++)
        wait += (double)(seen[k].start - seen[k - 1].end);
    printf("%-28s %5.1f us: %6.0f |", names[what], us, wait / 31);
    for (int k = 10; k < 34; k++)
        printf(" %5.2f", (double)(seen[k].start - seen[k - 1].start) / 1024);
    printf("\n");
}

int main()
{
    cudaSetDeviceFlags(cudaDeviceScheduleSpin);
    cudaStreamCreateWithFlags(&a, cudaStreamNonBlocking);
    for (int i = 0; i < OTHERS; i++) {
        cudaStreamCreateWithFlags(&s[i], cudaStreamNonBlocking);
        cudaStreamCreateWithFlags(&t[i], cudaStreamNonBlocking);
    }
    cudaEventCreateWithFlags(&gate, cudaEventDisableTiming);
    cudaEventCreateWithFlags(&there, cudaEventDisableTiming);
    cudaEventCreateWithFlags(&back, cudaEventDisableTiming);
    cudaMallocHost(&host, 8 << 20);
    cudaMalloc(&device, 8 << 20);
    cudaMalloc(&stamps, sizeof *stamps * (STEPS + 1));
    seen = (struct stamp *)malloc(sizeof *stamps * STEPS);
    run(NOTHING, 20, 65536);
    for (int what = NOTHING; what < BESIDES; what++)
        for (double us = 15; us < 32; us += 0.75)
            run(what, us, 65536);
    return 0;
}
