// Path tracing of a frame in tiles: workers take the next tile from an atomic counter; tiles in the middle
// of the picture take longer. Each worker has a stream, a tile buffer, and blits into one pinned frame.
#include <cuda_runtime.h>
#include <atomic>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <functional>
#include <future>
#include <iomanip>
#include <iostream>
#include <stdexcept>
#include <string>
#include <vector>
#include "nullstream.cuh"

namespace rt {

constexpr int WIDTH = 1920, HEIGHT = 1080, TILE = 240;
constexpr int ACROSS = WIDTH / TILE, DOWN = (HEIGHT + TILE - 1) / TILE;

struct Error : std::runtime_error {
    Error(cudaError_t code, const char *file, int line)
        : std::runtime_error(std::string(file) + ':' + std::to_string(line) + ": " + cudaGetErrorString(code)), code(code) {}
    cudaError_t code;
};
#define RT(x) [&] { if (auto rc_ = (x); rc_ != cudaSuccess) throw ::rt::Error(rc_, __FILE__, __LINE__); }()

struct Tile {
    int x, y, w, h;
    float centre() const
    {
        const float dx = (x + w / 2 - WIDTH / 2) / (0.5f * WIDTH), dy = (y + h / 2 - HEIGHT / 2) / (0.5f * HEIGHT);
        return std::sqrt(dx * dx + dy * dy);
    }
    double cost() const { return 120.0 + 280.0 * std::fmax(0.0f, 1.0f - centre()); }
};

constexpr Tile tileAt(int i)
{
    const int x = i % ACROSS * TILE, y = i / ACROSS * TILE;
    return {x, y, TILE, y + TILE > HEIGHT ? HEIGHT - y : TILE};
}

// A thread a pixel, 8 rows of 32 a block. All blocks of a tile are on the device at once.
#pragma nullstream kernel(trace) time(us * 1us + 2us) writes(rgba, 4 * TILE * h)
__global__ void trace(uchar4 *rgba, int h, double us)
{
    const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    spin_us(us);
    if (x < TILE && y < h)
        rgba[y * TILE + x] = make_uchar4(x, y, 128, 255);
}

class Worker {
  public:
    Worker(std::atomic<int> &next, uchar4 *frame) : next(next), frame(frame)
    {
        RT(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
        for (auto &t : tile)
            RT(cudaMalloc(&t, sizeof(uchar4) * TILE * TILE));
    }
    int operator()()
    {
        int done = 0;
        for (int i; (i = next.fetch_add(1)) < ACROSS * DOWN; ++done) {
            const Tile t = tileAt(i);
            uchar4 *const d = tile[done & 1];
            const dim3 block(32, 8), grid((TILE + 31) / 32, (t.h + 7) / 8);
            trace<<<grid, block, 0, stream>>>(d, t.h, t.cost());
            RT(cudaGetLastError());
            RT(cudaMemcpy2DAsync(frame + (size_t)t.y * WIDTH + t.x, WIDTH * sizeof(uchar4), d, TILE * sizeof(uchar4),
                                 t.w * sizeof(uchar4), t.h, cudaMemcpyDeviceToHost, stream));
            if (done & 1)
                RT(cudaStreamSynchronize(stream)); // two tiles in flight a worker
        }
        RT(cudaStreamSynchronize(stream));
        return done;
    }

  private:
    std::atomic<int> &next;
    uchar4 *frame;
    cudaStream_t stream;
    uchar4 *tile[2];
};

} // namespace rt

int main(int argc, char **argv)
{
    const int workers = argc > 1 ? std::stoi(argv[1]) : 3;
    try {
        uchar4 *frame;
        RT(cudaHostAlloc(&frame, sizeof(uchar4) * rt::WIDTH * rt::HEIGHT, cudaHostAllocPortable));
        std::atomic<int> next{0};
        std::vector<rt::Worker> pool;
        pool.reserve(workers);
        for (int i = 0; i < workers; ++i)
            pool.emplace_back(next, frame);
        const auto begin = std::chrono::high_resolution_clock::now();
        std::vector<std::future<int>> results;
        for (auto &w : pool)
            results.push_back(std::async(std::launch::async, std::ref(w)));
        int tiles = 0;
        for (auto &r : results)
            tiles += r.get();
        const std::chrono::duration<double, std::milli> took = std::chrono::high_resolution_clock::now() - begin;
        std::cout << tiles << " tiles by " << workers << " workers in " << std::setprecision(3) << took.count() << " ms\n";
        RT(cudaFreeHost(frame));
    } catch (const rt::Error &e) {
        std::cerr << e.what() << " (" << static_cast<int>(e.code) << ")\n";
        return 1;
    }
}
