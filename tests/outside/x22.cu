// C++17. FDTD in managed memory with advice and prefetches: two devices-worth of fields, the source is prescribed by the
// host in a table that it writes before each block of steps, probes are read by the host behind a prefetch home.
#include <cmath>
#include <cstdio>
#include <cuda_runtime.h>
#include <memory>
#include <type_traits>

constexpr int NX = 1024, NY = 1024, BLOCKS = 6, STEPS = 12;

struct ManagedDelete {
    template <class T> void operator()(T *p) const { cudaFree(p); }
};
template <class T> using Managed = std::unique_ptr<T, ManagedDelete>;
template <class T> Managed<T[]> managed(size_t n)
{
    static_assert(std::is_trivially_copyable_v<T>);
    T *p = nullptr;
    cudaMallocManaged(&p, n * sizeof(T));
    return Managed<T[]>(p);
}

#pragma nullstream kernel(update_e) bytes(16.0 * NX * NY) flops(6.0 * NX * NY) reads(h, NX * NY * 4) reads(source, STEPS * 4) reads(e, NX * NY * 4) writes(e, NX * NY * 4)
__global__ void update_e(float *e, const float *h, const float *source, int step)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y;
    if (x > 0 && y > 0)
        e[y * NX + x] += 0.5f * (h[y * NX + x] - h[y * NX + x - 1] + h[(y - 1) * NX + x]);
    if (x == NX / 2 && y == NY / 2)
        e[y * NX + x] += source[step];
}

#pragma nullstream kernel(update_h) bytes(16.0 * NX * NY) flops(6.0 * NX * NY) reads(e, NX * NY * 4) reads(h, NX * NY * 4) writes(h, NX * NY * 4)
__global__ void update_h(float *h, const float *e)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y;
    if (x < NX - 1 && y < NY - 1)
        h[y * NX + x] += 0.5f * (e[y * NX + x + 1] - e[y * NX + x] + e[(y + 1) * NX + x]);
}

#pragma nullstream kernel(sample) time(4us) reads(e, NX * NY * 4) writes(probe, 4096)
__global__ void sample(const float *e, float *probe)
{
    probe[threadIdx.x] = e[(NY / 2) * NX + threadIdx.x];
}

int main()
{
    int device = 0;
    cudaGetDevice(&device);
    cudaMemLocation gpu{}, cpu{};
    gpu.type = cudaMemLocationTypeDevice;
    gpu.id = device;
    cpu.type = cudaMemLocationTypeHost;
    auto e = managed<float>(NX * NY), h = managed<float>(NX * NY);
    auto source = managed<float>(BLOCKS * 1024), probe = managed<float>(BLOCKS * 1024);
    cudaStream_t s;
    cudaStreamCreate(&s);
    for (float *p : {e.get(), h.get()}) {
        cudaMemAdvise(p, NX * NY * sizeof(float), cudaMemAdviseSetPreferredLocation, gpu);
        cudaMemPrefetchAsync(p, NX * NY * sizeof(float), gpu, 0, s);
        cudaMemsetAsync(p, 0, NX * NY * sizeof(float), s);
    }
    cudaEvent_t sampled[BLOCKS];
    double energy = 0;
    for (int b = 0; b < BLOCKS; b++) {
        float *table = source.get() + b * 1024, *seen = probe.get() + b * 1024;
        for (int k = 0; k < STEPS; k++)
            table[k] = std::sin(0.1f * (b * STEPS + k));
        cudaMemPrefetchAsync(table, 4096, gpu, 0, s);
        for (int k = 0; k < STEPS; k++) {
            update_e<<<dim3(NX / 256, NY), 256, 0, s>>>(e.get(), h.get(), table, k);
            update_h<<<dim3(NX / 256, NY), 256, 0, s>>>(h.get(), e.get());
        }
        sample<<<1, 1024, 0, s>>>(e.get(), seen);
        cudaMemPrefetchAsync(seen, 4096, cpu, 0, s);
        cudaEventCreateWithFlags(&sampled[b], cudaEventDisableTiming);
        cudaEventRecord(sampled[b], s);
        if (b > 0) {
            cudaEventSynchronize(sampled[b - 1]);
            for (int i = 0; i < 1024; i++)
                energy += probe[(b - 1) * 1024 + i] * probe[(b - 1) * 1024 + i];
        }
    }
    cudaStreamSynchronize(s);
    for (int i = 0; i < 1024; i++)
        energy += probe[(BLOCKS - 1) * 1024 + i];
    std::printf("energy %g\n", energy);
    for (auto ev : sampled)
        cudaEventDestroy(ev);
    cudaStreamDestroy(s);
}
