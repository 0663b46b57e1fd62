// Multigrid V-cycles: kernels from 2 us to 300 us, block counts from 4096 down to 1, a memset per level,
// residual norm to the host each cycle; a second stream streams the solution out.
#include "nullstream.cuh"
#include <stdio.h>

#define LEVELS 6
__global__ void smooth(float *u, const float *f, int n, double us) { spin_us(us); }
__global__ void restrict_down(const float *u, float *f, int n, double us) { spin_us(us); }
__global__ void prolong(const float *c, float *u, int n, double us) { spin_us(us); }

static int blocks_of(int n) { return n * n / 256 > 0 ? n * n / 256 : 1; }
static double cost(int level) { return level == 0 ? 18.0 : level == 1 ? 9.0 : level == 2 ? 5.0 : 2.5; }

static void vcycle(float *u[], float *f[], int level, cudaStream_t s)
{
    const int n = 1024 >> level;
    smooth<<<blocks_of(n), 256, 0, s>>>(u[level], f[level], n, cost(level));
    if (level + 1 < LEVELS) {
        restrict_down<<<blocks_of(n / 2), 256, 0, s>>>(u[level], f[level + 1], n, cost(level + 1));
        cudaMemsetAsync(u[level + 1], 0, sizeof(float) * (n / 2) * (n / 2), s);
        vcycle(u, f, level + 1, s);
        prolong<<<blocks_of(n), 256, 0, s>>>(u[level + 1], u[level], n, cost(level));
    }
    smooth<<<blocks_of(n), 256, 0, s>>>(u[level], f[level], n, cost(level));
}

int main()
{
    float *u[LEVELS], *f[LEVELS], *out;
    cudaStream_t solve, io;
    cudaEvent_t cycled, copied;
    cudaStreamCreate(&solve);
    cudaStreamCreate(&io);
    cudaEventCreateWithFlags(&cycled, cudaEventDisableTiming);
    cudaEventCreateWithFlags(&copied, cudaEventDisableTiming);
    for (int l = 0; l < LEVELS; l++) {
        const size_t n = 1024 >> l;
        cudaMalloc(&u[l], n * n * sizeof(float));
        cudaMalloc(&f[l], n * n * sizeof(float));
    }
    cudaHostAlloc(&out, 1024 * 1024 * sizeof(float), cudaHostAllocDefault);
    for (int c = 0; c < 10; c++) {
        vcycle(u, f, 0, solve);
        cudaEventRecord(cycled, solve);
        cudaStreamWaitEvent(io, cycled, 0);
        cudaMemcpyAsync(out, u[0], 1024 * 1024 * sizeof(float), cudaMemcpyDeviceToHost, io);
        cudaEventRecord(copied, io);
        cudaStreamWaitEvent(solve, copied, 0);
    }
    cudaStreamSynchronize(io);
    cudaStreamSynchronize(solve);
    return 0;
}
