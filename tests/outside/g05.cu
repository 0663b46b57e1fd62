// Leapfrog n-body integration with a checkpoint of positions and velocities every 20 steps, taken by
// a low-priority side stream from a snapshot so that the integration goes on.
#include <cuda_runtime.h>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <vector>

#define CUDA_CHECK(x) check((x), #x, __LINE__)
inline void check(cudaError_t e, const char *w, int line)
{
    if (e != cudaSuccess) { std::fprintf(stderr, "%d: %s: %s\n", line, w, cudaGetErrorString(e)); std::abort(); }
}

constexpr int TILE = 128;

__global__ void accelerate(const float4 *pos, float4 *vel, int n, float dt)
{
    __shared__ float4 tile[TILE];
    int i = blockIdx.x * TILE + threadIdx.x;
    float4 p = i < n ? pos[i] : make_float4(0, 0, 0, 0);
    float ax = 0, ay = 0, az = 0;
    for (int base = 0; base < n; base += TILE) {
        int j = base + threadIdx.x;
        tile[threadIdx.x] = j < n ? pos[j] : make_float4(0, 0, 0, 0);
        __syncthreads();
#pragma unroll 8
        for (int k = 0; k < TILE; k++) {
            float dx = tile[k].x - p.x, dy = tile[k].y - p.y, dz = tile[k].z - p.z;
            float inv = rsqrtf(dx * dx + dy * dy + dz * dz + 1e-3f);
            float s = tile[k].w * inv * inv * inv;
            ax += dx * s; ay += dy * s; az += dz * s;
        }
        __syncthreads();
    }
    if (i < n) {
        float4 v = vel[i];
        v.x += ax * dt; v.y += ay * dt; v.z += az * dt;
        vel[i] = v;
    }
}

__global__ void drift(float4 *pos, const float4 *vel, int n, float dt)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float4 p = pos[i], v = vel[i];
    p.x += v.x * dt; p.y += v.y * dt; p.z += v.z * dt;
    pos[i] = p;
}

struct DeviceFree { void operator()(void *p) const { cudaFree(p); } };
struct HostFree { void operator()(void *p) const { cudaFreeHost(p); } };
template <class T> using dev_ptr = std::unique_ptr<T, DeviceFree>;
template <class T> using pin_ptr = std::unique_ptr<T, HostFree>;

template <class T> dev_ptr<T> device(size_t n)
{
    T *p = nullptr;
    CUDA_CHECK(cudaMalloc(&p, n * sizeof(T)));
    return dev_ptr<T>(p);
}
template <class T> pin_ptr<T> pinned(size_t n)
{
    T *p = nullptr;
    CUDA_CHECK(cudaMallocHost(&p, n * sizeof(T)));
    return pin_ptr<T>(p);
}

int main()
{
    const int n = 8000, steps = 100, every = 20; // not a multiple of the tile
    auto pos = device<float4>(n), vel = device<float4>(n);
    auto snap = device<float4>(2 * n);
    auto host = pinned<float4>(2 * n);
    std::vector<float4> saved;

    for (int i = 0; i < n; i++) {
        float a = 0.37f * i, r = 1 + 0.001f * i;
        host.get()[i] = make_float4(r * std::cos(a), r * std::sin(a), 0.01f * (i % 17), 1.0f / n);
        host.get()[n + i] = make_float4(-std::sin(a), std::cos(a), 0, 0);
    }
    int least, greatest;
    CUDA_CHECK(cudaDeviceGetStreamPriorityRange(&least, &greatest));
    cudaStream_t sim, io;
    CUDA_CHECK(cudaStreamCreateWithPriority(&sim, cudaStreamNonBlocking, greatest));
    CUDA_CHECK(cudaStreamCreateWithPriority(&io, cudaStreamNonBlocking, least));
    cudaEvent_t taken, stored;
    CUDA_CHECK(cudaEventCreateWithFlags(&taken, cudaEventDisableTiming));
    CUDA_CHECK(cudaEventCreateWithFlags(&stored, cudaEventDisableTiming | cudaEventBlockingSync));

    CUDA_CHECK(cudaMemcpyAsync(pos.get(), host.get(), n * sizeof(float4), cudaMemcpyHostToDevice, sim));
    CUDA_CHECK(cudaMemcpyAsync(vel.get(), host.get() + n, n * sizeof(float4), cudaMemcpyHostToDevice, sim));
    CUDA_CHECK(cudaStreamSynchronize(sim));

    bool pending = false;
    double energy = 0;
    auto collect = [&] {
        CUDA_CHECK(cudaEventSynchronize(stored));
        saved.assign(host.get(), host.get() + 2 * n);
        energy = 0;
        for (int i = n; i < 2 * n; i++) energy += saved[i].x * saved[i].x + saved[i].y * saved[i].y;
        pending = false;
    };
    for (int s = 1; s <= steps; s++) {
        accelerate<<<(n + TILE - 1) / TILE, TILE, 0, sim>>>(pos.get(), vel.get(), n, 1e-3f);
        drift<<<(n + 255) / 256, 256, 0, sim>>>(pos.get(), vel.get(), n, 1e-3f);
        if (s % every == 0) {
            if (pending) collect();
            CUDA_CHECK(cudaMemcpyAsync(snap.get(), pos.get(), n * sizeof(float4), cudaMemcpyDeviceToDevice, sim));
            CUDA_CHECK(cudaMemcpyAsync(snap.get() + n, vel.get(), n * sizeof(float4), cudaMemcpyDeviceToDevice, sim));
            CUDA_CHECK(cudaEventRecord(taken, sim));
            CUDA_CHECK(cudaStreamWaitEvent(io, taken, 0));
            CUDA_CHECK(cudaMemcpyAsync(host.get(), snap.get(), 2 * n * sizeof(float4), cudaMemcpyDeviceToHost, io));
            CUDA_CHECK(cudaEventRecord(stored, io));
            pending = true;
        }
    }
    CUDA_CHECK(cudaGetLastError());
    if (pending) collect();
    CUDA_CHECK(cudaDeviceSynchronize());
    std::printf("%d bodies, %d steps, kinetic %.5f, saved %zu\n", n, steps, 0.5 * energy / n, saved.size());
    cudaStreamDestroy(sim);
    cudaStreamDestroy(io);
    return 0;
}
