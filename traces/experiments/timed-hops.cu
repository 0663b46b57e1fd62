// What do records with timing take between streams, as a fork, as a join, beside streams that hold
// kernels back? Chains of 12 rounds behind a gate: a step in the first stream, a record, 1 to 3 other
// streams wait and have a step each, the last one's the longest; a record in each, for which the first
// stream waits. Each with records without timing and with, at the fork and at the join. Elapsed times
// are those of the chain, with no tool.
#include <cuda_runtime.h>
#include <stdio.h>

#include "nullstream.cuh"

const int ROUNDS = 12;
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

__global__ void other(double us)
{
    spin_us(us);
}

cudaStream_t s[STREAMS];
cudaEvent_t begin, end, plain[STREAMS], timed[STREAMS];

void kernel(int stream, double us)
{
    step<<<1, 64, 0, s[stream]>>>(us);
}

void after(int to, int from, int with_time)
{
    cudaEventRecord(with_time ? timed[from] : plain[from], s[from]);
    cudaStreamWaitEvent(s[to], with_time ? timed[from] : plain[from], 0);
}

// Round `i`; `every`: a record before each waiting stream, not one for all.
void round_of(int i, int ways, int stride, int fork, int join, int every)
{
    double more = 0.45 * (i % 16); // on every phase of a look
    kernel(0, 9 + more);
    for (int k = 1; k <= ways; k++) {
        if (every || k == 1)
            cudaEventRecord(fork ? timed[0] : plain[0], s[0]);
        cudaStreamWaitEvent(s[k * stride], fork ? timed[0] : plain[0], 0);
        kernel(k * stride, 9 + 12 * (k - 1) + more);
    }
    for (int k = 1; k <= ways; k++)
        after(0, k * stride, join);
}

void begin_chain(int beside)
{
    gate<<<1, 64, 0, s[GATE]>>>();
    cudaEventRecord(plain[GATE], s[GATE]);
    for (int i = 0; i < STREAMS - 1; i++) // each has its connection
        kernel(i, 1);
    cudaStreamWaitEvent(s[0], plain[GATE], 0);
    if (beside >= 0) {
        other<<<1, 64, 0, s[beside]>>>(3000);
        other<<<1, 64, 0, s[beside]>>>(5);
    }
    cudaEventRecord(begin, s[0]);
}

double end_chain()
{
    float ms;
    cudaEventRecord(end, s[0]);
    cudaDeviceSynchronize();
    cudaEventElapsedTime(&ms, begin, end);
    return 1000 * ms;
}

int main()
{
    for (int i = 0; i < STREAMS; i++) {
        cudaStreamCreateWithFlags(&s[i], cudaStreamNonBlocking);
        cudaEventCreateWithFlags(&plain[i], cudaEventDisableTiming);
        cudaEventCreate(&timed[i]);
    }
    cudaEventCreate(&begin);
    cudaEventCreate(&end);
    cudaDeviceSynchronize();
    for (int pass = 0; pass < 2; pass++) { // the first warms up
        for (int with_time = 0; with_time < 3; with_time++) {
            begin_chain(-1);
            for (int i = 0; i < 2 * ROUNDS; i++) {
                kernel(0, 9 + 0.45 * (i % 16));
                if (with_time)
                    cudaEventRecord(timed[1], s[0]);
                if (with_time == 2)
                    cudaEventRecord(timed[2], s[0]);
            }
            double us = end_chain();
            if (pass == 1)
                printf("one stream, %d timed records     %7.1f us\n", with_time, us);
        }
        for (int stride = 1; stride < 3; stride++)
            for (int ways = 1; ways < 4; ways++)
                for (int kind = 0; kind < 5; kind++) {
                    int fork = kind & 1, join = (kind & 2) / 2, every = kind == 4;
                    if (every)
                        fork = join = 1;
                    begin_chain(-1);
                    for (int i = 0; i < ROUNDS; i++)
                        round_of(i, ways, stride, fork, join, every);
                    double us = end_chain();
                    if (pass == 1)
                        printf("ways %d stride %d fork %d join %d every %d  %7.1f us\n", ways, stride, fork, join,
                               every, us);
                }
        for (int beside = 3; beside < 5; beside++)
            for (int kind = 0; kind < 4; kind++) {
                begin_chain(beside);
                for (int i = 0; i < ROUNDS; i++)
                    round_of(i, 1, 1, kind & 1, kind / 2, 0);
                double us = end_chain();
                if (pass == 1)
                    printf("beside %d ways 1 fork %d join %d      %7.1f us\n", beside, kind & 1, kind / 2, us);
            }
    }
    return 0;
}
