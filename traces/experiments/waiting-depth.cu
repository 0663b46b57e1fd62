// How much do queues that hold kernels back slow copies, by how many commands stand in them (after
// waiting-queues.cu, which has one in each)? What 16 MiB take, in and out, beside 1 to 4 streams
// that each hold 1 to 64 kernels back: behind a long kernel of their own, behind an event, behind
// the legacy stream's kernel, or in rows of kernels that fill the device. us, medians of 5 of
// six copies in a row each; "and behind it": as many kernels wait behind the copies, too. Native
// only.
#include <algorithm>
#include <cuda_runtime.h>
#include <stdio.h>

#include "nullstream.cuh"

__global__ void step(double us)
{
    spin_us(us);
}

enum { MOST = 4, LONG = 3500, COPIES = 6, TIMES = 5, BYTES = 16 << 20 };
enum kind { BEHIND, EVENT, LEGACY, FULL, KINDS };
static const char *const names[] = {"behind a long kernel", "behind an event",
                                    "behind the legacy stream", "in rows that fill the device"};

static cudaStream_t copies, gate, own[MOST], blocking[MOST], before;
static cudaEvent_t opened, from, to;
static char *device, *host;

static void hold(int kind, int streams, int kernels)
{
    if (kind == EVENT) {
        step<<<1, 64, 0, gate>>>(LONG);
        cudaEventRecord(opened, gate);
    }
    if (kind == LEGACY) {
        step<<<1, 64, 0, before>>>(LONG);
        step<<<1, 64, 0, 0>>>(1);
    }
    for (int i = 0; i < streams; i++) {
        if (kind == BEHIND)
            step<<<1, 64, 0, own[i]>>>(LONG);
        if (kind == EVENT)
            cudaStreamWaitEvent(own[i], opened, 0);
        for (int j = 0; j < kernels; j++)
            if (kind == FULL)
                step<<<1100, 1024, 0, own[i]>>>(40);
            else
                step<<<1, 64, 0, kind == LEGACY ? blocking[i] : own[i]>>>(1);
    }
}

static double took(int kind, int streams, int kernels, bool out, bool behind)
{
    double all[TIMES];
    for (double &value : all) {
        cudaDeviceSynchronize();
        hold(kind, streams, kernels);
        cudaEventRecord(from, copies);
        for (int i = 0; i < COPIES; i++)
            if (out)
                cudaMemcpyAsync(host, device, BYTES, cudaMemcpyDeviceToHost, copies);
            else
                cudaMemcpyAsync(device, host, BYTES, cudaMemcpyHostToDevice, copies);
        cudaEventRecord(to, copies);
        for (int i = 0; behind && i < kernels; i++)
            step<<<1, 64, 0, copies>>>(1);
        cudaEventSynchronize(to);
        float ms;
        cudaEventElapsedTime(&ms, from, to);
        value = ms * 1e3 / COPIES;
    }
    cudaDeviceSynchronize();
    std::sort(all, all + TIMES);
    return all[TIMES / 2];
}

int main()
{
    const int depths[] = {1, 2, 4, 8, 16, 32, 64};
    cudaSetDeviceFlags(cudaDeviceScheduleSpin);
    for (int i = 0; i < MOST; i++) {
        cudaStreamCreateWithFlags(&own[i], cudaStreamNonBlocking);
        cudaStreamCreate(&blocking[i]);
    }
    cudaStreamCreateWithFlags(&copies, cudaStreamNonBlocking);
    cudaStreamCreateWithFlags(&gate, cudaStreamNonBlocking);
    cudaStreamCreate(&before);
    cudaEventCreateWithFlags(&opened, cudaEventDisableTiming);
    cudaEventCreate(&from);
    cudaEventCreate(&to);
    cudaMallocHost(&host, BYTES);
    cudaMalloc(&device, BYTES);
    took(BEHIND, 1, 1, false, false);
    printf("alone: in %.1f out %.1f\n", took(BEHIND, 0, 0, false, false),
           took(BEHIND, 0, 0, true, false));
    printf("%-30s %-18s streams  kernels in each: 1 2 4 8 16 32 64\n", "", "");
    for (int kind = 0; kind < KINDS; kind++)
        for (int out = 0; out < 2; out++)
            for (int behind = 0; behind < 2; behind++)
                for (int streams = behind ? 2 : 1; streams <= MOST; streams++) {
                    printf("%-30s %-3s %-14s %d  ", names[kind], out ? "out" : "in",
                           behind ? "and behind it" : "", streams);
                    for (int kernels : depths)
                        printf(" %6.1f", took(kind, streams, kernels, out, behind));
                    printf("\n");
                }
    printf("%s\n", cudaGetErrorString(cudaGetLastError()));
    return 0;
}
