// A bank of FIR filters as a class hierarchy: each filter owns a stream; the bank fans a block out
// to all filters and joins them with events before the sum.
#include <cuda_runtime.h>
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#define CUDA_OK(x) check((x), #x, __LINE__)
inline void check(cudaError_t e, std::string_view what, int line)
{
    if (e != cudaSuccess) {
        std::printf("line %d: %.*s: %s\n", line, static_cast<int>(what.size()), what.data(), cudaGetErrorString(e));
        std::exit(1);
    }
}

constexpr int operator""_Ki(unsigned long long n) { return static_cast<int>(n * 1024); }

#pragma nullstream kernel(fir) time(0.3us * taps + 5us) reads(in, n * 4) writes(out, n * 4)
__global__ void fir(const float *in, const float *coeff, float *out, int n, int taps)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
        float s = 0;
        for (int t = 0; t < taps && t <= i; t++)
            s += coeff[t] * in[i - t];
        out[i] = s;
    }
}

#pragma nullstream kernel(decimate) time(9us) reads(in, n * 4) writes(out, 4 * (n / factor))
__global__ void decimate(const float *in, float *out, int n, int factor)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n / factor)
        out[i] = in[i * factor];
}

#pragma nullstream kernel(mix) time(21us)
__global__ void mix(float *const *parts, int count, float *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        float s = 0;
        for (int k = 0; k < count; k++)
            s += parts[k][i];
        out[i] = s;
    }
}

class Filter {
  public:
    Filter(std::string name, int samples) : name_(std::move(name)), samples_(samples)
    {
        CUDA_OK(cudaStreamCreateWithFlags(&stream_, cudaStreamNonBlocking));
        CUDA_OK(cudaEventCreateWithFlags(&done_, cudaEventDisableTiming));
        CUDA_OK(cudaMalloc(&out_, samples * sizeof(float)));
    }
    virtual ~Filter()
    {
        cudaFree(out_);
        cudaEventDestroy(done_);
        cudaStreamDestroy(stream_);
    }
    virtual void enqueue(const float *in) = 0;
    virtual int latency() const { return 0; }
    cudaEvent_t process(const float *in, cudaEvent_t ready)
    {
        CUDA_OK(cudaStreamWaitEvent(stream_, ready, 0));
        enqueue(in);
        CUDA_OK(cudaGetLastError());
        CUDA_OK(cudaEventRecord(done_, stream_));
        return done_;
    }
    float *output() const { return out_; }
    const std::string &name() const { return name_; }

  protected:
    std::string name_;
    int samples_;
    cudaStream_t stream_;
    cudaEvent_t done_;
    float *out_;
};

class FirFilter : public Filter {
  public:
    FirFilter(const std::string &name, int samples, int taps, float cutoff) : Filter(name, samples), taps_(taps)
    {
        std::vector<float> c(taps);
        for (int i = 0; i < taps; i++) {
            const float x = i - 0.5f * (taps - 1);
            c[i] = x == 0 ? 2 * cutoff : std::sin(2 * 3.1415926f * cutoff * x) / (3.1415926f * x);
        }
        CUDA_OK(cudaMalloc(&coeff_, taps * sizeof(float)));
        CUDA_OK(cudaMemcpy(coeff_, c.data(), taps * sizeof(float), cudaMemcpyHostToDevice));
    }
    ~FirFilter() override { cudaFree(coeff_); }
    void enqueue(const float *in) override
    {
        int blocks = 0;
        CUDA_OK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, fir, 256, 0));
        fir<<<std::min(blocks * 8, (samples_ + 255) / 256), 256, 0, stream_>>>(in, coeff_, out_, samples_, taps_);
    }
    int latency() const override { return taps_ / 2; }

  protected:
    int taps_;
    float *coeff_;
};

class Decimator final : public FirFilter {
  public:
    Decimator(const std::string &name, int samples, int factor)
        : FirFilter(name, samples, 8 * factor + 1, 0.5f / factor), factor_(factor)
    {
        CUDA_OK(cudaMalloc(&low_, samples * sizeof(float)));
        CUDA_OK(cudaMemset(low_, 0, samples * sizeof(float)));
    }
    ~Decimator() { cudaFree(low_); }
    void enqueue(const float *in) override
    {
        FirFilter::enqueue(in);
        decimate<<<(samples_ / factor_ + 255) / 256, 256, 0, stream_>>>(out_, low_, samples_, factor_);
    }
    int latency() const override { return FirFilter::latency() / factor_; }

  private:
    int factor_;
    float *low_;
};

class Bank {
  public:
    explicit Bank(int samples) : samples_(samples)
    {
        CUDA_OK(cudaStreamCreate(&main_));
        CUDA_OK(cudaEventCreateWithFlags(&ready_, cudaEventDisableTiming));
    }
    ~Bank()
    {
        filters_.clear();
        cudaFree(parts_);
        cudaEventDestroy(ready_);
        cudaStreamDestroy(main_);
    }
    template <class F, class... Args> Bank &add(const char *name, Args &&...args)
    {
        filters_.push_back(std::make_unique<F>(name, samples_, std::forward<Args>(args)...));
        return *this;
    }
    void finish()
    {
        std::vector<float *> p;
        for (const auto &f : filters_)
            p.push_back(f->output());
        CUDA_OK(cudaMalloc(&parts_, p.size() * sizeof(float *)));
        CUDA_OK(cudaMemcpy(parts_, p.data(), p.size() * sizeof(float *), cudaMemcpyHostToDevice));
        CUDA_OK(cudaDeviceSynchronize());
    }
    void block(const float *host, float *in, float *out, float *result)
    {
        const size_t bytes = samples_ * sizeof(float);
        CUDA_OK(cudaMemcpyAsync(in, host, bytes, cudaMemcpyHostToDevice, main_));
        CUDA_OK(cudaEventRecord(ready_, main_));
        for (auto &f : filters_)
            CUDA_OK(cudaStreamWaitEvent(main_, f->process(in, ready_), 0));
        mix<<<(samples_ + 255) / 256, 256, 0, main_>>>(parts_, static_cast<int>(filters_.size()), out, samples_);
        CUDA_OK(cudaMemcpyAsync(result, out, bytes, cudaMemcpyDeviceToHost, main_));
    }
    void wait() { CUDA_OK(cudaStreamSynchronize(main_)); }
    void list() const
    {
        for (const auto &f : filters_)
            std::printf("  %-10s latency %3d samples\n", f->name().c_str(), f->latency());
    }

  private:
    int samples_;
    std::vector<std::unique_ptr<Filter>> filters_;
    cudaStream_t main_;
    cudaEvent_t ready_;
    float **parts_ = nullptr;
};

int main()
{
    const int n = 256_Ki, blocks = 16;
    Bank bank(n);
    bank.add<FirFilter>("low", 511, 0.02f).add<FirFilter>("mid", 255, 0.1f).add<FirFilter>("high", 63, 0.3f);
    bank.add<Decimator>("by four", 4).add<Decimator>("by ten", 10);
    bank.finish();
    bank.list();

    float *host, *result, *in, *out;
    CUDA_OK(cudaMallocHost(&host, n * sizeof(float)));
    CUDA_OK(cudaMallocHost(&result, n * sizeof(float)));
    CUDA_OK(cudaMalloc(&in, n * sizeof(float)));
    CUDA_OK(cudaMalloc(&out, n * sizeof(float)));
    for (int b = 0; b < blocks; b++)
        bank.block(host, in, out, result);
    bank.wait();
    std::printf("%d blocks of %d samples\n", blocks, n);
    cudaFree(out);
    cudaFree(in);
    cudaFreeHost(result);
    cudaFreeHost(host);
    return 0;
}
