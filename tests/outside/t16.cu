// A grace hash join: both tables are in ordinary memory, cut in partitions. One staging buffer of pinned memory
// a side, filled by memcpy; the build table is cleared for each partition; matches are counted and returned.
#include "nullstream.cuh"
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <tuple>
#include <vector>

struct Row {
    std::uint32_t key, payload;
};
static_assert(sizeof(Row) == 8);

constexpr std::uint32_t EMPTY = 0xffffffffu;

#pragma nullstream kernel(build) flops(6.0 * n) bytes(8.0 * n + 32.0 * n) reads(rows, 8 * n) atomics(table, 8 * slots)
__global__ void build(const Row *rows, std::uint32_t n, Row *table, std::uint32_t slots)
{
    for (std::uint32_t i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
        std::uint32_t at = rows[i].key * 2654435769u & (slots - 1);
        while (atomicCAS(&table[at].key, EMPTY, rows[i].key) != EMPTY)
            at = (at + 1) & (slots - 1);
        atomicExch(&table[at].payload, rows[i].payload);
    }
}

#pragma nullstream kernel(probe) flops(6.0 * n) bytes(40.0 * n) reads(rows, 8 * n) reads(table, 8 * slots) atomics(matches, 8)
__global__ void probe(const Row *rows, std::uint32_t n, const Row *table, std::uint32_t slots,
                      unsigned long long *matches)
{
    unsigned long long mine = 0;
    for (std::uint32_t i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        for (std::uint32_t at = rows[i].key * 2654435769u & (slots - 1); table[at].key != EMPTY;
             at = (at + 1) & (slots - 1))
            mine += table[at].key == rows[i].key;
    atomicAdd(matches, mine);
}

class Table {
    std::unique_ptr<Row[]> rows_;
    std::vector<std::pair<std::size_t, std::size_t>> parts_; // begin, count

  public:
    Table(std::size_t rows, int parts) : rows_(new Row[rows])
    {
        const std::size_t each = rows / parts;
        for (int p = 0; p < parts; p++) {
            std::size_t skew = p % 2 ? each / 8 : 0;
            parts_.emplace_back(p * each, each - skew);
        }
        rows_[0] = {7, 7};
    }
    auto part(int p) const
    {
        const auto &[begin, count] = parts_.at(p);
        return std::make_tuple(rows_.get() + begin, static_cast<std::uint32_t>(count));
    }
    int parts() const { return static_cast<int>(parts_.size()); }
};

int main(int argc, char *argv[])
{
    const int parts = argc > 1 ? atoi(argv[1]) : 6;
    const std::size_t small = 3 << 20, large = 6 << 20;
    Table inner(small, parts), outer(large, parts);
    const std::uint32_t slots = 1 << 20;

    Row *stage[2], *d_rows[2], *table;
    unsigned long long *matches, *found;
    cudaStream_t stream;
    cudaEvent_t copied[2];
    cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
    for (int side = 0; side < 2; side++) {
        const std::size_t bytes = (side ? large : small) / parts * sizeof(Row);
        cudaMallocHost(reinterpret_cast<void **>(&stage[side]), bytes);
        cudaMalloc(reinterpret_cast<void **>(&d_rows[side]), bytes);
        cudaEventCreateWithFlags(&copied[side], cudaEventDisableTiming);
        cudaEventRecord(copied[side], stream);
    }
    cudaMalloc(&table, slots * sizeof(Row));
    cudaMalloc(&matches, parts * sizeof *matches);
    cudaMallocHost(&found, parts * sizeof *found);
    cudaMemsetAsync(matches, 0, parts * sizeof *matches, stream);

    for (int p = 0; p < parts; p++) {
        cudaMemsetAsync(table, 0xff, slots * sizeof(Row), stream);
        std::uint32_t counts[2];
        for (int side = 0; side < 2; side++) {
            auto [rows, n] = (side ? outer : inner).part(p);
            cudaEventSynchronize(copied[side]); // the staging buffer can be written again
            std::memcpy(stage[side], rows, n * sizeof(Row));
            cudaMemcpyAsync(d_rows[side], stage[side], n * sizeof(Row), cudaMemcpyHostToDevice, stream);
            cudaEventRecord(copied[side], stream);
            counts[side] = n;
        }
        build<<<396, 256, 0, stream>>>(d_rows[0], counts[0], table, slots);
        probe<<<396, 256, 0, stream>>>(d_rows[1], counts[1], table, slots, matches + p);
    }
    cudaMemcpyAsync(found, matches, parts * sizeof *found, cudaMemcpyDeviceToHost, stream);
    cudaStreamSynchronize(stream);
    unsigned long long total = 0;
    for (int p = 0; p < parts; p++)
        total += found[p];
    std::printf("%d partitions, %llu matches\n", inner.parts(), total);
    return 0;
}
