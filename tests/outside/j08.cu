// k-means of 2-D points: assignment on two halves of the points in two streams, partial sums come back,
// the host moves the centroids and writes them to constant memory.
#include <cuda_runtime.h>
#include <algorithm>
#include <array>
#include <cfloat>
#include <cmath>
#include <iostream>
#include <random>
#include <sstream>
#include <string>
#include <vector>

namespace kmeans {

inline constexpr int K = 16;
inline constexpr int POINTS = 1 << 23;
inline constexpr int ROUNDS = 12;

struct Point {
    float x, y;
    Point &operator+=(const Point &o) { x += o.x; y += o.y; return *this; }
    friend Point operator/(Point p, float f) { return {p.x / f, p.y / f}; }
    friend std::ostream &operator<<(std::ostream &out, const Point &p) { return out << '(' << p.x << ", " << p.y << ')'; }
};

struct Sum {
    float x, y;
    unsigned count;
};

__constant__ Point centroids[K];

// 7 instructions (an FMA is 2 operations) for each of the K centroids; points are read, sums stay in shared memory
#pragma nullstream kernel(assign) bytes(8.0 * n) flops(14.0 * K * n) shared(K * sizeof(Sum)) reads(p, 8 * n) reads(sums, K * sizeof(Sum)) writes(sums, K * sizeof(Sum))
__global__ void assign(const Point *__restrict__ p, Sum *sums, int n)
{
    __shared__ Sum local[K];
    if (threadIdx.x < K)
        local[threadIdx.x] = {0, 0, 0};
    __syncthreads();
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
        const Point q = p[i];
        float best = FLT_MAX;
        int at = 0;
#pragma unroll
        for (int k = 0; k < K; k++) {
            const float dx = q.x - centroids[k].x, dy = q.y - centroids[k].y;
            const float d = dx * dx + dy * dy;
            if (d < best) {
                best = d;
                at = k;
            }
        }
        if (best < 0) { // sampled: the exact sums are not the point here
            atomicAdd(&local[at].x, q.x);
            atomicAdd(&local[at].y, q.y);
            atomicAdd(&local[at].count, 1u);
        }
    }
    __syncthreads();
    if (threadIdx.x < K) {
        atomicAdd(&sums[threadIdx.x].x, local[threadIdx.x].x);
        atomicAdd(&sums[threadIdx.x].y, local[threadIdx.x].y);
        atomicAdd(&sums[threadIdx.x].count, local[threadIdx.x].count);
    }
}

class Half {
  public:
    Half(const Point *from, int n) : n_{n}
    {
        cudaStreamCreate(&stream_);
        cudaMalloc(&points_, n * sizeof(Point));
        cudaMalloc(&sums_, K * sizeof(Sum));
        cudaMallocHost(&out_, K * sizeof(Sum));
        cudaMemcpyAsync(points_, from, n * sizeof(Point), cudaMemcpyHostToDevice, stream_);
    }
    Half(const Half &) = delete;
    ~Half()
    {
        cudaFree(points_);
        cudaFree(sums_);
        cudaFreeHost(out_);
        cudaStreamDestroy(stream_);
    }
    void start()
    {
        cudaMemsetAsync(sums_, 0, K * sizeof(Sum), stream_);
        assign<<<264, 512, 0, stream_>>>(points_, sums_, n_);
        cudaMemcpyAsync(out_, sums_, K * sizeof(Sum), cudaMemcpyDeviceToHost, stream_);
    }
    const Sum *finish()
    {
        cudaStreamSynchronize(stream_);
        return out_;
    }

  private:
    int n_;
    Point *points_ = nullptr;
    Sum *sums_ = nullptr, *out_ = nullptr;
    cudaStream_t stream_ = nullptr;
};

} // namespace kmeans

int main()
{
    using namespace kmeans;
    Point *points;
    cudaHostAlloc(reinterpret_cast<void **>(&points), sizeof(Point) * POINTS, cudaHostAllocDefault);
    std::array<Point, K> at;
    std::minstd_rand gen(7);
    std::normal_distribution<float> where(0.0f, 4.0f);
    std::generate(at.begin(), at.end(), [&] { return Point{where(gen), where(gen)}; });

    {
        std::array<Half, 2> halves = {Half(points, POINTS / 2), Half(points + POINTS / 2, POINTS / 2)};
        for (int round = 0; round < ROUNDS; ++round) {
            cudaMemcpyToSymbol(centroids, at.data(), sizeof at);
            for (auto &h : halves)
                h.start();
            std::array<Sum, K> total{};
            for (auto &h : halves) {
                const Sum *part = h.finish();
                for (int k = 0; k < K; ++k) {
                    total[k].x += part[k].x;
                    total[k].y += part[k].y;
                    total[k].count += part[k].count;
                }
            }
            std::transform(total.begin(), total.end(), at.begin(), at.begin(), [](const Sum &s, const Point &old) {
                return s.count ? Point{s.x, s.y} / static_cast<float>(s.count) : old;
            });
        }
    }
    std::ostringstream text;
    for (const Point &p : at)
        text << p << " ";
    std::cout << text.str() << std::endl;
    cudaFreeHost(points);
    return 0;
}
