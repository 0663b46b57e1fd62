// A work queue served by worker threads on cudaStreamPerThread (thumbnails of very different sizes, 3 KB to 24 MB).
// The main thread rewrites a lookup table now and then with plain cudaMemcpy, in the legacy stream.
#include "nullstream.cuh"
#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdio>
#include <thread>
#include <vector>

constexpr int kWorkers = 5, kJobs = 60;
constexpr size_t kMax = 24 << 20;

#pragma nullstream kernel(decode_jpeg) bytes(n * 6.0) flops(n * 90.0) regs(40) reads(in, n) reads(lut, 4096) writes(out, n)
__global__ void decode_jpeg(const unsigned char *in, const unsigned char *lut, unsigned char *out, size_t n) {}
#pragma nullstream kernel(thumb) block_time(9us) reads(in, n) writes(out, n / 16)
__global__ void thumb(const unsigned char *in, unsigned char *out, size_t n) {}

static size_t job_size(int j)
{
    static const size_t table[] = {3000, 140000, 2 << 20, 800, 24 << 20, 65536, 9000000, 31 * 1024, 500000, 6 << 20};
    return table[j % 10];
}

std::atomic<int> nextJob(0);
unsigned char *lut, *hIn;

void work(int id)
{
    unsigned char *in, *out, *small, *hSmall;
    cudaMalloc(&in, kMax);
    cudaMalloc(&out, kMax);
    cudaMalloc(&small, kMax / 16);
    cudaHostAlloc(&hSmall, kMax / 16, cudaHostAllocPortable);
    int j;
    while ((j = nextJob.fetch_add(1)) < kJobs) {
        size_t n = job_size(j);
        cudaMemcpyAsync(in, hIn, n, cudaMemcpyHostToDevice, cudaStreamPerThread);
        unsigned blocks = (unsigned)std::min<size_t>((n + 4095) / 4096, 2112);
        decode_jpeg<<<blocks, 128, 0, cudaStreamPerThread>>>(in, lut, out, n);
        thumb<<<(blocks + 3) / 4, 128, 0, cudaStreamPerThread>>>(out, small, n);
        cudaMemcpyAsync(hSmall, small, n / 16, cudaMemcpyDeviceToHost, cudaStreamPerThread);
        cudaStreamSynchronize(cudaStreamPerThread);
        host_work_us(5.0 + n * 4e-6); // store it
    }
}

int main()
{
    cudaMalloc(&lut, 4096);
    cudaMallocHost(&hIn, kMax);
    unsigned char fresh[4096] = {0};
    std::vector<std::thread> pool;
    for (int i = 0; i < kWorkers; i++)
        pool.push_back(std::thread(work, i));
    for (int k = 0; k < 4; k++) {
        std::this_thread::sleep_for(std::chrono::microseconds(700));
        cudaMemcpy(lut, fresh, sizeof(fresh), cudaMemcpyHostToDevice);
    }
    for (std::thread &t : pool)
        t.join();
    cudaDeviceSynchronize();
    printf("%d jobs\n", kJobs);
    return 0;
}
