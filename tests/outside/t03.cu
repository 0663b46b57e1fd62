// Laplacian pyramids of three exposures, blended. Each exposure has its own stream; the levels fork
// and join by events which a small pool lends out. Everything is handled by lambdas and RAII.
#include "nullstream.cuh"
#include <array>
#include <functional>
#include <iostream>
#include <memory>
#include <numeric>
#include <vector>

struct StreamCloser {
    void operator()(cudaStream_t s) const { cudaStreamDestroy(s); }
};
using Stream = std::unique_ptr<CUstream_st, StreamCloser>;

static Stream make_stream()
{
    cudaStream_t s{};
    cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking);
    return Stream{s};
}

class EventPool {
  public:
    ~EventPool()
    {
        for (auto e : all_)
            cudaEventDestroy(e);
    }
    cudaEvent_t take()
    {
        if (free_.empty()) {
            cudaEvent_t e;
            cudaEventCreateWithFlags(&e, cudaEventDisableTiming);
            all_.push_back(e);
            return e;
        }
        auto e = free_.back();
        free_.pop_back();
        return e;
    }
    void give(cudaEvent_t e) { free_.push_back(e); }
    std::size_t made() const { return all_.size(); }

  private:
    std::vector<cudaEvent_t> all_, free_;
};

struct Image {
    int w, h;
    float *px;
    std::size_t bytes() const { return sizeof(float) * w * h; }
};

#pragma nullstream kernel(shrink) flops(9.0 * w * h) bytes(5.0 * w * h) reads(in, 4 * w * h) writes(out, w * h)
__global__ void shrink(const float *in, float *out, int w, int h)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < w / 2 && y < h / 2)
        out[y * (w / 2) + x] = 0.25f * (in[2 * y * w + 2 * x] + in[2 * y * w + 2 * x + 1] +
                                        in[(2 * y + 1) * w + 2 * x] + in[(2 * y + 1) * w + 2 * x + 1]);
}

#pragma nullstream kernel(detail) flops(6.0 * w * h) bytes(9.0 * w * h) reads(fine, 4 * w * h) writes(fine, 4 * w * h) reads(coarse, w * h)
__global__ void detail(float *fine, const float *coarse, int w, int h)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < w && y < h)
        fine[y * w + x] -= coarse[(y / 2) * (w / 2) + x / 2];
}

#pragma nullstream kernel(blend) flops(12.0 * n) bytes(16.0 * n) reads(a, 4 * n) reads(b, 4 * n) reads(c, 4 * n) writes(a, 4 * n)
__global__ void blend(float *a, const float *b, const float *c, int n)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
        float wa = fabsf(a[i]) + 1e-3f, wb = fabsf(b[i]) + 1e-3f, wc = fabsf(c[i]) + 1e-3f;
        a[i] = (a[i] * wa + b[i] * wb + c[i] * wc) / (wa + wb + wc);
    }
}

#pragma nullstream kernel(expand_add) flops(2.0 * w * h) bytes(9.0 * w * h) reads(fine, 4 * w * h) writes(fine, 4 * w * h) reads(coarse, w * h)
__global__ void expand_add(float *fine, const float *coarse, int w, int h)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < w && y < h)
        fine[y * w + x] += coarse[(y / 2) * (w / 2) + x / 2];
}

int main()
{
    constexpr int W = 3072, H = 2048, LEVELS = 6, SHOTS = 3;
    std::array<Stream, SHOTS> lanes;
    for (auto &lane : lanes)
        lane = make_stream();
    EventPool pool;
    std::array<std::vector<Image>, SHOTS> pyramid;
    for (auto &levels : pyramid)
        for (int l = 0; l < LEVELS; l++) {
            Image im{W >> l, H >> l, nullptr};
            cudaMalloc(&im.px, im.bytes());
            levels.push_back(im);
        }
    float *host;
    cudaMallocHost(&host, SHOTS * pyramid[0][0].bytes());

    const dim3 block{32, 8};
    auto grid = [&](int w, int h) { return dim3((w + block.x - 1) / block.x, (h + block.y - 1) / block.y); };
    auto edge = [&](cudaStream_t from, cudaStream_t to) {
        auto e = pool.take();
        cudaEventRecord(e, from);
        cudaStreamWaitEvent(to, e, 0);
        pool.give(e);
    };

    for (int shot = 0; shot < SHOTS; shot++) {
        auto s = lanes[shot].get();
        auto &p = pyramid[shot];
        cudaMemcpyAsync(p[0].px, host + (std::size_t)shot * W * H, p[0].bytes(), cudaMemcpyHostToDevice, s);
        for (int l = 0; l + 1 < LEVELS; l++)
            shrink<<<grid(p[l].w / 2, p[l].h / 2), block, 0, s>>>(p[l].px, p[l + 1].px, p[l].w, p[l].h);
        for (int l = 0; l + 1 < LEVELS; l++)
            detail<<<grid(p[l].w, p[l].h), block, 0, s>>>(p[l].px, p[l + 1].px, p[l].w, p[l].h);
    }
    std::function<void(int)> collapse = [&](int l) {
        if (l < 0)
            return;
        auto &im = pyramid[0][l];
        expand_add<<<grid(im.w, im.h), block, 0, lanes[0].get()>>>(im.px, pyramid[0][l + 1].px, im.w, im.h);
        collapse(l - 1);
    };
    edge(lanes[1].get(), lanes[0].get());
    edge(lanes[2].get(), lanes[0].get());
    for (int l = LEVELS; l-- > 0;) {
        auto s = lanes[l % SHOTS].get();
        if (l % SHOTS)
            edge(lanes[0].get(), s);
        const int n = pyramid[0][l].w * pyramid[0][l].h;
        blend<<<std::max(1, n / 1024), 256, 0, s>>>(pyramid[0][l].px, pyramid[1][l].px, pyramid[2][l].px, n);
        if (l % SHOTS)
            edge(s, lanes[0].get());
    }
    collapse(LEVELS - 2);
    cudaMemcpyAsync(host, pyramid[0][0].px, pyramid[0][0].bytes(), cudaMemcpyDeviceToHost, lanes[0].get());
    cudaStreamSynchronize(lanes[0].get());
    auto bytes = std::accumulate(pyramid[0].begin(), pyramid[0].end(), std::size_t{0},
                                 [](std::size_t sum, const Image &im) { return sum + im.bytes(); });
    std::cout << pool.made() << " events, " << bytes / 1024 << " KiB a pyramid, first pixel " << host[0] << '\n';
    for (auto &levels : pyramid)
        for (auto &im : levels)
            cudaFree(im.px);
    cudaFreeHost(host);
}
