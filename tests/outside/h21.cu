// A profiler class in the house style: scopes record a pair of events from a free list, and at the end of each pass the times
// are sorted by name into percentiles; the pass is deblur, register, fuse for 24 frames of a microscope, on two streams.
#include <cuda_runtime.h>
#include <algorithm>
#include <cstdio>
#include <map>
#include <string>
#include <utility>
#include <vector>

class Profiler {
    struct Pair {
        std::string name;
        cudaEvent_t a, b;
    };
    std::vector<cudaEvent_t> spare_;
    std::vector<Pair> open_;
    std::map<std::string, std::vector<float>> us_;

    cudaEvent_t event()
    {
        cudaEvent_t e;
        if (!spare_.empty()) {
            e = spare_.back();
            spare_.pop_back();
        } else {
            cudaEventCreate(&e);
        }
        return e;
    }

public:
    class Scope {
        cudaEvent_t end_;
        cudaStream_t s_;

    public:
        Scope(Profiler &p, const char *name, cudaStream_t s) : end_(p.begin(name, s)), s_(s) {}
        ~Scope() { cudaEventRecord(end_, s_); }
    };
    cudaEvent_t begin(const char *name, cudaStream_t s)
    {
        open_.push_back({name, event(), event()});
        cudaEventRecord(open_.back().a, s);
        return open_.back().b;
    }
    void collect()
    {
        for (auto &o : open_) {
            float ms = 0;
            cudaEventSynchronize(o.b);
            cudaEventElapsedTime(&ms, o.a, o.b);
            us_[o.name].push_back(1e3f * ms);
            spare_.push_back(o.a);
            spare_.push_back(o.b);
        }
        open_.clear();
    }
    void report()
    {
        for (auto &[name, times] : us_) {
            std::sort(times.begin(), times.end());
            std::printf("%-10s n %3zu  p50 %8.1f us  p95 %8.1f us  max %8.1f us\n", name.c_str(), times.size(),
                        times[times.size() / 2], times[times.size() * 95 / 100], times.back());
        }
    }
    ~Profiler()
    {
        for (auto e : spare_)
            cudaEventDestroy(e);
    }
};

constexpr int SIDE = 1024, FRAMES = 24, PASS = 6;
constexpr size_t PIXELS = (size_t)SIDE * SIDE;

#pragma nullstream kernel(richardson_lucy) flops(300.0 * PIXELS) bytes(12.0 * PIXELS) regs(40)
__global__ void richardson_lucy(const float *in, float *est, float *ratio)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= PIXELS)
        return;
    float e = est[i], r = 0;
    for (int k = 0; k < 75; k++)
        r += 0.013f * e + 1e-3f * k;
    ratio[i] = in[i] / (r + 1e-6f);
    est[i] = e * ratio[i];
}

#pragma nullstream kernel(correlate) bytes(8.0 * PIXELS) flops(20.0 * PIXELS) reads(a, PIXELS * 4) reads(b, PIXELS * 4) writes(shift, 8)
__global__ void correlate(const float *a, const float *b, float *shift)
{
    float s = 0;
    for (size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x; i < PIXELS; i += (size_t)gridDim.x * blockDim.x)
        s += a[i] * b[(i + 3) % PIXELS];
    atomicAdd(&shift[threadIdx.x & 1], s);
}

#pragma nullstream kernel(fuse) bytes(12.0 * PIXELS) flops(4.0 * PIXELS) reads(est, PIXELS * 4) reads(shift, 8) writes(sum, PIXELS * 4)
__global__ void fuse(const float *est, const float *shift, float *sum)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < PIXELS)
        sum[i] += est[(i + (size_t)shift[0]) % PIXELS];
}

int main()
{
    Profiler prof;
    cudaStream_t load, work;
    cudaEvent_t in_ready[2], in_free[2];
    float *frames, *in[2], *est, *ratio, *ref, *sum, *shift, *result;
    cudaStreamCreateWithFlags(&load, cudaStreamNonBlocking);
    cudaStreamCreateWithFlags(&work, cudaStreamNonBlocking);
    cudaMallocHost(&frames, 4 * PIXELS * sizeof(float)); // the camera's ring
    cudaMallocHost(&result, PIXELS * sizeof(float));
    for (int i = 0; i < 2; i++) {
        cudaMalloc(&in[i], PIXELS * sizeof(float));
        cudaEventCreateWithFlags(&in_ready[i], cudaEventDisableTiming);
        cudaEventCreateWithFlags(&in_free[i], cudaEventDisableTiming);
    }
    for (float **p : {&est, &ratio, &ref, &sum}) {
        cudaMalloc(p, PIXELS * sizeof(float));
        cudaMemsetAsync(*p, 0, PIXELS * sizeof(float), work);
    }
    cudaMalloc(&shift, 2 * sizeof(float));
    cudaStreamSynchronize(work);

    for (int f = 0; f < FRAMES; f++) {
        int k = f & 1;
        if (f >= 2)
            cudaStreamWaitEvent(load, in_free[k], 0);
        {
            Profiler::Scope timed(prof, "load", load);
            cudaMemcpyAsync(in[k], frames + f % 4 * PIXELS, PIXELS * sizeof(float), cudaMemcpyHostToDevice, load);
        }
        cudaEventRecord(in_ready[k], load);
        cudaStreamWaitEvent(work, in_ready[k], 0);
        {
            Profiler::Scope timed(prof, "deblur", work);
            cudaMemcpyAsync(est, in[k], PIXELS * sizeof(float), cudaMemcpyDeviceToDevice, work);
            for (int it = 0; it < 8; it++)
                richardson_lucy<<<PIXELS / 256, 256, 0, work>>>(in[k], est, ratio);
        }
        cudaEventRecord(in_free[k], work);
        {
            Profiler::Scope timed(prof, "register", work);
            cudaMemsetAsync(shift, 0, 2 * sizeof(float), work);
            correlate<<<264, 256, 0, work>>>(est, ref, shift);
        }
        {
            Profiler::Scope timed(prof, "fuse", work);
            fuse<<<PIXELS / 256, 256, 0, work>>>(est, shift, sum);
        }
        if ((f + 1) % PASS == 0)
            prof.collect();
    }
    cudaMemcpyAsync(result, sum, PIXELS * sizeof(float), cudaMemcpyDeviceToHost, work);
    cudaStreamSynchronize(work);
    prof.report();
    cudaFree(est);
    cudaFree(ratio);
    cudaFree(ref);
    cudaFree(sum);
    cudaFree(shift);
    for (int i = 0; i < 2; i++)
        cudaFree(in[i]);
    cudaFreeHost(frames);
    cudaFreeHost(result);
    return cudaGetLastError() != cudaSuccess;
}
