// v15: molecular dynamics step, neighbour list rebuild every k steps, forces on two priorities, energies read back by poll + sleep
#include "nullstream.cuh"
#include <chrono>
#include <cstdio>
#include <memory>
#include <thread>
#include <type_traits>
#include <vector>

struct Vec3 {
    float x, y, z;
    __host__ __device__ Vec3 operator+(const Vec3 &o) const { return {x + o.x, y + o.y, z + o.z}; }
    __host__ __device__ Vec3 operator*(float s) const { return {x * s, y * s, z * s}; }
    __host__ __device__ Vec3 &operator+=(const Vec3 &o) { return *this = *this + o; }
};

template <class T> class DeviceBuffer {
    static_assert(std::is_trivial_v<T>);
    T *p_ = nullptr;
    std::size_t n_ = 0;

  public:
    DeviceBuffer() = default;
    explicit DeviceBuffer(std::size_t n) : n_(n) { cudaMalloc(&p_, bytes()); }
    DeviceBuffer(const DeviceBuffer &) = delete;
    DeviceBuffer(DeviceBuffer &&o) noexcept { swap(o); }
    DeviceBuffer &operator=(DeviceBuffer o) noexcept { swap(o); return *this; }
    ~DeviceBuffer() { cudaFree(p_); }
    void swap(DeviceBuffer &o) noexcept { std::swap(p_, o.p_), std::swap(n_, o.n_); }
    operator T *() const { return p_; }
    std::size_t size() const { return n_; }
    std::size_t bytes() const { return n_ * sizeof(T); }
};

#pragma nullstream kernel(neighbours) time(300us) reads(pos, n * sizeof(Vec3)) writes(list, n * 32 * sizeof(int))
__global__ void neighbours(const Vec3 *pos, int *list, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        for (int k = 0; k < 32; ++k)
            list[i * 32 + k] = int(pos[i].x) + k;
}
#pragma nullstream kernel(short_range) time(150us) reads(pos, n * sizeof(Vec3)) reads(list, n * 32 * sizeof(int)) writes(f, n * sizeof(Vec3))
__global__ void short_range(const Vec3 *pos, const int *list, Vec3 *f, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        f[i] = pos[list[i * 32] % n] * 0.5f;
}
#pragma nullstream kernel(long_range) time(190us) regs(128) reads(pos, n * sizeof(Vec3)) writes(f, n * sizeof(Vec3))
__global__ void long_range(const Vec3 *pos, Vec3 *f, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        f[i] = pos[i] * -0.1f;
}
#pragma nullstream kernel(integrate) bytes(60.0 * n) flops(12.0 * n)
__global__ void integrate(Vec3 *pos, Vec3 *vel, const Vec3 *fs, const Vec3 *fl, float dt, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        vel[i] += (fs[i] + fl[i]) * dt;
        pos[i] += vel[i] * dt;
    }
}
#pragma nullstream kernel(energy) time(40us) reads(vel, n * sizeof(Vec3)) writes(e, sizeof(double))
__global__ void energy(const Vec3 *vel, double *e, int n)
{
    *e = vel[0].x * n;
}

int main()
{
    constexpr int n = 1 << 18, steps = 20, rebuild = 5;
    DeviceBuffer<Vec3> pos(n), vel(n), fs(n), fl(n);
    DeviceBuffer<int> list(n * 32);
    DeviceBuffer<double> e(steps);
    list = DeviceBuffer<int>(n * 32); // grown once more
    std::unique_ptr<double, decltype(&cudaFreeHost)> log(nullptr, &cudaFreeHost);
    {
        void *p;
        cudaMallocHost(&p, steps * sizeof(double));
        log.reset(static_cast<double *>(p));
    }
    int lo = 0, hi = 0;
    cudaDeviceGetStreamPriorityRange(&lo, &hi);
    cudaStream_t fast, slow;
    cudaStreamCreateWithPriority(&fast, cudaStreamNonBlocking, hi);
    cudaStreamCreateWithPriority(&slow, cudaStreamNonBlocking, lo);
    cudaEvent_t moved, pulled, logged;
    for (auto *ev : {&moved, &pulled, &logged})
        cudaEventCreateWithFlags(ev, cudaEventDisableTiming);
    cudaMemsetAsync(pos, 0, pos.bytes(), fast);
    cudaMemsetAsync(vel, 0, vel.bytes(), fast);
    cudaEventRecord(moved, fast);
    const dim3 b(128), g((n + b.x - 1) / b.x);
    for (int s = 0; s < steps; ++s) {
        cudaStreamWaitEvent(slow, moved, 0);
        long_range<<<g, b, 0, slow>>>(pos, fl, n);
        cudaEventRecord(pulled, slow);
        if (s % rebuild == 0)
            neighbours<<<g, b, 0, fast>>>(pos, list, n);
        short_range<<<g, b, 0, fast>>>(pos, list, fs, n);
        cudaStreamWaitEvent(fast, pulled, 0);
        integrate<<<g, b, 0, fast>>>(pos, vel, fs, fl, 1e-3f, n);
        cudaEventRecord(moved, fast);
        if (s % 4 == 3) {
            cudaStreamWaitEvent(slow, moved, 0);
            energy<<<1, 1, 0, slow>>>(vel, e + s, n);
            cudaMemcpyAsync(log.get() + s, e + s, sizeof(double), cudaMemcpyDeviceToHost, slow);
            cudaEventRecord(logged, slow);
            cudaError_t q;
            while ((q = cudaEventQuery(logged)) == cudaErrorNotReady)
                std::this_thread::sleep_for(std::chrono::microseconds(20));
            if (q != cudaSuccess)
                return 1;
            std::printf("step %d: energy %.3e\n", s, log.get()[s]);
        }
    }
    cudaDeviceSynchronize();
    return 0;
}
