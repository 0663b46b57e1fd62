/* Monte Carlo pricing: for each option a batch of normals is generated, paths are walked, and payoffs are reduced; four streams, an option a
 * stream. Events with timing around each of the three, read at the end, and a table printed to stderr. */
#include <cuda_runtime.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#define OPTIONS 160
#define STREAMS 4
#define PATHS 65536
#define DAYS 16
#define NORMALS (PATHS * DAYS)

#define TRY(x) if ((x) != cudaSuccess) { fprintf(stderr, "line %d: %s\n", __LINE__, cudaGetErrorString(cudaGetLastError())); return 2; }

typedef struct {
    float spot, strike, rate, vol;
} option_t;

#pragma nullstream kernel(generate) flops(90.0 * NORMALS) bytes(4.0 * NORMALS) regs(24)
__global__ void generate(float *z, unsigned seed)
{
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned x = i * 2 + 1, k0 = seed, hi;
    for (int r = 0; r < 10; r++) { /* philox-like rounds */
        hi = __umulhi(0xD2511F53u, x);
        x = x * 0xD2511F53u ^ hi ^ k0;
        k0 += 0x9E3779B9u;
    }
    float u = (x >> 8) * (1.0f / 16777216) + 1e-7f, v = (hi >> 8) * (6.2831853f / 16777216);
    z[i] = sqrtf(-2 * __logf(u)) * __cosf(v);
}

#pragma nullstream kernel(walk) flops(20.0 * NORMALS) bytes(4.0 * NORMALS + 4.0 * PATHS) regs(24) reads(z, NORMALS * 4) writes(payoff, PATHS * 4)
__global__ void walk(const float *z, float *payoff, option_t o)
{
    int p = blockIdx.x * blockDim.x + threadIdx.x;
    float s = o.spot, dt = 1.0f / DAYS, mean = 0;
#pragma unroll
    for (int d = 0; d < DAYS; d++) {
        s *= __expf((o.rate - 0.5f * o.vol * o.vol) * dt + o.vol * sqrtf(dt) * z[d * PATHS + p]);
        mean += s;
    }
    payoff[p] = fmaxf(mean / DAYS - o.strike, 0.0f);
}

#pragma nullstream kernel(mean) time(2.8us) regs(16) shared(1024) reads(payoff, PATHS * 4) reads(price, 4) writes(price, 4)
__global__ void mean(const float *payoff, float *price)
{
    __shared__ float part[256];
    float s = 0;
    for (int i = blockIdx.x * 256 + threadIdx.x; i < PATHS; i += gridDim.x * 256)
        s += payoff[i];
    part[threadIdx.x] = s;
    __syncthreads();
    for (int h = 128; h; h /= 2) {
        if (threadIdx.x < h)
            part[threadIdx.x] += part[threadIdx.x + h];
        __syncthreads();
    }
    if (!threadIdx.x)
        atomicAdd(price, part[0] / PATHS);
}

int main()
{
    static const char *names[] = {"generate", "walk", "mean"};
    cudaStream_t stream[STREAMS];
    cudaEvent_t mark[OPTIONS][4];
    float *z[STREAMS], *payoff[STREAMS], *prices, host[OPTIONS], sum[3], worst[3];
    int i, k;
    for (i = 0; i < STREAMS; i++) {
        TRY(cudaStreamCreate(&stream[i]));
        TRY(cudaMalloc(&z[i], NORMALS * sizeof(float)));
        TRY(cudaMalloc(&payoff[i], PATHS * sizeof(float)));
    }
    for (i = 0; i < OPTIONS; i++)
        for (k = 0; k < 4; k++)
            TRY(cudaEventCreate(&mark[i][k]));
    TRY(cudaMalloc(&prices, OPTIONS * sizeof(float)));
    TRY(cudaMemset(prices, 0, OPTIONS * sizeof(float)));

    for (i = 0; i < OPTIONS; i++) {
        int s = i % STREAMS;
        option_t o = {100.0f, 80.0f + 0.25f * i, 0.03f, 0.2f + 0.001f * i};
        cudaEventRecord(mark[i][0], stream[s]);
        generate<<<NORMALS / 256, 256, 0, stream[s]>>>(z[s], 1234u + i);
        cudaEventRecord(mark[i][1], stream[s]);
        walk<<<PATHS / 128, 128, 0, stream[s]>>>(z[s], payoff[s], o);
        cudaEventRecord(mark[i][2], stream[s]);
        mean<<<32, 256, 0, stream[s]>>>(payoff[s], prices + i);
        cudaEventRecord(mark[i][3], stream[s]);
    }
    TRY(cudaGetLastError());
    TRY(cudaMemcpy(host, prices, sizeof host, cudaMemcpyDeviceToHost));
    memset(sum, 0, sizeof sum);
    memset(worst, 0, sizeof worst);
    for (i = 0; i < OPTIONS; i++)
        for (k = 0; k < 3; k++) {
            float ms;
            TRY(cudaEventElapsedTime(&ms, mark[i][k], mark[i][k + 1]));
            sum[k] += ms * 1000;
            if (ms * 1000 > worst[k])
                worst[k] = ms * 1000;
        }
    for (k = 0; k < 3; k++)
        fprintf(stderr, "%-9s mean %6.1f us, worst %6.1f us\n", names[k], sum[k] / OPTIONS, worst[k]);
    printf("first %.3f last %.3f\n", host[0], host[OPTIONS - 1]);
    return 0;
}
