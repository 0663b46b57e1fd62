// When does memory that the host has filled become quick to read (docs/semantics.md S2.3)? Copies
// in, again and again, of the first KiB given of memory of its own each time: filled by a memset of
// 32 MiB, or of just those KiB (1), or touched so and then written by a copy out (2, as the
// executor leaves it), or read once by the host (3). Then the host stores it all again and copies
// in twice. Prints us of each call. Native only.
#include <cuda_runtime.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "nullstream.cuh"

const size_t MIB = 1 << 20, ALL = 32 * MIB, WARM = 4 * MIB;
const int ROUNDS = 3, COPIES = 5;

cudaStream_t s;
char *device;

double in(char *memory, size_t bytes)
{
    double at = host_time_us();
    cudaMemcpyAsync(device, memory, bytes, cudaMemcpyHostToDevice, s);
    double took = host_time_us() - at;
    cudaStreamSynchronize(s);
    return took;
}

void out(char *memory, size_t bytes)
{
    cudaMemcpy(memory, device, bytes, cudaMemcpyDeviceToHost);
}

int main(int count, char **arguments)
{
    if (count != 3) {
        fprintf(stderr, "usage: pageable-again KIB 0|1|2|3\n");
        return 2;
    }
    size_t bytes = (size_t)atoi(arguments[1]) << 10;
    int how = atoi(arguments[2]);
    cudaSetDeviceFlags(cudaDeviceScheduleSpin);
    cudaMalloc(&device, ALL);
    cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking);
    char *warm = (char *)malloc(WARM);
    memset(warm, 1, WARM);
    for (int i = 0; i < 5; i++) {
        in(warm, WARM);
        out(warm, WARM);
    }
    for (int round = 0; round < ROUNDS; round++) {
        char *memory = (char *)malloc(ALL); // not freed, so that each has pages of its own
        memset(memory, 1, how == 1 ? bytes : ALL);
        cudaDeviceSynchronize();
        if (how == 2)
            out(memory, bytes);
        unsigned long long sum = 0;
        for (size_t i = 0; how == 3 && i < bytes; i += 64)
            sum += *(volatile unsigned long long *)(memory + i);
        printf("%5zu KiB %d |", bytes >> 10, how);
        for (int i = 0; i < COPIES; i++)
            printf(" %6.1f", in(memory, bytes));
        for (size_t i = 0; i < bytes; i += 8)
            *(volatile unsigned long long *)(memory + i) = i + sum;
        printf(" | stored");
        for (int i = 0; i < 2; i++)
            printf(" %6.1f", in(memory, bytes));
        printf("\n");
    }
    return 0;
}
