// Stream-ordered allocation: requests of different sizes are served with cudaMallocAsync from a
// pool whose release threshold keeps memory, by three streams; then the same from cudaMalloc.
#include <cuda_runtime.h>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <limits>
#include <memory>
#include <random>
#include <string>
#include <variant>
#include <vector>

#define CUDACHECK(cmd)                                                                       \
    do {                                                                                     \
        cudaError_t err = cmd;                                                               \
        if (err != cudaSuccess) {                                                            \
            fprintf(stderr, "Failed: CUDA error %s:%d '%s'\n", __FILE__, __LINE__, cudaGetErrorString(err)); \
            exit(EXIT_FAILURE);                                                              \
        }                                                                                    \
    } while (0)

template <class... Ts> struct overloaded : Ts... { using Ts::operator()...; };
template <class... Ts> overloaded(Ts...) -> overloaded<Ts...>;

struct Blur { int radius; };
struct Scale { float factor; };
struct Threshold { uint8_t level; };
using Request = std::variant<Blur, Scale, Threshold>;

#pragma nullstream kernel(blur) time(20us * radius)
__global__ void blur(const float *in, float *out, int n, int radius)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float s = 0;
    for (int k = -radius; k <= radius; k++) s += in[min(max(i + k, 0), n - 1)];
    out[i] = s / (2 * radius + 1);
}
#pragma nullstream kernel(scale) bytes(8.0 * n)
__global__ void scale(const float *in, float *out, int n, float f)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = in[i] * f;
}
#pragma nullstream kernel(threshold) bytes(8.0 * n)
__global__ void threshold(const float *in, float *out, int n, float t)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = in[i] < t ? 0.f : 1.f;
}

struct AsyncAllocator {
    static void *get(size_t n, cudaStream_t s) { void *p; CUDACHECK(cudaMallocAsync(&p, n, s)); return p; }
    static void put(void *p, cudaStream_t s) { CUDACHECK(cudaFreeAsync(p, s)); }
};
struct PlainAllocator {
    static void *get(size_t n, cudaStream_t) { void *p; CUDACHECK(cudaMalloc(&p, n)); return p; }
    static void put(void *p, cudaStream_t) { CUDACHECK(cudaFree(p)); }
};

template <class Allocator> class Scratch {
    float *p_; cudaStream_t s_;
  public:
    Scratch(int n, cudaStream_t s) : p_(static_cast<float *>(Allocator::get(n * sizeof(float), s))), s_(s) {}
    ~Scratch() { Allocator::put(p_, s_); }
    Scratch(const Scratch &) = delete;
    operator float *() const { return p_; }
};

struct Service {
    std::vector<cudaStream_t> streams;
    float *host;
    int n;

    template <class Allocator> size_t serve(const std::vector<Request> &requests)
    {
        size_t bytes = 0, turn = 0;
        for (const Request &r : requests) {
            cudaStream_t s = streams[turn++ % streams.size()];
            const int count = n >> (turn % 3);
            Scratch<Allocator> in(count, s), out(count, s);
            CUDACHECK(cudaMemcpyAsync(in, host, count * sizeof(float), cudaMemcpyHostToDevice, s));
            const int blocks = (count + 255) / 256;
            std::visit(overloaded{
                           [&](const Blur &b) { blur<<<blocks, 256, 0, s>>>(in, out, count, b.radius); },
                           [&](const Scale &x) { scale<<<blocks, 256, 0, s>>>(in, out, count, x.factor); },
                           [&](const Threshold &t) { threshold<<<blocks, 256, 0, s>>>(in, out, count, t.level / 255.f); },
                       },
                       r);
            CUDACHECK(cudaGetLastError());
            bytes += 2 * count * sizeof(float);
        }
        for (auto s : streams)
            CUDACHECK(cudaStreamSynchronize(s));
        return bytes;
    }
};

int main(int argc, char **argv)
{
    const int count = argc > 1 ? atoi(argv[1]) : 36;
    cudaMemPool_t pool;
    CUDACHECK(cudaDeviceGetDefaultMemPool(&pool, 0));
    uint64_t keep = std::numeric_limits<uint64_t>::max();
    CUDACHECK(cudaMemPoolSetAttribute(pool, cudaMemPoolAttrReleaseThreshold, &keep));

    Service service;
    service.n = 1 << 20;
    service.streams.resize(3);
    for (auto &s : service.streams)
        CUDACHECK(cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking));
    CUDACHECK(cudaMallocHost(&service.host, service.n * sizeof(float)));

    std::mt19937 random(12345);
    std::vector<Request> requests;
    int kinds[3] = {};
    for (int i = 0; i < count; i++) {
        switch (random() % 3) {
        case 0: requests.emplace_back(Blur{int(random() % 4) + 1}); break;
        case 1: requests.emplace_back(Scale{0.5f}); break;
        default: requests.push_back(Threshold{uint8_t(random() % 256)});
        }
        kinds[requests.back().index()]++;
    }
    printf("%d blurs, %d scales, %d thresholds\n", kinds[0], kinds[1], kinds[2]);

    const size_t warm = service.serve<AsyncAllocator>({requests.begin(), requests.begin() + 6});
    const size_t first = service.serve<AsyncAllocator>(requests);
    const size_t second = service.serve<PlainAllocator>(requests);
    printf("warm %zu, async %zu, plain %zu bytes\n", warm, first, second);

    uint64_t high = 0;
    CUDACHECK(cudaMemPoolGetAttribute(pool, cudaMemPoolAttrReservedMemHigh, &high));
    printf("pool %s\n", high > 0 ? "used" : "unused");
    CUDACHECK(cudaFreeHost(service.host));
    for (auto s : service.streams)
        CUDACHECK(cudaStreamDestroy(s));
    return 0;
}
