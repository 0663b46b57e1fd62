// External sort: registered host memory is sorted chunk by chunk with a radix sort of four passes, double-buffered over two streams, then merged pairwise on the device.
#include <cuda_runtime.h>
#include <assert.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

enum { CHUNKS = 8, CHUNK = 3 << 18, PASSES = 4, RADIX = 256 };

#define LAUNCH(kernel, n, per, stream, ...) \
    kernel<<<(unsigned)(((n) + (per) - 1) / (per)), 256, 0, stream>>>(__VA_ARGS__)

#pragma nullstream kernel(radix_histogram) bytes(4.0 * n) flops(6.0 * n)
__global__ void radix_histogram(const uint32_t *keys, uint32_t *counts, size_t n, int shift)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) atomicAdd(&counts[(keys[i] >> shift) & 255], 1u);
}

#pragma nullstream kernel(radix_scan) time(4us)
__global__ void radix_scan(uint32_t *counts)
{
    __shared__ uint32_t t[RADIX];
    t[threadIdx.x] = counts[threadIdx.x];
    for (int d = 1; d < RADIX; d <<= 1) {
        __syncthreads();
        uint32_t v = threadIdx.x >= d ? t[threadIdx.x - d] : 0;
        __syncthreads();
        t[threadIdx.x] += v;
    }
    counts[threadIdx.x] = t[threadIdx.x];
}

#pragma nullstream kernel(radix_scatter) bytes(14.0 * n) flops(20.0 * n) regs(48) shared(9216)
__global__ void radix_scatter(const uint32_t *in, uint32_t *out, uint32_t *counts, size_t n, int shift)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[atomicSub(&counts[(in[i] >> shift) & 255], 1u) - 1] = in[i];
}

#pragma nullstream kernel(merge_path) bytes(8.0 * n) flops(24.0 * n)
__global__ void merge_path(const uint32_t *a, const uint32_t *b, uint32_t *out, size_t n)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = i & 1 ? a[i / 2] : b[i / 2];
}

int main(int argc, char **argv)
{
    const size_t bytes = CHUNK * sizeof(uint32_t);
    uint32_t *host = (uint32_t *)malloc(CHUNKS * bytes);
    assert(host);
    uint32_t x = argc > 1 ? (uint32_t)atoi(argv[1]) : 88172645u;
    for (size_t i = 0; i < CHUNKS * (size_t)CHUNK; i += 1024) {
        x ^= x << 13; x ^= x >> 17; x ^= x << 5;
        host[i] = x;
    }
    uint32_t *sorted, *merged, *tmp[2], *counts[2];
    cudaStream_t s[2];
    cudaEvent_t half[CHUNKS];
    cudaHostRegister(host, CHUNKS * bytes, cudaHostRegisterPortable);
    cudaMalloc((void **)&sorted, CHUNKS * bytes);
    cudaMalloc((void **)&merged, CHUNKS * bytes);
    for (int i = 0; i < 2; i++) {
        cudaMalloc((void **)&tmp[i], bytes);
        cudaMalloc((void **)&counts[i], RADIX * sizeof(uint32_t));
        cudaStreamCreate(&s[i]);
    }
    for (int i = 0; i < CHUNKS; i++) cudaEventCreateWithFlags(&half[i], cudaEventDisableTiming | cudaEventBlockingSync);

    for (int c = 0; c < CHUNKS; c++) {
        const int w = c % 2;
        uint32_t *mine = sorted + (size_t)c * CHUNK;
        cudaMemcpyAsync(mine, host + (size_t)c * CHUNK, bytes, cudaMemcpyHostToDevice, s[w]);
        for (int pass = 0; pass < PASSES; pass++) {
            uint32_t *from = pass & 1 ? tmp[w] : mine, *to = pass & 1 ? mine : tmp[w];
            cudaMemsetAsync(counts[w], 0, RADIX * sizeof(uint32_t), s[w]);
            LAUNCH(radix_histogram, CHUNK, 256, s[w], from, counts[w], (size_t)CHUNK, 8 * pass);
            radix_scan<<<1, RADIX, 0, s[w]>>>(counts[w]);
            LAUNCH(radix_scatter, CHUNK, 256, s[w], from, to, counts[w], (size_t)CHUNK, 8 * pass);
        }
        cudaEventRecord(half[c], s[w]);
    }
    uint32_t *src = sorted, *dst = merged;
    for (int width = 1; width < CHUNKS; width *= 2) {
        for (int c = 0; c < CHUNKS; c += 2 * width) {
            const int w = (c / (2 * width)) % 2;
            for (int k = 0; k < 2 * width; k++) cudaStreamWaitEvent(s[w], half[c + k], 0);
            LAUNCH(merge_path, 2 * (size_t)width * CHUNK, 256, s[w], src + (size_t)c * CHUNK,
                   src + (size_t)(c + width) * CHUNK, dst + (size_t)c * CHUNK, 2 * (size_t)width * CHUNK);
            for (int k = 0; k < 2 * width; k++) cudaEventRecord(half[c + k], s[w]);
        }
        uint32_t *t = src; src = dst; dst = t;
    }
    // the two halves go home in both streams
    cudaEventSynchronize(half[0]);
    for (int w = 0; w < 2; w++)
        cudaMemcpyAsync(host + (size_t)w * CHUNKS / 2 * CHUNK, src + (size_t)w * CHUNKS / 2 * CHUNK, CHUNKS / 2 * bytes,
                        cudaMemcpyDeviceToHost, s[w]);
    for (int w = 0; w < 2; w++) {
        cudaError_t e;
        while ((e = cudaStreamQuery(s[w])) == cudaErrorNotReady) {
        }
        if (e != cudaSuccess) {
            puts(cudaGetErrorString(e));
            return 1;
        }
    }
    cudaHostUnregister(host);
    free(host);
    puts("sorted");
    return 0;
}
