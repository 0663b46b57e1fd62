// A synchronize gives the memory of an empty pool back. How long does it take, and does what is
// called next wait on the device? Behind the set-up given, memory is allocated, set and freed in
// stream order, in a kernel's shadow; then a synchronize, and twice a copy in (or a kernel, or a
// copy out) and a synchronize. Prints medians of us over the rounds: the allocation's call, the
// synchronize less the 200 us kernel, then each operation from its call to the return of its
// synchronize. "none": the same without an allocation. Native only.
#include <cuda_runtime.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "nullstream.cuh"

const int ROUNDS = 15, TIMES = 5;
const size_t KIB = 1 << 10, MIB = 1 << 20;

__global__ void spin(double us)
{
    spin_us(us);
}

cudaStream_t s;
char *filled, *pinned, *device;
double took[TIMES][ROUNDS];

double operation(int how)
{
    double at = host_time_us();
    if (how == 0)
        cudaMemcpyAsync(device, pinned, 64 * KIB, cudaMemcpyHostToDevice, s);
    else if (how == 1)
        spin<<<1, 64, 0, s>>>(2);
    else
        cudaMemcpyAsync(pinned, device, 64 * KIB, cudaMemcpyDeviceToHost, s);
    cudaStreamSynchronize(s);
    return host_time_us() - at;
}

void once(int round, size_t bytes, int how)
{
    char *memory = NULL;
    spin<<<1, 64, 0, s>>>(200);
    double at = host_time_us();
    if (bytes) {
        cudaMallocAsync((void **)&memory, bytes, s);
        took[0][round] = host_time_us() - at;
        cudaMemsetAsync(memory, 0, bytes, s);
        cudaFreeAsync(memory, s);
    } else {
        took[0][round] = 0;
    }
    cudaDeviceSynchronize();
    took[1][round] = host_time_us() - at - 200;
    for (int i = 2; i < TIMES; i++)
        took[i][round] = operation(how);
}

int by_size(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

void row(size_t bytes, int how, int setup)
{
    static const char *const hows[] = {"copy in", "kernel", "copy out"};
    for (int round = 0; round < ROUNDS; round++) {
        cudaDeviceSynchronize();
        if (setup)
            memset(filled, 1, 32 * MIB);
        once(round, bytes, how);
    }
    printf("%-6s %6d KiB, %-8s |", setup ? "filled" : "", (int)(bytes / KIB), hows[how]);
    for (int i = 0; i < TIMES; i++) {
        qsort(took[i], ROUNDS, sizeof(double), by_size);
        printf(" %7.1f", took[i][ROUNDS / 2]);
        if (i == 1)
            printf(" |");
    }
    printf("\n");
}

int main()
{
    cudaSetDeviceFlags(cudaDeviceScheduleSpin);
    cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking);
    filled = (char *)malloc(32 * MIB);
    cudaMallocHost((void **)&pinned, MIB);
    cudaMalloc((void **)&device, MIB);
    for (int again = 0; again < 2; again++)
        for (int setup = 0; setup < 2; setup++)
            for (int how = 0; how < 3; how++) {
                row(0, how, setup);
                row(10 * KIB, how, setup);
                row(100 * MIB, how, setup);
            }
    return 0;
}
