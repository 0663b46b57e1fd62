// Hash join of two tables, probed partition by partition; every partition has its stream.
#include <cuda_runtime.h>
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <vector>
#include <memory>

namespace db {
struct Row { std::int32_t key, payload; };

#pragma nullstream kernel(build_table) time(60us) reads(rows, n * 8) writes(slots, 2 * n * 8)
__global__ void build_table(const Row *rows, Row *slots, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        slots[(rows[i].key * 2654435761u) % (2 * n)] = rows[i];
}

#pragma nullstream kernel(probe) bytes(40.0 * n) reads(rows, n * 8) reads(slots, 2 * built * 8) writes(matches, n * 8)
__global__ void probe(const Row *rows, const Row *slots, Row *matches, int n, int built)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        Row s = slots[(rows[i].key * 2654435761u) % (2 * built)];
        matches[i] = s.key == rows[i].key ? s : Row{-1, -1};
    }
}

#pragma nullstream kernel(aggregate) time(40us) reads(matches, n * 8) writes(total, 8)
__global__ void aggregate(const Row *matches, unsigned long long *total, int n)
{
    unsigned long long sum = 0;
    for (int i = threadIdx.x; i < n; i += blockDim.x)
        sum += matches[i].payload;
    atomicAdd(total, sum);
}

class Partition {
  public:
    Partition(int rows) : n(rows)
    {
        cudaStreamCreate(&stream);
        cudaMallocHost(&host, n * sizeof(Row));
        cudaMalloc(&dev, n * sizeof(Row));
        cudaMalloc(&out, n * sizeof(Row));
        cudaMalloc(&total, sizeof *total);
        for (int i = 0; i < n; i++)
            host[i] = {i, 1};
    }
    ~Partition()
    {
        cudaFreeHost(host);
        cudaFree(dev);
        cudaFree(out);
        cudaFree(total);
        cudaStreamDestroy(stream);
    }
    int n;
    cudaStream_t stream;
    Row *host, *dev, *out;
    unsigned long long *total;
};
} // namespace db

int main()
{
    using db::Row;
    constexpr int BUILD = 1 << 18, PROBE = 1 << 19, PARTS = 4;
    std::vector<Row> small(BUILD);
    std::generate(small.begin(), small.end(), [k = 0]() mutable { return Row{k++, 2}; });
    Row *rows, *slots;
    cudaMalloc(&rows, BUILD * sizeof(Row));
    cudaMalloc(&slots, 2 * BUILD * sizeof(Row));
    cudaMemcpy(rows, small.data(), BUILD * sizeof(Row), cudaMemcpyHostToDevice);
    db::build_table<<<BUILD / 256, 256>>>(rows, slots, BUILD);
    cudaDeviceSynchronize();

    std::vector<std::unique_ptr<db::Partition>> parts;
    for (int p = 0; p < PARTS; p++)
        parts.push_back(std::make_unique<db::Partition>(PROBE));
    for (auto &p : parts) {
        cudaMemcpyAsync(p->dev, p->host, p->n * sizeof(Row), cudaMemcpyHostToDevice, p->stream);
        cudaMemset(p->total, 0, sizeof *p->total);
        db::probe<<<p->n / 256, 256, 0, p->stream>>>(p->dev, slots, p->out, p->n, BUILD);
        db::aggregate<<<1, 1024, 0, p->stream>>>(p->out, p->total, p->n);
    }
    unsigned long long sum = 0;
    for (auto &p : parts) {
        unsigned long long part;
        cudaMemcpyAsync(&part, p->total, sizeof part, cudaMemcpyDeviceToHost, p->stream);
        cudaStreamSynchronize(p->stream);
        sum += part;
    }
    std::printf("%d partitions of %d rows, first key %d, sum %llu\n", PARTS, PROBE, small[5].key, sum);
    cudaFree(rows);
    cudaFree(slots);
}
