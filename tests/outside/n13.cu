// Out-of-core sort: runs of 48 MB are uploaded, sorted by several passes (ping-pong), written back;
// then pairs of runs are merged in pieces with both copy engines busy. Depth-first, two slots.
#include "nullstream.cuh"
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <vector>

constexpr size_t MiB = 1u << 20;
constexpr size_t RUN = 48 * MiB;
constexpr int RUNS = 8;
typedef uint32_t Key;

#pragma nullstream kernel(histogram) bytes(4.0 * n) flops(8.0 * n) reads(keys, n * 4) writes(counts, 256 * 4)
__global__ void histogram(const Key *keys, unsigned *counts, size_t n, int shift)
{
    __shared__ unsigned local[256];
    local[threadIdx.x] = 0;
    __syncthreads();
    for (size_t i = blockIdx.x * 256 + threadIdx.x; i < n; i += gridDim.x * 256)
        atomicAdd(&local[(keys[i] >> shift) & 255], 1u);
    __syncthreads();
    atomicAdd(&counts[threadIdx.x], local[threadIdx.x]);
}
#pragma nullstream kernel(scan) time(5us) reads(counts, 1024) writes(counts, 1024)
__global__ void scan(unsigned *counts) { spin_us(5); }
#pragma nullstream kernel(scatter) bytes(14.0 * n) flops(16.0 * n) reads(in, n * 4) reads(counts, 1024) writes(out, n * 4)
__global__ void scatter(const Key *in, Key *out, unsigned *counts, size_t n, int shift)
{
    for (size_t i = blockIdx.x * 512 + threadIdx.x; i < n; i += gridDim.x * 512)
        out[atomicAdd(&counts[(in[i] >> shift) & 255], 1u) % n] = in[i];
}
#pragma nullstream kernel(merge) bytes(16.0 * n) flops(40.0 * n) reads(a, n * 4) reads(b, n * 4) writes(out, 2 * n * 4)
__global__ void merge(const Key *a, const Key *b, Key *out, size_t n)
{
    size_t i = blockIdx.x * 256ul + threadIdx.x;
    if (i < n) {
        out[2 * i] = min(a[i], b[i]);
        out[2 * i + 1] = max(a[i], b[i]);
    }
}

struct Slot {
    Key *a, *b, *merged;
    unsigned *counts;
    cudaStream_t s;
};

int main()
{
    Key *data, *sorted;
    if (cudaMallocHost(&data, RUN * RUNS) != cudaSuccess || cudaMallocHost(&sorted, RUN * RUNS) != cudaSuccess)
        return 1;
    Slot slots[2];
    for (auto &slot : slots) {
        cudaMalloc(&slot.a, RUN);
        cudaMalloc(&slot.b, RUN);
        cudaMalloc(&slot.merged, RUN);
        cudaMalloc(&slot.counts, 1024);
        cudaStreamCreate(&slot.s);
    }
    const size_t n = RUN / sizeof(Key);
    for (int r = 0; r < RUNS; r++) {
        Slot &q = slots[r % 2];
        cudaMemcpyAsync(q.a, data + r * n, RUN, cudaMemcpyHostToDevice, q.s);
        Key *from = q.a, *to = q.b;
        for (int shift = 0; shift < 32; shift += 8) {
            cudaMemsetAsync(q.counts, 0, 1024, q.s);
            histogram<<<528, 256, 0, q.s>>>(from, q.counts, n, shift);
            scan<<<1, 256, 0, q.s>>>(q.counts);
            scatter<<<264, 512, 0, q.s>>>(from, to, q.counts, n, shift);
            std::swap(from, to);
        }
        cudaMemcpyAsync(data + r * n, from, RUN, cudaMemcpyDeviceToHost, q.s);
    }
    cudaDeviceSynchronize();

    // merge runs 2k and 2k+1 piecewise into sorted
    const size_t piece = n / 4;
    int turn = 0;
    for (int k = 0; k < RUNS / 2; k++)
        for (size_t at = 0; at < n; at += piece, turn++) {
            Slot &q = slots[turn & 1];
            size_t bytes = piece * sizeof(Key);
            cudaMemcpyAsync(q.a, data + 2 * k * n + at, bytes, cudaMemcpyHostToDevice, q.s);
            cudaMemcpyAsync(q.b, data + (2 * k + 1) * n + at, bytes, cudaMemcpyHostToDevice, q.s);
            merge<<<(unsigned)((piece + 255) / 256), 256, 0, q.s>>>(q.a, q.b, q.merged, piece);
            cudaMemcpyAsync(sorted + 2 * (k * n + at), q.merged, 2 * bytes, cudaMemcpyDeviceToHost, q.s);
        }
    for (auto &slot : slots)
        cudaStreamSynchronize(slot.s);
    printf("first %u\n", sorted[0]);
    return 0;
}
