// C++17. Lidar odometry: scans are aligned by ICP. Each iteration reduces normal equations on the device; the host
// solves 6x6 by Cholesky and writes the new pose into a managed struct. The next scan is uploaded beside it.
#include "nullstream.cuh"
#include <array>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <memory>

struct Pose {
    float r[9], t[3];
};
struct Point {
    float x, y, z, w;
};
constexpr int POINTS = 131072, SCANS = 5, ITERATIONS = 6, TERMS = 27;

#pragma nullstream kernel(match) flops(400.0 * n) bytes(48.0 * n) reads(scan, n * 16) reads(map, n * 16) reads(pose, sizeof(Pose)) writes(pair, n * 4)
__global__ void match(const Point *scan, const Point *map, const Pose *pose, int *pair, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        pair[i] = (int)(fabsf(scan[i].x * pose->r[0] + map[i].y + pose->t[0])) % n;
}

#pragma nullstream kernel(normal_equations) flops(120.0 * n) bytes(36.0 * n) reads(scan, n * 16) reads(map, n * 16) reads(pair, n * 4) atomics(sums, TERMS * 4)
__global__ void normal_equations(const Point *scan, const Point *map, const int *pair, float *sums, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float d = i < n ? scan[i].x - map[pair[i]].x : 0;
    for (int w = 16; w; w >>= 1)
        d += __shfl_down_sync(~0u, d, w);
    if ((threadIdx.x & 31) == 0)
        for (int k = 0; k < TERMS; k++)
            atomicAdd(&sums[k], d);
}

using Matrix = std::array<std::array<double, 6>, 6>;

#pragma nullstream host(cholesky) time(4us)
static std::array<double, 6> cholesky(Matrix a, std::array<double, 6> b)
{
    for (int j = 0; j < 6; j++) {
        for (int k = 0; k < j; k++)
            a[j][j] -= a[j][k] * a[j][k];
        a[j][j] = std::sqrt(std::abs(a[j][j]) + 1e-9);
        for (int i = j + 1; i < 6; i++) {
            for (int k = 0; k < j; k++)
                a[i][j] -= a[i][k] * a[j][k];
            a[i][j] /= a[j][j];
        }
        b[j] /= a[j][j];
    }
    return b;
}

template <class T> struct DeviceDelete {
    void operator()(T *p) const { cudaFree(p); }
};
template <class T> using Device = std::unique_ptr<T[], DeviceDelete<T>>;
template <class T> Device<T> device(std::size_t n)
{
    T *p = nullptr;
    cudaMalloc(&p, n * sizeof(T));
    return Device<T>(p);
}

int main()
{
    auto map = device<Point>(POINTS);
    Device<Point> scan[2] = {device<Point>(POINTS), device<Point>(POINTS)};
    auto pair = device<int>(POINTS);
    auto sums = device<float>(TERMS);
    Pose *pose;
    cudaMallocManaged(&pose, sizeof(Pose));
    Point *driver;
    float *sums_host;
    cudaMallocHost(&driver, SCANS * POINTS * sizeof(Point));
    cudaMallocHost(&sums_host, TERMS * sizeof(float));
    cudaStream_t align, load;
    cudaStreamCreateWithFlags(&align, cudaStreamNonBlocking);
    cudaStreamCreateWithFlags(&load, cudaStreamNonBlocking);
    cudaEvent_t loaded, used;
    cudaEventCreateWithFlags(&loaded, cudaEventDisableTiming);
    cudaEventCreateWithFlags(&used, cudaEventDisableTiming);
    cudaMemsetAsync(map.get(), 0, POINTS * sizeof(Point), align);
    std::memset(pose, 0, sizeof *pose);

    cudaMemcpyAsync(scan[0].get(), driver, POINTS * sizeof(Point), cudaMemcpyHostToDevice, load);
    for (int s = 0; s < SCANS; s++) {
        cudaEventRecord(loaded, load);
        cudaStreamWaitEvent(align, loaded, 0);
        if (s + 1 < SCANS) {
            cudaEventRecord(used, align); // behind the last scan's iterations
            cudaStreamWaitEvent(load, used, 0);
            cudaMemcpyAsync(scan[(s + 1) % 2].get(), driver + (s + 1) * POINTS, POINTS * sizeof(Point), cudaMemcpyHostToDevice, load);
        }
        for (int it = 0; it < ITERATIONS; it++) {
            cudaMemsetAsync(sums.get(), 0, TERMS * sizeof(float), align);
            match<<<POINTS / 256, 256, 0, align>>>(scan[s % 2].get(), map.get(), pose, pair.get(), POINTS);
            normal_equations<<<POINTS / 256, 256, 0, align>>>(scan[s % 2].get(), map.get(), pair.get(), sums.get(), POINTS);
            cudaMemcpyAsync(sums_host, sums.get(), TERMS * sizeof(float), cudaMemcpyDeviceToHost, align);
            cudaStreamSynchronize(align);
            Matrix a{};
            std::array<double, 6> b{};
            for (int i = 0, k = 0; i < 6; i++) {
                for (int j = 0; j <= i; j++, k++)
                    a[i][j] = sums_host[k];
                b[i] = sums_host[21 + i];
            }
            auto step = cholesky(a, b);
            for (int i = 0; i < 3; i++)
                pose->t[i] += (float)step[i + 3];
        }
    }
    cudaDeviceSynchronize();
    std::printf("moved by %g %g %g\n", pose->t[0], pose->t[1], pose->t[2]);
    cudaFree(pose);
    cudaFreeHost(driver);
    cudaFreeHost(sums_host);
    cudaStreamDestroy(align);
    cudaStreamDestroy(load);
    cudaEventDestroy(loaded);
    cudaEventDestroy(used);
}
