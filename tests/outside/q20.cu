/* Multigrid V-cycles in plain C style: restriction and prolongation over five levels, norm read at the end of a cycle. */
#include "nullstream.cuh"
#include <stdio.h>
#include <math.h>

#define LEVELS 5
#define FINEST 2048
#define GRID(n) dim3(((n) + 31) / 32, ((n) + 7) / 8), dim3(32, 8)

#pragma nullstream kernel(smooth) bytes(12.0 * n * n) flops(7.0 * n * n) reads(u, n * n * 4) reads(f, n * n * 4) writes(v, n * n * 4)
__global__ void smooth(const float *u, const float *f, float *v, int n)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x > 0 && y > 0 && x < n - 1 && y < n - 1)
        v[y * n + x] = 0.25f * (u[y * n + x - 1] + u[y * n + x + 1] + u[(y - 1) * n + x] + u[(y + 1) * n + x] - f[y * n + x]);
}
#pragma nullstream kernel(restrict_to) bytes(5.0 * n * n) reads(fine, n * n * 4) writes(coarse, n * n)
__global__ void restrict_to(const float *fine, float *coarse, int n) { }
#pragma nullstream kernel(prolong) bytes(9.0 * n * n) reads(coarse, n * n) reads(fine, n * n * 4) writes(fine, n * n * 4)
__global__ void prolong(const float *coarse, float *fine, int n) { }
#pragma nullstream kernel(norm2) bytes(4.0 * n * n) reads(u, n * n * 4) atomics(out, 4)
__global__ void norm2(const float *u, float *out, int n) { }

typedef struct level {
    int n;
    float *u, *v, *f;
} level_t;

static void cycle(level_t *levels, cudaStream_t s)
{
    int l;
    for (l = 0; l < LEVELS - 1; l++) {
        level_t *L = &levels[l];
        smooth<<<GRID(L->n), 0, s>>>(L->u, L->f, L->v, L->n);
        smooth<<<GRID(L->n), 0, s>>>(L->v, L->f, L->u, L->n);
        restrict_to<<<GRID(L->n / 2), 0, s>>>(L->u, levels[l + 1].f, L->n);
        cudaMemsetAsync(levels[l + 1].u, 0, levels[l + 1].n * levels[l + 1].n * sizeof(float), s);
    }
    for (int i = 0; i < 8; i++)
        smooth<<<GRID(levels[l].n), 0, s>>>(i % 2 ? levels[l].v : levels[l].u, levels[l].f, i % 2 ? levels[l].u : levels[l].v, levels[l].n);
    while (--l >= 0) {
        level_t *L = &levels[l];
        prolong<<<GRID(L->n), 0, s>>>(levels[l + 1].u, L->u, L->n);
        smooth<<<GRID(L->n), 0, s>>>(L->u, L->f, L->v, L->n);
        smooth<<<GRID(L->n), 0, s>>>(L->v, L->f, L->u, L->n);
    }
}

int main(void)
{
    level_t levels[LEVELS];
    float *norm, result[6];
    cudaEvent_t t0, t1;
    cudaStream_t s;
    for (int l = 0, n = FINEST; l < LEVELS; l++, n /= 2) {
        levels[l].n = n;
        cudaMalloc((void **)&levels[l].u, (size_t)n * n * sizeof(float));
        cudaMalloc((void **)&levels[l].v, (size_t)n * n * sizeof(float));
        cudaMalloc((void **)&levels[l].f, (size_t)n * n * sizeof(float));
        cudaMemset(levels[l].u, 0, (size_t)n * n * sizeof(float));
        cudaMemset(levels[l].v, 0, (size_t)n * n * sizeof(float));
        cudaMemset(levels[l].f, 0, (size_t)n * n * sizeof(float));
    }
    cudaMalloc((void **)&norm, sizeof(float));
    cudaStreamCreate(&s);
    cudaEventCreate(&t0);
    cudaEventCreate(&t1);
    cudaDeviceSynchronize();
    cudaEventRecord(t0, s);
    for (int c = 0; c < 6; c++) {
        cycle(levels, s);
        cudaMemsetAsync(norm, 0, sizeof(float), s);
        norm2<<<GRID(FINEST), 0, s>>>(levels[0].u, norm, FINEST);
        cudaMemcpyAsync(&result[c], norm, sizeof(float), cudaMemcpyDeviceToHost, s);
    }
    cudaEventRecord(t1, s);
    cudaStreamSynchronize(s);
    float ms;
    cudaEventElapsedTime(&ms, t0, t1);
    for (int c = 0; c < 6; c++)
        printf("cycle %d: %g\n", c, sqrtf(result[c]));
    printf("%.3f ms\n", ms);
    return 0;
}
