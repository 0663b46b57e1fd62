// Database: hash join. The build side is uploaded and hashed, then the probe side streams through in
// batches with double buffering; matches are counted, counts come back per batch.
#include "nullstream.cuh"
#include <array>
#include <cstdint>
#include <iostream>
#include <iomanip>
#include <memory>
#include <vector>

using key_t32 = uint32_t;
static constexpr uint32_t SLOTS = 1u << 21;

#pragma nullstream kernel(build_table) time(70us) reads(keys, n * 4) atomics(table, 4194304 * 2)
__global__ void build_table(const key_t32 *keys, uint32_t n, uint32_t *table)
{
    uint32_t i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    uint32_t slot = (keys[i] * 2654435761u) & (SLOTS - 1);
    while (atomicCAS(&table[slot], 0u, keys[i]) != 0u)
        slot = (slot + 1) & (SLOTS - 1);
}

#pragma nullstream kernel(probe) time(45us) reads(keys, n * 4) reads(table, 4194304 * 2) atomics(matches, 4)
__global__ void probe(const key_t32 *keys, uint32_t n, const uint32_t *table, uint32_t *matches)
{
    uint32_t i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    uint32_t slot = (keys[i] * 2654435761u) & (SLOTS - 1);
    while (table[slot] != 0) {
        if (table[slot] == keys[i]) {
            atomicAdd(matches, 1u);
            return;
        }
        slot = (slot + 1) & (SLOTS - 1);
    }
}

template <typename T> struct PinnedDeleter {
    void operator()(T *p) const { cudaFreeHost(p); }
};
template <typename T> struct DeviceDeleter {
    void operator()(T *p) const { cudaFree(p); }
};
template <typename T> using pinned = std::unique_ptr<T[], PinnedDeleter<T>>;
template <typename T> using device = std::unique_ptr<T, DeviceDeleter<T>>;

template <typename T> pinned<T> make_pinned(size_t n)
{
    T *p = nullptr;
    cudaMallocHost(&p, n * sizeof(T));
    return pinned<T>(p);
}
template <typename T> device<T> make_device(size_t n)
{
    T *p = nullptr;
    cudaMalloc(&p, n * sizeof(T));
    return device<T>(p);
}

int main()
{
    const uint32_t build_rows = 1u << 20, batch = 1u << 20;
    const int batches = 9;
    std::vector<key_t32> build(build_rows);
    for (uint32_t i = 0; i < build_rows; ++i)
        build[i] = 2 * i + 1;
    auto probe_keys = make_pinned<key_t32>(size_t(batch) * batches);
    for (size_t i = 0; i < size_t(batch) * batches; i++)
        probe_keys[i] = key_t32(i % (4 * build_rows)) + 1;
    auto counts = make_pinned<uint32_t>(batches);

    auto d_build = make_device<key_t32>(build_rows);
    auto d_table = make_device<uint32_t>(SLOTS);
    auto d_counts = make_device<uint32_t>(batches);
    std::array<device<key_t32>, 2> d_batch{make_device<key_t32>(batch), make_device<key_t32>(batch)};
    std::array<cudaStream_t, 2> streams;
    for (auto &s : streams)
        cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking);
    cudaEvent_t built;
    cudaEventCreateWithFlags(&built, cudaEventDisableTiming);

    cudaMemsetAsync(d_table.get(), 0, SLOTS * sizeof(uint32_t), streams[0]);
    cudaMemsetAsync(d_counts.get(), 0, batches * sizeof(uint32_t), streams[0]);
    cudaMemcpyAsync(d_build.get(), build.data(), build_rows * sizeof(key_t32), cudaMemcpyHostToDevice, streams[0]);
    build_table<<<build_rows / 256, 256, 0, streams[0]>>>(d_build.get(), build_rows, d_table.get());
    cudaEventRecord(built, streams[0]);
    cudaStreamWaitEvent(streams[1], built);

    for (int b = 0; b < batches; ++b) {
        auto &s = streams[b & 1];
        cudaMemcpyAsync(d_batch[b & 1].get(), probe_keys.get() + size_t(b) * batch, batch * sizeof(key_t32),
                        cudaMemcpyHostToDevice, s);
        probe<<<(batch + 255) / 256, 256, 0, s>>>(d_batch[b & 1].get(), batch, d_table.get(), d_counts.get() + b);
        cudaMemcpyAsync(&counts[b], d_counts.get() + b, sizeof(uint32_t), cudaMemcpyDeviceToHost, s);
    }
    uint64_t total = 0;
    for (auto &s : streams)
        cudaStreamSynchronize(s);
    for (int b = 0; b < batches; ++b)
        total += counts[b];
    std::cout << "matches: " << std::setw(12) << total << std::endl;
    for (auto &s : streams)
        cudaStreamDestroy(s);
    cudaEventDestroy(built);
    return 0;
}
