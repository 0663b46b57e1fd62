// Triple buffering with a pool of pinned buffers: a stream of sensor frames is corrected, filtered
// and reduced on the device. Move-only handles return to their pool when they die.
#include <cuda_runtime.h>
#include <cstdio>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <mutex>
#include <utility>
#include <vector>

enum class Where { Host, Device };

template <Where W> struct Memory;
template <> struct Memory<Where::Host> {
    static cudaError_t allocate(void **p, size_t n) { return cudaHostAlloc(p, n, cudaHostAllocDefault); }
    static void release(void *p) { cudaFreeHost(p); }
    static constexpr const char *name = "pinned";
};
template <> struct Memory<Where::Device> {
    static cudaError_t allocate(void **p, size_t n) { return cudaMalloc(p, n); }
    static void release(void *p) { cudaFree(p); }
    static constexpr const char *name = "device";
};

template <Where W> class Pool {
  public:
    class Handle {
      public:
        Handle() = default;
        Handle(Pool *pool, void *p) : pool_(pool), p_(p) {}
        Handle(Handle &&o) noexcept : pool_(o.pool_), p_(std::exchange(o.p_, nullptr)) {}
        Handle &operator=(Handle &&o) noexcept
        {
            if (this != &o) {
                reset();
                pool_ = o.pool_;
                p_ = std::exchange(o.p_, nullptr);
            }
            return *this;
        }
        ~Handle() { reset(); }
        template <typename T> T *as() const { return static_cast<T *>(p_); }
        explicit operator bool() const { return p_ != nullptr; }
        void reset()
        {
            if (p_)
                pool_->give(p_);
            p_ = nullptr;
        }

      private:
        Pool *pool_ = nullptr;
        void *p_ = nullptr;
    };

    explicit Pool(size_t bytes) : bytes_(bytes) {}
    ~Pool()
    {
        std::printf("%s pool: %zu buffers of %zu kB\n", Memory<W>::name, free_.size(), bytes_ >> 10);
        for (void *p : free_)
            Memory<W>::release(p);
    }
    Handle take()
    {
        if (free_.empty()) {
            void *p = nullptr;
            if (Memory<W>::allocate(&p, bytes_) != cudaSuccess) {
                std::fprintf(stderr, "out of %s memory\n", Memory<W>::name);
                std::exit(2);
            }
            return Handle(this, p);
        }
        void *p = free_.back();
        free_.pop_back();
        return Handle(this, p);
    }
    void reserve(int n)
    {
        std::vector<Handle> all;
        while (n-- > 0)
            all.push_back(take());
    }

  private:
    void give(void *p) { free_.push_back(p); }
    size_t bytes_;
    std::vector<void *> free_;
};

constexpr int W = 2048, H = 1024;

#pragma nullstream kernel(flatfield) bytes(6.0 * W * H) reads(raw, 2 * W * H) reads(gain, 4 * W * H) writes(out, 4 * W * H)
__global__ void flatfield(const uint16_t *raw, const float *gain, float *out)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y;
    out[y * W + x] = raw[y * W + x] * gain[y * W + x];
}
#pragma nullstream kernel(median5) time(120us) reads(in, 4 * W * H) writes(out, 4 * W * H)
__global__ void median5(const float *in, float *out)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y;
    float m = in[y * W + x];
    for (int d = -2; d <= 2; d++)
        m = fminf(m, in[y * W + min(max(x + d, 0), W - 1)]);
    out[y * W + x] = m;
}
#pragma nullstream kernel(rowsums) time(14us) reads(in, 4 * W * H) writes(sums, 4 * H)
__global__ void rowsums(const float *in, float *sums)
{
    __shared__ float part[256];
    float s = 0;
    for (int x = threadIdx.x; x < W; x += blockDim.x)
        s += in[blockIdx.x * W + x];
    part[threadIdx.x] = s;
    for (int h = 128; h > 0; h /= 2) {
        __syncthreads();
        if (threadIdx.x < h)
            part[threadIdx.x] += part[threadIdx.x + h];
    }
    if (threadIdx.x == 0)
        sums[blockIdx.x] = part[0];
}

struct Frame {
    Pool<Where::Host>::Handle raw, sums;
    Pool<Where::Device>::Handle draw, corrected, filtered;
    cudaEvent_t done{};
    int number = -1;
};

int main(int argc, char *argv[])
{
    const int frames = (argc > 1) ? atoi(argv[1]) : 30;
    Pool<Where::Host> pinned(W * H * sizeof(uint16_t));
    Pool<Where::Device> device(W * H * sizeof(float));
    pinned.reserve(6);
    device.reserve(10);

    auto gain = device.take();
    cudaMemset(gain.as<void>(), 0, W * H * sizeof(float));
    cudaStream_t streams[3];
    for (auto &s : streams)
        cudaStreamCreate(&s);

    Frame ring[3];
    for (auto &f : ring)
        cudaEventCreate(&f.done);

    int retired = 0;
    auto retire = [&](Frame &f) {
        if (f.number < 0)
            return;
        cudaEventSynchronize(f.done);
        const float *sums = f.sums.as<float>();
        (void)sums;
        ++retired;
        f.raw.reset();
        f.sums.reset();
        f.draw.reset();
        f.corrected.reset();
        f.filtered.reset();
        f.number = -1;
    };

    for (int i = 0; i < frames; i++) {
        Frame &f = ring[i % 3];
        cudaStream_t s = streams[i % 3];
        retire(f);
        f.number = i;
        f.raw = pinned.take();
        f.sums = pinned.take();
        f.draw = device.take();
        f.corrected = device.take();
        f.filtered = device.take();
        for (int x = 0; x < W; x++)
            f.raw.as<uint16_t>()[x] = static_cast<uint16_t>(i + x);
        cudaMemcpyAsync(f.draw.as<void>(), f.raw.as<void>(), W * H * sizeof(uint16_t), cudaMemcpyHostToDevice, s);
        flatfield<<<dim3(W / 256, H), 256, 0, s>>>(f.draw.as<uint16_t>(), gain.as<float>(), f.corrected.as<float>());
        median5<<<dim3(W / 256, H), 256, 0, s>>>(f.corrected.as<float>(), f.filtered.as<float>());
        rowsums<<<H, 256, 0, s>>>(f.filtered.as<float>(), f.draw.as<float>());
        cudaMemcpyAsync(f.sums.as<void>(), f.draw.as<void>(), H * sizeof(float), cudaMemcpyDeviceToHost, s);
        cudaEventRecord(f.done, s);
    }
    for (int i = 0; i < 3; i++)
        retire(ring[(frames + i) % 3]);
    if (cudaError_t e = cudaGetLastError(); e != cudaSuccess)
        printf("error %s\n", cudaGetErrorString(e));
    printf("%d frames retired\n", retired);
    for (auto &f : ring)
        cudaEventDestroy(f.done);
    for (auto s : streams)
        cudaStreamDestroy(s);
    return retired == frames ? 0 : 1;
}
