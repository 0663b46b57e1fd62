// Several host threads with pageable std::vector buffers, compiled for the legacy default stream:
// everybody believes that "Async" makes it overlap.
#include <cuda_runtime.h>
#include <atomic>
#include <cstdio>
#include <numeric>
#include <thread>
#include <vector>

#pragma nullstream kernel(histogram) time(120us) reads(data, n) writes(bins, 256 * 4)
__global__ void histogram(const unsigned char *data, unsigned *bins, size_t n)
{
    for (size_t i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += (size_t)gridDim.x * blockDim.x)
        atomicAdd(&bins[data[i]], 1u);
}

int main()
{
    const size_t chunk = 3 << 20;
    const int chunks = 12;
    std::vector<unsigned char> image(chunk * chunks);
    std::vector<std::vector<unsigned>> result(chunks, std::vector<unsigned>(256));
    std::atomic<int> next{0};

    auto body = [&](int worker) {
        cudaStream_t s;
        cudaStreamCreate(&s);
        unsigned char *d;
        unsigned *bins;
        cudaMalloc(&d, chunk);
        cudaMalloc(&bins, 256 * sizeof(unsigned));
        for (int c = next++; c < chunks; c = next++) {
            cudaMemcpyAsync(d, image.data() + c * chunk, chunk, cudaMemcpyHostToDevice, s);
            cudaMemsetAsync(bins, 0, 256 * sizeof(unsigned), s);
            histogram<<<66, 1024, 0, s>>>(d, bins, chunk);
            cudaMemcpyAsync(result[c].data(), bins, 256 * sizeof(unsigned), cudaMemcpyDeviceToHost, s);
            cudaStreamSynchronize(s);
        }
        cudaStreamDestroy(s);
    };
    std::vector<std::thread> threads;
    for (int t = 0; t < 4; ++t)
        threads.emplace_back(body, t);
    for (auto &t : threads)
        t.join();
    std::vector<unsigned long> total(256, 0);
    for (const auto &r : result)
        for (int b = 0; b < 256; ++b)
            total[b] += r[b];
    std::printf("pixels: %lu\n", std::accumulate(total.begin(), total.end(), 0ul));
}
