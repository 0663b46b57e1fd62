#include "gpu/cuda_rests.h"

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

enum { CHUNK = 2 << 20, LEAST = 4 << 10 };

/* A chunk begins at a multiple of its size; what lies there has a new one. */
static bool is_new(const void *memory)
{
    return (uintptr_t)memory % CHUNK == 0;
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
static cudaError_t fill(bool host, void **kept, size_t *count, size_t most)
{
    for (size_t bytes = CHUNK / 2; bytes >= LEAST;) {
        void *memory;
        cudaError_t error = *count < most ? take(host, bytes, &memory) : cudaSuccess;
        if (*count == most || error != cudaSuccess)
            return error;
        if (is_new(memory)) {
            give(host, memory);
            bytes /= 2;
        } else {
            kept[(*count)++] = memory;
        }
    }
    return cudaSuccess;
}

cudaError_t cuda_rests_fill(struct cuda_rests *rests)
{
    const size_t most = sizeof rests->device / sizeof *rests->device;
    cudaError_t error = fill(false, rests->device, &rests->device_count, most);
    return error == cudaSuccess ? fill(true, rests->host, &rests->host_count, most) : error;
}

void cuda_rests_release(struct cuda_rests *rests)
{
    for (size_t i = 0; i < rests->device_count; i++)
        give(false, rests->device[i]);
    for (size_t i = 0; i < rests->host_count; i++)
        give(true, rests->host[i]);
    memset(rests, 0, sizeof *rests);
}
