// Partitioned hash join: the build side is partitioned on the device, then for every partition the
// probe side is streamed in from page-locked column chunks; match counts size the output.
#include "nullstream.cuh"
#include <cstdint>
#include <iostream>
#include <memory>
#include <numeric>
#include <sstream>
#include <vector>

namespace gpu {
inline void check(cudaError_t e, int line)
{
    if (e == cudaSuccess)
        return;
    std::ostringstream s;
    s << "CUDA error in line " << line << ": " << cudaGetErrorName(e);
    throw std::runtime_error(s.str());
}
struct FreeDevice {
    void operator()(void *p) const { cudaFree(p); }
};
struct FreePinned {
    void operator()(void *p) const { cudaFreeHost(p); }
};
template <class T> using device_ptr = std::unique_ptr<T[], FreeDevice>;
template <class T> using pinned_ptr = std::unique_ptr<T[], FreePinned>;
template <class T> device_ptr<T> device(size_t n)
{
    T *p = nullptr;
    check(cudaMalloc(&p, n * sizeof(T)), __LINE__);
    return device_ptr<T>(p);
}
template <class T> pinned_ptr<T> pinned(size_t n)
{
    T *p = nullptr;
    check(cudaMallocHost(&p, n * sizeof(T)), __LINE__);
    return pinned_ptr<T>(p);
}
} // namespace gpu
#define GPU(x) gpu::check((x), __LINE__)

using Key = uint64_t;
constexpr size_t kBuild = 4 << 20, kProbe = 16 << 20, kChunk = 2 << 20;
constexpr int kParts = 4;

#pragma nullstream kernel(histogram) bytes(8.0 * n) shared(4096) atomics(counts, kParts * 4)
__global__ void histogram(const Key *keys, unsigned *counts, size_t n)
{
    const size_t i = blockIdx.x * size_t(blockDim.x) + threadIdx.x;
    if (i < n)
        atomicAdd(&counts[keys[i] % kParts], 1u);
}
#pragma nullstream kernel(scatter) bytes(20.0 * n) reads(keys, n * 8) writes(parts, n * 8) reads(offsets, kParts * 4)
__global__ void scatter(const Key *keys, const unsigned *offsets, Key *parts, size_t n) {}
#pragma nullstream kernel(build) bytes(40.0 * n) reads(part, n * 8) atomics(table, slots * 8)
__global__ void build(const Key *part, Key *table, size_t n, size_t slots) {}
#pragma nullstream kernel(probe) bytes(24.0 * n) regs(40) reads(keys, n * 8) reads(table, slots * 8) atomics(matches, 4)
__global__ void probe(const Key *keys, const Key *table, unsigned *matches, size_t n, size_t slots) {}
#pragma nullstream kernel(materialize) bytes(16.0 * n) reads(keys, n * 8) reads(table, slots * 8) writes(out, n * 4)
__global__ void materialize(const Key *keys, const Key *table, uint32_t *out, size_t n, size_t slots) {}

int main()
try {
    auto build_host = std::vector<Key>(kBuild);
    std::iota(build_host.begin(), build_host.begin() + 1000, 1);
    auto probe_host = gpu::pinned<Key>(kProbe);
    auto keys = gpu::device<Key>(kBuild);
    auto parts = gpu::device<Key>(kBuild);
    auto counts = gpu::device<unsigned>(kParts);
    const size_t slots = kBuild / kParts * 2;
    auto table = gpu::device<Key>(slots);
    auto matches = gpu::device<unsigned>(kProbe / kChunk);
    auto matches_host = gpu::pinned<unsigned>(kProbe / kChunk);

    cudaStream_t s[2];
    cudaEvent_t built, probed[2];
    gpu::device_ptr<Key> chunk[2];
    for (int i = 0; i < 2; ++i) {
        GPU(cudaStreamCreateWithFlags(&s[i], cudaStreamNonBlocking));
        GPU(cudaEventCreateWithFlags(&probed[i], cudaEventDisableTiming));
        chunk[i] = gpu::device<Key>(kChunk);
    }
    GPU(cudaEventCreateWithFlags(&built, cudaEventDisableTiming));

    // build side: pageable, synchronous, default stream
    GPU(cudaMemcpy(keys.get(), build_host.data(), kBuild * sizeof(Key), cudaMemcpyHostToDevice));
    GPU(cudaMemset(counts.get(), 0, kParts * sizeof(unsigned)));
    histogram<<<(kBuild + 255) / 256, 256>>>(keys.get(), counts.get(), kBuild);
    unsigned counted[kParts];
    GPU(cudaMemcpy(counted, counts.get(), sizeof counted, cudaMemcpyDeviceToHost));
    scatter<<<2048, 256>>>(keys.get(), counts.get(), parts.get(), kBuild);
    GPU(cudaGetLastError());
    GPU(cudaDeviceSynchronize());

    const size_t part = kBuild / kParts;
    for (int p = 0; p < kParts; ++p) {
        for (auto &e : probed)
            GPU(cudaStreamWaitEvent(s[0], e, 0));
        GPU(cudaMemsetAsync(table.get(), 0, slots * sizeof(Key), s[0]));
        GPU(cudaMemsetAsync(matches.get(), 0, kProbe / kChunk * sizeof(unsigned), s[0]));
        build<<<(part + 255) / 256, 256, 0, s[0]>>>(parts.get() + p * part, table.get(), part, slots);
        GPU(cudaEventRecord(built, s[0]));
        GPU(cudaStreamWaitEvent(s[1], built, 0));
        std::vector<uint32_t *> results;
        for (size_t c = 0; c < kProbe / kChunk / kParts; ++c) {
            cudaStream_t q = s[c % 2];
            const size_t at = p * (kProbe / kChunk / kParts) + c;
            GPU(cudaMemcpyAsync(chunk[c % 2].get(), probe_host.get() + at * kChunk, kChunk * sizeof(Key),
                                cudaMemcpyHostToDevice, q));
            probe<<<kChunk / 512, 512, 0, q>>>(chunk[c % 2].get(), table.get(), matches.get() + at, kChunk, slots);
            GPU(cudaMemcpyAsync(matches_host.get() + at, matches.get() + at, sizeof(unsigned), cudaMemcpyDeviceToHost, q));
            GPU(cudaStreamSynchronize(q));
            uint32_t *out;
            GPU(cudaMallocAsync((void **)&out, kChunk * sizeof(uint32_t), q)); // as many as may match
            materialize<<<kChunk / 512, 512, 0, q>>>(chunk[c % 2].get(), table.get(), out, kChunk, slots);
            GPU(cudaFreeAsync(out, q));
        }
        for (int i = 0; i < 2; ++i)
            GPU(cudaEventRecord(probed[i], s[i]));
    }
    GPU(cudaDeviceSynchronize());
    std::cout << "joined " << kBuild << " with " << kProbe << " keys\n";
    return 0;
} catch (const std::exception &e) {
    std::cerr << e.what() << '\n';
    return 1;
}
