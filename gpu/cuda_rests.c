#include "gpu/cuda_rests.h"

#include "gpu/device.h"

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

enum { LEAST = 4 << 10 };

/* A chunk begins at a multiple of its size; what lies there has a new one. */
static bool is_new(const void *memory)
{
    return (uintptr_t)memory % DEVICE_CHUNK == 0;
}

static cudaError_t take(bool host, size_t bytes, void **memory)
{
    return host ? cudaHostAlloc(memory, bytes, cudaHostAllocDefault) : cudaMalloc(memory, bytes);
}

static void give(bool host, void *memory)
{
    if (host)
        cudaFreeHost(memory);
    else
        cudaFree(memory);
}

/* Half by half: what a piece of a size finds no room for, smaller ones may. */
static cudaError_t fill(bool host, struct cuda_rests_side *side)
{
    const size_t most = sizeof side->memory / sizeof *side->memory;
    for (size_t bytes = DEVICE_CHUNK / 2; bytes >= LEAST && side->count < most;) {
        void *memory;
        cudaError_t error = take(host, bytes, &memory);
        if (error != cudaSuccess)
            return error;
        if (is_new(memory)) {
            give(host, memory);
            bytes /= 2;
        } else {
            side->memory[side->count++] = memory;
        }
    }
    return cudaSuccess;
}

cudaError_t cuda_rests_fill(struct cuda_rests *rests)
{
    cudaError_t error = fill(false, &rests->sides[0]);
    return error == cudaSuccess ? fill(true, &rests->sides[1]) : error;
}

void cuda_rests_release(struct cuda_rests *rests)
{
    for (int host = 0; host < 2; host++)
        for (size_t i = 0; i < rests->sides[host].count; i++)
            give(host, rests->sides[host].memory[i]);
    memset(rests, 0, sizeof *rests);
}
