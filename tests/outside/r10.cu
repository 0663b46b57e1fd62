/* Asian options by Monte Carlo: eight blocking streams of paths with tails, a one-block reduction each,
   and a library that clears its statistics with cudaMemset between the batches (legacy default stream). */
#include "nullstream.cuh"
#include <stdio.h>
#include <stdlib.h>

static void die(const char *file, int line, cudaError_t e)
{
    fprintf(stderr, "%s:%d: %s\n", file, line, cudaGetErrorString(e));
    exit(1);
}
#define TRY(x) do { cudaError_t e_ = (x); if (e_ != cudaSuccess) die(__FILE__, __LINE__, e_); } while (0)

#define STREAMS 8
#define BATCHES 4
#define BLOCKS 300

#pragma nullstream kernel(paths) block_time(95us) regs(80) reads(normals, paths_n * 4) writes(payoff, paths_n * 4)
__global__ void paths(const float *normals, float *payoff, int paths_n, float strike) {}

#pragma nullstream kernel(reduce) block_time(22us) shared(4096) reads(payoff, n * 4) writes(mean, 4)
__global__ void reduce(const float *payoff, int n, float *mean) {}

#pragma nullstream kernel(generate) bytes(4.0 * n) flops(60.0 * n) regs(32)
__global__ void generate(float *normals, int n, unsigned seed)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        normals[i] = (float)(seed * i);
}

struct stats {
    unsigned long long calls, paths;
};
static struct stats *lib_stats;

static void lib_begin_batch(void)
{
    TRY(cudaMemset(lib_stats, 0, sizeof(struct stats)));
}

int main(int argc, char **argv)
{
    const int n = BLOCKS * 256;
    float *normals[STREAMS], *payoff[STREAMS], *mean, *mean_host;
    cudaStream_t s[STREAMS];
    int i, b;
    float strike = argc > 1 ? (float)atof(argv[1]) : 100.0f;

    TRY(cudaMalloc((void **)&lib_stats, sizeof(struct stats)));
    TRY(cudaMalloc((void **)&mean, STREAMS * BATCHES * sizeof(float)));
    TRY(cudaMallocHost((void **)&mean_host, STREAMS * BATCHES * sizeof(float)));
    for (i = 0; i < STREAMS; i++) {
        TRY(cudaStreamCreate(&s[i]));
        TRY(cudaMalloc((void **)&normals[i], n * sizeof(float)));
        TRY(cudaMalloc((void **)&payoff[i], n * sizeof(float)));
    }
    for (b = 0; b < BATCHES; b++) {
        lib_begin_batch();
        for (i = 0; i < STREAMS; i++)
            generate<<<BLOCKS, 256, 0, s[i]>>>(normals[i], n, 17u * b + i);
        for (i = 0; i < STREAMS; i++)
            paths<<<BLOCKS - 40 * (i % 4), 256, 0, s[i]>>>(normals[i], payoff[i], n, strike);
        for (i = 0; i < STREAMS; i++)
            reduce<<<1, 1024, 0, s[i]>>>(payoff[i], n, mean + b * STREAMS + i);
        TRY(cudaGetLastError());
    }
    for (i = 0; i < STREAMS; i++)
        TRY(cudaMemcpy2DAsync(mean_host + i, STREAMS * sizeof(float), mean + i, STREAMS * sizeof(float), sizeof(float),
                              BATCHES, cudaMemcpyDeviceToHost, s[i]));
    for (i = 0; i < STREAMS; i++)
        TRY(cudaStreamSynchronize(s[i]));
    double sum = 0;
    for (i = 0; i < STREAMS * BATCHES; i++)
        sum += mean_host[i];
    printf("price %f\n", sum / (STREAMS * BATCHES));
    for (i = 0; i < STREAMS; i++) {
        TRY(cudaFree(normals[i]));
        TRY(cudaFree(payoff[i]));
        TRY(cudaStreamDestroy(s[i]));
    }
    return 0;
}
