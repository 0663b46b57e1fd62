// Monte Carlo pricing of a book of options: each instrument is a polymorphic object that knows its
// payoff kernel; paths are generated in chunks, partial sums come back to pinned memory.
#include <cuda_runtime.h>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <memory>
#include <numeric>
#include <string>
#include <unordered_map>
#include <vector>

static inline void _check(cudaError_t e, int line) { if (e != cudaSuccess) { fprintf(stderr, "line %d: %s\n", line, cudaGetErrorString(e)); exit(1); } }
#define _(x) _check((x), __LINE__)

namespace mc {
struct Market { float spot, rate, vol, years; };

#pragma nullstream kernel(paths) block_time(22us) regs(48) writes(out, 4 * n)
__global__ void paths(Market m, unsigned long long seed, float *out, int n)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
        unsigned long long s = seed + i;
        float z = 0;
        for (int k = 0; k < 12; k++) { s = s * 6364136223846793005ull + 1442695040888963407ull; z += (s >> 40) * (1.0f / 16777216.0f); }
        out[i] = m.spot * expf((m.rate - 0.5f * m.vol * m.vol) * m.years + m.vol * sqrtf(m.years) * (z - 6.0f));
    }
}
template <typename Payoff>
__global__ void reduce(const float *prices, int n, Payoff payoff, double *sum)
{
    double s = 0;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        s += payoff(prices[i]);
    atomicAdd(sum, s);
}
#pragma nullstream kernel(reduce) bytes(4.0 * n) reads(prices, 4 * n) writes(sum, 8)

struct Call { float strike; __host__ __device__ float operator()(float s) const { return s > strike ? s - strike : 0.0f; } };
struct Put { float strike; __host__ __device__ float operator()(float s) const { return s < strike ? strike - s : 0.0f; } };
struct Digital { float level, pays; __host__ __device__ float operator()(float s) const { return s > level ? pays : 0.0f; } };

struct Instrument {
    virtual ~Instrument() = default;
    virtual void value(const float *prices, int n, double *sum, cudaStream_t s) const = 0;
    virtual std::string describe() const = 0;
    virtual float intrinsic(float spot) const = 0;
};
template <typename P> struct Vanilla final : Instrument {
    P payoff;
    const char *label;
    Vanilla(P p, const char *l) : payoff(p), label(l) {}
    void value(const float *prices, int n, double *sum, cudaStream_t s) const override
    {
        reduce<<<264, 256, 0, s>>>(prices, n, payoff, sum);
    }
    std::string describe() const override { return std::string(label) + "/" + std::to_string(sizeof(P)); }
    float intrinsic(float spot) const override { return payoff(spot); }
};
template <typename P> std::unique_ptr<Instrument> make(const char *label, P p) { return std::make_unique<Vanilla<P>>(p, label); }
} // namespace mc

int main(int argc, char *argv[])
{
    using namespace mc;
    const int n = 1 << 21, chunks = argc > 1 ? atoi(argv[1]) : 16, lanes = 2;
    std::vector<std::unique_ptr<Instrument>> book;
    for (float k : {90.0f, 100.0f, 110.0f}) {
        book.push_back(make("call", Call{k}));
        book.push_back(make("put", Put{k}));
    }
    book.push_back(make("digital", Digital{105.0f, 10.0f}));
    std::unordered_map<std::string, int> kinds;
    float intrinsic = 0;
    for (const auto &i : book) {
        ++kinds[i->describe()];
        intrinsic += i->intrinsic(104.0f);
    }
    for (const auto &[kind, number] : std::map<std::string, int>(kinds.begin(), kinds.end()))
        printf("%s: %d\n", kind.c_str(), number);
    printf("intrinsic at 104: %.1f\n", intrinsic);

    const size_t sumBytes = book.size() * sizeof(double);
    struct Lane { cudaStream_t s; float *prices; double *sums, *host; } lane[lanes];
    for (Lane &l : lane) {
        _(cudaStreamCreate(&l.s));
        _(cudaMalloc(&l.prices, n * sizeof(float)));
        _(cudaMalloc(&l.sums, sumBytes));
        _(cudaMallocHost(&l.host, sumBytes));
        _(cudaMemsetAsync(l.sums, 0, sumBytes, l.s));
    }
    const Market market{100.0f, 0.03f, 0.2f, 1.5f};
    int blocks = 0;
    {
        int perSm = 0, sms = 0;
        _(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&perSm, paths, 256, 0));
        _(cudaDeviceGetAttribute(&sms, cudaDevAttrMultiProcessorCount, 0));
        blocks = perSm * sms;
    }
    for (int c = 0; c < chunks; c++) {
        Lane &l = lane[c % lanes];
        paths<<<blocks, 256, 0, l.s>>>(market, 77ull * c, l.prices, n);
        for (size_t i = 0; i < book.size(); i++)
            book[i]->value(l.prices, n, l.sums + i, l.s);
    }
    for (Lane &l : lane)
        _(cudaMemcpyAsync(l.host, l.sums, sumBytes, cudaMemcpyDeviceToHost, l.s));
    for (Lane &l : lane)
        _(cudaStreamSynchronize(l.s));
    const double total = std::accumulate(lane[0].host, lane[0].host + book.size(), 0.0);
    printf("blocks %d, book %.3f\n", blocks, total * std::exp(-market.rate * market.years) / (n * (double)chunks / lanes));
    for (Lane &l : lane) {
        cudaFreeHost(l.host);
        cudaFree(l.sums);
        cudaFree(l.prices);
        cudaStreamDestroy(l.s);
    }
    return 0;
}
