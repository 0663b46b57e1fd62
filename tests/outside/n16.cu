// k-means: points from pageable memory in tiles, two streams; per iteration assign, partial sums back
// to a std::vector, the host updates the centroids and writes them to constant memory.
#include "nullstream.cuh"
#include <algorithm>
#include <cstdio>
#include <numeric>
#include <random>
#include <vector>

#define K 32
#define DIM 8
#define TILES 4
__constant__ float centroids[K * DIM];

#pragma nullstream kernel(assign) flops(3.0 * n * K * DIM) bytes(36.0 * n) reads(points, n * DIM * 4) reads(&centroids, sizeof(centroids)) writes(label, n * 4)
__global__ void assign(const float *points, int *label, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float best = 1e30f;
    for (int k = 0; k < K; k++) {
        float d = 0;
        for (int j = 0; j < DIM; j++) {
            float t = points[i * DIM + j] - centroids[k * DIM + j];
            d += t * t;
        }
        if (d < best)
            best = d, label[i] = k;
    }
}
#pragma nullstream kernel(partial) bytes(36.0 * n) flops(20.0 * n) shared(K * (DIM + 1) * 4) reads(points, n * DIM * 4) reads(label, n * 4) writes(sums, K * (DIM + 1) * 4)
__global__ void partial(const float *points, const int *label, float *sums, int n)
{
    __shared__ float s[K * (DIM + 1)];
    for (int i = threadIdx.x; i < K * (DIM + 1); i += blockDim.x)
        s[i] = 0;
    __syncthreads();
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        for (int j = 0; j < DIM; j++)
            atomicAdd(&s[label[i] * (DIM + 1) + j], points[i * DIM + j]);
    __syncthreads();
    for (int i = threadIdx.x; i < K * (DIM + 1); i += blockDim.x)
        atomicAdd(&sums[i], s[i]);
}

static void update(const std::vector<float> &sums, std::vector<float> &means)
{
    for (int k = 0; k < K; k++)
        for (int j = 0; j < DIM; j++)
            means[k * DIM + j] = sums[k * (DIM + 1) + j];
    host_work_us(15);
}

int main()
{
    const int n = 1 << 20, per = n / TILES;
    std::vector<float> points(n * DIM);
    std::mt19937 gen(7);
    std::normal_distribution<float> normal(0.f, 1.f);
    for (int i = 0; i < 2048; i++)
        points[i] = normal(gen);
    std::vector<float> means(points.begin(), points.begin() + K * DIM), sums(TILES * K * (DIM + 1));
    float *d_points, *d_sums;
    int *d_label;
    cudaMalloc(&d_points, points.size() * sizeof(float));
    cudaMalloc(&d_sums, sums.size() * sizeof(float));
    cudaMalloc(&d_label, n * sizeof(int));
    cudaStream_t s[2];
    cudaStreamCreate(&s[0]);
    cudaStreamCreate(&s[1]);
    for (int t = 0; t < TILES; t++) // "asynchronous", but the vector is pageable
        cudaMemcpyAsync(d_points + t * per * DIM, points.data() + t * per * DIM, per * DIM * sizeof(float),
                        cudaMemcpyHostToDevice, s[t % 2]);
    cudaStreamSynchronize(s[0]);
    cudaStreamSynchronize(s[1]);
    for (int it = 0; it < 12; it++) {
        cudaMemcpyToSymbol(centroids, means.data(), sizeof(centroids));
        cudaMemsetAsync(d_sums, 0, sums.size() * sizeof(float));
        for (int t = 0; t < TILES; t++) {
            assign<<<per / 256, 256, 0, s[t % 2]>>>(d_points + t * per * DIM, d_label + t * per, per);
            partial<<<132, 256, 0, s[t % 2]>>>(d_points + t * per * DIM, d_label + t * per,
                                               d_sums + t * K * (DIM + 1), per);
        }
        cudaMemcpy(sums.data(), d_sums, sums.size() * sizeof(float), cudaMemcpyDeviceToHost);
        update(sums, means);
    }
    printf("%f\n", std::accumulate(means.begin(), means.end(), 0.0f));
    cudaStreamDestroy(s[0]);
    cudaStreamDestroy(s[1]);
    cudaFree(d_points), cudaFree(d_sums), cudaFree(d_label);
    return 0;
}
