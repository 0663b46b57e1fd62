// Audio effects rack: a chain of virtual effects, processed block by block with low latency.
#include <cuda_runtime.h>
#include <cstdio>
#include <cmath>
#include <memory>
#include <string>
#include <vector>

constexpr int kChannels = 64, kBlock = 1024, kBlocks = 10;

#pragma nullstream kernel(gain_kernel) time(3us) reads(x, n * 4) writes(x, n * 4)
__global__ void gain_kernel(float *x, float g, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) x[i] *= g;
}
#pragma nullstream kernel(delay_kernel) time(4us) reads(x, n * 4) reads(line, n * 4) writes(x, n * 4) writes(line, n * 4)
__global__ void delay_kernel(float *x, float *line, float feedback, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        float d = line[i];
        line[i] = x[i] + d * feedback;
        x[i] += d;
    }
}
#pragma nullstream kernel(reverb_kernel) time(18us) reads(x, n * 4) reads(ir, taps * 4) writes(y, n * 4)
__global__ void reverb_kernel(const float *x, const float *ir, float *y, int n, int taps)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float s = 0;
    for (int t = 0; t < taps; t++)
        s += ir[t] * x[(i + n - t) % n];
    y[i] = s;
}

class Effect {
  public:
    explicit Effect(std::string name) : name_(std::move(name)) {}
    virtual ~Effect() = default;
    virtual float *process(float *x, int n, cudaStream_t s) = 0;
    const std::string &name() const { return name_; }
  private:
    std::string name_;
};
class Gain final : public Effect {
  public:
    explicit Gain(float db) : Effect("gain"), g_(std::pow(10.0f, db / 20.0f)) {}
    float *process(float *x, int n, cudaStream_t s) override
    {
        gain_kernel<<<n / 256, 256, 0, s>>>(x, g_, n);
        return x;
    }
    float factor() const { return g_; }
  private:
    float g_;
};
class Delay final : public Effect {
  public:
    Delay(float feedback, int n) : Effect("delay"), feedback_(feedback)
    {
        cudaMalloc(&line_, n * sizeof(float));
        cudaMemset(line_, 0, n * sizeof(float));
    }
    ~Delay() override { cudaFree(line_); }
    float *process(float *x, int n, cudaStream_t s) override
    {
        delay_kernel<<<n / 256, 256, 0, s>>>(x, line_, feedback_, n);
        return x;
    }
  private:
    float *line_ = nullptr, feedback_;
};
class Reverb final : public Effect {
  public:
    Reverb(const std::vector<float> &ir, int n) : Effect("reverb"), taps_((int)ir.size())
    {
        cudaMalloc(&ir_, ir.size() * sizeof(float));
        cudaMalloc(&out_, n * sizeof(float));
        cudaMemcpy(ir_, ir.data(), ir.size() * sizeof(float), cudaMemcpyHostToDevice);
    }
    ~Reverb() override { cudaFree(ir_); cudaFree(out_); }
    float *process(float *x, int n, cudaStream_t s) override
    {
        reverb_kernel<<<n / 256, 256, 0, s>>>(x, ir_, out_, n, taps_);
        return out_;
    }
  private:
    float *ir_ = nullptr, *out_ = nullptr;
    int taps_;
};

int main()
{
    constexpr int N = kChannels * kBlock;
    std::vector<float> ir(512);
    for (size_t i = 0; i < ir.size(); i++)
        ir[i] = std::exp(-0.01f * i);
    std::vector<std::unique_ptr<Effect>> rack;
    rack.push_back(std::make_unique<Gain>(-6.0f));
    rack.emplace_back(new Delay(0.4f, N));
    rack.emplace_back(new Reverb(ir, N));
    rack.push_back(std::make_unique<Gain>(3.0f));

    float *in, *out, *x;
    cudaHostAlloc(&in, N * sizeof(float), cudaHostAllocDefault);
    cudaHostAlloc(&out, N * sizeof(float), cudaHostAllocDefault);
    cudaMalloc(&x, N * sizeof(float));
    cudaStream_t s;
    cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking);
    cudaEvent_t begin, end;
    cudaEventCreate(&begin);
    cudaEventCreate(&end);
    float worst = 0;
    for (int b = 0; b < kBlocks; b++) {
        for (int c = 0; c < kChannels; c++)
            in[c * kBlock] = 0.1f * b;
        cudaEventRecord(begin, s);
        cudaMemcpyAsync(x, in, N * sizeof(float), cudaMemcpyHostToDevice, s);
        float *p = x;
        for (auto &fx : rack)
            p = fx->process(p, N, s);
        cudaMemcpyAsync(out, p, N * sizeof(float), cudaMemcpyDeviceToHost, s);
        cudaEventRecord(end, s);
        cudaEventSynchronize(end);
        float ms;
        cudaEventElapsedTime(&ms, begin, end);
        worst = std::fmax(worst, ms);
    }
    std::string names;
    for (const auto &fx : rack)
        names += (names.empty() ? "" : " > ") + fx->name();
    std::printf("%s, gain %.4f, worst %s 1 ms\n", names.c_str(), static_cast<Gain &>(*rack[0]).factor(), worst < 1 ? "below" : "above");
    cudaEventDestroy(begin);
    cudaEventDestroy(end);
    cudaFreeHost(in);
    cudaFreeHost(out);
    cudaFree(x);
    cudaStreamDestroy(s);
}
