// What do copies from and to the same pageable memory in turn take the host, by size? Native only.
// As they come in a program (filled once by a memset of 32 MiB) and as the executor prepared a run
// once (the range filled by stores, other 8 MiB stored to drive it out of the core's cache), alone
// and with a kernel before and a copy on the device between, in two streams. Prints us of each
// call, medians of nine runs: in, out, in, out, ...
#include <algorithm>
#include <cuda_runtime.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <vector>

#include "nullstream.cuh"

const size_t KIB = 1024, MIB = 1 << 20;
const int ROUNDS = 5, RUNS = 9;

__global__ void k(double us)
{
    spin_us(us);
}

static void store(char *at, size_t bytes)
{
    for (size_t i = 0; i < bytes; i += 8)
        *(volatile unsigned long long *)(at + i) = i;
}

static unsigned long long load(const char *at, size_t bytes)
{
    unsigned long long sum = 0;
    for (size_t i = 0; i < bytes; i += 64)
        sum += *(volatile const unsigned long long *)(at + i);
    return sum;
}

enum { FILLED, PREPARED, STORED, LOADED, PREPARATIONS };
const char *const names[] = {"memset of all", "as prepared", "stored", "read"};

int main()
{
    cudaStream_t s, t;
    char *pageable, *device, *other, *driven;
    cudaSetDeviceFlags(cudaDeviceScheduleSpin);
    cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking);
    cudaStreamCreateWithFlags(&t, cudaStreamNonBlocking);
    cudaMalloc(&device, 32 * MIB);
    cudaMalloc(&other, 32 * MIB);
    pageable = (char *)malloc(32 * MIB);
    driven = (char *)malloc(8 * MIB);
    store(driven, 8 * MIB);
    memset(pageable, 1, 32 * MIB);
    const size_t sizes[][2] = {{256 * KIB, 256 * KIB},   {512 * KIB, 512 * KIB},
                               {1024 * KIB, 1024 * KIB}, {1747 * KIB, 1681 * KIB},
                               {4096 * KIB, 4096 * KIB}, {8192 * KIB, 8192 * KIB}};
    for (int how = 0; how < 3; how++)
        for (int prepare = 0; prepare < PREPARATIONS; prepare++)
            for (auto &size : sizes) {
                std::vector<double> in[ROUNDS], out[ROUNDS];
                for (int run = 0; run < RUNS; run++) {
                    if (prepare == FILLED)
                        memset(pageable, run, 32 * MIB);
                    else if (prepare == LOADED)
                        load(pageable, size[0]);
                    else
                        store(pageable, size[0]);
                    if (prepare == PREPARED)
                        store(driven, 8 * MIB);
                    cudaDeviceSynchronize();
                    for (int round = 0; round < ROUNDS; round++) {
                        if (how == 1)
                            k<<<24, 256, 0, s>>>(21);
                        double at = host_time_us();
                        cudaMemcpyAsync(device, pageable, size[0], cudaMemcpyHostToDevice, t);
                        in[round].push_back(host_time_us() - at);
                        if (how == 1)
                            cudaMemcpyAsync(other, device, 517 * KIB, cudaMemcpyDeviceToDevice, s);
                        at = host_time_us();
                        if (how == 2) // elsewhere
                            cudaMemcpyAsync(pageable + 16 * MIB, device, size[1],
                                            cudaMemcpyDeviceToHost, s);
                        else
                            cudaMemcpyAsync(pageable, device, size[1], cudaMemcpyDeviceToHost, s);
                        out[round].push_back(host_time_us() - at);
                    }
                    cudaDeviceSynchronize();
                }
                printf("%-22s %-14s %5zu KiB",
                       how == 2 ? "out elsewhere"
                       : how    ? "with work"
                                : "copies only",
                       names[prepare], size[0] / KIB);
                for (int round = 0; round < ROUNDS; round++) {
                    std::sort(in[round].begin(), in[round].end());
                    std::sort(out[round].begin(), out[round].end());
                    printf("  in %6.1f out %6.1f", in[round][RUNS / 2], out[round][RUNS / 2]);
                }
                printf("\n");
            }
    return 0;
}
