// C++20 v19: stereo vision pipeline, concepts and ranges, std::barrier phases across 3 camera threads
#include "nullstream.cuh"
#include <algorithm>
#include <array>
#include <barrier>
#include <chrono>
#include <concepts>
#include <cstdio>
#include <numeric>
#include <ranges>
#include <source_location>
#include <string>
#include <thread>
#include <tuple>
#include <vector>

template <typename T>
concept DeviceAllocatable = std::is_trivially_copyable_v<T> && requires { sizeof(T); };

void must(cudaError_t e, std::source_location loc = std::source_location::current())
{
    if (e != cudaSuccess) {
        std::fprintf(stderr, "%s:%u in %s: %s\n", loc.file_name(), loc.line(), loc.function_name(), cudaGetErrorString(e));
        std::exit(1);
    }
}

template <DeviceAllocatable T> struct buffer {
    T *ptr = nullptr;
    std::size_t count;
    explicit buffer(std::size_t n) : count{n} { must(cudaMalloc(&ptr, n * sizeof(T))); }
    buffer(buffer &&o) noexcept : ptr{std::exchange(o.ptr, nullptr)}, count{o.count} {}
    buffer &operator=(buffer &&) = delete;
    ~buffer() { if (ptr) cudaFree(ptr); }
    auto operator<=>(const buffer &) const = default;
};

__global__ void rectify(const unsigned char *raw, float *out, int n)
{
    spin_us(70);
    if (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n)
        out[i] = raw[i] / 255.f;
}
#pragma nullstream kernel(census) time(110us) reads(img, n * 4) writes(code, n * 4)
__global__ void census(const float *img, unsigned *code, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i > 0 && i < n - 1)
        code[i] = (img[i - 1] < img[i]) << 1 | (img[i + 1] < img[i]);
}
#pragma nullstream kernel(match) time(380us) reads(a, n * 4) reads(b, n * 4) writes(disparity, n)
__global__ void match(const unsigned *a, const unsigned *b, unsigned char *disparity, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        disparity[i] = __popc(a[i] ^ b[i]);
}

constexpr int W = 640, H = 480, N = W * H, frames = 5;

struct Camera {
    cudaStream_t stream;
    cudaEvent_t ready;
    buffer<unsigned char> raw{N};
    buffer<float> image{N};
    buffer<unsigned> code{N};
    unsigned char *host;
    Camera()
    {
        must(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
        must(cudaEventCreateWithFlags(&ready, cudaEventDisableTiming));
        must(cudaMallocHost(&host, N));
    }
    Camera(const Camera &) = delete;
};

int main()
{
    std::array<Camera, 3> cams;
    std::vector<std::tuple<int, int>> pairs;
    for (int i : std::views::iota(0, 3))
        for (int j : std::views::iota(i + 1, 3))
            pairs.emplace_back(i, j);
    std::vector<buffer<unsigned char>> disparity;
    for ([[maybe_unused]] auto &&_ : pairs)
        disparity.emplace_back(N);
    cudaStream_t matcher;
    must(cudaStreamCreateWithPriority(&matcher, cudaStreamNonBlocking, -3));
    cudaEvent_t matched;
    must(cudaEventCreateWithFlags(&matched, cudaEventDisableTiming | cudaEventBlockingSync));
    int frame = 0;
    auto on_phase = [&]() noexcept {
        for (auto &c : cams)
            must(cudaStreamWaitEvent(matcher, c.ready));
        for (std::size_t k = 0; const auto &[i, j] : pairs)
            match<<<N / 256, 256, 0, matcher>>>(cams[i].code.ptr, cams[j].code.ptr, disparity[k++].ptr, N);
        must(cudaEventRecord(matched, matcher));
        ++frame;
    };
    std::barrier sync(3, on_phase);
    {
        std::vector<std::jthread> threads;
        for (auto &c : cams)
            threads.emplace_back([&c, &sync, &matched, id = &c - cams.data()] {
                for (int f = 0; f < frames; ++f) {
                    std::this_thread::sleep_for(std::chrono::microseconds{200 + 30 * id});
                    std::fill_n(c.host, 64, static_cast<unsigned char>(f));
                    must(cudaStreamWaitEvent(c.stream, matched));
                    must(cudaMemcpyAsync(c.raw.ptr, c.host, N, cudaMemcpyHostToDevice, c.stream));
                    rectify<<<N / 256, 256, 0, c.stream>>>(c.raw.ptr, c.image.ptr, N);
                    census<<<N / 256, 256, 0, c.stream>>>(c.image.ptr, c.code.ptr, N);
                    must(cudaEventRecord(c.ready, c.stream));
                    must(cudaEventSynchronize(c.ready));
                    sync.arrive_and_wait();
                }
            });
    }
    must(cudaStreamSynchronize(matcher));
    std::printf("%d frames, %zu pairs\n", frame, pairs.size());
}
