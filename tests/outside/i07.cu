// Out-of-core hash join: partitions of the build side go into a hash table (cleared by cudaMemsetAsync), partitions of the probe side
// stream through it. Both tables live in ordinary (pageable) host memory; only the match counts come back through pinned memory.
#include <cuda_runtime.h>
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <memory>
#include <vector>

using Key = std::uint32_t;
struct Row { // the key counts from 7 times the row's number
    Key key;
    std::uint32_t payload;
};
constexpr Key Empty = 0xffffffffu;
constexpr std::size_t BuildRows = 1u << 19, ProbeRows = 1u << 20, Slots = BuildRows * 2;
constexpr int Partitions = 5;

__device__ __forceinline__ std::uint32_t hash(Key k) { return (k * 2654435761u) >> 12 & (Slots - 1); }

// Random accesses: a sector of 32 bytes for each probe of a slot, 1.5 of them.
#pragma nullstream kernel(build) flops(10.0 * n) bytes((8.0 + 1.5 * 32 + 32) * n) regs(20) reads(rows, n * 8) reads(keys, Slots * 4) writes(keys, Slots * 4) writes(values, Slots * 4)
__global__ void build(const Row *rows, Key *keys, std::uint32_t *values, std::size_t n)
{
    std::size_t i = blockIdx.x * (std::size_t)blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    Row r = rows[i];
    r.key += (Key)i * 7 + 1;
    std::uint32_t at = hash(r.key);
    for (int tries = 0; tries < 64; tries++) {
        Key old = atomicCAS(&keys[at], Empty, r.key);
        if (old == Empty || old == r.key) {
            values[at] = r.payload;
            return;
        }
        at = (at + 1) & (Slots - 1);
    }
}

#pragma nullstream kernel(probe) flops(10.0 * n) bytes((8.0 + 2.5 * 32) * n) regs(20) reads(rows, n * 8) reads(keys, Slots * 4) reads(values, Slots * 4) reads(stats, 16) writes(stats, 16)
__global__ void probe(const Row *rows, const Key *keys, const std::uint32_t *values, unsigned long long *stats, std::size_t n)
{
    std::size_t i = blockIdx.x * (std::size_t)blockDim.x + threadIdx.x;
    unsigned int found = 0, sum = 0;
    if (i < n) {
        Row r = rows[i];
        r.key += (Key)i * 7 + 1;
        std::uint32_t at = hash(r.key);
        for (int tries = 0; tries < 64; tries++) {
            Key k = keys[at];
            if (k == r.key) {
                found = 1;
                sum = values[at] ^ r.payload;
                break;
            }
            if (k == Empty)
                break;
            at = (at + 1) & (Slots - 1);
        }
    }
    __shared__ unsigned int total;
    if (threadIdx.x == 0)
        total = 0;
    int all = __syncthreads_count(found);
    for (int lane = 16; lane; lane /= 2)
        sum += __shfl_down_sync(~0u, sum, lane);
    if (threadIdx.x % 32 == 0)
        atomicAdd(&total, sum);
    __syncthreads();
    if (threadIdx.x == 0 && all) {
        atomicAdd(&stats[0], (unsigned long long)all);
        atomicAdd(&stats[1], (unsigned long long)total);
    }
}

template <class T> struct DeviceBuffer {
    T *p = nullptr;
    std::size_t n;
    explicit DeviceBuffer(std::size_t count) : n(count) { cudaMalloc((void **)&p, n * sizeof(T)); }
    ~DeviceBuffer() { cudaFree(p); }
    DeviceBuffer(DeviceBuffer const &) = delete;
    void fill(int byte, cudaStream_t s) { cudaMemsetAsync(p, byte, n * sizeof(T), s); }
    operator T *() const { return p; }
};

int main()
{
    std::vector<Row> left(BuildRows * Partitions), right(ProbeRows * Partitions);
    for (std::size_t i = 0; i < left.size(); i += 16)
        left[i] = Row{static_cast<Key>(i % 3), static_cast<std::uint32_t>(i)};
    for (std::size_t i = 0; i < right.size(); i += 16)
        right[i] = Row{static_cast<Key>(i % 5), static_cast<std::uint32_t>(i * 3)};

    DeviceBuffer<Row> build_rows(BuildRows);
    std::unique_ptr<DeviceBuffer<Row>> probe_rows[2];
    for (auto &b : probe_rows)
        b = std::make_unique<DeviceBuffer<Row>>(ProbeRows / 4);
    DeviceBuffer<Key> keys(Slots);
    DeviceBuffer<std::uint32_t> values(Slots);
    DeviceBuffer<unsigned long long> stats(2 * Partitions);
    unsigned long long *totals;
    cudaMallocHost((void **)&totals, 2 * Partitions * sizeof *totals);
    cudaStream_t table, stream[2];
    cudaEvent_t built, probed[2];
    cudaStreamCreate(&table);
    for (int i = 0; i < 2; i++) {
        cudaStreamCreate(&stream[i]);
        cudaEventCreateWithFlags(&probed[i], cudaEventDisableTiming);
    }
    cudaEventCreateWithFlags(&built, cudaEventDisableTiming);
    stats.fill(0, table);
    for (int p = 0; p < Partitions; p++) {
        keys.fill(0xff, table);
        values.fill(0, table);
        cudaMemcpyAsync(build_rows, &left[p * BuildRows], BuildRows * sizeof(Row), cudaMemcpyHostToDevice, table);
        build<<<(BuildRows + 255) / 256, 256, 0, table>>>(build_rows, keys, values, BuildRows);
        cudaEventRecord(built, table);
        for (auto s : stream)
            cudaStreamWaitEvent(s, built, 0);
        for (int part = 0; part < 4; part++) {
            cudaStream_t s = stream[part % 2];
            Row *rows = *probe_rows[part % 2];
            std::size_t n = ProbeRows / 4;
            cudaMemcpyAsync(rows, right.data() + p * ProbeRows + part * n, n * sizeof(Row), cudaMemcpyHostToDevice, s);
            probe<<<(unsigned)((n + 255) / 256), 256, 0, s>>>(rows, keys, values, stats.p + 2 * p, n);
        }
        for (int i = 0; i < 2; i++) {
            cudaEventRecord(probed[i], stream[i]);
            cudaStreamWaitEvent(table, probed[i], 0);
        }
    }
    cudaMemcpyAsync(totals, stats, stats.n * sizeof *totals, cudaMemcpyDeviceToHost, table);
    cudaStreamSynchronize(table);
    for (int p = 0; p < Partitions; p++)
        std::printf("partition %d: %llu matches\n", p, totals[2 * p]);
    cudaFreeHost(totals);
    return 0;
}
