// k-means: the points are split among host threads, each with a stream; centroids are reduced on the host
// under a mutex, a condition variable starts the next iteration.
#include "nullstream.cuh"
#include <array>
#include <condition_variable>
#include <cstdio>
#include <mutex>
#include <thread>
#include <vector>

constexpr int K = 16, DIM = 4, POINTS = 1 << 20, THREADS = 4, ITERS = 5;
using Centroids = std::array<float, K * DIM>;

#pragma nullstream kernel(assign) flops(n * 16.0 * 12) bytes(20.0 * n) reads(p, n * 16) reads(c, 256) writes(sums, 16 * 5 * 4)
__global__ void assign(const float4 *p, const float *c, float *sums, int n)
{
    __shared__ float local[K * (DIM + 1)];
    for (int i = threadIdx.x; i < K * (DIM + 1); i += blockDim.x)
        local[i] = 0;
    __syncthreads();
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        float4 v = p[i];
        int best = 0;
        float least = 1e30f;
        for (int k = 0; k < K; ++k) {
            float dx = v.x - c[4 * k], dy = v.y - c[4 * k + 1], dz = v.z - c[4 * k + 2], dw = v.w - c[4 * k + 3];
            float d = dx * dx + dy * dy + dz * dz + dw * dw;
            if (d < least) {
                least = d;
                best = k;
            }
        }
        atomicAdd(&local[best * 5], v.x);
        atomicAdd(&local[best * 5 + 1], v.y);
        atomicAdd(&local[best * 5 + 2], v.z);
        atomicAdd(&local[best * 5 + 3], v.w);
        atomicAdd(&local[best * 5 + 4], 1.0f);
    }
    __syncthreads();
    for (int i = threadIdx.x; i < K * (DIM + 1); i += blockDim.x)
        atomicAdd(&sums[i], local[i]);
}

struct Shared {
    std::mutex m;
    std::condition_variable cv;
    int arrived = 0;
    int generation = 0;
    Centroids centroids{};
    std::array<float, K *(DIM + 1)> sums{};

    void merge(const float *part)
    {
        std::unique_lock<std::mutex> lock(m);
        for (int i = 0; i < K * (DIM + 1); ++i)
            sums[i] += part[i];
        const int mine = generation;
        if (++arrived == THREADS) {
            for (int k = 0; k < K; ++k)
                for (int d = 0; d < DIM; ++d)
                    centroids[k * DIM + d] = sums[k * 5 + d] / sums[k * 5 + 4];
            sums.fill(0);
            arrived = 0;
            ++generation;
            lock.unlock();
            cv.notify_all();
        } else {
            cv.wait(lock, [&] { return generation != mine; });
        }
    }
};

static void worker(int id, Shared &shared, const float4 *points)
{
    const int n = POINTS / THREADS;
    float4 *d_p;
    float *d_c, *d_s, *h_s, *h_c;
    cudaStream_t s;
    cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking);
    cudaMalloc(&d_p, n * sizeof(float4));
    cudaMalloc(&d_c, K * DIM * sizeof(float));
    cudaMalloc(&d_s, K * (DIM + 1) * sizeof(float));
    cudaMallocHost(&h_s, K * (DIM + 1) * sizeof(float));
    cudaMallocHost(&h_c, K * DIM * sizeof(float));
    cudaMemcpyAsync(d_p, points + (size_t)id * n, n * sizeof(float4), cudaMemcpyHostToDevice, s);
    for (int it = 0; it < ITERS; ++it) {
        {
            std::lock_guard<std::mutex> lock(shared.m);
            std::copy(shared.centroids.begin(), shared.centroids.end(), h_c);
        }
        cudaMemcpyAsync(d_c, h_c, K * DIM * sizeof(float), cudaMemcpyHostToDevice, s);
        cudaMemsetAsync(d_s, 0, K * (DIM + 1) * sizeof(float), s);
        assign<<<(n + 255) / 256, 256, 0, s>>>(d_p, d_c, d_s, n);
        cudaMemcpyAsync(h_s, d_s, K * (DIM + 1) * sizeof(float), cudaMemcpyDeviceToHost, s);
        cudaStreamSynchronize(s);
        shared.merge(h_s);
    }
    cudaFree(d_p);
    cudaFree(d_c);
    cudaFree(d_s);
    cudaFreeHost(h_s);
    cudaFreeHost(h_c);
    cudaStreamDestroy(s);
}

int main()
{
    float4 *points;
    cudaMallocHost(&points, POINTS * sizeof(float4));
    for (int i = 0; i < POINTS; ++i)
        points[i] = make_float4(i % 7, i % 11, i % 13, i % 17);
    Shared shared;
    for (int k = 0; k < K * DIM; ++k)
        shared.centroids[k] = (float)(k % 9);
    std::vector<std::thread> team;
    for (int t = 0; t < THREADS; ++t)
        team.emplace_back(worker, t, std::ref(shared), points);
    for (auto &t : team)
        t.join();
    printf("centroid 0: %f %f %f %f\n", shared.centroids[0], shared.centroids[1], shared.centroids[2], shared.centroids[3]);
    cudaFreeHost(points);
}
