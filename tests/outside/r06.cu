// Path tracer: four render threads take 128x128 tiles from an atomic counter, each with a stream and a
// pinned tile buffer, and paste finished tiles into the frame under a lock; costs differ per tile.
#include "nullstream.cuh"
#include <atomic>
#include <cstdio>
#include <cstring>
#include <mutex>
#include <thread>
#include <vector>

#define CHECK(x)                                                               \
    do {                                                                       \
        cudaError_t err = (x);                                                 \
        if (err != cudaSuccess) {                                              \
            fprintf(stderr, "%s: %s\n", #x, cudaGetErrorString(err));          \
            abort();                                                           \
        }                                                                      \
    } while (0)

constexpr int W = 1024, H = 768, TILE = 128;
constexpr int TX = W / TILE, TILES = TX * (H / TILE);

#pragma nullstream kernel(primary) flops(300.0 * TILE * TILE) regs(64)
__global__ void primary(float4 *rays, int tile)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    rays[i] = make_float4(tile, i, 0, 0);
}
#pragma nullstream kernel(bounce) block_time(us * 1us) regs(96) reads(scene, 4 << 20) reads(rays, TILE * TILE * 16) writes(rays, TILE * TILE * 16)
__global__ void bounce(float4 *rays, const float4 *scene, int depth, double us) {}
#pragma nullstream kernel(tonemap) bytes(20.0 * TILE * TILE)
__global__ void tonemap(const float4 *rays, unsigned *pixels)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    pixels[i] = (unsigned)rays[i].x;
}

int main()
{
    float4 *scene;
    std::vector<float4> scene_host((4 << 20) / sizeof(float4));
    CHECK(cudaMalloc(&scene, 4 << 20));
    CHECK(cudaMemcpy(scene, scene_host.data(), 4 << 20, cudaMemcpyHostToDevice));
    CHECK(cudaDeviceSynchronize());
    std::vector<unsigned> frame(W * H);
    std::atomic<int> next{0};
    std::mutex paste;
    int done = 0;
    auto render = [&](int id) {
        cudaStream_t s;
        float4 *rays;
        unsigned *pixels, *tile_host;
        CHECK(cudaSetDevice(0));
        CHECK(cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking));
        CHECK(cudaMalloc(&rays, TILE * TILE * sizeof(float4)));
        CHECK(cudaMalloc(&pixels, TILE * TILE * sizeof(unsigned)));
        CHECK(cudaMallocHost(&tile_host, TILE * TILE * sizeof(unsigned)));
        for (int tile; (tile = next.fetch_add(1)) < TILES;) {
            primary<<<TILE * TILE / 256, 256, 0, s>>>(rays, tile);
            const int depth = 2 + tile * 7 % 5;
            for (int d = 0; d < depth; d++)
                bounce<<<TILE * TILE / 128, 128, 0, s>>>(rays, scene, d, 60.0 - 8 * d);
            tonemap<<<TILE * TILE / 256, 256, 0, s>>>(rays, pixels);
            CHECK(cudaGetLastError());
            CHECK(cudaMemcpyAsync(tile_host, pixels, TILE * TILE * sizeof(unsigned), cudaMemcpyDeviceToHost, s));
            CHECK(cudaStreamSynchronize(s));
            std::lock_guard<std::mutex> lock(paste);
            for (int y = 0; y < TILE; y++)
                memcpy(&frame[(tile / TX * TILE + y) * W + tile % TX * TILE], tile_host + y * TILE, TILE * sizeof(unsigned));
            done++;
        }
        CHECK(cudaStreamDestroy(s));
        CHECK(cudaFreeHost(tile_host));
        CHECK(cudaFree(rays));
        CHECK(cudaFree(pixels));
    };
    std::vector<std::thread> threads;
    for (int i = 0; i < 4; i++)
        threads.emplace_back(render, i);
    for (auto &t : threads)
        t.join();
    printf("%d of %d tiles\n", done, TILES);
    CHECK(cudaFree(scene));
    return done == TILES ? 0 : 1;
}
