#include "gpu/cuda_gate.h"

#include <string.h>

enum { ROUNDS = 32 };

#define MOST_NS ((long long)DEVICE_BLOCK_MOST)

static __device__ __forceinline__ unsigned long long global_ns()
{
    unsigned long long t;
    asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(t));
    return t;
}

/* A load from the host's memory takes the better part of a microsecond, which bounds the turns. */
static __device__ __forceinline__ bool wait_for(const volatile unsigned int *value,
                                                unsigned int least, unsigned long long from,
                                                long long most)
{
    for (int turn = 0; turn < 100000000; turn++) {
        if (*value >= least)
            return true;
        if ((long long)(global_ns() - from) >= most)
            return false;
    }
    return false;
}

static __global__ void wait_for_host(const volatile unsigned int *opened, unsigned int least,
                                     long long most, struct device_stamp *stamp)
{
    const unsigned long long start = global_ns();
    wait_for(opened, least, start, most);
    if (stamp) {
        unsigned int sm;
        asm volatile("mov.u32 %0, %%smid;" : "=r"(sm));
        stamp->sm = sm;
        stamp->start = start;
        stamp->end = global_ns();
    }
}

static __global__ void read_clock(const volatile unsigned int *asked, volatile uint64_t *read)
{
    const unsigned long long start = global_ns();
    for (unsigned int round = 0; round < ROUNDS; round++) {
        if (!wait_for(asked, round + 1, start, MOST_NS))
            return;
        read[round] = global_ns();
        __threadfence_system();
    }
}

static cudaError_t make_memory(struct cuda_gate *gate)
{
    if (gate->memory)
        return cudaSuccess;
    const size_t line = 256, bytes = DEVICE_CHUNK;
    static_assert(2 * 256 + ROUNDS * sizeof(uint64_t) <= DEVICE_CHUNK, "all has room in it");
    cudaError_t error = cudaHostAlloc(&gate->memory, bytes, cudaHostAllocMapped);
    if (error != cudaSuccess)
        return error;
    memset(gate->memory, 0, bytes);
    gate->opened = (volatile uint32_t *)gate->memory;
    gate->asked = (volatile uint32_t *)((char *)gate->memory + line);
    gate->read = (volatile uint64_t *)((char *)gate->memory + 2 * line);
    return cudaSuccess;
}

extern "C" cudaError_t cuda_gate_prepare(struct cuda_gate *gate, int *blocks)
{
    cudaError_t error = make_memory(gate);
    if (error != cudaSuccess)
        return error;
    return cudaOccupancyMaxActiveBlocksPerMultiprocessor(blocks, (const void *)wait_for_host, 1, 0);
}

extern "C" cudaError_t cuda_gate_launch(struct cuda_gate *gate, const struct device_launch *launch,
                                        cudaStream_t stream)
{
    const volatile uint32_t *opened = gate->opened;
    uint32_t least = ++gate->closed;
    long long most = launch->block_ns < MOST_NS ? launch->block_ns : MOST_NS;
    struct device_stamp *stamp = launch->stamp_count ? launch->stamps : NULL;
    void *arguments[] = {&opened, &least, &most, &stamp};
    return cudaLaunchKernel((const void *)wait_for_host, dim3(1), dim3(1), arguments, 0, stream);
}

extern "C" void cuda_gate_open(struct cuda_gate *gate)
{
    if (gate->memory)
        *gate->opened = gate->closed;
}

extern "C" cudaError_t cuda_gate_clocks(struct cuda_gate *gate, int64_t (*now)(void), int64_t *host,
                                        int64_t *own, int64_t *apart)
{
    cudaError_t error = make_memory(gate);
    if (error != cudaSuccess)
        return error;
    *gate->asked = 0;
    for (int round = 0; round < ROUNDS; round++)
        gate->read[round] = 0;
    const volatile uint32_t *asked = gate->asked;
    volatile uint64_t *read = gate->read;
    void *arguments[] = {&asked, &read};
    error = cudaLaunchKernel((const void *)read_clock, dim3(1), dim3(1), arguments, 0, NULL);
    const int64_t begin = now();
    *apart = INT64_MAX;
    for (uint32_t round = 0; error == cudaSuccess && round < ROUNDS; round++) {
        const int64_t from = now();
        *gate->asked = round + 1;
        while (gate->read[round] == 0 && now() - begin < MOST_NS)
            ;
        const int64_t to = now();
        if (gate->read[round] == 0)
            break;
        if ((to - from) / 2 < *apart) {
            *apart = (to - from) / 2;
            *host = from + (to - from) / 2;
            *own = (int64_t)gate->read[round];
        }
    }
    cudaError_t end = cudaDeviceSynchronize();
    if (error == cudaSuccess)
        error = end;
    return error == cudaSuccess && *apart == INT64_MAX ? cudaErrorLaunchTimeout : error;
}

extern "C" void cuda_gate_release(struct cuda_gate *gate)
{
    if (gate->memory)
        cudaFreeHost(gate->memory);
    gate->memory = NULL;
}
