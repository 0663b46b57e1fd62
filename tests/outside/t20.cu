// A profiler of one's own: timed(name, stream, lambda) puts events around what the lambda launches, and the
// destructor of the profiler reads them and prints a table. Measured are the stages of a particle filter.
#include "nullstream.cuh"
#include <cstdio>
#include <iomanip>
#include <iostream>
#include <map>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

class Profiler {
    struct Span {
        cudaEvent_t begin, end;
    };
    std::map<std::string, std::vector<Span>> spans_;

  public:
    template <class F, class... Args>
    std::enable_if_t<std::is_void_v<std::invoke_result_t<F, Args...>>> timed(const std::string &name, cudaStream_t s,
                                                                            F &&f, Args &&...args)
    {
        Span span;
        cudaEventCreate(&span.begin);
        cudaEventCreate(&span.end);
        cudaEventRecord(span.begin, s);
        std::forward<F>(f)(std::forward<Args>(args)...);
        cudaEventRecord(span.end, s);
        spans_[name].push_back(span);
    }
    ~Profiler()
    {
        const auto flags = std::cout.flags();
        std::cout << std::left << std::setw(12) << "stage" << std::right << std::setw(6) << "calls" << std::setw(11)
                  << "us" << '\n';
        for (auto &[name, list] : spans_) {
            float total = 0;
            for (const Span &span : list) {
                float ms = 0;
                cudaEventSynchronize(span.end);
                cudaEventElapsedTime(&ms, span.begin, span.end);
                total += ms;
                cudaEventDestroy(span.begin);
                cudaEventDestroy(span.end);
            }
            std::cout << std::left << std::setw(12) << name << std::right << std::setw(6) << list.size()
                      << std::setw(11) << std::fixed << std::setprecision(1) << 1e3f * total << '\n';
        }
        std::cout.flags(flags);
    }
};

struct Particles {
    float4 *state;
    float *weight;
    int n;
};

#pragma nullstream kernel(predict) flops(30.0 * p.n) bytes(32.0 * p.n) reads(p.state, 16 * p.n) writes(p.state, 16 * p.n)
__global__ void predict(Particles p, float dt)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < p.n) {
        p.state[i].x += dt * p.state[i].z;
        p.state[i].y += dt * p.state[i].w;
    }
}

#pragma nullstream kernel(weigh) flops(40.0 * p.n * beacons) bytes(20.0 * p.n) reads(p.state, 16 * p.n) reads(range, 4 * beacons) writes(p.weight, 4 * p.n)
__global__ void weigh(Particles p, const float *range, int beacons)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= p.n)
        return;
    float w = 1;
    for (int b = 0; b < beacons; b++) {
        float d = hypotf(p.state[i].x - b, p.state[i].y + b) - range[b];
        w *= __expf(-0.5f * d * d);
    }
    p.weight[i] = w;
}

#pragma nullstream kernel(scan_block) flops(20.0 * n) bytes(8.0 * n) shared(4096) reads(in, 4 * n) writes(in, 4 * n) writes(sums, 4 * gridDim.x)
__global__ void scan_block(float *in, float *sums, int n)
{
    __shared__ float t[1024];
    int i = blockIdx.x * 1024 + threadIdx.x;
    t[threadIdx.x] = i < n ? in[i] : 0;
    for (int d = 1; d < 1024; d <<= 1) {
        __syncthreads();
        float v = threadIdx.x >= d ? t[threadIdx.x - d] : 0;
        __syncthreads();
        t[threadIdx.x] += v;
    }
    if (i < n)
        in[i] = t[threadIdx.x];
    if (threadIdx.x == 1023)
        sums[blockIdx.x] = t[1023];
}

#pragma nullstream kernel(add_sums) flops(1.0 * n) bytes(8.0 * n) reads(sums, 4 * gridDim.x) reads(in, 4 * n) writes(in, 4 * n)
__global__ void add_sums(float *in, const float *sums, int n)
{
    int i = blockIdx.x * 1024 + threadIdx.x;
    if (i < n && blockIdx.x)
        in[i] += sums[blockIdx.x - 1];
}

#pragma nullstream kernel(resample) flops(24.0 * from.n) bytes(40.0 * from.n) reads(from.state, 16 * from.n) reads(from.weight, 4 * from.n) writes(to, 16 * from.n)
__global__ void resample(Particles from, float4 *to)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= from.n)
        return;
    float want = (i + 0.5f) / from.n * from.weight[from.n - 1];
    int low = 0, high = from.n - 1;
    while (low < high) {
        int mid = (low + high) / 2;
        if (from.weight[mid] < want)
            low = mid + 1;
        else
            high = mid;
    }
    to[i] = from.state[low];
}

int main()
{
    constexpr int N = 1 << 20, BEACONS = 12, ROUNDS = 8;
    Particles p{nullptr, nullptr, N};
    float4 *other;
    float *sums, *range, *host_range;
    cudaMalloc(&p.state, N * sizeof(float4));
    cudaMalloc(&other, N * sizeof(float4));
    cudaMalloc(&p.weight, N * sizeof(float));
    cudaMalloc(&sums, N / 1024 * sizeof(float));
    cudaMalloc(&range, BEACONS * sizeof(float));
    cudaMallocHost(&host_range, BEACONS * ROUNDS * sizeof(float));
    cudaMemset(p.state, 0, N * sizeof(float4));
    {
        cudaStream_t s;
        cudaStreamCreateWithFlags(&s, cudaStreamDefault);
        Profiler profiler;
        for (int round = 0; round < ROUNDS; ++round) {
            cudaMemcpyAsync(range, host_range + round * BEACONS, BEACONS * sizeof(float), cudaMemcpyHostToDevice, s);
            profiler.timed("predict", s, [&](float dt) { predict<<<N / 256, 256, 0, s>>>(p, dt); }, 0.1f);
            profiler.timed("weigh", s, [&] { weigh<<<N / 256, 256, 0, s>>>(p, range, BEACONS); });
            profiler.timed("scan", s, [&] {
                scan_block<<<N / 1024, 1024, 0, s>>>(p.weight, sums, N);
                scan_block<<<1, 1024, 0, s>>>(sums, sums + N / 1024 - 1, N / 1024);
                add_sums<<<N / 1024, 1024, 0, s>>>(p.weight, sums, N);
            });
            profiler.timed("resample", s, [&] { resample<<<N / 256, 256, 0, s>>>(p, other); });
            std::swap(p.state, other);
        }
        cudaStreamSynchronize(s);
    }
    cudaFree(p.state);
    cudaFree(other);
    cudaFree(p.weight);
    cudaFree(sums);
    cudaFree(range);
    cudaFreeHost(host_range);
}
