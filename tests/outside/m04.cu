// N-body on two "ranks" that share the GPU: own forces first, halo positions of the neighbour by d2d copies.
#include <cuda_runtime.h>
#include <array>
#include <cmath>
#include <iostream>
#include <iomanip>

namespace nbody {
constexpr int N = 8192;
constexpr int RANKS = 2;

#pragma nullstream kernel(forces) flops(20.0 * n * m) bytes(16.0 * (n + m)) reads(mine, n * 16) reads(others, m * 16) writes(acc, n * 16)
__global__ void forces(const float4 *mine, const float4 *others, float4 *acc, int n, int m, bool add)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float4 p = mine[i], a = add ? acc[i] : make_float4(0, 0, 0, 0);
    for (int j = 0; j < m; j++) {
        float4 q = others[j];
        float dx = q.x - p.x, dy = q.y - p.y, dz = q.z - p.z;
        float inv = rsqrtf(dx * dx + dy * dy + dz * dz + 1e-4f);
        float s = q.w * inv * inv * inv;
        a.x += dx * s; a.y += dy * s; a.z += dz * s;
    }
    acc[i] = a;
}

#pragma nullstream kernel(integrate) bytes(64.0 * n)
__global__ void integrate(float4 *pos, float4 *vel, const float4 *acc, float dt, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        float4 v = vel[i], a = acc[i], p = pos[i];
        v.x += dt * a.x; v.y += dt * a.y; v.z += dt * a.z;
        p.x += dt * v.x; p.y += dt * v.y; p.z += dt * v.z;
        vel[i] = v;
        pos[i] = p;
    }
}

class Rank {
  public:
    explicit Rank(int id) : id_(id)
    {
        for (auto **p : {&pos_, &vel_, &acc_, &halo_}) {
            cudaMalloc(p, N * sizeof(float4));
            cudaMemset(*p, 0, N * sizeof(float4));
        }
        cudaStreamCreateWithFlags(&work_, cudaStreamNonBlocking);
        cudaStreamCreateWithFlags(&xfer_, cudaStreamNonBlocking);
        for (auto *e : {&moved_, &arrived_, &used_})
            cudaEventCreateWithFlags(e, cudaEventDisableTiming);
    }
    ~Rank()
    {
        for (auto e : {moved_, arrived_, used_}) cudaEventDestroy(e);
        for (auto p : {pos_, vel_, acc_, halo_}) cudaFree(p);
        cudaStreamDestroy(work_);
        cudaStreamDestroy(xfer_);
    }
    Rank(const Rank &) = delete;
    Rank &operator=(const Rank &) = delete;

    void announce() { cudaEventRecord(moved_, work_); }
    void fetch(const Rank &from)
    {
        cudaStreamWaitEvent(xfer_, from.moved_, 0);
        cudaStreamWaitEvent(xfer_, moved_, 0);
        cudaMemcpyAsync(halo_, from.pos_, N * sizeof(float4), cudaMemcpyDeviceToDevice, xfer_);
        cudaEventRecord(arrived_, xfer_);
    }
    void step(const Rank &neighbour, float dt)
    {
        forces<<<N / 128, 128, 0, work_>>>(pos_, pos_, acc_, N, N, false);
        cudaStreamWaitEvent(work_, arrived_, 0);
        forces<<<N / 128, 128, 0, work_>>>(pos_, halo_, acc_, N, N, true);
        cudaStreamWaitEvent(work_, neighbour.arrived_, 0);
        integrate<<<N / 256, 256, 0, work_>>>(pos_, vel_, acc_, dt, N);
    }
    const float4 *positions() const { return pos_; }
    int id() const { return id_; }
  private:
    int id_;
    float4 *pos_, *vel_, *acc_, *halo_;
    cudaStream_t work_, xfer_;
    cudaEvent_t moved_, arrived_, used_;
};
} // namespace nbody

int main()
{
    using namespace nbody;
    Rank a(0), b(1);
    cudaDeviceSynchronize();
    for (int step = 0; step < 4; ++step) {
        a.announce();
        b.announce();
        a.fetch(b);
        b.fetch(a);
        a.step(b, 1e-3f);
        b.step(a, 1e-3f);
    }
    cudaDeviceSynchronize();
    std::array<float4, 4> out;
    cudaMemcpy(out.data(), a.positions(), sizeof out, cudaMemcpyDeviceToHost);
    std::cout << "rank " << a.id() << " and " << b.id() << ", " << std::setw(6) << N << " bodies each, "
              << std::fixed << std::setprecision(2) << 4 * 2 * 2 * double(N) * N / 1e9 << " G interactions\n";
    std::cout << "x " << out[0].x << '\n';
}
