// Simulated annealing of a spin glass, four replicas with parallel tempering: after each sweep the replicas' energies are
// reduced on the device and read back, and the host decides which neighbours exchange their temperatures.
#include <cmath>
#include <cstdio>
#include <random>
#include <utility>
#include "nullstream.cuh"

template <typename T> class Buffer {
    T *p = nullptr;
    size_t n;

public:
    explicit Buffer(size_t count) : n(count) { cudaMalloc(&p, n * sizeof(T)); }
    Buffer(Buffer &&o) noexcept : p(o.p), n(o.n) { o.p = nullptr; }
    Buffer(const Buffer &) = delete;
    Buffer &operator=(const Buffer &) = delete;
    ~Buffer()
    {
        if (p)
            cudaFree(p);
    }
    T *get() const { return p; }
    size_t bytes() const { return n * sizeof(T); }
};

constexpr int L = 1024, REPLICAS = 4, SWEEPS = 60;

#pragma nullstream kernel(metropolis) bytes(9.0 * L * L / 2) flops(40.0 * L * L / 2) regs(32)
__global__ void metropolis(signed char *spin, const float *bond, float beta, unsigned seed, int colour)
{
    int k = blockIdx.x * blockDim.x + threadIdx.x;
    int y = k / (L / 2), x = 2 * (k % (L / 2)) + ((y + colour) & 1);
    if (y >= L)
        return;
    float h = bond[y * L + x] * (spin[y * L + (x + 1) % L] + spin[y * L + (x + L - 1) % L]) +
              bond[x * L + y] * (spin[(y + 1) % L * L + x] + spin[(y + L - 1) % L * L + x]);
    unsigned r = (seed + k) * 2654435761u;
    r ^= r >> 15;
    float de = 2.0f * h * spin[y * L + x];
    if (de < 0 || (r & 0xffff) / 65536.0f < __expf(-beta * de))
        spin[y * L + x] = -spin[y * L + x];
}

#pragma nullstream kernel(energy) bytes(9.0 * L * L) flops(8.0 * L * L) writes(e, sizeof(float))
__global__ void energy(const signed char *spin, const float *bond, float *e)
{
    __shared__ float part[256];
    float s = 0;
    for (int k = blockIdx.x * blockDim.x + threadIdx.x; k < L * L; k += gridDim.x * blockDim.x)
        s -= bond[k] * spin[k] * (spin[(k + 1) % (L * L)] + spin[(k + L) % (L * L)]);
    part[threadIdx.x] = s;
    __syncthreads();
    for (int o = 128; o > 0; o >>= 1) {
        if ((int)threadIdx.x < o)
            part[threadIdx.x] += part[threadIdx.x + o];
        __syncthreads();
    }
    if (threadIdx.x == 0)
        atomicAdd(e, part[0]);
}

int main()
{
    Buffer<signed char> spin((size_t)REPLICAS * L * L);
    Buffer<float> bond((size_t)L * L), e(REPLICAS);
    float *seen;
    cudaMallocHost(&seen, REPLICAS * sizeof(float));
    cudaStream_t s[REPLICAS];
    float beta[REPLICAS];
    for (int r = 0; r < REPLICAS; r++) {
        cudaStreamCreateWithFlags(&s[r], cudaStreamNonBlocking);
        beta[r] = 0.3f + 0.15f * r;
    }
    cudaMemset(spin.get(), 1, spin.bytes());
    cudaMemset(bond.get(), 0, bond.bytes());
    cudaDeviceSynchronize();

    std::mt19937 rng(7);
    std::uniform_real_distribution<float> uniform(0.0f, 1.0f);
    int swaps = 0;
    for (int sweep = 0; sweep < SWEEPS; sweep++) {
        for (int r = 0; r < REPLICAS; r++) {
            signed char *mine = spin.get() + (size_t)r * L * L;
            for (int colour = 0; colour < 2; colour++)
                metropolis<<<L * L / 2 / 256, 256, 0, s[r]>>>(mine, bond.get(), beta[r], rng(), colour);
            cudaMemsetAsync(e.get() + r, 0, sizeof(float), s[r]);
            energy<<<264, 256, 0, s[r]>>>(mine, bond.get(), e.get() + r);
            cudaMemcpyAsync(seen + r, e.get() + r, sizeof(float), cudaMemcpyDeviceToHost, s[r]);
        }
        for (int r = sweep % 2; r + 1 < REPLICAS; r += 2) {
            cudaStreamSynchronize(s[r]);
            cudaStreamSynchronize(s[r + 1]);
            float odds = std::exp((beta[r + 1] - beta[r]) * (seen[r + 1] - seen[r]));
            if (uniform(rng) < odds) { // nothing depends on it but the temperatures
                std::swap(beta[r], beta[r + 1]);
                swaps++;
            }
        }
    }
    cudaDeviceSynchronize();
    std::printf("%d exchanges in %d sweeps\n", swaps, SWEEPS);
    for (int r = 0; r < REPLICAS; r++)
        cudaStreamDestroy(s[r]);
    cudaFreeHost(seen);
    return 0;
}
