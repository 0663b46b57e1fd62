// C++20. MRI reconstruction of eight coils: a class hierarchy of operators applied in forked streams that join for the coil combination, the host polls the streams while it shows progress.
#include "nullstream.cuh"
#include <algorithm>
#include <cstdio>
#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

struct Complex {
    float re, im;
};

#pragma nullstream kernel(regrid) bytes(28.0 * n) flops(90.0 * n) regs(56)
__global__ void regrid(const Complex *samples, Complex *grid, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        atomicAdd(&grid[(i * 7919) % n].re, samples[i].re);
        atomicAdd(&grid[(i * 7919) % n].im, samples[i].im);
    }
}

#pragma nullstream kernel(fft_rows) bytes(16.0 * n) flops(45.0 * n) shared(4096)
__global__ void fft_rows(Complex *grid, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) grid[i].re += grid[i].im;
}

#pragma nullstream kernel(fft_columns) bytes(24.0 * n) flops(45.0 * n) shared(8192)
__global__ void fft_columns(Complex *grid, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) grid[i].im -= grid[i].re;
}

#pragma nullstream kernel(combine) bytes(8.0 * n * coils + 4.0 * n) flops(4.0 * n * coils)
__global__ void combine(const Complex *const *coil, float *image, int n, int coils)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float s = 0;
    for (int c = 0; c < coils; c++) s += coil[c][i].re * coil[c][i].re + coil[c][i].im * coil[c][i].im;
    image[i] = sqrtf(s);
}

class Operator {
public:
    virtual ~Operator() = default;
    virtual std::string_view name() const = 0;
    virtual void apply(const Complex *in, Complex *grid, int n, cudaStream_t s) const = 0;
};

class Regrid final : public Operator {
public:
    std::string_view name() const override { return "regrid"; }
    void apply(const Complex *in, Complex *grid, int n, cudaStream_t s) const override
    {
        cudaMemsetAsync(grid, 0, n * sizeof(Complex), s);
        regrid<<<(n + 127) / 128, 128, 0, s>>>(in, grid, n);
    }
};

class Fft2 final : public Operator {
public:
    explicit Fft2(int threads) : threads_(threads) {}
    std::string_view name() const override { return "fft"; }
    void apply(const Complex *, Complex *grid, int n, cudaStream_t s) const override
    {
        fft_rows<<<(n + threads_ - 1) / threads_, threads_, 0, s>>>(grid, n);
        fft_columns<<<(n + threads_ - 1) / threads_, threads_, 0, s>>>(grid, n);
    }

private:
    int threads_;
};

static std::optional<int> first_busy(std::span<const cudaStream_t> streams)
{
    for (size_t i = 0; i < streams.size(); i++)
        if (cudaStreamQuery(streams[i]) == cudaErrorNotReady) return static_cast<int>(i);
    return std::nullopt;
}

int main()
{
    constexpr int kCoils = 8, kSize = 320, kSlices = 4, n = kSize * kSize;
    std::vector<std::unique_ptr<Operator>> chain;
    chain.push_back(std::make_unique<Regrid>());
    chain.push_back(std::make_unique<Fft2>(256));

    std::vector<cudaStream_t> streams(kCoils);
    std::vector<cudaEvent_t> ready(kCoils);
    std::vector<Complex *> samples(kCoils), grids(kCoils);
    for (int c = 0; c < kCoils; c++) {
        cudaStreamCreateWithFlags(&streams[c], cudaStreamNonBlocking);
        cudaEventCreateWithFlags(&ready[c], cudaEventDisableTiming);
        cudaMalloc(&samples[c], n * sizeof(Complex));
        cudaMalloc(&grids[c], n * sizeof(Complex));
    }
    cudaStream_t join;
    cudaEvent_t combined;
    cudaStreamCreateWithFlags(&join, cudaStreamNonBlocking);
    cudaEventCreateWithFlags(&combined, cudaEventDisableTiming);
    Complex *raw, **table;
    float *image, *host_image;
    cudaMallocHost(&raw, size_t(kCoils) * n * sizeof(Complex));
    cudaMallocHost(&host_image, size_t(kSlices) * n * sizeof(float));
    cudaMalloc(&image, n * sizeof(float));
    cudaMalloc(&table, kCoils * sizeof(Complex *));
    cudaMemcpy(table, grids.data(), kCoils * sizeof(Complex *), cudaMemcpyHostToDevice);

    int polls = 0, seen = -1;
    for (int slice = 0; slice < kSlices; slice++) {
        for (int c = 0; c < kCoils; c++) {
            if (slice) cudaStreamWaitEvent(streams[c], combined, 0);
            cudaMemcpyAsync(samples[c], raw + size_t(c) * n, n * sizeof(Complex), cudaMemcpyHostToDevice, streams[c]);
            for (const auto &op : chain) op->apply(samples[c], grids[c], n, streams[c]);
            cudaEventRecord(ready[c], streams[c]);
            cudaStreamWaitEvent(join, ready[c], 0);
        }
        combine<<<(n + 255) / 256, 256, 0, join>>>(table, image, n, kCoils);
        cudaMemcpyAsync(host_image + size_t(slice) * n, image, n * sizeof(float), cudaMemcpyDeviceToHost, join);
        cudaEventRecord(combined, join);
        while (auto busy = first_busy(streams)) {
            seen = std::max(seen, *busy);
            polls++;
            host_work_us(10);
        }
    }
    cudaStreamSynchronize(join);
    std::printf("%d slices, %zu operators, %s\n", kSlices, chain.size(), polls > 0 ? "polled" : "not polled");
    return 0;
}
