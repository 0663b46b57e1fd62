// Managed memory with prefetches, tile by tile, in two streams.
#include "nullstream.cuh"
#include <cstdio>
#include <numeric>

constexpr int TILES = 6;
constexpr size_t TILE = 4u << 20; // floats: 16 MiB

#pragma nullstream kernel(square) bytes(8.0 * n) flops(1.0 * n)
__global__ void square(float *x, size_t n)
{
    size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x;
    if (i < n)
        x[i] = x[i] * x[i];
}

__global__ void refine(float *x)
{
    x[blockIdx.x * blockDim.x + threadIdx.x] += 1.0f;
    spin_us(300);
}

int main()
{
    int device = 0;
    cudaGetDevice(&device);
    cudaMemLocation gpu{cudaMemLocationTypeDevice, device}, cpu{cudaMemLocationTypeHost, 0};
    float *data = nullptr;
    if (cudaMallocManaged(&data, TILES * TILE * sizeof(float)) != cudaSuccess)
        return 1;
    for (size_t i = 0; i < TILES * TILE; i += 1024)
        data[i] = 1.0f + i % 7;

    cudaStream_t s[2];
    for (auto &each : s)
        cudaStreamCreateWithFlags(&each, cudaStreamNonBlocking);

    for (int t = 0; t < TILES; t++) {
        float *tile = data + t * TILE;
        cudaStream_t st = s[t % 2];
        cudaMemPrefetchAsync(tile, TILE * sizeof(float), gpu, 0, st);
        square<<<(unsigned)(TILE / 256), 256, 0, st>>>(tile, TILE);
        refine<<<64, 256, 0, st>>>(tile);
        cudaMemPrefetchAsync(tile, TILE * sizeof(float), cpu, 0, st);
    }
    cudaStreamSynchronize(s[0]);
    cudaStreamSynchronize(s[1]);

    double sum = 0;
    for (size_t i = 0; i < TILES * TILE; i += TILE)
        sum += data[i];
    printf("sum %f\n", sum);
    for (auto &each : s)
        cudaStreamDestroy(each);
    cudaFree(data);
    return 0;
}
