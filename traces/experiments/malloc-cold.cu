// What do an allocation and a free of device memory cost a program that makes few of them? Five of
// the size given, one after the other, behind: nothing; a set-up that fills 32 MiB of host memory;
// a host that computes for 5 ms; with 100 us of host work between one and the next, with two
// launches and a synchronize, with launches that still run. Prints medians of us over the rounds,
// of each of the five allocations and frees. Native only.
#include <cuda_runtime.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "nullstream.cuh"

const int ROUNDS = 15, CALLS = 5;
const size_t MIB = 1 << 20;

__global__ void spin(double us)
{
    spin_us(us);
}

cudaStream_t s;
char *filled;

void before(int how)
{
    if (how == 1)
        memset(filled, 1, 32 * MIB);
    else if (how == 2)
        host_work_us(5000);
    else if (how == 3) {
        memset(filled, 1, 32 * MIB);
        for (int i = 0; i < 4; i++)
            spin<<<1, 64, 0, s>>>(1);
    }
}

void between(int how)
{
    if (how == 1) {
        host_work_us(100);
    } else if (how >= 2) {
        for (int i = 0; i < 2; i++)
            spin<<<64, 64, 0, s>>>(20);
        if (how == 2)
            cudaStreamSynchronize(s);
    }
}

int by_size(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

void print(const char *name, double (*took)[ROUNDS])
{
    printf(" | %s", name);
    for (int i = 0; i < CALLS; i++) {
        qsort(took[i], ROUNDS, sizeof(double), by_size);
        printf(" %6.1f", took[i][ROUNDS / 2]);
    }
}

void row(size_t bytes, int first, int next)
{
    static const char *const firsts[] = {"nothing", "32 MiB", "5 ms", "32 MiB, launches"};
    static const char *const nexts[] = {"nothing", "100 us", "launches", "running"};
    static double get[CALLS][ROUNDS], give[CALLS][ROUNDS];
    for (int round = 0; round < ROUNDS; round++) {
        cudaDeviceSynchronize();
        before(first);
        for (int i = 0; i < CALLS; i++) {
            char *memory;
            between(next);
            double at = host_time_us();
            cudaMalloc((void **)&memory, bytes);
            double then = host_time_us();
            get[i][round] = then - at;
            if (next == 3)
                cudaStreamSynchronize(s);
            then = host_time_us();
            cudaFree(memory);
            give[i][round] = host_time_us() - then;
        }
    }
    printf("%4zu MiB, behind %-16s between %-8s", bytes >> 20, firsts[first], nexts[next]);
    print("get", get);
    print("free", give);
    printf("\n");
}

int main()
{
    cudaSetDeviceFlags(cudaDeviceScheduleSpin);
    cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking);
    filled = (char *)malloc(32 * MIB);
    spin<<<1, 64, 0, s>>>(10);
    cudaDeviceSynchronize();
    for (int i = 0; i < 2; i++)
        for (int first = 0; first < 4; first++)
            for (int next = 0; next < 4; next++) {
                row(2 * MIB, first, next);
                row(64 * MIB, first, next);
            }
    return 0;
}
