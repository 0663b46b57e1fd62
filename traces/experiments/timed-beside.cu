// Native only: what does a record with timing take between kernels while copies run beside? A chain of 24
// kernels in the first stream, behind a gate, with nothing, one or two records with timing, one without,
// or a small memset between; beside it copies of 32 MiB, or of 4 MiB in a row, in another stream (1: of
// the other unit, 2: of the same), with more work behind them that waits or none. Prints what a step
// takes beyond its kernel, in us: the median of 7 chains, with no tool. Then where in a step that is: from
// the kernel's end to the time that its record noted, to that of the next record, and from there to the
// next kernel's start, by the kernels' own clock; what the first of these takes on an idle device is taken
// as 0.
#include <cuda_runtime.h>
#include <stdio.h>

#include <algorithm>

#include "nullstream.cuh"

const int STEPS = 24;
const int STREAMS = 6;
const int GATE = 5;
const size_t LARGE = 32u << 20, SMALL = 4u << 20;

__global__ void gate()
{
    spin_us(600);
}

__global__ void step(double us)
{
    spin_us(us);
}

__device__ unsigned long long clock_ns()
{
    unsigned long long ns;
    asm volatile("mov.u64 %0, %globaltimer;" : "=l"(ns));
    return ns;
}

// A step that notes when it began and ended.
__global__ void noting(double us, unsigned long long *times)
{
    times[0] = clock_ns();
    spin_us(us);
    times[1] = clock_ns();
}

cudaStream_t s[STREAMS];
cudaEvent_t begin, end, opened, done, timed[4], plain;
char *in, *out, *device, *device_out;

enum between { NOTHING, TIMED, TIMED_2, PLAIN, TIMED_PLAIN, MEMSET, BETWEEN };
const char *const between_name[] = {"nothing", "timed", "2 timed", "plain", "timed, plain", "memset"};
enum beside { ALONE, IN_1, IN_2, OUT_1, BOTH, ROW_1, ROW_TIMED_1, ROW_OUT_1, WAITING_COPY, WAITING_KERNEL, BESIDE };
const char *const beside_name[] = {"alone",          "in, 1",           "in, 2",  "out, 1",         "in 1, out 2",
                                   "row in, 1",      "timed row in, 1", "row out, 1", "in, waiting copy", "in, waiting kernel"};

void copy_in(int stream, size_t bytes)
{
    cudaMemcpyAsync(device, in, bytes, cudaMemcpyHostToDevice, s[stream]);
}

void copy_out(int stream, size_t bytes)
{
    cudaMemcpyAsync(out, device_out, bytes, cudaMemcpyDeviceToHost, s[stream]);
}

void put_beside(int beside)
{
    cudaStreamWaitEvent(s[1], opened, 0);
    cudaStreamWaitEvent(s[2], opened, 0);
    switch (beside) {
    case IN_1: copy_in(1, LARGE); break;
    case IN_2: copy_in(2, LARGE); break;
    case OUT_1: copy_out(1, LARGE); break;
    case BOTH:
        copy_in(1, LARGE);
        copy_out(2, LARGE);
        break;
    case ROW_1:
    case ROW_TIMED_1:
        for (int i = 0; i < 8; i++) {
            if (beside == ROW_TIMED_1)
                cudaEventRecord(timed[2], s[1]);
            copy_in(1, SMALL);
            if (beside == ROW_TIMED_1)
                cudaEventRecord(timed[3], s[1]);
        }
        break;
    case ROW_OUT_1:
        for (int i = 0; i < 8; i++)
            copy_out(1, SMALL);
        break;
    case WAITING_COPY:
    case WAITING_KERNEL: copy_in(1, LARGE); break;
    }
}

// What waits for the end of the chain, which has been recorded.
void put_behind(int beside)
{
    if (beside == WAITING_COPY) {
        cudaStreamWaitEvent(s[1], done, 0);
        cudaEventRecord(timed[2], s[1]);
        copy_in(1, SMALL);
    } else if (beside == WAITING_KERNEL) {
        cudaStreamWaitEvent(s[2], done, 0);
        step<<<1, 64, 0, s[2]>>>(1);
    }
}

double chain(int between, int beside)
{
    gate<<<1, 64, 0, s[GATE]>>>();
    cudaEventRecord(opened, s[GATE]);
    for (int i = 0; i < STREAMS - 1; i++) // each has its connection
        step<<<1, 64, 0, s[i]>>>(1);
    cudaStreamWaitEvent(s[0], opened, 0);
    put_beside(beside);
    step<<<1, 64, 0, s[0]>>>(20); // the copies have begun
    cudaEventRecord(begin, s[0]);
    double kernels = 0;
    for (int i = 0; i < STEPS; i++) {
        double us = 7 + 0.45 * (i % 16);
        kernels += us;
        step<<<1, 64, 0, s[0]>>>(us);
        if (between == TIMED || between == TIMED_2 || between == TIMED_PLAIN)
            cudaEventRecord(timed[0], s[0]);
        if (between == TIMED_2)
            cudaEventRecord(timed[1], s[0]);
        if (between == PLAIN || between == TIMED_PLAIN)
            cudaEventRecord(plain, s[0]);
        if (between == MEMSET)
            cudaMemsetAsync(device_out + LARGE, 0, 8, s[0]);
    }
    cudaEventRecord(end, s[0]);
    cudaEventRecord(done, s[0]);
    put_behind(beside);
    cudaDeviceSynchronize();
    float ms;
    cudaEventElapsedTime(&ms, begin, end);
    return (1000 * ms - kernels) / STEPS;
}

double elapsed_us(cudaEvent_t a, cudaEvent_t b)
{
    float ms;
    cudaEventElapsedTime(&ms, a, b);
    return 1000 * ms;
}

double median(double *values, int count)
{
    std::sort(values, values + count);
    return values[count / 2];
}

// Two records behind each kernel.
void split(int beside)
{
    static cudaEvent_t first[STEPS + 1], second[STEPS + 1];
    static unsigned long long *times, host[2 * STEPS + 2];
    if (!times) {
        cudaMalloc(&times, sizeof host);
        for (int i = 0; i <= STEPS; i++) {
            cudaEventCreate(&first[i]);
            cudaEventCreate(&second[i]);
        }
    }
    noting<<<1, 1, 0, s[0]>>>(20, times);
    cudaEventRecord(first[0], s[0]);
    cudaDeviceSynchronize();
    gate<<<1, 64, 0, s[GATE]>>>();
    cudaEventRecord(opened, s[GATE]);
    for (int i = 0; i < STREAMS - 1; i++)
        step<<<1, 64, 0, s[i]>>>(1);
    cudaStreamWaitEvent(s[0], opened, 0);
    put_beside(beside);
    step<<<1, 64, 0, s[0]>>>(20);
    for (int i = 1; i <= STEPS; i++) {
        noting<<<1, 1, 0, s[0]>>>(7 + 0.45 * (i % 16), times + 2 * i);
        cudaEventRecord(first[i], s[0]);
        cudaEventRecord(second[i], s[0]);
    }
    cudaEventRecord(done, s[0]);
    put_behind(beside);
    cudaDeviceSynchronize();
    cudaMemcpy(host, times, sizeof host, cudaMemcpyDeviceToHost);
    double noted[STEPS], next[STEPS], start[STEPS];
    for (int i = 1; i <= STEPS; i++) {
        double end = (double)(host[2 * i + 1] - host[1]) / 1000;
        noted[i - 1] = elapsed_us(first[0], first[i]) - end;
        next[i - 1] = elapsed_us(first[i], second[i]);
        if (i < STEPS)
            start[i - 1] = (double)(host[2 * i + 2] - host[1]) / 1000 - elapsed_us(first[0], second[i]);
    }
    printf("%-20s end to record %6.2f, to the next %6.2f, to the kernel %6.2f\n", beside_name[beside], median(noted, STEPS),
           median(next, STEPS), median(start, STEPS - 1));
}

int main()
{
    for (int i = 0; i < STREAMS; i++)
        cudaStreamCreateWithFlags(&s[i], cudaStreamNonBlocking);
    for (int i = 0; i < 4; i++)
        cudaEventCreate(&timed[i]);
    cudaEventCreate(&begin);
    cudaEventCreate(&end);
    cudaEventCreateWithFlags(&opened, cudaEventDisableTiming);
    cudaEventCreateWithFlags(&done, cudaEventDisableTiming);
    cudaEventCreateWithFlags(&plain, cudaEventDisableTiming);
    cudaMallocHost(&in, LARGE);
    cudaMallocHost(&out, LARGE);
    cudaMalloc(&device, LARGE);
    cudaMalloc(&device_out, LARGE + 256);
    cudaDeviceSynchronize();
    chain(TIMED_2, BOTH); // warms up
    printf("%-20s", "");
    for (int between = 0; between < BETWEEN; between++)
        printf("%14s", between_name[between]);
    printf("\n");
    for (int beside = 0; beside < BESIDE; beside++) {
        printf("%-20s", beside_name[beside]);
        for (int between = 0; between < BETWEEN; between++) {
            double us[7];
            for (int i = 0; i < 7; i++)
                us[i] = chain(between, beside);
            std::sort(us, us + 7);
            printf("%14.2f", us[3]);
        }
        printf("\n");
    }
    for (int pass = 0; pass < 2; pass++)
        for (int beside = 0; beside < BESIDE; beside++)
            split(beside);
    return cudaGetLastError() != cudaSuccess;
}
