// Per-thread default streams without the compiler flag: every worker uses cudaStreamPerThread.
#include "nullstream.cuh"
#include <atomic>
#include <cstdio>
#include <thread>
#include <vector>

#pragma nullstream kernel(blur) block_time(18us)
__global__ void blur(const float *in, float *out, int w, int h)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < w && y < h)
        out[y * w + x] = 0.5f * in[y * w + x];
}

#pragma nullstream kernel(sharpen) block_time(11us)
__global__ void sharpen(const float *in, float *out, int w, int h)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < w && y < h)
        out[y * w + x] = 1.5f * in[y * w + x];
}

std::atomic<int> next_tile{0};
std::atomic<long> done_tiles{0};

void worker(int id, float *host, int tiles, int side)
{
    float *a, *b;
    const size_t n = (size_t)side * side;
    cudaMallocAsync(&a, n * sizeof(float), cudaStreamPerThread);
    cudaMallocAsync(&b, n * sizeof(float), cudaStreamPerThread);
    dim3 block(32, 8), grid((side + 31) / 32, (side + 7) / 8);
    for (;;) {
        int t = next_tile.fetch_add(1);
        if (t >= tiles)
            break;
        float *tile = host + t * n;
        cudaMemcpyAsync(a, tile, n * sizeof(float), cudaMemcpyHostToDevice, cudaStreamPerThread);
        blur<<<grid, block, 0, cudaStreamPerThread>>>(a, b, side, side);
        sharpen<<<grid, block, 0, cudaStreamPerThread>>>(b, a, side, side);
        cudaMemcpyAsync(tile, a, n * sizeof(float), cudaMemcpyDeviceToHost, cudaStreamPerThread);
        cudaStreamSynchronize(cudaStreamPerThread);
        ++done_tiles;
    }
    cudaFreeAsync(a, cudaStreamPerThread);
    cudaFreeAsync(b, cudaStreamPerThread);
    cudaStreamSynchronize(cudaStreamPerThread);
}

int main(int argc, char **argv)
{
    const int tiles = 24, side = 512;
    float *host;
    cudaMallocHost(&host, (size_t)tiles * side * side * sizeof(float));
    for (size_t i = 0; i < (size_t)tiles * side * side; i += 1024)
        host[i] = (float)i;
    unsigned n = 4;
    std::vector<std::thread> pool;
    for (unsigned i = 0; i < n; i++)
        pool.emplace_back(worker, i, host, tiles, side);
    for (auto &t : pool)
        t.join();
    printf("%ld tiles done, host[1024] = %f\n", done_tiles.load(), host[1024]);
    cudaFreeHost(host);
    return 0;
}
