// Streaming FIR filter bank for a software radio: blocks of samples pass a ring of four slots,
// every 8 blocks new coefficients go to constant memory; overlap-save history is kept by D2D copies.
#include <cuda_runtime.h>
#include <array>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <vector>

#define TRY(x) if (cudaError_t e__ = (x)) { printf("%s: %s\n", #x, cudaGetErrorString(e__)); return EXIT_FAILURE; }

static constexpr int TAPS = 128, BLOCK = 1 << 18, SLOTS = 4, BLOCKS = 32;
__constant__ float coeff[TAPS];

__global__ void fir(const float *in, float *out, int n)
{
    extern __shared__ float win[];
    int base = blockIdx.x * blockDim.x;
    for (int i = threadIdx.x; i < (int)blockDim.x + TAPS; i += blockDim.x) {
        int at = base + i;
        win[i] = at < n + TAPS ? in[at] : 0.0f;
    }
    __syncthreads();
    float acc = 0;
#pragma unroll 16
    for (int k = 0; k < TAPS; ++k) acc = fmaf(coeff[k], win[threadIdx.x + TAPS - k], acc);
    int i = base + threadIdx.x;
    if (i < n) out[i] = acc;
}

__global__ void power(const float *x, int n, float *result)
{
    __shared__ float s[32];
    float p = 0;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) p += x[i] * x[i];
    for (int o = 16; o; o >>= 1) p += __shfl_down_sync(0xffffffffu, p, o);
    if ((threadIdx.x & 31) == 0) s[threadIdx.x / 32] = p;
    __syncthreads();
    if (threadIdx.x == 0) {
        float t = 0;
        for (int i = 0; i < (int)blockDim.x / 32; ++i) t += s[i];
        result[blockIdx.x] = t;
    }
}

struct Slot {
    float *host, *dev, *filtered, *parts, *hparts;
    cudaEvent_t done;
};

static std::array<float, TAPS> design(double cut)
{
    std::array<float, TAPS> h{};
    for (int i = 0; i < TAPS; ++i) {
        double t = i - (TAPS - 1) / 2.0;
        h[i] = (float)(std::sin(2 * M_PI * cut * t) / (M_PI * t) * (0.54 - 0.46 * std::cos(2 * M_PI * i / (TAPS - 1))));
    }
    return h;
}

int main()
{
    const int reducers = 66;
    cudaStream_t stream;
    TRY(cudaStreamCreate(&stream));
    std::array<Slot, SLOTS> ring;
    for (auto &s : ring) {
        TRY(cudaMallocHost((void **)&s.host, BLOCK * sizeof(float)));
        TRY(cudaMallocHost((void **)&s.hparts, reducers * sizeof(float)));
        TRY(cudaMalloc((void **)&s.dev, (BLOCK + TAPS) * sizeof(float)));
        TRY(cudaMalloc((void **)&s.filtered, BLOCK * sizeof(float)));
        TRY(cudaMalloc((void **)&s.parts, reducers * sizeof(float)));
        TRY(cudaEventCreateWithFlags(&s.done, cudaEventDisableTiming));
        for (int i = 0; i < BLOCK; ++i) s.host[i] = (i & 63) < 32 ? 1.0f : -1.0f;
    }
    TRY(cudaMemsetAsync(ring[0].dev, 0, TAPS * sizeof(float), stream));
    std::vector<std::array<float, TAPS>> filters;
    for (int f = 0; f < BLOCKS / 8; ++f) filters.push_back(design(0.05 + 0.03 * f));

    double level = 0;
    auto harvest = [&](Slot &s) {
        double p = 0;
        for (int i = 0; i < reducers; ++i) p += s.hparts[i];
        level += p / BLOCK;
    };
    for (int b = 0; b < BLOCKS; ++b) {
        Slot &s = ring[b % SLOTS];
        if (b >= SLOTS) {
            TRY(cudaEventSynchronize(s.done));
            harvest(s);
        }
        if (b % 8 == 0)
            TRY(cudaMemcpyToSymbolAsync(coeff, filters[b / 8].data(), TAPS * sizeof(float), 0, cudaMemcpyHostToDevice, stream));
        if (b > 0) {
            Slot &prev = ring[(b - 1) % SLOTS];
            TRY(cudaMemcpyAsync(s.dev, prev.dev + BLOCK, TAPS * sizeof(float), cudaMemcpyDeviceToDevice, stream));
        }
        TRY(cudaMemcpyAsync(s.dev + TAPS, s.host, BLOCK * sizeof(float), cudaMemcpyHostToDevice, stream));
        fir<<<BLOCK / 256, 256, (256 + TAPS) * sizeof(float), stream>>>(s.dev, s.filtered, BLOCK);
        power<<<reducers, 512, 0, stream>>>(s.filtered, BLOCK, s.parts);
        TRY(cudaMemcpyAsync(s.hparts, s.parts, reducers * sizeof(float), cudaMemcpyDeviceToHost, stream));
        TRY(cudaEventRecord(s.done, stream));
    }
    TRY(cudaStreamSynchronize(stream));
    for (auto &s : ring) harvest(s);
    printf("mean level %.6f over %d blocks\n", level / BLOCKS, BLOCKS);
    for (auto &s : ring) { cudaFreeHost(s.host); cudaFreeHost(s.hparts); cudaFree(s.dev); cudaFree(s.filtered); cudaFree(s.parts); cudaEventDestroy(s.done); }
    cudaStreamDestroy(stream);
    return 0;
}
