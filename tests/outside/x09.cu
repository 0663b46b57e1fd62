// C++17. Wavelet coding of a burst of photographs. RAII wrappers by policy templates, move-only; three streams in turn,
// levels unrolled by a fold over an index sequence.
#include <cstddef>
#include <cstdio>
#include <cuda_runtime.h>
#include <stdexcept>
#include <utility>
#include <vector>

inline void check(cudaError_t e)
{
    if (e != cudaSuccess)
        throw std::runtime_error(cudaGetErrorString(e));
}

struct OnDevice {
    static void *get(std::size_t n) { void *p; check(cudaMalloc(&p, n)); return p; }
    static void put(void *p) noexcept { cudaFree(p); }
};
struct Pinned {
    static void *get(std::size_t n) { void *p; check(cudaMallocHost(&p, n)); return p; }
    static void put(void *p) noexcept { cudaFreeHost(p); }
};

template <class T, class Where> class Buffer {
    T *data_ = nullptr;
    std::size_t size_ = 0;

public:
    Buffer() = default;
    explicit Buffer(std::size_t n) : data_(static_cast<T *>(Where::get(n * sizeof(T)))), size_(n) {}
    Buffer(Buffer &&o) noexcept : data_(std::exchange(o.data_, nullptr)), size_(std::exchange(o.size_, 0)) {}
    Buffer &operator=(Buffer &&o) noexcept
    {
        std::swap(data_, o.data_);
        std::swap(size_, o.size_);
        return *this;
    }
    ~Buffer()
    {
        if (data_)
            Where::put(data_);
    }
    operator T *() const { return data_; }
    T *data() const { return data_; }
    std::size_t bytes() const { return size_ * sizeof(T); }
};

class Stream {
    cudaStream_t s_ = nullptr;

public:
    Stream() { check(cudaStreamCreateWithFlags(&s_, cudaStreamNonBlocking)); }
    Stream(const Stream &) = delete;
    Stream(Stream &&o) noexcept : s_(std::exchange(o.s_, nullptr)) {}
    ~Stream()
    {
        if (s_)
            cudaStreamDestroy(s_);
    }
    void wait() const { check(cudaStreamSynchronize(s_)); }
    operator cudaStream_t() const { return s_; }
};

#pragma nullstream kernel(haar) bytes(8.0 * w * h) flops(4.0 * w * h)
template <bool Rows> __global__ void haar(const float *in, float *out, int w, int h, int pitch)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= w || y >= h)
        return;
    int a = Rows ? y * pitch + (x & ~1) : (y & ~1) * pitch + x;
    float p = in[a], q = in[a + (Rows ? 1 : pitch)];
    out[y * pitch + x] = ((Rows ? x : y) & 1) ? p - q : (p + q) / 2;
}

constexpr int W = 2048, H = 1536, LEVELS = 4, PHOTOS = 9, LANES = 3;

struct Lane {
    Stream stream;
    Buffer<float, OnDevice> a{W * H}, b{W * H};
    Buffer<float, Pinned> out{W * H};
};

template <std::size_t... L> void transform(Lane &lane, std::index_sequence<L...>)
{
    auto level = [&](int w, int h) {
        const dim3 block(32, 8), grid((w + 31) / 32, (h + 7) / 8);
        haar<true><<<grid, block, 0, lane.stream>>>(lane.a, lane.b, w, h, W);
        haar<false><<<grid, block, 0, lane.stream>>>(lane.b, lane.a, w, h, W);
    };
    (level(W >> L, H >> L), ...);
}

int main()
try {
    std::vector<Lane> lanes;
    lanes.reserve(LANES);
    for (int i = 0; i < LANES; i++)
        lanes.emplace_back();
    Buffer<float, Pinned> burst(std::size_t(W) * H * PHOTOS);
    double total = 0;
    for (int p = 0; p < PHOTOS; p++) {
        Lane &lane = lanes[p % LANES];
        if (p >= LANES) {
            lane.stream.wait();
            total += lane.out.data()[0];
        }
        check(cudaMemcpyAsync(lane.a, burst + std::size_t(W) * H * p, lane.a.bytes(), cudaMemcpyHostToDevice, lane.stream));
        transform(lane, std::make_index_sequence<LEVELS>{});
        check(cudaMemcpyAsync(lane.out, lane.a, lane.out.bytes(), cudaMemcpyDeviceToHost, lane.stream));
    }
    for (auto &lane : lanes) {
        lane.stream.wait();
        total += lane.out.data()[0];
    }
    std::printf("mean %g\n", total / PHOTOS);
    return 0;
} catch (const std::exception &e) {
    std::fprintf(stderr, "%s\n", e.what());
    return 1;
}
