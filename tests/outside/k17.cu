// N-body with multiple time-step groups, float4 positions, leapfrog; CRTP for the integrators,
// energies fetched every few steps through a ring of pinned slots and events.
#include <cuda_runtime.h>
#include <array>
#include <cassert>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <random>
#include <vector>

static void checkImpl(cudaError_t status, const char *expr, int line)
{
    if (status == cudaSuccess)
        return;
    fprintf(stderr, "%s at line %d failed with %s\n", expr, line, cudaGetErrorName(status));
    std::exit(static_cast<int>(status));
}
#define check(e) checkImpl(e, #e, __LINE__)

#pragma nullstream kernel(forces) flops(20.0 * n * n) bytes(32.0 * n) regs(32) shared(4096) reads(pos, 16 * n) writes(acc, 16 * n)
__global__ void forces(const float4 *pos, float4 *acc, int n, float soft)
{
    __shared__ float4 tile[256];
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    float4 p = pos[i], a = make_float4(0, 0, 0, 0);
    for (int t = 0; t < n; t += 256) {
        tile[threadIdx.x] = pos[t + threadIdx.x];
        __syncthreads();
        for (int k = 0; k < 256; k++) {
            float dx = tile[k].x - p.x, dy = tile[k].y - p.y, dz = tile[k].z - p.z;
            float r = rsqrtf(dx * dx + dy * dy + dz * dz + soft), f = tile[k].w * r * r * r;
            a.x += f * dx; a.y += f * dy; a.z += f * dz;
        }
        __syncthreads();
    }
    acc[i] = a;
}
#pragma nullstream kernel(kick) bytes(48.0 * n)
__global__ void kick(float4 *vel, const float4 *acc, int n, float dt)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) { vel[i].x += dt * acc[i].x; vel[i].y += dt * acc[i].y; vel[i].z += dt * acc[i].z; }
}
#pragma nullstream kernel(drift) bytes(48.0 * n)
__global__ void drift(float4 *pos, const float4 *vel, int n, float dt)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) { pos[i].x += dt * vel[i].x; pos[i].y += dt * vel[i].y; pos[i].z += dt * vel[i].z; }
}
#pragma nullstream kernel(energy) time(25us) reads(pos, 16 * n) reads(vel, 16 * n) writes(out, 8)
__global__ void energy(const float4 *pos, const float4 *vel, int n, double *out)
{
    double e = 0;
    for (int i = threadIdx.x; i < n; i += blockDim.x)
        e += 0.5 * pos[i].w * (vel[i].x * vel[i].x + vel[i].y * vel[i].y + vel[i].z * vel[i].z);
    atomicAdd(out, e);
}

struct State {
    float4 *pos, *vel, *acc;
    int n;
    cudaStream_t stream;
    int blocks() const { return (n + 255) / 256; }
};

template <typename Derived> class Integrator {
  public:
    void run(State &s, int steps, float dt)
    {
        self().start(s, dt);
        for (int i = 0; i < steps; i++) {
            self().step(s, dt);
            after(s, i);
        }
    }
    int samples() const { return samples_; }

  protected:
    Integrator()
    {
        check(cudaMalloc(&device_, slots * sizeof(double)));
        check(cudaHostAlloc((void **)&host_, slots * sizeof(double), cudaHostAllocDefault));
        for (auto &e : done_)
            check(cudaEventCreateWithFlags(&e, cudaEventDisableTiming));
        check(cudaStreamCreateWithFlags(&side_, cudaStreamNonBlocking));
    }
    ~Integrator()
    {
        check(cudaStreamDestroy(side_));
        for (auto &e : done_)
            check(cudaEventDestroy(e));
        check(cudaFreeHost(host_));
        check(cudaFree(device_));
    }

  private:
    static constexpr int slots = 2;
    Derived &self() { return static_cast<Derived &>(*this); }
    void after(State &s, int i)
    {
        if (i % self().interval() != self().interval() - 1)
            return;
        const int slot = samples_++ % slots;
        if (samples_ > slots)
            check(cudaEventSynchronize(done_[slot]));
        check(cudaMemsetAsync(device_ + slot, 0, sizeof(double), s.stream));
        energy<<<1, 1024, 0, s.stream>>>(s.pos, s.vel, s.n, device_ + slot);
        check(cudaMemcpyAsync(host_ + slot, device_ + slot, sizeof(double), cudaMemcpyDeviceToHost, s.stream));
        check(cudaEventRecord(done_[slot], s.stream));
    }
    double *device_, *host_;
    std::array<cudaEvent_t, slots> done_;
    cudaStream_t side_;
    int samples_ = 0;
};

class Leapfrog : public Integrator<Leapfrog> {
  public:
    int interval() const { return 4; }
    void start(State &s, float dt)
    {
        forces<<<s.blocks(), 256, 0, s.stream>>>(s.pos, s.acc, s.n, 1e-4f);
        kick<<<s.blocks(), 256, 0, s.stream>>>(s.vel, s.acc, s.n, 0.5f * dt);
    }
    void step(State &s, float dt)
    {
        drift<<<s.blocks(), 256, 0, s.stream>>>(s.pos, s.vel, s.n, dt);
        forces<<<s.blocks(), 256, 0, s.stream>>>(s.pos, s.acc, s.n, 1e-4f);
        kick<<<s.blocks(), 256, 0, s.stream>>>(s.vel, s.acc, s.n, dt);
    }
};

int main(int argc, char **argv)
{
    const int n = argc > 1 ? std::atoi(argv[1]) : 16384, galaxies = 2, steps = 12;
    assert(n % 256 == 0);
    std::mt19937_64 rng(42);
    std::normal_distribution<float> gauss(0.0f, 1.0f);
    std::vector<float4> initial(n);
    for (auto &p : initial)
        p = make_float4(gauss(rng), gauss(rng), gauss(rng), 1.0f / n);
    printf("first body %.4f %.4f %.4f\n", initial[0].x, initial[0].y, initial[0].z);

    std::vector<State> states(galaxies);
    for (auto &s : states) {
        s.n = n;
        check(cudaStreamCreate(&s.stream));
        for (float4 **p : {&s.pos, &s.vel, &s.acc})
            check(cudaMalloc((void **)p, n * sizeof(float4)));
        check(cudaMemcpy(s.pos, initial.data(), n * sizeof(float4), cudaMemcpyHostToDevice));
        check(cudaMemset(s.vel, 0, n * sizeof(float4)));
    }
    check(cudaDeviceSynchronize());
    {
        std::array<Leapfrog, 2> integrators;
        for (int g = 0; g < galaxies; g++)
            integrators[g].run(states[g], steps, 1e-3f);
        check(cudaDeviceSynchronize());
        for (const auto &i : integrators)
            printf("%d energies\n", i.samples());
    }
    for (auto &s : states) {
        for (float4 *p : {s.pos, s.vel, s.acc})
            check(cudaFree(p));
        check(cudaStreamDestroy(s.stream));
    }
}
