// A mosaic of elevation tiles: tiles with a pitch are put at their places in a large map by 2-D copies, then
// hillshade and a pyramid of half resolutions; each finished level is written while the next is made.
#include <cuda_runtime.h>
#include <nvtx3/nvToolsExt.h>
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <iostream>
#include <map>
#include <string>
#include <utility>
#include <vector>

using Elevation = std::int16_t;

struct Rect {
    std::size_t x{}, y{}, w{}, h{};
    constexpr std::size_t area() const noexcept { return w * h; }
    constexpr Rect half() const noexcept { return {x / 2, y / 2, w / 2, h / 2}; }
    bool operator==(const Rect &o) const { return x == o.x && y == o.y && w == o.w && h == o.h; }
};

template <typename T> class Raster {
  public:
    Raster(std::size_t w, std::size_t h) : w_(w), h_(h)
    {
        if (auto e = cudaMallocPitch((void **)&data_, &pitch_, w * sizeof(T), h); e != cudaSuccess)
            std::cerr << "no raster: " << cudaGetErrorString(e) << std::endl;
    }
    Raster(Raster &&o) noexcept : w_(o.w_), h_(o.h_), pitch_(o.pitch_), data_(o.data_) { o.data_ = nullptr; }
    Raster(const Raster &) = delete;
    virtual ~Raster()
    {
        if (data_)
            cudaFree(data_);
    }
    T *row(std::size_t y) { return reinterpret_cast<T *>(reinterpret_cast<char *>(data_) + y * pitch_); }
    T *data() { return data_; }
    std::size_t pitch() const { return pitch_; }
    std::size_t width() const { return w_; }
    std::size_t height() const { return h_; }

  private:
    std::size_t w_, h_, pitch_ = 0;
    T *data_ = nullptr;
};

#pragma nullstream kernel(hillshade) bytes(3.0 * w * h) flops(15.0 * w * h) reads(in, inPitch * h) writes(out, outPitch * h)
__global__ void hillshade(const Elevation *in, size_t inPitch, uint8_t *out, size_t outPitch, int w, int h)
{
    const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= w || y >= h)
        return;
    const Elevation *r = (const Elevation *)((const char *)in + y * inPitch);
    const Elevation *below = (const Elevation *)((const char *)in + min(y + 1, h - 1) * inPitch);
    const float dx = r[min(x + 1, w - 1)] - r[x], dy = below[x] - r[x];
    out[y * outPitch + x] = (uint8_t)(255.0f * __frsqrt_rn(1.0f + dx * dx + dy * dy));
}

#pragma nullstream kernel(shrink) bytes(5.0 * w * h) flops(5.0 * w * h) reads(in, inPitch * 2 * h) writes(out, outPitch * h)
__global__ void shrink(const uint8_t *in, size_t inPitch, uint8_t *out, size_t outPitch, int w, int h)
{
    const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= w || y >= h)
        return;
    const uint8_t *a = in + 2 * y * inPitch + 2 * x, *b = a + inPitch;
    out[y * outPitch + x] = (uint8_t)((a[0] + a[1] + b[0] + b[1] + 2) / 4);
}

int main()
{
    constexpr std::size_t tile = 1024, across = 6, down = 4, levels = 5;
    Raster<Elevation> map(across * tile, down * tile);
    std::vector<Raster<std::uint8_t>> pyramid;
    std::vector<std::uint8_t *> images;
    Rect size{0, 0, map.width(), map.height()};
    for (std::size_t i = 0; i < levels; ++i, size = size.half()) {
        pyramid.emplace_back(size.w, size.h);
        images.push_back(nullptr);
        cudaMallocHost(&images.back(), size.area());
    }
    std::map<std::pair<int, int>, Elevation *> tiles;
    for (int y = 0; y < (int)down; ++y)
        for (int x = 0; x < (int)across; ++x)
            cudaMallocHost(&tiles[{x, y}], tile * (tile + 2) * sizeof(Elevation)); // rows have a seam of 2

    cudaStream_t load[2], make, save;
    for (auto &s : load)
        cudaStreamCreate(&s);
    cudaStreamCreate(&make);
    cudaStreamCreate(&save);
    cudaEvent_t loaded[2], made, saved;
    for (cudaEvent_t *e : {&loaded[0], &loaded[1], &made, &saved})
        cudaEventCreateWithFlags(e, cudaEventDisableTiming);

    nvtxRangePush("nullstream");
    int n = 0;
    for (const auto &[at, elevations] : tiles) {
        const auto [x, y] = at;
        cudaMemcpy2DAsync(map.row(y * tile) + x * tile, map.pitch(), elevations, (tile + 2) * sizeof(Elevation),
                          tile * sizeof(Elevation), tile, cudaMemcpyHostToDevice, load[n++ % 2]);
    }
    for (int i = 0; i < 2; i++) {
        cudaEventRecord(loaded[i], load[i]);
        cudaStreamWaitEvent(make, loaded[i], 0);
    }
    const dim3 block(32, 8);
    for (std::size_t i = 0; i < pyramid.size(); ++i) {
        auto &to = pyramid[i];
        const dim3 grid((unsigned)(to.width() + 31) / 32, (unsigned)(to.height() + 7) / 8);
        if (i == 0)
            hillshade<<<grid, block, 0, make>>>(map.data(), map.pitch(), to.data(), to.pitch(), to.width(), to.height());
        else
            shrink<<<grid, block, 0, make>>>(pyramid[i - 1].data(), pyramid[i - 1].pitch(), to.data(), to.pitch(),
                                             to.width(), to.height());
        cudaEventRecord(made, make);
        cudaStreamWaitEvent(save, made, 0);
        cudaMemcpy2DAsync(images[i], to.width(), to.data(), to.pitch(), to.width(), to.height(), cudaMemcpyDeviceToHost,
                          save);
    }
    cudaStreamSynchronize(save);
    nvtxRangePop();
    std::printf("%zu tiles, %zu levels, top %u\n", tiles.size(), pyramid.size(), (unsigned)*images.back());
    for (auto &[at, elevations] : tiles)
        cudaFreeHost(elevations);
    std::for_each(images.begin(), images.end(), [](void *p) { cudaFreeHost(p); });
    return 0;
}
