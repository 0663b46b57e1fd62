// Does a fork by records with timing take longer the longer the streams have waited, or the larger the kernels?
// timed-hops.cu's chain with three waiting streams, one record for all or one before each, with kernels of one
// block or 40, short or long; then, of one block, with the waiting streams' connections all of the other PBDMA than
// the first stream's. Elapsed times are those of the chain, with no tool.
#include <cuda_runtime.h>
#include <stdio.h>

#include "nullstream.cuh"

const int ROUNDS = 12;
const int WAYS = 3;
const int STREAMS = 8;
const int GATE = 7;

__global__ void gate()
{
    spin_us(900);
}

__global__ void step(double us)
{
    spin_us(us);
}

cudaStream_t s[STREAMS];
cudaEvent_t begin, end, open, plain[WAYS + 1], timed[WAYS + 1];

double chain(int blocks, double us, int with_time, int every, int ways, int others)
{
    float ms;
    cudaEvent_t *done = with_time ? timed : plain;
    gate<<<1, 64, 0, s[GATE]>>>();
    cudaEventRecord(open, s[GATE]);
    for (int i = 0; i < GATE; i++) // each has its connection
        step<<<1, 64, 0, s[i]>>>(1);
    cudaStreamWaitEvent(s[0], open, 0);
    cudaEventRecord(begin, s[0]);
    for (int i = 0; i < ROUNDS; i++) {
        double more = 0.45 * (i % 16); // on every phase of a look
        step<<<blocks, 256, 0, s[0]>>>(us + more);
        for (int k = 1; k <= ways; k++) {
            int to = others ? 2 * k - 1 : k;
            if (every || k == 1)
                cudaEventRecord(done[0], s[0]);
            cudaStreamWaitEvent(s[to], done[0], 0);
            step<<<blocks, 256, 0, s[to]>>>(us + 12 * (k - 1) + more);
        }
        for (int k = 1; k <= ways; k++) {
            cudaEventRecord(done[k], s[others ? 2 * k - 1 : k]);
            cudaStreamWaitEvent(s[0], done[k], 0);
        }
    }
    cudaEventRecord(end, s[0]);
    cudaDeviceSynchronize();
    cudaEventElapsedTime(&ms, begin, end);
    return 1000 * ms;
}

int main()
{
    const int blocks[] = {1, 40};
    const double times[] = {9, 30, 80};
    for (int i = 0; i < STREAMS; i++)
        cudaStreamCreateWithFlags(&s[i], cudaStreamNonBlocking);
    for (int i = 0; i <= WAYS; i++) {
        cudaEventCreateWithFlags(&plain[i], cudaEventDisableTiming);
        cudaEventCreate(&timed[i]);
    }
    cudaEventCreateWithFlags(&open, cudaEventDisableTiming);
    cudaEventCreate(&begin);
    cudaEventCreate(&end);
    cudaDeviceSynchronize();
    for (int pass = 0; pass < 2; pass++) { // the first warms up
        for (int b = 0; b < 2; b++)
            for (int t = 0; t < 3; t++)
                for (int kind = 0; kind < 4; kind++) {
                    double us = chain(blocks[b], times[t], kind & 1, kind / 2, WAYS, 0);
                    if (pass == 1)
                        printf("%d blocks of %.0f timed %d every %d    %7.1f us\n", blocks[b], times[t], kind & 1,
                               kind / 2, us);
                }
        for (int ways = 1; ways <= WAYS; ways++)
            for (int kind = 0; kind < 4; kind++) {
                double us = chain(1, 30, kind & 1, kind / 2, ways, 1);
                if (pass == 1)
                    printf("ways %d in the other PBDMA timed %d every %d    %7.1f us\n", ways, kind & 1, kind / 2, us);
            }
    }
    return 0;
}
