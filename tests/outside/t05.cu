// LSD radix sort of several batches of keys. Temporary storage is taken from the stream-ordered pool for
// every sort; a batch's answer (its median key) is read back while the next batch is sorted.
#include "nullstream.cuh"
#include <cstdint>
#include <cstdio>
#include <vector>

static constexpr int RADIX_BITS = 8;
static constexpr int BUCKETS = 1 << RADIX_BITS;

#define CHECK(x) check((x), #x, __LINE__)
static void check(cudaError_t e, const char *what, int line)
{
    if (e != cudaSuccess) {
        std::fprintf(stderr, "line %d: %s failed: %s\n", line, what, cudaGetErrorName(e));
        std::exit(2);
    }
}

#pragma nullstream kernel(generate) flops(8.0 * n) bytes(4.0 * n) writes(keys, 4 * n)
__global__ void generate(uint32_t *keys, uint32_t n, uint32_t seed)
{
    for (uint32_t i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
        uint32_t v = (i + 1) * 2654435761u ^ seed;
        v ^= v >> 15;
        keys[i] = v * 2246822519u;
    }
}

#pragma nullstream kernel(count) flops(3.0 * n) bytes(4.0 * n) reads(keys, 4 * n) atomics(counts, 4 * BUCKETS)
__global__ void count(const uint32_t *keys, uint32_t *counts, uint32_t n, int shift)
{
    __shared__ uint32_t local[BUCKETS];
    local[threadIdx.x] = 0;
    __syncthreads();
    for (uint32_t i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        atomicAdd(&local[(keys[i] >> shift) & (BUCKETS - 1)], 1u);
    __syncthreads();
    atomicAdd(&counts[threadIdx.x], local[threadIdx.x]);
}

#pragma nullstream kernel(exclusive_scan) time(4us) reads(counts, 4 * BUCKETS) writes(counts, 4 * BUCKETS)
__global__ void exclusive_scan(uint32_t *counts)
{
    __shared__ uint32_t t[BUCKETS];
    int i = threadIdx.x;
    uint32_t mine = t[i] = counts[i];
    __syncthreads();
    for (int d = 1; d < BUCKETS; d *= 2) {
        uint32_t v = i >= d ? t[i - d] : 0;
        __syncthreads();
        t[i] += v;
        __syncthreads();
    }
    counts[i] = t[i] - mine;
}

#pragma nullstream kernel(scatter) flops(12.0 * n) bytes(14.0 * n) reads(in, 4 * n) writes(out, 4 * n) atomics(offsets, 4 * BUCKETS)
__global__ void scatter(const uint32_t *in, uint32_t *out, uint32_t *offsets, uint32_t n, int shift)
{
    for (uint32_t i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
        uint32_t key = in[i];
        out[atomicAdd(&offsets[(key >> shift) & (BUCKETS - 1)], 1u)] = key;
    }
}

static void sort(uint32_t *keys, uint32_t n, cudaStream_t stream)
{
    uint32_t *other, *counts;
    CHECK(cudaMallocAsync(&other, n * sizeof(uint32_t), stream));
    CHECK(cudaMallocAsync(&counts, BUCKETS * sizeof(uint32_t), stream));
    for (int shift = 0; shift < 32; shift += RADIX_BITS) {
        CHECK(cudaMemsetAsync(counts, 0, BUCKETS * sizeof(uint32_t), stream));
        count<<<264, BUCKETS, 0, stream>>>(keys, counts, n, shift);
        exclusive_scan<<<1, BUCKETS, 0, stream>>>(counts);
        scatter<<<264, 256, 0, stream>>>(keys, other, counts, n, shift);
        std::swap(keys, other);
    }
    CHECK(cudaGetLastError());
    // four passes: the keys are back where they were
    CHECK(cudaFreeAsync(other, stream));
    CHECK(cudaFreeAsync(counts, stream));
}

int main()
{
    const std::vector<uint32_t> batches = {1u << 22, 3u << 20, 1u << 20, 5u << 20, 1u << 22, 1u << 18};
    cudaMemPool_t pool;
    CHECK(cudaDeviceGetDefaultMemPool(&pool, 0));
    uint64_t keep = UINT64_MAX;
    CHECK(cudaMemPoolSetAttribute(pool, cudaMemPoolAttrReleaseThreshold, &keep));
    cudaStream_t streams[2];
    for (auto &s : streams)
        CHECK(cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking));
    uint32_t *medians;
    CHECK(cudaHostAlloc((void **)&medians, batches.size() * sizeof(uint32_t), cudaHostAllocPortable));

    for (size_t b = 0; b < batches.size(); ++b) {
        cudaStream_t s = streams[b & 1];
        uint32_t *keys;
        CHECK(cudaMallocAsync((void **)&keys, batches[b] * sizeof(uint32_t), s));
        generate<<<528, 256, 0, s>>>(keys, batches[b], (uint32_t)b * 77u);
        sort(keys, batches[b], s);
        CHECK(cudaMemcpyAsync(&medians[b], keys + batches[b] / 2, sizeof(uint32_t), cudaMemcpyDeviceToHost, s));
        CHECK(cudaFreeAsync(keys, s));
    }
    for (auto s : streams)
        CHECK(cudaStreamSynchronize(s));
    for (size_t b = 0; b < batches.size(); ++b)
        std::printf("%8u keys, median %u\n", batches[b], medians[b]);
    for (auto s : streams)
        CHECK(cudaStreamDestroy(s));
    CHECK(cudaMemPoolTrimTo(pool, 0));
    CHECK(cudaFreeHost(medians));
}
