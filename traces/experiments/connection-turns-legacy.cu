// Do commands of the legacy stream and of a per-thread stream take turns at the connections (after
// connection-turns.cu, whose streams do not wait for the legacy one)? Streams make their first
// commands in an order such as 1203 (0: the legacy stream, p: the thread's own), each a kernel of
// so many us, but for r and R, a record in the legacy stream with timing and without, m and z, a
// copy in and a memset there, a, a record with timing in stream 1, and s, a synchronize of the
// device; then two of them run a chain of kernels each, whose steps take longer where one unit of
// the hardware serves both connections (pbdmas.txt). Prints us a step beyond the kernel. Natively,
// and under `nullstream predict`.
#include <cuda_runtime.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "nullstream.cuh"

__global__ void step(double us)
{
    spin_us(us);
}

static cudaStream_t s[4];

static cudaStream_t named(char name)
{
    return name == 'p' ? cudaStreamPerThread : name == '0' ? 0 : s[name - '1'];
}

// Chains of that many steps in both streams, behind a kernel of each that lets all be called first.
static double chains(cudaStream_t a, cudaStream_t b, int steps)
{
    cudaDeviceSynchronize();
    double from = host_time_us();
    for (int i = 0; i < steps; i++) {
        step<<<1, 64, 0, a>>>(i ? 20 : 400);
        step<<<1, 64, 0, b>>>(i ? 20 : 400);
    }
    cudaDeviceSynchronize();
    return host_time_us() - from;
}

static cudaEvent_t timed, plain;
static char *host, *device;

static void first_command(char name, double us)
{
    if (name == 'r' || name == 'a')
        cudaEventRecord(timed, name == 'a' ? s[0] : 0);
    else if (name == 'R')
        cudaEventRecord(plain, 0);
    else if (name == 'm')
        cudaMemcpyAsync(device, host, 1 << 20, cudaMemcpyHostToDevice, 0);
    else if (name == 'z')
        cudaMemsetAsync(device, 0, 1 << 20, 0);
    else if (name == 's')
        cudaDeviceSynchronize();
    else
        step<<<1, 64, 0, named(name)>>>(us);
}

int main(int count, char **words)
{
    if (count != 5 || strlen(words[4]) != 2) {
        fprintf(stderr, "usage: connection-turns-legacy BLOCKING US ORDER CHAINS\n");
        return 2;
    }
    cudaSetDeviceFlags(cudaDeviceScheduleSpin);
    for (int i = 0; i < 4; i++)
        cudaStreamCreateWithFlags(&s[i],
                                  atoi(words[1]) ? cudaStreamDefault : cudaStreamNonBlocking);
    cudaEventCreate(&timed);
    cudaEventCreateWithFlags(&plain, cudaEventDisableTiming);
    cudaMallocHost(&host, 1 << 20);
    cudaMalloc(&device, 1 << 20);
    for (const char *at = words[3]; *at; at++)
        first_command(*at, atof(words[2]));
    cudaStream_t a = named(words[4][0]), b = named(words[4][1]);
    double best = 1e9;
    for (int i = 0; i < 5; i++) {
        double more = (chains(a, b, 60) - chains(a, b, 20)) / 40 - 20;
        best = more < best ? more : best;
    }
    printf("%s %4s us, order %-8s chains %s: %.2f %s\n",
           atoi(words[1]) ? "blocking    " : "non-blocking", words[2], words[3], words[4], best,
           cudaGetLastError() ? "failed" : "");
    return 0;
}
