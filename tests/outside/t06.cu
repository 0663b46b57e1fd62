// Histogram equalization of a stack of slices in managed memory. Slices are prefetched ahead of the
// kernel that needs them, and results are prefetched back to the host, each by a stream of its own.
#include "nullstream.cuh"
#include <cstdio>
#include <nvtx3/nvToolsExt.h>
#include <cstring>

using pixel = unsigned char;
enum { WIDTH = 2048, HEIGHT = 1536, SLICES = 8, AHEAD = 2, LEVELS = 256 };

#pragma nullstream kernel(histogram) bytes(1.0 * n) flops(1.0 * n) reads(in, n) atomics(bins, LEVELS * 4)
__global__ void histogram(const pixel *in, unsigned *bins, int n)
{
    __shared__ unsigned local[LEVELS];
    local[threadIdx.x] = 0;
    __syncthreads();
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        atomicAdd(&local[in[i]], 1u);
    __syncthreads();
    atomicAdd(&bins[threadIdx.x], local[threadIdx.x]);
}

#pragma nullstream kernel(cumulate) time(3500ns) reads(bins, LEVELS * 4) writes(table, LEVELS)
__global__ void cumulate(const unsigned *bins, pixel *table, int n)
{
    unsigned below = 0;
    for (int i = 0; i <= (int)threadIdx.x; i++)
        below += bins[i];
    table[threadIdx.x] = (pixel)(255.0f * (float)below / (float)n);
}

#pragma nullstream kernel(map_levels) bytes(2.0 * n) flops(1.0 * n) reads(in, n) reads(table, LEVELS) writes(out, n)
__global__ void map_levels(const pixel *in, const pixel *table, pixel *out, int n)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        out[i] = table[in[i]];
}

#pragma nullstream host(scan_slice) time(200us)
void scan_slice(pixel *slice, int which) { slice[0] = (pixel)which; }

static void prefetch(const void *p, size_t bytes, int to, cudaStream_t s)
{
#if CUDART_VERSION >= 13000
    cudaMemLocation where = {};
    where.type = to == cudaCpuDeviceId ? cudaMemLocationTypeHost : cudaMemLocationTypeDevice;
    where.id = to == cudaCpuDeviceId ? 0 : to;
    cudaMemPrefetchAsync(p, bytes, where, 0, s);
#else
    cudaMemPrefetchAsync(p, bytes, to, s);
#endif
}

int main()
{
    const int n = WIDTH * HEIGHT;
    int device = 0;
    cudaGetDevice(&device);
    pixel *in[SLICES], *out[SLICES], *table;
    unsigned *bins;
    cudaStream_t fetch, work, back;
    cudaEvent_t here[SLICES], ready[SLICES];
    cudaStreamCreateWithFlags(&fetch, cudaStreamNonBlocking);
    cudaStreamCreateWithFlags(&work, cudaStreamNonBlocking);
    cudaStreamCreateWithFlags(&back, cudaStreamNonBlocking);
    cudaMalloc(&bins, LEVELS * sizeof *bins);
    cudaMalloc(&table, LEVELS);
    for (int s = 0; s < SLICES; s++) {
        cudaMallocManaged(&in[s], n);
        cudaMallocManaged(&out[s], n, cudaMemAttachGlobal);
        cudaEventCreateWithFlags(&here[s], cudaEventDisableTiming);
        cudaEventCreateWithFlags(&ready[s], cudaEventDisableTiming);
        memset(in[s], s, n);
        prefetch(out[s], n, device, work);
    }
    cudaStreamSynchronize(work);
    nvtxRangePushA("nullstream");
    for (int s = 0; s < SLICES + AHEAD; s++) {
        if (s < SLICES) {
            scan_slice(in[s], s);
            prefetch(in[s], n, device, fetch);
            cudaEventRecord(here[s], fetch);
        }
        const int now = s - AHEAD;
        if (now < 0)
            continue;
        cudaStreamWaitEvent(work, here[now], 0);
        cudaMemsetAsync(bins, 0, LEVELS * sizeof *bins, work);
        histogram<<<264, LEVELS, 0, work>>>(in[now], bins, n);
        cumulate<<<1, LEVELS, 0, work>>>(bins, table, n);
        map_levels<<<528, 256, 0, work>>>(in[now], table, out[now], n);
        cudaEventRecord(ready[now], work);
        cudaStreamWaitEvent(back, ready[now], 0);
        prefetch(out[now], n, cudaCpuDeviceId, back);
    }
    cudaStreamSynchronize(back);
    nvtxRangePop();
    unsigned long long sum = 0;
    for (int s = 0; s < SLICES; s++)
        sum += out[s][s];
    printf("checksum %llu\n", sum);
    for (int s = 0; s < SLICES; s++) {
        cudaFree(in[s]);
        cudaFree(out[s]);
    }
    cudaFree(bins);
    cudaFree(table);
    return 0;
}
