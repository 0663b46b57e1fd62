// v08: database operator pipeline (scan, filter, hash join, aggregate) with virtual operators and managed memory
#include "nullstream.cuh"
#include <cstdio>
#include <memory>
#include <string_view>
#include <vector>
#include <chrono>

struct Column { int *data = nullptr; size_t rows = 0; };
struct Table { std::vector<Column> cols; };

#pragma nullstream kernel(k_filter) bytes(8.0 * n) flops(n) reads(in, n * 4) writes(out, n * 4)
__global__ void k_filter(const int *in, int *out, size_t n, int lo, int hi)
{
    for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < n; i += (size_t)gridDim.x * blockDim.x)
        out[i] = in[i] >= lo && in[i] < hi ? in[i] : -1;
}
#pragma nullstream kernel(k_build) time(240us) reads(in, n * 4) atomics(table, slots * 8)
__global__ void k_build(const int *in, unsigned long long *table, size_t n, unsigned slots)
{
    size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x;
    if (i < n)
        atomicCAS(&table[in[i] % slots], ~0ull, (unsigned long long)i);
}
#pragma nullstream kernel(k_probe) time(410us) reads(in, n * 4) reads(table, slots * 8) writes(out, n * 4)
__global__ void k_probe(const int *in, const unsigned long long *table, int *out, size_t n, unsigned slots)
{
    size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = (int)table[in[i] % slots];
}
#pragma nullstream kernel(k_sum) bytes(4.0 * n) flops(n) reads(in, n * 4) atomics(sum, 8)
__global__ void k_sum(const int *in, unsigned long long *sum, size_t n)
{
    size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x;
    if (i < n && in[i] > 0)
        atomicAdd(sum, (unsigned long long)in[i]);
}

class Operator {
  public:
    virtual ~Operator() = default;
    virtual std::string_view name() const = 0;
    virtual Column run(cudaStream_t s, const Column &in) = 0;
};

class Filter final : public Operator {
    int lo_, hi_;
    Column out_;

  public:
    Filter(size_t rows, int lo, int hi) : lo_(lo), hi_(hi) { out_.rows = rows; cudaMalloc(&out_.data, rows * sizeof(int)); }
    ~Filter() override { cudaFree(out_.data); }
    std::string_view name() const override { return "filter"; }
    Column run(cudaStream_t s, const Column &in) override
    {
        k_filter<<<528, 256, 0, s>>>(in.data, out_.data, in.rows, lo_, hi_);
        return out_;
    }
};
class Join final : public Operator {
    static constexpr unsigned kSlots = 1u << 20;
    unsigned long long *table_ = nullptr;
    Column build_, out_;
    cudaEvent_t built_;

  public:
    Join(cudaStream_t side, Column build) : build_(build)
    {
        cudaMalloc(&table_, kSlots * sizeof *table_);
        cudaMalloc(&out_.data, build.rows * sizeof(int));
        cudaEventCreateWithFlags(&built_, cudaEventDisableTiming);
        cudaMemsetAsync(table_, 0xff, kSlots * sizeof *table_, side);
        k_build<<<(unsigned)((build.rows + 255) / 256), 256, 0, side>>>(build.data, table_, build.rows, kSlots);
        cudaEventRecord(built_, side);
        out_.rows = build.rows;
    }
    ~Join() override { cudaFree(table_), cudaFree(out_.data), cudaEventDestroy(built_); }
    std::string_view name() const override { return "join"; }
    Column run(cudaStream_t s, const Column &in) override
    {
        cudaStreamWaitEvent(s, built_, 0);
        k_probe<<<(unsigned)((in.rows + 255) / 256), 256, 0, s>>>(in.data, table_, out_.data, in.rows, kSlots);
        return out_;
    }
};

int main()
{
    const size_t rows = 1 << 22;
    Table t;
    const cudaMemLocation gpu{cudaMemLocationTypeDevice, 0}, cpu{cudaMemLocationTypeHost, 0};
    t.cols.resize(2);
    for (auto &c : t.cols) {
        c.rows = rows;
        cudaMallocManaged(&c.data, rows * sizeof(int));
        for (size_t i = 0; i < rows; i += 1024)
            c.data[i] = int(i);
        cudaMemAdvise(c.data, rows * sizeof(int), cudaMemAdviseSetReadMostly, gpu);
        cudaMemPrefetchAsync(c.data, rows * sizeof(int), gpu, 0, nullptr);
    }
    unsigned long long *sum;
    cudaMallocManaged(&sum, sizeof *sum, cudaMemAttachGlobal);
    *sum = 0;
    cudaStream_t main_stream, side;
    cudaStreamCreate(&main_stream);
    cudaStreamCreate(&side);
    const auto begin = std::chrono::steady_clock::now();
    std::vector<std::unique_ptr<Operator>> plan;
    plan.push_back(std::make_unique<Filter>(rows, 10, 1 << 20));
    plan.emplace_back(new Join(side, t.cols[1]));
    plan.push_back(std::make_unique<Filter>(rows, 0, 1 << 19));
    Column c = t.cols[0];
    for (const auto &op : plan) {
        c = op->run(main_stream, c);
        std::printf("%.*s\n", int(op->name().size()), op->name().data());
    }
    k_sum<<<rows / 256, 256, 0, main_stream>>>(c.data, sum, c.rows);
    cudaMemPrefetchAsync(sum, sizeof *sum, cpu, 0, main_stream);
    cudaStreamSynchronize(main_stream);
    const std::chrono::duration<double, std::micro> d = std::chrono::steady_clock::now() - begin;
    std::printf("sum %llu after %.1f us\n", *sum, d.count());
}
