// Video-like pipeline: decoder thread -> GPU -> encoder by host functions; a semaphore bounds what is in flight
#include <cuda_runtime.h>
#include <array>
#include <condition_variable>
#include <cstdint>
#include <cstdio>
#include <mutex>
#include <string_view>
#include <thread>
#include <variant>
#include <vector>

namespace video {

class Semaphore {
    std::mutex m_;
    std::condition_variable cv_;
    int n_;
public:
    explicit Semaphore(int n) : n_(n) {}
    void acquire()
    {
        std::unique_lock lock(m_);
        cv_.wait(lock, [&] { return n_ > 0; });
        --n_;
    }
    void release()
    {
        {
            std::lock_guard lock(m_);
            ++n_;
        }
        cv_.notify_one();
    }
};

constexpr unsigned operator""_KiB(unsigned long long v) { return unsigned(v << 10); }
constexpr int Lanes = 3;
constexpr int Frames = 30;
constexpr unsigned Raw = 3072_KiB, Packed = 256_KiB;

struct Scale { float factor; };
struct Denoise { int radius; };
struct Tonemap { float gamma; };
using Filter = std::variant<Scale, Denoise, Tonemap>;
template <class... Ts> struct overloaded : Ts... { using Ts::operator()...; };
template <class... Ts> overloaded(Ts...) -> overloaded<Ts...>;

#pragma nullstream kernel(scale_k) bytes(8.0 * n)
__global__ void scale_k(float *x, int n, float f) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) x[i] *= f; }
#pragma nullstream kernel(denoise_k) time(30us + radius * 8us) reads(in, n * 4) writes(out, n * 4)
__global__ void denoise_k(const float *in, float *out, int n, int radius)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float acc = 0;
    for (int d = -radius; d <= radius; d++)
        if (i + d >= 0 && i + d < n)
            acc += in[i + d];
    if (i < n)
        out[i] = acc / (2 * radius + 1);
}
#pragma nullstream kernel(tonemap_k) flops(40.0 * n) bytes(8.0 * n)
__global__ void tonemap_k(float *x, int n, float gamma) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) x[i] = powf(x[i], gamma); }
#pragma nullstream kernel(pack_k) bytes(4.0 * n) reads(in, n * 4) writes(out, n / 3)
__global__ void pack_k(const float *in, uint8_t *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n / 3)
        out[i] = uint8_t(in[3 * i] + in[3 * i + 1] + in[3 * i + 2]);
}

struct Lane {
    float *h_raw{}, *d_a{}, *d_b{};
    uint8_t *h_packed{}, *d_packed{};
    cudaStream_t stream{};
    Semaphore *sem{};
    int frame = -1;
    Semaphore free_{1};
};

struct Encoder {
    std::array<unsigned, Frames> sizes{};
    unsigned done = 0;
} encoder;

#pragma nullstream host(encode) time(90us) reads(p, bytes)
unsigned encode(const uint8_t *p, unsigned bytes) { return bytes / 2; }

void CUDART_CB on_frame(void *arg)
{
    Lane &lane = *static_cast<Lane *>(arg);
    encoder.sizes[lane.frame] = encode(lane.h_packed, Packed);
    encoder.done++;
    lane.free_.release();
}

#pragma nullstream host(decode) time(120us) writes(dst, Raw)
void decode(float *dst, int frame) { dst[0] = float(frame); }

} // namespace video

int main()
{
    using namespace video;
    std::array<Lane, Lanes> lanes;
    for (auto &l : lanes) {
        cudaStreamCreateWithFlags(&l.stream, cudaStreamNonBlocking);
        cudaMallocHost(&l.h_raw, Raw);
        cudaMallocHost(&l.h_packed, Packed);
        cudaMalloc(&l.d_a, Raw);
        cudaMalloc(&l.d_b, Raw);
        cudaMalloc(&l.d_packed, Packed);
    }
    const std::vector<Filter> chain{Scale{1.5f}, Denoise{2}, Tonemap{2.2f}, Denoise{4}};
    const int n = Raw / sizeof(float);
    const dim3 grid((n + 255) / 256), block(256);

    std::thread decoder([&] {
        for (int f = 0; f < Frames; f++) {
            Lane &l = lanes[f % Lanes];
            l.free_.acquire();
            l.frame = f;
            decode(l.h_raw, f);
            cudaMemcpyAsync(l.d_a, l.h_raw, Raw, cudaMemcpyHostToDevice, l.stream);
            float *cur = l.d_a, *other = l.d_b;
            for (const Filter &filter : chain)
                std::visit(overloaded{
                               [&](const Scale &s) { scale_k<<<grid, block, 0, l.stream>>>(cur, n, s.factor); },
                               [&](const Denoise &d) {
                                   denoise_k<<<grid, block, 0, l.stream>>>(cur, other, n, d.radius);
                                   std::swap(cur, other);
                               },
                               [&](const Tonemap &t) { tonemap_k<<<grid, block, 0, l.stream>>>(cur, n, t.gamma); },
                           },
                           filter);
            pack_k<<<(n / 3 + 255) / 256, 256, 0, l.stream>>>(cur, l.d_packed, n);
            cudaMemcpyAsync(l.h_packed, l.d_packed, Packed, cudaMemcpyDeviceToHost, l.stream);
            cudaLaunchHostFunc(l.stream, on_frame, &l);
        }
    });
    decoder.join();
    for (auto &l : lanes)
        l.free_.acquire();
    unsigned long total = 0;
    for (unsigned s : encoder.sizes)
        total += s;
    std::printf("%u frames, %lu bytes\n", encoder.done, total);
    for (auto &l : lanes) {
        cudaStreamSynchronize(l.stream);
        cudaStreamDestroy(l.stream);
        cudaFree(l.d_a);
        cudaFree(l.d_b);
        cudaFree(l.d_packed);
        cudaFreeHost(l.h_raw);
        cudaFreeHost(l.h_packed);
    }
}
