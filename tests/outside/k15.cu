// Tiles of a large pitched image go to the device with cudaMemcpy2DAsync, are sharpened with an
// apron, and come back to the interior of the output image.
#include <cuda_runtime.h>
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <tuple>
#include <vector>

#define cudaOk(x) do { auto status = (x); if (status != cudaSuccess) { fprintf(stderr, "%d: %s\n", __LINE__, cudaGetErrorString(status)); exit(1); } } while (0)

struct Rect {
    int x, y, w, h;
    Rect grown(int by, int width, int height) const
    {
        const int x0 = std::max(x - by, 0), y0 = std::max(y - by, 0);
        return {x0, y0, std::min(x + w + by, width) - x0, std::min(y + h + by, height) - y0};
    }
    constexpr bool operator==(const Rect &o) const { return x == o.x && y == o.y && w == o.w && h == o.h; }
};

class Tiling {
    int width_, height_, tile_;
  public:
    class iterator {
        const Tiling *t_;
        int x_, y_;
      public:
        iterator(const Tiling *t, int x, int y) : t_(t), x_(x), y_(y) {}
        Rect operator*() const { return {x_, y_, std::min(t_->tile_, t_->width_ - x_), std::min(t_->tile_, t_->height_ - y_)}; }
        iterator &operator++()
        {
            x_ += t_->tile_;
            if (x_ >= t_->width_) { x_ = 0; y_ += t_->tile_; }
            return *this;
        }
        bool operator!=(const iterator &o) const { return y_ < o.y_ || x_ != o.x_; }
    };
    Tiling(int w, int h, int tile) : width_(w), height_(h), tile_(tile) {}
    iterator begin() const { return {this, 0, 0}; }
    iterator end() const { return {this, 0, (height_ + tile_ - 1) / tile_ * tile_}; }
};

#pragma nullstream kernel(sharpen) time(1us * (w * h / 4096) + 4us) reads(in, inPitch * h) writes(out, outPitch * h)
__global__ void sharpen(const uchar4 *in, size_t inPitch, uchar4 *out, size_t outPitch, int w, int h)
{
    const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= w || y >= h)
        return;
    auto row = [&](int r) { return (const uchar4 *)((const char *)in + min(max(r, 0), h - 1) * inPitch); };
    const uchar4 c = row(y)[x], u = row(y - 1)[x], d = row(y + 1)[x];
    uchar4 o = c;
    o.x = min(255, max(0, 3 * c.x - u.x - d.x));
    ((uchar4 *)((char *)out + y * outPitch))[x] = o;
}

struct Lane {
    cudaStream_t stream;
    uchar4 *in, *out;
    size_t inPitch, outPitch;
    Lane(int w, int h)
    {
        cudaOk(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
        cudaOk(cudaMallocPitch((void **)&in, &inPitch, w * sizeof(uchar4), h));
        cudaOk(cudaMallocPitch((void **)&out, &outPitch, w * sizeof(uchar4), h));
    }
    void destroy() { cudaFree(out); cudaFree(in); cudaStreamDestroy(stream); }
};

int main(int argc, char **argv)
{
    const int width = 5000, height = 3333, tile = argc > 1 ? atoi(argv[1]) : 640, apron = 2, lanes = 3;
    const size_t pitch = width * sizeof(uchar4);
    uchar4 *source, *target;
    cudaOk(cudaMallocHost((void **)&source, pitch * height));
    cudaOk(cudaMallocHost((void **)&target, pitch * height));
    std::vector<Lane> lane;
    lane.reserve(lanes);
    for (int i = 0; i < lanes; i++)
        lane.emplace_back(tile + 2 * apron, tile + 2 * apron);

    int count = 0;
    size_t pixels = 0;
    for (const Rect r : Tiling(width, height, tile)) {
        const Lane &l = lane[count++ % lanes];
        const Rect g = r.grown(apron, width, height);
        cudaOk(cudaMemcpy2DAsync(l.in, l.inPitch, source + (size_t)g.y * width + g.x, pitch, g.w * sizeof(uchar4), g.h,
                                 cudaMemcpyHostToDevice, l.stream));
        const dim3 block(64, 4), grid((g.w + 63) / 64, (g.h + 3) / 4);
        sharpen<<<grid, block, 0, l.stream>>>(l.in, l.inPitch, l.out, l.outPitch, g.w, g.h);
        const char *inner = (const char *)l.out + (r.y - g.y) * l.outPitch + (r.x - g.x) * sizeof(uchar4);
        cudaOk(cudaMemcpy2DAsync(target + (size_t)r.y * width + r.x, pitch, inner, l.outPitch, r.w * sizeof(uchar4), r.h,
                                 cudaMemcpyDeviceToHost, l.stream));
        pixels += size_t(r.w) * r.h;
    }
    cudaOk(cudaDeviceSynchronize());
    printf("%d tiles, %zu pixels of %d, pitch %zu, %s\n", count, pixels, width * height, lane[0].inPitch,
           Rect{0, 0, 1, 1} == Rect{1, 1, 1, 1}.grown(1, 1, 1) ? "odd" : "fine");
    std::for_each(lane.begin(), lane.end(), [](Lane &l) { l.destroy(); });
    cudaFreeHost(target);
    cudaFreeHost(source);
}
