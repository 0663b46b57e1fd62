// C++17. Wavefront path tracer: ray queues of each bounce come from a pool of its own with a release threshold, two
// tiles are traced in two streams, and rays die out by a known ratio.
#include <cstdint>
#include <cstdio>
#include <cuda_runtime.h>
#include <initializer_list>

struct Ray {
    float ox, oy, oz, dx, dy, dz, weight;
    int pixel;
};
constexpr int TILE = 256 * 256, TILES = 8, BOUNCES = 6;

#pragma nullstream kernel(camera) time(7us) writes(rays, n * sizeof(Ray))
__global__ void camera(Ray *rays, int n, int tile)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        rays[i] = Ray{0, 0, 0, float(i % 256), float(i / 256), float(tile), 1, i};
}

#pragma nullstream kernel(bounce) time(12us + n * 0.4ns) reads(in, n * sizeof(Ray)) writes(out, kept * sizeof(Ray)) regs(72)
__global__ void bounce(const Ray *in, Ray *out, int n, int kept)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < kept)
        out[i] = in[(int)((long long)i * n / kept)];
}

#pragma nullstream kernel(shade) time(5us) reads(rays, n * sizeof(Ray)) reads(film, TILE * 16) writes(film, TILE * 16)
__global__ void shade(const Ray *rays, float4 *film, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        atomicAdd(&film[rays[i].pixel].x, rays[i].weight);
}

int main()
{
    cudaMemPool_t pool;
    cudaMemPoolProps props = {};
    props.allocType = cudaMemAllocationTypePinned;
    props.location.type = cudaMemLocationTypeDevice;
    props.location.id = 0;
    cudaMemPoolCreate(&pool, &props);
    std::uint64_t keep = 256ull << 20;
    cudaMemPoolSetAttribute(pool, cudaMemPoolAttrReleaseThreshold, &keep);

    cudaStream_t streams[2];
    float4 *film[2], *picture;
    for (int i : {0, 1}) {
        cudaStreamCreateWithFlags(&streams[i], cudaStreamNonBlocking);
        cudaMalloc(&film[i], TILE * sizeof(float4));
    }
    cudaMallocHost(&picture, TILES * TILE * sizeof(float4));

    for (int tile = 0; tile < TILES; tile++) {
        cudaStream_t s = streams[tile & 1];
        cudaMemsetAsync(film[tile & 1], 0, TILE * sizeof(float4), s);
        Ray *rays;
        cudaMallocFromPoolAsync((void **)&rays, TILE * sizeof(Ray), pool, s);
        int n = TILE;
        camera<<<(n + 127) / 128, 128, 0, s>>>(rays, n, tile);
        for (int b = 0; b < BOUNCES; b++) {
            int kept = n * 2 / 3;
            Ray *next;
            cudaMallocFromPoolAsync((void **)&next, kept * sizeof(Ray), pool, s);
            bounce<<<(n + 127) / 128, 128, 0, s>>>(rays, next, n, kept);
            shade<<<(kept + 127) / 128, 128, 0, s>>>(next, film[tile & 1], kept);
            cudaFreeAsync(rays, s);
            rays = next;
            n = kept;
        }
        cudaFreeAsync(rays, s);
        cudaMemcpyAsync(picture + tile * TILE, film[tile & 1], TILE * sizeof(float4), cudaMemcpyDeviceToHost, s);
    }
    cudaDeviceSynchronize();
    std::uint64_t reserved = 0;
    cudaMemPoolGetAttribute(pool, cudaMemPoolAttrReservedMemCurrent, &reserved);
    std::printf("%d tiles, pool has memory: %d\n", TILES, reserved > 0);
    for (int i : {0, 1}) {
        cudaFree(film[i]);
        cudaStreamDestroy(streams[i]);
    }
    cudaMemPoolDestroy(pool);
    cudaFreeHost(picture);
}
