// After simpleHyperQ: 32 streams with two dependent kernels each, issued depth first and then breadth
// first; a sum in a stream of its own that waits for the last of all by one event; timed by the legacy stream.
#include "nullstream.cuh"
#include <stdio.h>
#include <stdlib.h>

#define NSTREAM 32

#pragma nullstream kernel(kernel_A) block_time(90us) regs(10)
__global__ void kernel_A(long long *d_o, long long clock_count)
{
    long long start = clock64(), clock_offset = 0;
    while (clock_offset < clock_count)
        clock_offset = clock64() - start;
    d_o[0] += clock_offset;
}

#pragma nullstream kernel(kernel_B) block_time(60us) regs(10)
__global__ void kernel_B(long long *d_o, long long clock_count)
{
    long long start = clock64(), clock_offset = 0;
    while (clock_offset < clock_count)
        clock_offset = clock64() - start;
    d_o[0] += clock_offset;
}

#pragma nullstream kernel(sum) block_time(4us)
__global__ void sum(long long *d_clocks, int N)
{
    long long t = 0;
    for (int i = 0; i < N; i++)
        t += d_clocks[i];
    d_clocks[0] = t;
}

int main()
{
    cudaStream_t streams[NSTREAM];
    cudaEvent_t start_event, stop_event, last[NSTREAM];
    long long *d_a, *a;
    cudaMallocHost((void **)&a, sizeof(long long));
    cudaMalloc((void **)&d_a, 2 * NSTREAM * sizeof(long long));
    for (int i = 0; i < NSTREAM; i++) {
        cudaStreamCreate(&streams[i]);
        cudaEventCreateWithFlags(&last[i], cudaEventDisableTiming);
    }
    cudaEventCreate(&start_event);
    cudaEventCreate(&stop_event);
    long long time_clocks = 150000;
    float ms;

    for (int order = 0; order < 2; order++) {
        cudaEventRecord(start_event, 0);
        if (order == 0) {
            for (int i = 0; i < NSTREAM; ++i) {
                kernel_A<<<1, 1, 0, streams[i]>>>(&d_a[2 * i], time_clocks);
                kernel_B<<<1, 1, 0, streams[i]>>>(&d_a[2 * i + 1], time_clocks);
            }
        } else {
            for (int i = 0; i < NSTREAM; ++i)
                kernel_A<<<1, 1, 0, streams[i]>>>(&d_a[2 * i], time_clocks);
            for (int i = 0; i < NSTREAM; ++i)
                kernel_B<<<1, 1, 0, streams[i]>>>(&d_a[2 * i + 1], time_clocks);
        }
        cudaEventRecord(stop_event, 0); // the legacy stream waits for all
        sum<<<1, 32>>>(d_a, 2 * NSTREAM);
        cudaMemcpy(a, d_a, sizeof(long long), cudaMemcpyDeviceToHost);
        cudaEventElapsedTime(&ms, start_event, stop_event);
        printf("order %d: measured %.3f ms, serial %.3f ms, fully concurrent %.3f ms\n", order, ms, NSTREAM * 0.15, 0.15);
    }
    // the same without the legacy stream
    for (int i = 0; i < NSTREAM; ++i) {
        kernel_A<<<1, 1, 0, streams[i]>>>(&d_a[2 * i], time_clocks);
        kernel_B<<<1, 1, 0, streams[i]>>>(&d_a[2 * i + 1], time_clocks);
        cudaEventRecord(last[i], streams[i]);
        if (i > 0)
            cudaStreamWaitEvent(streams[0], last[i], 0);
    }
    sum<<<1, 32, 0, streams[0]>>>(d_a, 2 * NSTREAM);
    cudaMemcpyAsync(a, d_a, sizeof(long long), cudaMemcpyDeviceToHost, streams[0]);
    cudaStreamSynchronize(streams[0]);
    printf("%lld\n", *a);
    return 0;
}
