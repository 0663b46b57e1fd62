// Pulse-Doppler radar: window, range compression in log2(R) butterfly passes, corner turn by a strided
// copy, Doppler filter bank, CFAR. A coherent processing interval is split over three streams.
#include <cuda_runtime.h>
#include <nvtx3/nvToolsExt.h>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <utility>
#include <vector>

#define GPU(x)                                                                                    \
    if (cudaError_t e = (x); e != cudaSuccess) {                                                  \
        fprintf(stderr, "%s:%d %s: %s\n", __FILE__, __LINE__, #x, cudaGetErrorName(e));           \
        exit(1);                                                                                  \
    }

constexpr int RANGE = 4096;   // samples a pulse
constexpr int PULSES = 512;   // pulses a CPI
constexpr int CPIS = 9;
constexpr int CHAINS = 3;

constexpr int ilog2(int n) { return n <= 1 ? 0 : 1 + ilog2(n / 2); }
static_assert(1 << ilog2(RANGE) == RANGE, "power of two");

struct cf {
    float re, im;
};
static_assert(sizeof(cf) == sizeof(float2));

#pragma nullstream kernel(window) bytes(16.0 * pulses * RANGE) flops(2.0 * pulses * RANGE) reads(x, 8 * pulses * RANGE) writes(x, 8 * pulses * RANGE)
__global__ void window(float2 *x, int pulses)
{
    const int p = blockIdx.x;
    for (int r = threadIdx.x; r < RANGE && p < pulses; r += blockDim.x) {
        const float w = 0.54f - 0.46f * (float)r / RANGE;
        float2 v = x[p * RANGE + r];
        x[p * RANGE + r] = make_float2(v.x * w, v.y * w);
    }
}

#pragma nullstream kernel(butterfly) bytes(16.0 * pulses * RANGE) flops(5.0 * pulses * RANGE) reads(in, 8 * pulses * RANGE) writes(out, 8 * pulses * RANGE)
__global__ void butterfly(const float2 *in, float2 *out, int pulses, int half)
{
    const int t = blockIdx.x * blockDim.x + threadIdx.x;
    const int p = t / (RANGE / 2), k = t % (RANGE / 2);
    if (p >= pulses)
        return;
    const float2 a = in[p * RANGE + k], b = in[p * RANGE + k + RANGE / 2];
    const int j = (k / half) * 2 * half + k % half;
    out[p * RANGE + j] = make_float2(a.x + b.x, a.y + b.y);
    out[p * RANGE + j + half] = make_float2(a.x - b.x, a.y - b.y);
}

#pragma nullstream kernel(doppler) bytes(12.0 * PULSES * RANGE) flops(3.0 * PULSES * RANGE) reads(x, 8 * PULSES * RANGE) writes(power, 4 * PULSES * RANGE)
__global__ void doppler(const float2 *x, float *power)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    const float2 v = x[i];
    power[i] = v.x * v.x + v.y * v.y;
}

#pragma nullstream kernel(cfar) bytes(4.0 * PULSES * RANGE) flops(20.0 * PULSES * RANGE) reads(power, 4 * PULSES * RANGE) writes(hits, 4 * 1024)
__global__ void cfar(const float *power, int *hits, float alpha)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    float noise = 0;
    for (int k = 2; k < 10; k++)
        noise += power[(i + k) % (PULSES * RANGE)] + power[(i + PULSES * RANGE - k) % (PULSES * RANGE)];
    if (power[i] > alpha * noise / 16)
        atomicAdd(&hits[i % 1024], 1);
}

struct Chain {
    cudaStream_t stream;
    float2 *ping, *pong;
    float *power;
    int *hits;
    std::array<int, 1024> *found;
};

int main(int argc, char *argv[])
{
    const float alpha = argc > 1 ? (float)atof(argv[1]) : 8.0f;
    constexpr size_t cube = sizeof(float2) * RANGE * PULSES;
    int least, greatest;
    GPU(cudaDeviceGetStreamPriorityRange(&least, &greatest));
    std::array<Chain, CHAINS> chains{};
    for (auto &c : chains) {
        GPU(cudaStreamCreateWithPriority(&c.stream, cudaStreamNonBlocking, &c == &chains[0] ? greatest : least));
        GPU(cudaMalloc(&c.ping, cube));
        GPU(cudaMalloc(&c.pong, cube));
        GPU(cudaMalloc(&c.power, cube / 2));
        GPU(cudaMalloc(&c.hits, 1024 * sizeof(int)));
        GPU(cudaMallocHost(&c.found, sizeof *c.found));
    }
    cf *adc;
    GPU(cudaMallocHost(&adc, cube));

    nvtxRangePushA("nullstream");
    for (int cpi = 0; cpi < CPIS; cpi++) {
        auto &[stream, ping, pong, power, hits, found] = chains[cpi % CHAINS];
        GPU(cudaMemcpyAsync(ping, adc, cube, cudaMemcpyHostToDevice, stream));
        GPU(cudaMemsetAsync(hits, 0, 1024 * sizeof(int), stream));
        window<<<PULSES, 256, 0, stream>>>(ping, PULSES);
        for (int pass = 0; pass < ilog2(RANGE); pass++) {
            butterfly<<<PULSES * RANGE / 2 / 256, 256, 0, stream>>>(ping, pong, PULSES, 1 << pass);
            std::swap(ping, pong);
        }
        // corner turn in blocks of 64 range bins
        for (int r = 0; r < RANGE; r += RANGE / 8)
            GPU(cudaMemcpy2DAsync(pong + (size_t)r * PULSES, RANGE / 8 * sizeof(float2), ping + r,
                                  RANGE * sizeof(float2), RANGE / 8 * sizeof(float2), PULSES,
                                  cudaMemcpyDeviceToDevice, stream));
        doppler<<<PULSES * RANGE / 256, 256, 0, stream>>>(pong, power);
        cfar<<<PULSES * RANGE / 256, 256, 0, stream>>>(power, hits, alpha);
        GPU(cudaGetLastError());
        GPU(cudaMemcpyAsync(found->data(), hits, sizeof *found, cudaMemcpyDeviceToHost, stream));
    }
    for (const Chain &c : chains)
        GPU(cudaStreamSynchronize(c.stream));
    nvtxRangePop();

    long total = 0;
    for (const auto &c : chains)
        for (int h : *c.found)
            total += h;
    printf("%ld hits\n", total);
    return 0;
}
