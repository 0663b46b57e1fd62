// RAII and templates: an image filter chain that allocates its temporaries in every call, pinned staging
// included, as code does that grew; the second half keeps them in a workspace. Registered user memory too.
#include "nullstream.cuh"
#include <cstdio>
#include <cstring>
#include <memory>
#include <stdexcept>
#include <type_traits>
#include <utility>
#include <vector>

struct cuda_error : std::runtime_error {
    explicit cuda_error(cudaError_t e) : std::runtime_error(cudaGetErrorString(e)) {}
};
static void ok(cudaError_t e)
{
    if (e != cudaSuccess)
        throw cuda_error(e);
}

class Stream {
    cudaStream_t s_ = nullptr;

public:
    Stream() { ok(cudaStreamCreateWithFlags(&s_, cudaStreamNonBlocking)); }
    ~Stream()
    {
        if (s_)
            cudaStreamDestroy(s_);
    }
    Stream(Stream &&o) noexcept : s_(std::exchange(o.s_, nullptr)) {}
    Stream(const Stream &) = delete;
    operator cudaStream_t() const { return s_; }
    void sync() const { ok(cudaStreamSynchronize(s_)); }
};

struct DeviceAlloc {
    static void *get(size_t n) { void *p; ok(cudaMalloc(&p, n)); return p; }
    static void put(void *p) { cudaFree(p); }
};
struct PinnedAlloc {
    static void *get(size_t n) { void *p; ok(cudaMallocHost(&p, n)); return p; }
    static void put(void *p) { cudaFreeHost(p); }
};

template <class T, class Alloc> class Buffer {
    static_assert(std::is_trivially_copyable<T>::value, "bytes are copied");
    T *p_ = nullptr;
    size_t n_ = 0;

public:
    Buffer() = default;
    explicit Buffer(size_t n) : p_(static_cast<T *>(Alloc::get(n * sizeof(T)))), n_(n) {}
    Buffer(Buffer &&o) noexcept { swap(o); }
    Buffer &operator=(Buffer &&o) noexcept { swap(o); return *this; }
    ~Buffer() { if (p_) Alloc::put(p_); }
    void swap(Buffer &o) { std::swap(p_, o.p_); std::swap(n_, o.n_); }
    T *data() const { return p_; }
    size_t size() const { return n_; }
    size_t bytes() const { return n_ * sizeof(T); }
};
template <class T> using DeviceBuffer = Buffer<T, DeviceAlloc>;
template <class T> using PinnedBuffer = Buffer<T, PinnedAlloc>;

#pragma nullstream kernel(filter) bytes(8.0 * n) flops(4.0 * n * RADIUS) reads(in, n * sizeof(T)) writes(out, n * sizeof(T))
template <class T, int RADIUS> __global__ void filter(const T *in, T *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    T sum = 0;
    for (int d = -RADIUS; d <= RADIUS; d++)
        if (i + d >= 0 && i + d < n)
            sum += in[i + d];
    if (i < n)
        out[i] = sum;
}

struct Workspace {
    DeviceBuffer<float> a, b;
    PinnedBuffer<float> staging;
    explicit Workspace(size_t n) : a(n), b(n), staging(n) {}
};

static void process(float *image, int n, const Stream &s, Workspace &w)
{
    memcpy(w.staging.data(), image, n * sizeof(float));
    ok(cudaMemcpyAsync(w.a.data(), w.staging.data(), w.a.bytes(), cudaMemcpyHostToDevice, s));
    filter<float, 8><<<(n + 255) / 256, 256, 0, s>>>(w.a.data(), w.b.data(), n);
    filter<float, 2><<<(n + 255) / 256, 256, 0, s>>>(w.b.data(), w.a.data(), n);
    ok(cudaMemcpyAsync(image, w.a.data(), w.a.bytes(), cudaMemcpyDeviceToHost, s));
}

int main()
try {
    const int n = 1 << 19;
    std::vector<std::vector<float>> images(4, std::vector<float>(n, 0.5f));
    std::vector<Stream> streams;
    for (int i = 0; i < 2; i++)
        streams.emplace_back();
    for (auto &image : images)
        ok(cudaHostRegister(image.data(), n * sizeof(float), cudaHostRegisterDefault));

    for (size_t i = 0; i < images.size(); i++) { // everything anew
        Workspace w(n);
        process(images[i].data(), n, streams[i % 2], w);
        streams[i % 2].sync();
    }
    std::vector<std::unique_ptr<Workspace>> kept;
    for (int i = 0; i < 2; i++)
        kept.push_back(std::make_unique<Workspace>(n));
    for (size_t i = 0; i < 2 * images.size(); i++) {
        if (i >= 2)
            streams[i % 2].sync();
        process(images[i % images.size()].data(), n, streams[i % 2], *kept[i % 2]);
    }
    for (auto &s : streams)
        s.sync();
    for (auto &image : images)
        ok(cudaHostUnregister(image.data()));
    return 0;
} catch (const cuda_error &e) {
    fprintf(stderr, "CUDA: %s\n", e.what());
    return 1;
}
