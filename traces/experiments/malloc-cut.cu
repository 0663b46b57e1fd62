// What do cudaMalloc and cudaFree, with -D PINNED=1 cudaMallocHost and cudaFreeHost, take by size,
// in rounds of three allocations and three frees, and where memory of another size is kept
// meanwhile, or given back and taken by turns? Medians of the rounds behind the first two, us.
// Native only: addresses are looked at.
#include <algorithm>
#include <cuda_runtime.h>
#include <stdint.h>
#include <stdio.h>
#include <vector>

#include "nullstream.cuh"

#ifndef PINNED
#define PINNED 0
#endif

enum { ROUNDS = 14, EACH = 3 };
const size_t KIB = 1 << 10;

double median(std::vector<double> &v)
{
    std::sort(v.begin(), v.end());
    return v[v.size() / 2];
}

void allocate(void **p, size_t bytes)
{
    if (PINNED)
        cudaMallocHost(p, bytes);
    else
        cudaMalloc(p, bytes);
}

void release(void *p)
{
    if (PINNED)
        cudaFreeHost(p);
    else
        cudaFree(p);
}

double take(void **p, size_t bytes)
{
    double start = host_time_us();
    allocate(p, bytes);
    return host_time_us() - start;
}

double give(void *p)
{
    double start = host_time_us();
    release(p);
    return host_time_us() - start;
}

// `kept`: bytes of as many allocations that stay; `turns`: and that are given back and taken anew
// between the others' calls.
void row(size_t bytes, size_t kept, int count, bool turns)
{
    void *keep[8] = {0}, *p[EACH];
    std::vector<double> takes[EACH], gives[EACH];
    for (int i = 0; i < count; i++)
        allocate(&keep[i], kept);
    uintptr_t offset[EACH] = {0};
    for (int r = 0; r < ROUNDS; r++) {
        for (int i = 0; i < EACH; i++) {
            double us = take(&p[i], bytes);
            if (r > 1)
                takes[i].push_back(us);
            offset[i] = (uintptr_t)p[i] & ((2 << 20) - 1);
        }
        if (turns)
            for (int i = 0; i < count; i++)
                release(keep[i]);
        for (int i = 0; i < EACH; i++) {
            double us = give(p[i]);
            if (r > 1)
                gives[i].push_back(us);
        }
        if (turns)
            for (int i = 0; i < count; i++)
                allocate(&keep[i], kept);
    }
    for (int i = 0; i < count; i++)
        release(keep[i]);
    printf("%6.1f KiB, beside %d of %6.1f KiB%s: takes", bytes / 1024., count, kept / 1024.,
           turns ? " by turns" : "");
    for (int i = 0; i < EACH; i++)
        printf(" %6.1f", median(takes[i]));
    printf("  gives");
    for (int i = 0; i < EACH; i++)
        printf(" %6.1f", median(gives[i]));
    printf("  at");
    for (int i = 0; i < EACH; i++)
        printf(" %5zu", (size_t)offset[i] / 1024);
    printf(" KiB of 2 MiB\n");
}

int main()
{
    static const double kib[] = {4,        256,  512,  703.125, 1024, 1028, 1100,
                                 1171.875, 1280, 1536, 1792,    2044, 2048, 2052,
                                 2560,     3072, 4096, 5000,    8192, 9000, 16384};
    void *context;
    allocate(&context, 64 << 20);
    for (double size : kib)
        row((size_t)(size * KIB), 0, 0, false);
    printf("\n");
    static const double sizes[] = {703.125, 1100, 1171.875, 1280, 1536, 2048, 3072};
    for (double kept : {4., 256., 703.125, 1171.875})
        for (double size : sizes)
            row((size_t)(size * KIB), (size_t)(kept * KIB), 1, false);
    printf("\n");
    for (double kept : {703.125, 1171.875})
        for (double size : sizes)
            row((size_t)(size * KIB), (size_t)(kept * KIB), 3, false);
    printf("\n");
    for (double kept : {703.125, 1171.875})
        for (double size : sizes)
            row((size_t)(size * KIB), (size_t)(kept * KIB), 3, true);
    release(context);
    printf("\nnothing else taken\n");
    for (double size : kib)
        row((size_t)(size * KIB), 0, 0, false);
    return 0;
}
