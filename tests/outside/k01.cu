// Seismic forward modelling: 3D acoustic stencil, 2nd order in time, 8th order in space.
// The volume is split along z into two subdomains (as if they were two ranks); the halos are
// computed first on a high-priority stream and exchanged while the interior is computed.
#include <cuda_runtime.h>

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#define CUDA_CHECK(expr)                                                                     \
    do {                                                                                     \
        cudaError_t err__ = (expr);                                                          \
        if (err__ != cudaSuccess)                                                            \
            throw std::runtime_error(std::string(__FILE__) + ":" + std::to_string(__LINE__) + \
                                     ": " + cudaGetErrorString(err__));                      \
    } while (0)

namespace seis {

constexpr int RADIUS = 4;

struct Grid {
    int nx, ny, nz;
    float dx, dt;
    size_t plane() const { return static_cast<size_t>(nx) * ny; }
    size_t cells() const { return plane() * (nz + 2 * RADIUS); }
    size_t haloBytes() const { return plane() * RADIUS * sizeof(float); }
};

__constant__ float c_coeff[RADIUS + 1];

#pragma nullstream kernel(step) flops(33.0 * nx * ny * (z1 - z0)) bytes(16.0 * nx * ny * (z1 - z0)) regs(40)
__global__ void __launch_bounds__(256)
step(const float *__restrict__ cur, float *__restrict__ prev, const float *__restrict__ vel, int nx,
     int ny, int z0, int z1)
{
    const int x = blockIdx.x * blockDim.x + threadIdx.x;
    const int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < RADIUS || y < RADIUS || x >= nx - RADIUS || y >= ny - RADIUS)
        return;
    const size_t plane = static_cast<size_t>(nx) * ny;
    for (int z = z0; z < z1; ++z) {
        const size_t at = (z + RADIUS) * plane + static_cast<size_t>(y) * nx + x;
        float lap = 3.0f * c_coeff[0] * cur[at];
#pragma unroll
        for (int r = 1; r <= RADIUS; ++r)
            lap += c_coeff[r] * (cur[at - r] + cur[at + r] + cur[at - r * nx] + cur[at + r * nx] +
                                 cur[at - r * plane] + cur[at + r * plane]);
        prev[at] = 2.0f * cur[at] - prev[at] + vel[at] * lap;
    }
}

#pragma nullstream kernel(inject) time(3us)
__global__ void inject(float *field, size_t at, float amplitude)
{
    if (threadIdx.x == 0 && blockIdx.x == 0)
        field[at] += amplitude;
}

float ricker(float t, float freq)
{
    const float pi = 3.14159265f;
    const float a = pi * freq * (t - 1.0f / freq);
    return (1.0f - 2.0f * a * a) * std::exp(-a * a);
}

template <typename T> class DeviceArray {
  public:
    explicit DeviceArray(size_t n) : n_(n)
    {
        CUDA_CHECK(cudaMalloc(reinterpret_cast<void **>(&p_), n * sizeof(T)));
        CUDA_CHECK(cudaMemset(p_, 0, n * sizeof(T)));
    }
    ~DeviceArray() { cudaFree(p_); }
    DeviceArray(const DeviceArray &) = delete;
    DeviceArray &operator=(const DeviceArray &) = delete;
    DeviceArray(DeviceArray &&o) noexcept : p_(std::exchange(o.p_, nullptr)), n_(o.n_) {}
    T *get() { return p_; }
    size_t size() const { return n_; }

  private:
    T *p_ = nullptr;
    size_t n_ = 0;
};

class Domain {
  public:
    Domain(const Grid &g, int rank)
        : grid_(g), rank_(rank), a_(g.cells()), b_(g.cells()), vel_(g.cells())
    {
        int least, greatest;
        CUDA_CHECK(cudaDeviceGetStreamPriorityRange(&least, &greatest));
        CUDA_CHECK(cudaStreamCreateWithPriority(&halo_, cudaStreamNonBlocking, greatest));
        CUDA_CHECK(cudaStreamCreateWithPriority(&bulk_, cudaStreamNonBlocking, least));
        CUDA_CHECK(cudaEventCreateWithFlags(&haloDone_, cudaEventDisableTiming));
        CUDA_CHECK(cudaEventCreateWithFlags(&bulkDone_, cudaEventDisableTiming));
        CUDA_CHECK(cudaEventCreateWithFlags(&received_, cudaEventDisableTiming));
    }
    ~Domain()
    {
        cudaEventDestroy(received_);
        cudaEventDestroy(bulkDone_);
        cudaEventDestroy(haloDone_);
        cudaStreamDestroy(bulk_);
        cudaStreamDestroy(halo_);
    }

    void computeHalo(bool top)
    {
        CUDA_CHECK(cudaStreamWaitEvent(halo_, bulkDone_, 0));
        launch(halo_, top ? 0 : grid_.nz - RADIUS, top ? RADIUS : grid_.nz);
        CUDA_CHECK(cudaEventRecord(haloDone_, halo_));
    }
    void computeInterior(float amplitude)
    {
        CUDA_CHECK(cudaStreamWaitEvent(bulk_, received_, 0));
        const bool hasTop = rank_ > 0;
        launch(bulk_, hasTop ? RADIUS : 0, hasTop ? grid_.nz : grid_.nz - RADIUS);
        if (rank_ == 0)
            inject<<<1, 32, 0, bulk_>>>(
                prev_->get(), (grid_.nz / 2) * grid_.plane() + grid_.plane() / 2, amplitude);
        CUDA_CHECK(cudaEventRecord(bulkDone_, bulk_));
    }
    void sendTo(Domain &other, bool toBelow)
    {
        const size_t halo = grid_.plane() * RADIUS;
        float *src = prev_->get() + (toBelow ? grid_.plane() * grid_.nz : halo);
        float *dst = other.prev_->get() + (toBelow ? 0 : grid_.plane() * (grid_.nz + RADIUS));
        CUDA_CHECK(cudaStreamWaitEvent(other.halo_, haloDone_, 0));
        CUDA_CHECK(cudaMemcpyAsync(dst, src, grid_.haloBytes(), cudaMemcpyDeviceToDevice, other.halo_));
        CUDA_CHECK(cudaEventRecord(other.received_, other.halo_));
    }
    void swap() { std::swap(cur_, prev_); }
    cudaStream_t bulk() const { return bulk_; }
    const float *field() { return cur_->get(); }

  private:
    void launch(cudaStream_t s, int z0, int z1)
    {
        const dim3 block(32, 8);
        const dim3 grid((grid_.nx + block.x - 1) / block.x, (grid_.ny + block.y - 1) / block.y);
        step<<<grid, block, 0, s>>>(cur_->get(), prev_->get(), vel_.get(), grid_.nx, grid_.ny, z0, z1);
        CUDA_CHECK(cudaGetLastError());
    }

    Grid grid_;
    int rank_;
    DeviceArray<float> a_, b_, vel_;
    DeviceArray<float> *cur_ = &a_, *prev_ = &b_;
    cudaStream_t halo_ = nullptr, bulk_ = nullptr;
    cudaEvent_t haloDone_, bulkDone_, received_;
};

} // namespace seis

int main(int argc, char **argv)
{
    using namespace seis;
    const int steps = argc > 1 ? std::atoi(argv[1]) : 24;
    Grid g{320, 320, 128, 10.0f, 0.001f};
    try {
        const float coeff[RADIUS + 1] = {-205.0f / 72, 8.0f / 5, -1.0f / 5, 8.0f / 315, -1.0f / 560};
        CUDA_CHECK(cudaMemcpyToSymbol(c_coeff, coeff, sizeof coeff));
        Domain upper(g, 0), lower(g, 1);
        const size_t traceBytes = g.plane() * sizeof(float);
        float *snapshot;
        CUDA_CHECK(cudaHostAlloc(reinterpret_cast<void **>(&snapshot), traceBytes, cudaHostAllocDefault));
        CUDA_CHECK(cudaDeviceSynchronize());

        for (int t = 0; t < steps; ++t) {
            upper.computeHalo(false);
            lower.computeHalo(true);
            upper.sendTo(lower, true);
            lower.sendTo(upper, false);
            const float amp = ricker(t * g.dt, 15.0f);
            upper.computeInterior(amp);
            lower.computeInterior(amp);
            upper.swap();
            lower.swap();
            if (t % 8 == 7)
                CUDA_CHECK(cudaMemcpyAsync(snapshot, upper.field() + g.plane() * RADIUS, traceBytes,
                                           cudaMemcpyDeviceToHost, upper.bulk()));
        }
        CUDA_CHECK(cudaDeviceSynchronize());
        std::printf("steps %d, cells %zu, source at step 10: %.5f\n", steps, 2 * g.cells(),
                    ricker(10 * g.dt, 15.0f));
        CUDA_CHECK(cudaFreeHost(snapshot));
    } catch (const std::exception &e) {
        std::fprintf(stderr, "%s\n", e.what());
        return EXIT_FAILURE;
    }
    return 0;
}
