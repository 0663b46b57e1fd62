// k-means with centroids in managed memory: the host recomputes and overwrites them element by element after each pass, the points are prefetched once.
#include <cuda_runtime.h>
#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define K 16
#define DIM 8
#define POINTS (1 << 18)
#define PASSES 28

typedef struct {
    float sum[DIM];
    int count;
} accumulator;

#pragma nullstream kernel(assign_points) flops(3.0 * n * 16 * 8) bytes(36.0 * n)
__global__ void assign_points(const float *points, const float *centroids, int *label, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float best = FLT_MAX;
    for (int k = 0; k < K; k++) {
        float d = 0;
        for (int j = 0; j < DIM; j++) {
            float t = points[i * DIM + j] - centroids[k * DIM + j];
            d += t * t;
        }
        if (d < best) best = d, label[i] = k;
    }
}

#pragma nullstream kernel(accumulate) bytes(36.0 * n) flops(9.0 * n) atomics(acc, 16 * 36)
__global__ void accumulate(const float *points, const int *label, accumulator *acc, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    for (int j = 0; j < DIM; j++) atomicAdd(&acc[label[i]].sum[j], points[i * DIM + j]);
    atomicAdd(&acc[label[i]].count, 1);
}

static void seed(float *points, int n)
{
    unsigned s = 12345;
    for (int i = 0; i < n; i++) {
        s = s * 1664525u + 1013904223u;
        points[i] = (float)(s >> 8) / (1 << 24);
    }
}

int main(void)
{
    float *points, *centroids;
    int *label;
    accumulator *acc;
    cudaMallocManaged((void **)&points, sizeof(float) * POINTS * DIM, cudaMemAttachGlobal);
    cudaMallocManaged((void **)&centroids, sizeof(float) * K * DIM, cudaMemAttachGlobal);
    cudaMallocManaged((void **)&acc, sizeof(accumulator) * K, cudaMemAttachGlobal);
    cudaMalloc((void **)&label, sizeof(int) * POINTS);

    seed(points, POINTS * DIM);
    for (int i = 0; i < K * DIM; i++) centroids[i] = points[i];
    struct cudaMemLocation gpu = {cudaMemLocationTypeDevice, 0};
    cudaMemAdvise(points, sizeof(float) * POINTS * DIM, cudaMemAdviseSetReadMostly, gpu);
    cudaMemPrefetchAsync(points, sizeof(float) * POINTS * DIM, gpu, 0, 0);

    for (int pass = 0; pass < PASSES; pass++) {
        for (int k = 0; k < K; k++) {
            acc[k].count = 0;
            for (int j = 0; j < DIM; j++) acc[k].sum[j] = 0.0f;
        }
        assign_points<<<POINTS / 256, 256>>>(points, centroids, label, POINTS);
        accumulate<<<POINTS / 256, 256>>>(points, label, acc, POINTS);
        cudaDeviceSynchronize();
        for (int k = 0; k < K; k++)
            for (int j = 0; j < DIM; j++)
                centroids[k * DIM + j] = acc[k].sum[j] / (float)(acc[k].count ? acc[k].count : 1);
    }
    printf("%d passes over %d points\n", PASSES, POINTS);
    cudaFree(points);
    cudaFree(centroids);
    cudaFree(acc);
    cudaFree(label);
    return EXIT_SUCCESS;
}
