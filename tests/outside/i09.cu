// my first k-means on the GPU!! points come in mini batches
#include <cuda_runtime.h>
#include <iostream>
#include <stdlib.h>
#include <time.h>
using namespace std;

#define N 262144
#define D 8
#define K 32
#define BATCHES 10
#define ITER 4

#pragma nullstream kernel(assign) flops(3.0 * N * D * K) bytes(4.0 * N * D + 4.0 * N) regs(32) reads(points, N * D * 4) reads(centers, K * D * 4) writes(label, N * 4)
__global__ void assign(float *points, float *centers, int *label)
{
    int i = threadIdx.x + blockIdx.x * blockDim.x;
    float p[D];
    for (int d = 0; d < D; d++)
        p[d] = points[d * N + i];
    int best = 0;
    float bestd = 1e30f;
    for (int k = 0; k < K; k++) {
        float dist = 0;
        for (int d = 0; d < D; d++)
            dist += (p[d] - centers[k * D + d]) * (p[d] - centers[k * D + d]);
        if (dist < bestd) {
            bestd = dist;
            best = k;
        }
    }
    label[i] = best;
}

// one block for each center and dimension, everybody reads everything (slow but simple), bytes are what comes from the L2
#pragma nullstream kernel(accumulate) flops(4.0 * N * K * D) bytes(8.0 * N * K * D) regs(24) shared(2048) reads(points, N * D * 4) reads(label, N * 4) reads(sums, K * D * 4) reads(counts, K * 4) writes(sums, K * D * 4) writes(counts, K * 4)
__global__ void accumulate(float *points, int *label, float *sums, int *counts)
{
    __shared__ float s[256];
    __shared__ int c[256];
    int k = blockIdx.x / D, d = blockIdx.x % D, n = 0;
    float sum = 0;
#pragma unroll 8
    for (int i = threadIdx.x; i < N; i += 256)
        if (label[i] == k) {
            sum += points[d * N + i];
            n++;
        }
    s[threadIdx.x] = sum;
    c[threadIdx.x] = n;
    __syncthreads();
    for (int h = 128; h > 0; h /= 2) {
        if (threadIdx.x < h) {
            s[threadIdx.x] += s[threadIdx.x + h];
            c[threadIdx.x] += c[threadIdx.x + h];
        }
        __syncthreads();
    }
    if (threadIdx.x == 0) {
        sums[k * D + d] += s[0];
        if (d == 0)
            counts[k] += c[0];
    }
}

#pragma nullstream kernel(move_centers) flops(3.0 * K * D) bytes(12.0 * K * D) regs(16)
__global__ void move_centers(float *centers, const float *sums, const int *counts)
{
    int j = threadIdx.x;
    if (j < K * D)
        centers[j] = 0.5f * centers[j] + 0.5f * sums[j] / (counts[j / D] + 1);
}

int main()
{
    float *points = (float *)malloc(N * D * sizeof(float)), *dpoints, *dcenters, *dsums;
    float centers[K * D];
    int *labels = (int *)malloc(N * sizeof(int)), *dlabels, *dcounts;
    srand(42);
    for (int i = 0; i < K * D; i++)
        centers[i] = rand() / (float)RAND_MAX;

    cudaMalloc(&dpoints, N * D * sizeof(float));
    cudaMalloc(&dcenters, K * D * sizeof(float));
    cudaMalloc(&dsums, K * D * sizeof(float));
    cudaMalloc(&dcounts, K * sizeof(int));
    cudaMalloc(&dlabels, N * sizeof(int));
    cudaMemcpy(dcenters, centers, sizeof(centers), cudaMemcpyHostToDevice);

    float total = 0;
    for (int b = 0; b < BATCHES; b++) {
        for (int i = 0; i < N * D; i += 8)
            points[i] = (float)((i * 31 + b * 7) % 1000) / 1000;
        cudaEvent_t start, stop;
        cudaEventCreate(&start);
        cudaEventCreate(&stop);
        cudaMemcpy(dpoints, points, N * D * sizeof(float), cudaMemcpyHostToDevice);
        cudaEventRecord(start);
        for (int it = 0; it < ITER; it++) {
            cudaMemset(dsums, 0, K * D * sizeof(float));
            cudaMemset(dcounts, 0, K * sizeof(int));
            assign<<<N / 256, 256>>>(dpoints, dcenters, dlabels);
            accumulate<<<K * D, 256>>>(dpoints, dlabels, dsums, dcounts);
            move_centers<<<1, K * D>>>(dcenters, dsums, dcounts);
            cudaDeviceSynchronize(); // is this needed?
        }
        cudaEventRecord(stop);
        cudaEventSynchronize(stop);
        cudaMemcpy(labels, dlabels, N * sizeof(int), cudaMemcpyDeviceToHost);
        float ms;
        cudaEventElapsedTime(&ms, start, stop);
        total += ms;
        cudaEventDestroy(start);
        cudaEventDestroy(stop);
    }
    cudaMemcpy(centers, dcenters, sizeof(centers), cudaMemcpyDeviceToHost);
    cerr << "time: " << total << " ms" << endl;
    cout << "center 0: " << centers[0] << " " << centers[1] << endl;
    free(points);
    free(labels);
    cudaFree(dpoints);
    cudaFree(dcenters);
    cudaFree(dsums);
    cudaFree(dcounts);
    cudaFree(dlabels);
    return 0;
}
