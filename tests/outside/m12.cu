// Tiled ray tracer into managed memory; tiles go to several streams, the image is written as a PPM file.
#include <cuda_runtime.h>
#include <fstream>
#include <iostream>
#include <sstream>
#include <vector>
#include <tuple>

struct alignas(16) Sphere { float x, y, z, r; };
__constant__ Sphere scene[16];

#pragma nullstream kernel(trace) block_time(30us) regs(64) writes(image, width * height * 4) reads(&scene, 256)
template <int SAMPLES> __global__ void trace(uchar4 *image, int width, int height, int x0, int y0)
{
    int x = x0 + blockIdx.x * blockDim.x + threadIdx.x, y = y0 + blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= width || y >= height)
        return;
    float hit = 0;
    for (int s = 0; s < SAMPLES; s++)
        for (int k = 0; k < 16; k++) {
            Sphere p = scene[k];
            float dx = (x + 0.1f * s) / width - p.x, dy = (float)y / height - p.y;
            hit += dx * dx + dy * dy < p.r * p.r ? 1.f : 0.f;
        }
    image[(size_t)y * width + x] = make_uchar4((unsigned char)hit, 0, 0, 255);
}

template <typename T> class Managed {
    T *p_ = nullptr;
    size_t n_;
  public:
    explicit Managed(size_t n) : n_(n)
    {
        if (cudaMallocManaged(&p_, n * sizeof(T)) != cudaSuccess)
            throw std::runtime_error("cudaMallocManaged");
    }
    ~Managed() { cudaFree(p_); }
    Managed(const Managed &) = delete;
    T *get() { return p_; }
    T &operator[](size_t i) { return p_[i]; }
    size_t bytes() const { return n_ * sizeof(T); }
};

int main()
{
    constexpr int W = 1024, H = 768, TILE = 256, STREAMS = 4;
    Managed<uchar4> image(size_t(W) * H);
    Sphere host[16];
    for (int k = 0; k < 16; k++)
        host[k] = {k / 16.f, 1 - k / 16.f, 0, 0.1f};
    cudaMemcpyToSymbol(scene, host, sizeof host);

    int device = 0;
    cudaGetDevice(&device);
    std::vector<cudaStream_t> streams(STREAMS);
    for (auto &s : streams)
        cudaStreamCreate(&s);
#if CUDART_VERSION >= 13000
    cudaMemLocation where{cudaMemLocationTypeDevice, device};
    cudaMemPrefetchAsync(image.get(), image.bytes(), where, 0, streams[0]);
#else
    cudaMemPrefetchAsync(image.get(), image.bytes(), device, streams[0]);
#endif
    cudaStreamSynchronize(streams[0]);

    std::vector<std::tuple<int, int>> tiles;
    for (int y = 0; y < H; y += TILE)
        for (int x = 0; x < W; x += TILE)
            tiles.emplace_back(x, y);
    size_t turn = 0;
    for (auto [x, y] : tiles) {
        dim3 block(16, 16), grid(TILE / 16, TILE / 16);
        trace<8><<<grid, block, 0, streams[turn++ % STREAMS]>>>(image.get(), W, H, x, y);
    }
    for (size_t i = 0; i + 1 < streams.size(); i++)
        cudaStreamSynchronize(streams[i]);

    std::ofstream out("image.ppm", std::ios::binary);
    std::ostringstream head;
    head << "P6\n" << W << ' ' << H << "\n255\n";
    out << head.str();
    unsigned long sum = 0;
    for (int i = 0; i < W * H; i += 997) {
        sum += image[i].x;
        out.put((char)image[i].x);
    }
    std::cout << "wrote header of " << head.str().size() << " bytes, " << tiles.size() << " tiles, sum " << sum << "\n";
    for (auto s : streams)
        cudaStreamDestroy(s);
    return 0;
}
