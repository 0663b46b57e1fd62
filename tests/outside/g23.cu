// Electrostatic particle-in-cell: deposit, solve (Jacobi), gather and push each step; particle diagnostics
// run on a low-priority stream from a D2D copy; pool allocations for scratch; uneven species sizes.
#include <cuda_runtime.h>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <stdexcept>
#include <utility>
#include <vector>

namespace gpu {
inline void throw_on(cudaError_t e, const char *expr)
{
    if (e != cudaSuccess) throw std::runtime_error(std::string(expr) + ": " + cudaGetErrorString(e));
}
#define GPU_TRY(e) ::gpu::throw_on((e), #e)

class Stream {
    cudaStream_t s_{};
public:
    explicit Stream(int priority) { GPU_TRY(cudaStreamCreateWithPriority(&s_, cudaStreamNonBlocking, priority)); }
    ~Stream() { if (s_) cudaStreamDestroy(s_); }
    Stream(Stream &&o) noexcept : s_(std::exchange(o.s_, nullptr)) {}
    Stream(const Stream &) = delete;
    operator cudaStream_t() const { return s_; }
};
class Event {
    cudaEvent_t e_{};
public:
    Event() { GPU_TRY(cudaEventCreateWithFlags(&e_, cudaEventDisableTiming)); }
    ~Event() { if (e_) cudaEventDestroy(e_); }
    Event(Event &&o) noexcept : e_(std::exchange(o.e_, nullptr)) {}
    Event(const Event &) = delete;
    void record(const Stream &s) { GPU_TRY(cudaEventRecord(e_, s)); }
    void block(const Stream &s) const { GPU_TRY(cudaStreamWaitEvent(s, e_, 0)); }
};
template <class T> class Array {
    T *p_{};
    size_t n_{};
public:
    explicit Array(size_t n) : n_(n) { GPU_TRY(cudaMalloc(&p_, n * sizeof(T))); }
    ~Array() { if (p_) cudaFree(p_); }
    Array(Array &&o) noexcept : p_(std::exchange(o.p_, nullptr)), n_(std::exchange(o.n_, 0)) {}
    Array(const Array &) = delete;
    T *data() { return p_; }
    size_t bytes() const { return n_ * sizeof(T); }
    size_t size() const { return n_; }
};
} // namespace gpu

constexpr int GRID = 256, CELLS = GRID * GRID;

__global__ void load(float4 *p, int n, unsigned seed)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    unsigned a = (i + seed) * 2654435761u, b = (a ^ (a >> 13)) * 2246822519u;
    p[i] = make_float4((a >> 8) / 16777216.0f * GRID, (b >> 8) / 16777216.0f * GRID, 0, 0);
}

__global__ void deposit(const float4 *p, int n, float q, float *rho)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    int x = (int)p[i].x & (GRID - 1), y = (int)p[i].y & (GRID - 1);
    atomicAdd(&rho[y * GRID + x], q);
}

__global__ void jacobi(const float *phi, const float *rho, float *out)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    int l = (x - 1) & (GRID - 1), r = (x + 1) & (GRID - 1), u = (y - 1) & (GRID - 1), d = (y + 1) & (GRID - 1);
    out[y * GRID + x] = 0.25f * (phi[y * GRID + l] + phi[y * GRID + r] + phi[u * GRID + x] + phi[d * GRID + x] + rho[y * GRID + x]);
}

__global__ void push(float4 *p, int n, const float *phi, float qm, float dt)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float4 s = p[i];
    int x = (int)s.x & (GRID - 1), y = (int)s.y & (GRID - 1);
    s.z += qm * dt * (phi[y * GRID + ((x - 1) & (GRID - 1))] - phi[y * GRID + ((x + 1) & (GRID - 1))]);
    s.w += qm * dt * (phi[((y - 1) & (GRID - 1)) * GRID + x] - phi[((y + 1) & (GRID - 1)) * GRID + x]);
    s.x += s.z * dt;
    s.y += s.w * dt;
    s.x -= floorf(s.x / GRID) * GRID;
    s.y -= floorf(s.y / GRID) * GRID;
    p[i] = s;
}

__global__ void moments(const float4 *p, int n, double *out)
{
    double e = 0;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) e += p[i].z * p[i].z + p[i].w * p[i].w;
    atomicAdd(out, e);
}

int main()
{
    try {
    const std::array<int, 3> count = {1500000, 700001, 90007};
    const std::array<float, 3> charge = {-1e-3f, 1e-3f, 2e-3f};
    const int steps = 24, sweeps = 20, diag_every = 6;
    int lo, hi;
    GPU_TRY(cudaDeviceGetStreamPriorityRange(&lo, &hi));
    std::vector<gpu::Stream> streams;
    for (size_t i = 0; i < count.size(); i++) streams.emplace_back(hi);
    gpu::Stream diag(lo);
    std::vector<gpu::Array<float4>> species;
    std::vector<gpu::Event> deposited(count.size()), pushed(count.size());
    for (size_t i = 0; i < count.size(); i++) {
        species.emplace_back(count[i]);
        load<<<(count[i] + 255) / 256, 256, 0, streams[i]>>>(species[i].data(), count[i], 1000u * i);
        pushed[i].record(streams[i]);
    }
    gpu::Array<float> phi_a(CELLS), phi_b(CELLS), rho(CELLS);
    GPU_TRY(cudaMemsetAsync(phi_a.data(), 0, phi_a.bytes(), streams[0]));
    gpu::Event cleared, solved, copied;
    double *energy;
    GPU_TRY(cudaMallocHost(&energy, sizeof(double) * (steps / diag_every)));
    float *phi = phi_a.data(), *tmp = phi_b.data();
    bool copying = false;
    for (int s = 0; s < steps; s++) {
        for (auto &e : pushed) e.block(streams[0]);
        GPU_TRY(cudaMemsetAsync(rho.data(), 0, rho.bytes(), streams[0]));
        cleared.record(streams[0]);
        for (size_t i = 0; i < count.size(); i++) {
            cleared.block(streams[i]);
            deposit<<<(count[i] + 255) / 256, 256, 0, streams[i]>>>(species[i].data(), count[i], charge[i], rho.data());
            deposited[i].record(streams[i]);
            deposited[i].block(streams[0]);
        }
        for (int k = 0; k < sweeps; k++) {
            jacobi<<<dim3(GRID / 32, GRID / 8), dim3(32, 8), 0, streams[0]>>>(phi, rho.data(), tmp);
            std::swap(phi, tmp);
        }
        solved.record(streams[0]);
        for (size_t i = 0; i < count.size(); i++) {
            solved.block(streams[i]);
            if (i == 0 && copying) { copied.block(streams[0]); copying = false; }
            push<<<(count[i] + 255) / 256, 256, 0, streams[i]>>>(species[i].data(), count[i], phi, charge[i] < 0 ? 1.0f : -0.01f, 0.1f);
            pushed[i].record(streams[i]);
        }
        if (s % diag_every == diag_every - 1) {
            float4 *copy;
            double *sum;
            pushed[0].block(diag);
            GPU_TRY(cudaMallocAsync((void **)&copy, species[0].bytes(), diag));
            GPU_TRY(cudaMallocAsync((void **)&sum, sizeof(double), diag));
            GPU_TRY(cudaMemcpyAsync(copy, species[0].data(), species[0].bytes(), cudaMemcpyDeviceToDevice, diag));
            copied.record(diag);
            copying = true;
            GPU_TRY(cudaMemsetAsync(sum, 0, sizeof(double), diag));
            moments<<<40, 256, 0, diag>>>(copy, count[0], sum);
            GPU_TRY(cudaMemcpyAsync(energy + s / diag_every, sum, sizeof(double), cudaMemcpyDefault, diag));
            GPU_TRY(cudaFreeAsync(copy, diag));
            GPU_TRY(cudaFreeAsync(sum, diag));
        }
    }
    GPU_TRY(cudaGetLastError());
    GPU_TRY(cudaDeviceSynchronize());
    for (int i = 0; i < steps / diag_every; i++) std::printf("after %d steps: kinetic %.6e\n", (i + 1) * diag_every, energy[i]);
    cudaFreeHost(energy);
    return 0;
    } catch (const std::exception &e) {
        std::fprintf(stderr, "%s\n", e.what());
        return 1;
    }
}
