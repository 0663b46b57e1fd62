// LSD radix sort of several independent arrays, one stream each; counts, scan and scatter per digit.
#include "nullstream.cuh"
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <random>
#include <vector>

constexpr int RADIX = 256, BLOCKS = 128, THREADS = 256;

#pragma nullstream kernel(histogram) bytes(8.0 * n) flops(4.0 * n) reads(keys, n * 4) writes(hist, 256 * 128 * 4)
__global__ void histogram(const uint32_t *keys, uint32_t *hist, int n, int shift)
{
    __shared__ uint32_t local[RADIX];
    local[threadIdx.x] = 0;
    __syncthreads();
    int per = (n + gridDim.x - 1) / gridDim.x;
    int begin = blockIdx.x * per, end = min(n, begin + per);
    for (int i = begin + threadIdx.x; i < end; i += blockDim.x)
        atomicAdd(&local[(keys[i] >> shift) & 255], 1u);
    __syncthreads();
    hist[threadIdx.x * gridDim.x + blockIdx.x] = local[threadIdx.x];
}

#pragma nullstream kernel(scan) time(25us) reads(hist, 256 * 128 * 4) writes(hist, 256 * 128 * 4)
__global__ void scan(uint32_t *hist, int n)
{
    if (threadIdx.x == 0) {
        uint32_t sum = 0;
        for (int i = 0; i < n; i++) {
            uint32_t v = hist[i];
            hist[i] = sum;
            sum += v;
        }
    }
}

#pragma nullstream kernel(scatter) time(60us) reads(in, n * 4) reads(hist, 256 * 128 * 4) writes(out, n * 4)
__global__ void scatter(const uint32_t *in, uint32_t *out, const uint32_t *hist, int n, int shift)
{
    // one thread a block keeps the order: slow but stable
    if (threadIdx.x != 0)
        return;
    int per = (n + gridDim.x - 1) / gridDim.x;
    int begin = blockIdx.x * per, end = min(n, begin + per);
    uint32_t at[RADIX];
    for (int d = 0; d < RADIX; d++)
        at[d] = hist[d * gridDim.x + blockIdx.x];
    for (int i = begin; i < end; i++)
        out[at[(in[i] >> shift) & 255]++] = in[i];
}

struct Job {
    int n;
    uint32_t *h, *a, *b, *hist;
    cudaStream_t s;
    cudaEvent_t begin, end;
};

int main()
{
    std::mt19937 rng(42);
    std::vector<Job> jobs;
    for (int n : {1 << 16, 1 << 17, 3 << 16, 1 << 18}) {
        Job j{};
        j.n = n;
        cudaMallocHost(&j.h, n * sizeof(uint32_t));
        std::generate(j.h, j.h + n, [&rng] { return (uint32_t)rng(); });
        cudaMalloc(&j.a, n * sizeof(uint32_t));
        cudaMalloc(&j.b, n * sizeof(uint32_t));
        cudaMalloc(&j.hist, RADIX * BLOCKS * sizeof(uint32_t));
        cudaStreamCreate(&j.s);
        cudaEventCreate(&j.begin);
        cudaEventCreate(&j.end);
        jobs.push_back(j);
    }
    std::sort(jobs.begin(), jobs.end(), [](const Job &x, const Job &y) { return x.n > y.n; });

    for (Job &j : jobs) {
        cudaEventRecord(j.begin, j.s);
        cudaMemcpyAsync(j.a, j.h, j.n * sizeof(uint32_t), cudaMemcpyHostToDevice, j.s);
        uint32_t *in = j.a, *out = j.b;
        for (int shift = 0; shift < 32; shift += 8) {
            histogram<<<BLOCKS, THREADS, 0, j.s>>>(in, j.hist, j.n, shift);
            scan<<<1, 32, 0, j.s>>>(j.hist, RADIX * BLOCKS);
            scatter<<<BLOCKS, 32, 0, j.s>>>(in, out, j.hist, j.n, shift);
            std::swap(in, out);
        }
        cudaMemcpyAsync(j.h, in, j.n * sizeof(uint32_t), cudaMemcpyDeviceToHost, j.s);
        cudaEventRecord(j.end, j.s);
    }
    for (Job &j : jobs) {
        cudaEventSynchronize(j.end);
        float ms;
        cudaEventElapsedTime(&ms, j.begin, j.end);
        printf("%8d keys: %.3f ms, %s\n", j.n, ms, std::is_sorted(j.h, j.h + j.n) ? "sorted" : "NOT SORTED");
    }
    for (Job &j : jobs) {
        cudaStreamDestroy(j.s);
        cudaFreeHost(j.h);
        cudaFree(j.a);
        cudaFree(j.b);
        cudaFree(j.hist);
    }
    return 0;
}
