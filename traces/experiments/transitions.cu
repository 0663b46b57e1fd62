// Native only. When does a command notice that another machine has ended what it waits for? The
// ends and starts of kernels in chains of kernel and copy, by %globaltimer as the kernels read it:
// what lies between two kernels less the bytes of the copy is two such waits. By the kernel's
// length in steps of half a microsecond, by the copy's bytes, over 1, 2 and 4 streams, natively: a
// random wait gives the same mean at all lengths, a timer that runs by itself gives steps in the
// whole, one that starts with the wait a sawtooth. Prints, for each, the waits of one chain in ns,
// in order.
#include <cuda_runtime.h>
#include <stdio.h>
#include <string.h>

#include "nullstream.cuh"

const int STREAMS = 4;
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

enum { IN, OUT, BOTH, HOP, SHAPES };
const char *const names[] = {"kernel, in", "kernel, out", "kernel, in, out", "kernel, event, in"};

cudaStream_t streams[STREAMS], others[STREAMS];
cudaEvent_t there[STREAMS], back[STREAMS];
char *host, *device;
struct stamp *stamps, *seen;

void in(cudaStream_t s, int i, size_t bytes)
{
    cudaMemcpyAsync(device + (i << 20), host + (i << 20), bytes, cudaMemcpyHostToDevice, s);
}

void out(cudaStream_t s, int i, size_t bytes)
{
    cudaMemcpyAsync(host + ((4 + i) << 20), device + ((4 + i) << 20), bytes, cudaMemcpyDeviceToHost,
                    s);
}

void run(int shape, int count, int blocks, double us, size_t bytes, int stagger)
{
    for (int repeat = 0; repeat < 3; repeat++) {
        cudaDeviceSynchronize();
        for (int i = 0; i < count; i++)
            step<<<1, 64, 0, streams[i]>>>(900 + i * stagger, stamps + STREAMS * STEPS);
        for (int k = 0; k < STEPS; k++)
            for (int i = 0; i < count; i++) {
                step<<<blocks, 256, 0, streams[i]>>>(us, stamps + i * STEPS + k);
                if (shape == IN || shape == BOTH)
                    in(streams[i], i, bytes);
                if (shape == OUT || shape == BOTH)
                    out(streams[i], i, bytes);
                if (shape == HOP) {
                    cudaEventRecord(there[i], streams[i]);
                    cudaStreamWaitEvent(others[i], there[i], 0);
                    in(others[i], i, bytes);
                    cudaEventRecord(back[i], others[i]);
                    cudaStreamWaitEvent(streams[i], back[i], 0);
                }
            }
        cudaDeviceSynchronize();
    }
    cudaMemcpy(seen, stamps, sizeof *stamps * STREAMS * STEPS, cudaMemcpyDeviceToHost);
    double wait = 0;
    for (int k = 9; k < STEPS - 1; k++)
        wait += (double)(seen[k].start - seen[k - 1].end);
    printf("%-18s %d streams %3d blocks %5.1f us %7zu bytes: %6.0f |", names[shape], count, blocks,
           us, bytes, wait / (STEPS - 10));
    for (int k = 1; k < 40; k++)
        printf(" %5lld", (long long)(seen[k].start - seen[k - 1].end));
    printf(" | %llu\n", seen[0].start % 1000000000);
}

int main()
{
    cudaSetDeviceFlags(cudaDeviceScheduleSpin);
    for (int i = 0; i < STREAMS; i++) {
        cudaStreamCreateWithFlags(&streams[i], cudaStreamNonBlocking);
        cudaStreamCreateWithFlags(&others[i], cudaStreamNonBlocking);
        cudaEventCreateWithFlags(&there[i], cudaEventDisableTiming);
        cudaEventCreateWithFlags(&back[i], cudaEventDisableTiming);
    }
    cudaMallocHost(&host, 8 << 20);
    cudaMalloc(&device, 8 << 20);
    cudaMalloc(&stamps, sizeof *stamps * (STREAMS * STEPS + 1));
    seen = (struct stamp *)malloc(sizeof *stamps * STREAMS * STEPS);
    run(IN, 1, 1, 20, 65536, 0);
    for (int shape = IN; shape < SHAPES; shape++)
        for (double us = 15; us < 31; us += 0.5)
            run(shape, 1, 1, us, 65536, 0);
    for (double us = 40; us < 400; us *= 1.21)
        run(IN, 1, 1, us, 65536, 0);
    for (int shape = IN; shape <= OUT; shape++)
        for (size_t bytes = 32768; bytes < 1000000; bytes += bytes < 500000 ? 27777 : 55555)
            run(shape, 1, 1, 20, bytes, 0);
    for (int count = 2; count <= 4; count += 2)
        for (int shape = IN; shape < SHAPES; shape++)
            for (double us = 15; us < 27; us += 1)
                run(shape, count, 1, us, 65536, 0);
    // As pipelines of the suite have it.
    for (int count = 1; count <= 4; count *= 2)
        for (size_t bytes = 4096; bytes <= 65536; bytes *= 4)
            for (double us = 20; us < 23; us += 0.5)
                run(BOTH, count, 132, us, bytes, 7);
    return 0;
}
