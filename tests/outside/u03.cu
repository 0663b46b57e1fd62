/* Double buffering in plain C: upload of chunk k+1 beside a bandwidth-bound kernel on chunk k. */
#include "nullstream.cuh"
#include <stdio.h>
#include <stdlib.h>

#define CHUNKS 10
#define CHUNK_ELEMS (8 * 1024 * 1024)
#define CHUNK_BYTES (CHUNK_ELEMS * sizeof(float))
#define CU(x) check((x), #x, __LINE__)

static void check(cudaError_t e, const char *what, int line)
{
    if (e != cudaSuccess) {
        fprintf(stderr, "line %d: %s: %s\n", line, what, cudaGetErrorString(e));
        exit(EXIT_FAILURE);
    }
}

#pragma nullstream kernel(triad) flops(2.0 * n) bytes(12.0 * n)
__global__ void triad(float *a, const float *b, const float *c, float s, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        a[i] = b[i] + s * c[i];
}

int main(void)
{
    float *host, *buf[2], *work, *acc, *result;
    cudaStream_t copy, compute;
    cudaEvent_t ready[2], done[2], begin, end;
    int k, r;
    float ms;

    CU(cudaMallocHost((void **)&host, CHUNKS * CHUNK_BYTES));
    CU(cudaMallocHost((void **)&result, CHUNK_BYTES));
    for (k = 0; k < CHUNKS; k++)
        host[(size_t)k * CHUNK_ELEMS] = (float)k;
    CU(cudaMalloc((void **)&work, CHUNK_BYTES));
    CU(cudaMalloc((void **)&acc, CHUNK_BYTES));
    CU(cudaStreamCreateWithFlags(&copy, cudaStreamNonBlocking));
    CU(cudaStreamCreateWithFlags(&compute, cudaStreamNonBlocking));
    for (k = 0; k < 2; k++) {
        CU(cudaMalloc((void **)&buf[k], CHUNK_BYTES));
        CU(cudaEventCreateWithFlags(&ready[k], cudaEventDisableTiming));
        CU(cudaEventCreateWithFlags(&done[k], cudaEventDisableTiming));
    }
    CU(cudaEventCreate(&begin));
    CU(cudaEventCreate(&end));
    CU(cudaMemset(acc, 0, CHUNK_BYTES));
    CU(cudaMemset(work, 0, CHUNK_BYTES));
    CU(cudaDeviceSynchronize());

    CU(cudaEventRecord(begin, compute));
    for (k = 0; k < CHUNKS; k++) {
        int b = k & 1;
        if (k >= 2)
            CU(cudaStreamWaitEvent(copy, done[b], 0));
        CU(cudaMemcpyAsync(buf[b], host + (size_t)k * CHUNK_ELEMS, CHUNK_BYTES, cudaMemcpyHostToDevice, copy));
        CU(cudaEventRecord(ready[b], copy));
        CU(cudaStreamWaitEvent(compute, ready[b], 0));
        for (r = 0; r < 8; r++) {
            triad<<<CHUNK_ELEMS / 256, 256, 0, compute>>>(work, acc, buf[b], 0.5f, CHUNK_ELEMS);
            triad<<<CHUNK_ELEMS / 256, 256, 0, compute>>>(acc, work, buf[b], 0.25f, CHUNK_ELEMS);
        }
        CU(cudaGetLastError());
        CU(cudaEventRecord(done[b], compute));
    }
    CU(cudaMemcpyAsync(result, acc, CHUNK_BYTES, cudaMemcpyDeviceToHost, compute));
    CU(cudaEventRecord(end, compute));
    CU(cudaEventSynchronize(end));
    CU(cudaEventElapsedTime(&ms, begin, end));
    printf("%d chunks in %.3f ms, result %g\n", CHUNKS, ms, result[0]);

    for (k = 0; k < 2; k++) {
        CU(cudaFree(buf[k]));
        CU(cudaEventDestroy(ready[k]));
        CU(cudaEventDestroy(done[k]));
    }
    CU(cudaFree(work));
    CU(cudaFree(acc));
    CU(cudaFreeHost(host));
    CU(cudaFreeHost(result));
    return 0;
}
