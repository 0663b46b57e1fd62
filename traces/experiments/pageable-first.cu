// What do the first copies in and out of memory take that the host has filled some time before
// (docs/semantics.md S2.3, S2.4)? Memory fresh from malloc, filled by a memset of 32 MiB, of which
// the first KiB given are then copied in and out in turn, in two streams; with 1 out first. Prints
// us of each call, four times, each of other memory. Native only.
#include <cuda_runtime.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "nullstream.cuh"

const size_t MIB = 1 << 20, ALL = 32 * MIB, WARM = 4 * MIB;
const int ROUNDS = 4, COPIES = 6;

cudaStream_t s, t;
char *device;

void copy(char *memory, size_t bytes, bool out)
{
    if (out)
        cudaMemcpyAsync(memory, device, bytes, cudaMemcpyDeviceToHost, s);
    else
        cudaMemcpyAsync(device, memory, bytes, cudaMemcpyHostToDevice, t);
}

// First copies of a process take longer whatever their memory.
void warm_up()
{
    char *memory = (char *)malloc(WARM);
    memset(memory, 1, WARM);
    for (int i = 0; i < 10; i++)
        copy(memory, WARM, i % 2);
    cudaDeviceSynchronize();
    free(memory);
}

int main(int count, char **arguments)
{
    if (count != 3) {
        fprintf(stderr, "usage: pageable-first KIB 0|1\n");
        return 2;
    }
    size_t bytes = (size_t)atoi(arguments[1]) << 10;
    bool out_first = atoi(arguments[2]);
    cudaSetDeviceFlags(cudaDeviceScheduleSpin);
    cudaMalloc(&device, ALL);
    cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking);
    cudaStreamCreateWithFlags(&t, cudaStreamNonBlocking);
    warm_up();
    for (int round = 0; round < ROUNDS; round++) {
        char *memory = (char *)malloc(ALL); // not freed, so that each has pages of its own
        memset(memory, 1, ALL);
        cudaDeviceSynchronize();
        printf("%5zu KiB %d |", bytes >> 10, out_first);
        for (int i = 0; i < COPIES; i++) {
            bool out = (i + out_first) % 2;
            double at = host_time_us();
            copy(memory, bytes, out);
            printf(" %s %6.1f", out ? "out" : "in", host_time_us() - at);
        }
        printf("\n");
        cudaDeviceSynchronize();
    }
    return 0;
}
