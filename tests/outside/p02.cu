// Classic vector-add-with-streams tutorial, extended: breadth-first issue, timed by events.
#include <cuda_runtime.h>
#include <stdio.h>
#include <stdlib.h>

#define N (1 << 22)
#define NSTREAMS 4

#pragma nullstream kernel(vadd) bytes(12.0 * n) flops(1.0 * n)
__global__ void vadd(const float *a, const float *b, float *c, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        c[i] = a[i] + b[i];
}

int main(void)
{
    float *ha, *hb, *hc, *da, *db, *dc;
    size_t bytes = N * sizeof(float);
    cudaHostAlloc((void **)&ha, bytes, cudaHostAllocDefault);
    cudaHostAlloc((void **)&hb, bytes, cudaHostAllocDefault);
    cudaHostAlloc((void **)&hc, bytes, cudaHostAllocDefault);
    cudaMalloc((void **)&da, bytes);
    cudaMalloc((void **)&db, bytes);
    cudaMalloc((void **)&dc, bytes);
    srand(1);
    for (int i = 0; i < N; i += 4096) {
        ha[i] = rand() / (float)RAND_MAX;
        hb[i] = rand() / (float)RAND_MAX;
    }

    cudaStream_t st[NSTREAMS];
    for (int i = 0; i < NSTREAMS; i++)
        cudaStreamCreate(&st[i]);
    cudaEvent_t t0, t1;
    cudaEventCreate(&t0);
    cudaEventCreate(&t1);

    int chunk = N / NSTREAMS;
    cudaEventRecord(t0, 0);
    for (int i = 0; i < NSTREAMS; i++) {
        int o = i * chunk;
        cudaMemcpyAsync(da + o, ha + o, chunk * sizeof(float), cudaMemcpyHostToDevice, st[i]);
        cudaMemcpyAsync(db + o, hb + o, chunk * sizeof(float), cudaMemcpyHostToDevice, st[i]);
    }
    for (int i = 0; i < NSTREAMS; i++) {
        int o = i * chunk;
        vadd<<<(chunk + 511) / 512, 512, 0, st[i]>>>(da + o, db + o, dc + o, chunk);
    }
    for (int i = 0; i < NSTREAMS; i++) {
        int o = i * chunk;
        cudaMemcpyAsync(hc + o, dc + o, chunk * sizeof(float), cudaMemcpyDeviceToHost, st[i]);
    }
    cudaEventRecord(t1, 0);
    cudaEventSynchronize(t1);
    float ms = 0;
    cudaEventElapsedTime(&ms, t0, t1);
    printf("%.3f ms, %.2f GB/s\n", ms, 3.0 * bytes / ms / 1e6);

    for (int i = 0; i < NSTREAMS; i++)
        cudaStreamDestroy(st[i]);
    cudaEventDestroy(t0);
    cudaEventDestroy(t1);
    cudaFree(da);
    cudaFree(db);
    cudaFree(dc);
    cudaFreeHost(ha);
    cudaFreeHost(hb);
    cudaFreeHost(hc);
    return 0;
}
