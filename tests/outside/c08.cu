// After streamOrderedAllocation: vector addition with temporaries from cudaMallocAsync, first with the default
// pool, then with a release threshold; two streams that hand over memory by an event at the end.
#include <cuda_runtime.h>
#include <stdio.h>
#include <stdlib.h>
#include <stdint.h>
#include <vector>

#define MAX_ITER 12

#pragma nullstream kernel(vectorAddGPU) bytes(12.0 * N) flops(1.0 * N)
__global__ void vectorAddGPU(const float *a, const float *b, float *c, int N)
{
    int idx = blockIdx.x * blockDim.x + threadIdx.x;
    if (idx < N)
        c[idx] = a[idx] + b[idx];
}

int basicStreamOrderedAllocation(const int dev, const int nelem, const float *a, const float *b, float *c)
{
    float *d_a, *d_b, *d_c;
    size_t bytes = nelem * sizeof(float);
    cudaStream_t stream;
    cudaSetDevice(dev);
    cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
    cudaMallocAsync(&d_a, bytes, stream);
    cudaMallocAsync(&d_b, bytes, stream);
    cudaMallocAsync(&d_c, bytes, stream);
    cudaMemcpyAsync(d_a, a, bytes, cudaMemcpyHostToDevice, stream);
    cudaMemcpyAsync(d_b, b, bytes, cudaMemcpyHostToDevice, stream);
    dim3 block(256);
    dim3 grid((nelem + 255) / 256);
    vectorAddGPU<<<grid, block, 0, stream>>>(d_a, d_b, d_c, nelem);
    cudaFreeAsync(d_a, stream);
    cudaFreeAsync(d_b, stream);
    cudaMemcpyAsync(c, d_c, bytes, cudaMemcpyDeviceToHost, stream);
    cudaFreeAsync(d_c, stream);
    cudaStreamSynchronize(stream);
    cudaStreamDestroy(stream);
    return 0;
}

int streamOrderedAllocationPostSync(const int dev, const int nelem, const float *a, const float *b, float *c)
{
    size_t bytes = nelem * sizeof(float);
    cudaMemPool_t memPool;
    uint64_t thresholdVal = UINT64_MAX;
    cudaStream_t stream, other;
    cudaEvent_t start, end, freed;
    cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
    cudaStreamCreateWithFlags(&other, cudaStreamNonBlocking);
    cudaEventCreate(&start);
    cudaEventCreate(&end);
    cudaEventCreateWithFlags(&freed, cudaEventDisableTiming);
    cudaDeviceGetDefaultMemPool(&memPool, dev);
    cudaMemPoolSetAttribute(memPool, cudaMemPoolAttrReleaseThreshold, (void *)&thresholdVal);
    cudaEventRecord(start, stream);
    for (int i = 0; i < MAX_ITER; i++) {
        cudaStream_t s = i % 3 == 2 ? other : stream;
        float *d_a, *d_b, *d_c;
        if (s == other)
            cudaStreamWaitEvent(other, freed);
        cudaMallocAsync(&d_a, bytes, s);
        cudaMallocAsync(&d_b, bytes, s);
        cudaMallocAsync(&d_c, bytes, s);
        cudaMemcpyAsync(d_a, a, bytes, cudaMemcpyHostToDevice, s);
        cudaMemcpyAsync(d_b, b, bytes, cudaMemcpyHostToDevice, s);
        vectorAddGPU<<<(nelem + 255) / 256, 256, 0, s>>>(d_a, d_b, d_c, nelem);
        cudaFreeAsync(d_a, s);
        cudaFreeAsync(d_b, s);
        cudaMemcpyAsync(c, d_c, bytes, cudaMemcpyDeviceToHost, s);
        cudaFreeAsync(d_c, s);
        cudaEventRecord(freed, s);
        if (i % 4 == 3)
            cudaStreamSynchronize(s);
    }
    cudaEventRecord(end, stream);
    cudaDeviceSynchronize();
    float msecTotal = 0.0f;
    cudaEventElapsedTime(&msecTotal, start, end);
    printf("Total elapsed time = %f ms over %d iterations\n", msecTotal, MAX_ITER);
    return 0;
}

int main()
{
    int nelem = 1048576;
    float *a, *b, *c;
    cudaMallocHost(&a, nelem * sizeof(float));
    cudaMallocHost(&b, nelem * sizeof(float));
    cudaMallocHost(&c, nelem * sizeof(float));
    for (int i = 0; i < nelem; i++) {
        a[i] = rand() / (float)RAND_MAX;
        b[i] = rand() / (float)RAND_MAX;
    }
    int ret1 = basicStreamOrderedAllocation(0, nelem, a, b, c);
    int ret2 = streamOrderedAllocationPostSync(0, nelem, a, b, c);
    return ret1 | ret2;
}
