// American option by Longstaff-Schwartz: backwards in time the regression's sums come to the host, a 3x3 system is
// solved there, its coefficients go to constant memory. Two options interleave so that one solves while one computes.
#include "nullstream.cuh"
#include <cmath>
#include <cstdio>

constexpr int PATHS = 1 << 19, STEPS = 50, SUMS = 8, THREADS = 320;

struct Coefficients {
    float beta[3], discount;
};
__constant__ Coefficients coef[2];

#pragma nullstream kernel(simulate) flops(110.0 * PATHS * STEPS) bytes(4.0 * PATHS * STEPS) regs(40) writes(s, 4 * PATHS * STEPS)
__global__ void simulate(float *s, float s0, float sigma, unsigned seed)
{
    int p = blockIdx.x * blockDim.x + threadIdx.x;
    if (p >= PATHS)
        return;
    float v = s0;
    for (int t = 0; t < STEPS; t++) {
        seed = seed * 1664525u + 1013904223u + p;
        v *= __expf(sigma * (seed * 2.3283064e-10f - 0.5f));
        s[(size_t)t * PATHS + p] = v;
    }
}

#pragma nullstream kernel(sums) bytes(8.0 * PATHS) flops(14.0 * PATHS) shared(SUMS * 4 * 10) reads(spot, 4 * PATHS) reads(cash, 4 * PATHS) writes(out, SUMS * 4)
__global__ void __launch_bounds__(THREADS) sums(const float *spot, const float *cash, float *out, float strike)
{
    float acc[SUMS] = {0};
    for (int p = blockIdx.x * blockDim.x + threadIdx.x; p < PATHS; p += gridDim.x * blockDim.x) {
        float x = spot[p] / strike, y = cash[p];
        if (x < 1.0f) {
            acc[0] += 1; acc[1] += x; acc[2] += x * x; acc[3] += x * x * x; acc[4] += x * x * x * x;
            acc[5] += y; acc[6] += x * y; acc[7] += x * x * y;
        }
    }
    for (int k = 0; k < SUMS; k++)
        atomicAdd(&out[k], acc[k]);
}

#pragma nullstream kernel(exercise) bytes(12.0 * PATHS) flops(9.0 * PATHS) reads(spot, 4 * PATHS) reads(cash, 4 * PATHS) writes(cash, 4 * PATHS)
__global__ void exercise(const float *spot, float *cash, float strike, int option)
{
    int p = blockIdx.x * blockDim.x + threadIdx.x;
    if (p >= PATHS)
        return;
    const Coefficients &c = coef[option];
    float x = spot[p] / strike, now = fmaxf(strike - spot[p], 0.0f), held = cash[p] * c.discount;
    float expect = c.beta[0] + x * (c.beta[1] + x * c.beta[2]);
    cash[p] = now > 0 && now > expect ? now : held;
}

#pragma nullstream host(solve3) time(4us) reads(s, SUMS * 4)
static void solve3(const float *s, Coefficients *c)
{
    float det = s[0] * s[2] - s[1] * s[1];
    c->beta[0] = (s[5] * s[2] - s[6] * s[1]) / (det + 1e-6f);
    c->beta[1] = (s[0] * s[6] - s[1] * s[5]) / (det + 1e-6f);
    c->beta[2] = 0;
    c->discount = expf(-0.05f / STEPS);
}

struct Option {
    float strike;
    float *spots, *cash, *dSums, *hSums;
    Coefficients *hCoef;
    cudaStream_t stream;
    cudaEvent_t summed;
};

int main()
{
    Option opt[2];
    int sms;
    cudaDeviceGetAttribute(&sms, cudaDevAttrMultiProcessorCount, 0);
    for (int i = 0; i < 2; i++) {
        Option &o = opt[i];
        o.strike = 100.0f + 5 * i;
        cudaMalloc(&o.spots, sizeof(float) * PATHS * STEPS);
        cudaMalloc(&o.cash, sizeof(float) * PATHS);
        cudaMalloc(&o.dSums, sizeof(float) * SUMS);
        cudaMallocHost(&o.hSums, sizeof(float) * SUMS);
        cudaMallocHost(&o.hCoef, sizeof(Coefficients));
        cudaStreamCreate(&o.stream);
        cudaEventCreateWithFlags(&o.summed, cudaEventDisableTiming);
        simulate<<<(PATHS + THREADS - 1) / THREADS, THREADS, 0, o.stream>>>(o.spots, 100.0f, 0.2f, 17 + i);
        cudaMemsetAsync(o.cash, 0, sizeof(float) * PATHS, o.stream);
    }
    for (int t = STEPS - 2; t >= 0; t -= 3) {
        for (Option &o : opt) {
            cudaMemsetAsync(o.dSums, 0, sizeof(float) * SUMS, o.stream);
            sums<<<2 * sms, THREADS, 0, o.stream>>>(o.spots + (size_t)t * PATHS, o.cash, o.dSums, o.strike);
            cudaMemcpyAsync(o.hSums, o.dSums, sizeof(float) * SUMS, cudaMemcpyDeviceToHost, o.stream);
            cudaEventRecord(o.summed, o.stream);
        }
        for (int i = 0; i < 2; i++) {
            Option &o = opt[i];
            cudaEventSynchronize(o.summed);
            solve3(o.hSums, o.hCoef);
            cudaMemcpyToSymbolAsync(coef, o.hCoef, sizeof(Coefficients), i * sizeof(Coefficients),
                                    cudaMemcpyHostToDevice, o.stream);
            exercise<<<(PATHS + THREADS - 1) / THREADS, THREADS, 0, o.stream>>>(o.spots + (size_t)t * PATHS, o.cash,
                                                                               o.strike, i);
        }
    }
    cudaDeviceSynchronize();
    for (Option &o : opt)
        printf("strike %.0f: beta0 %g\n", o.strike, o.hCoef->beta[0]);
    return 0;
}
