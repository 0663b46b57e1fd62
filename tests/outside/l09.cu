// streamOrderedAllocation-like: vectorAdd with cudaMallocAsync, then again with a release threshold
#include <assert.h>
#include <climits>
#include <cstdint>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cuda_runtime.h>

#define CK(x) assert((x) == cudaSuccess)
#define MAX_ITER 10

__global__ void vectorAddGPU(const float *a, const float *b, float *c, int N)
{
    int idx = blockIdx.x * blockDim.x + threadIdx.x;
    if (idx < N) {
        c[idx] = a[idx] + b[idx];
    }
}

int basicStreamOrderedAllocation(const int dev, const int nelem, const float *a, const float *b, float *c);
int streamOrderedAllocationPostSync(const int dev, const int nelem, const float *a, const float *b, float *c);

int main(int argc, char **argv)
{
    int nelem;
    int dev = 0;
    int isMemPoolSupported = 0;
    CK(cudaSetDevice(dev));
    CK(cudaDeviceGetAttribute(&isMemPoolSupported, cudaDevAttrMemoryPoolsSupported, dev));
    if (!isMemPoolSupported) {
        printf("Waiving execution as device does not support Memory Pools\n");
        exit(2);
    }
    nelem = 1048576;
    size_t bytes = nelem * sizeof(float);
    float *a = (float *)malloc(bytes);
    float *b = (float *)malloc(bytes);
    float *c = (float *)malloc(bytes);
    for (int n = 0; n < nelem; n++) {
        a[n] = rand() / (float)RAND_MAX;
        b[n] = rand() / (float)RAND_MAX;
    }
    int ret1 = basicStreamOrderedAllocation(dev, nelem, a, b, c);
    int ret2 = streamOrderedAllocationPostSync(dev, nelem, a, b, c);
    free(a);
    free(b);
    free(c);
    if (ret1 == EXIT_FAILURE || ret2 == EXIT_FAILURE)
        return EXIT_FAILURE;
    return EXIT_SUCCESS;
}

static int verify(const float *a, const float *b, const float *c, int nelem)
{
    float errorNorm, refNorm, ref, diff;
    printf("> Checking the results from vectorAddGPU() ...\n");
    errorNorm = 0.f;
    refNorm = 0.f;
    for (int n = 0; n < nelem; n++) {
        ref = a[n] + b[n];
        diff = c[n] - ref;
        errorNorm += diff * diff;
        refNorm += ref * ref;
    }
    errorNorm = (float)sqrt((double)errorNorm);
    refNorm = (float)sqrt((double)refNorm);
    if (errorNorm / refNorm < 1.e-6f)
        printf("basicStreamOrderedAllocation PASSED\n");
    return errorNorm / refNorm < 1.e-6f ? EXIT_SUCCESS : EXIT_FAILURE;
}

int basicStreamOrderedAllocation(const int dev, const int nelem, const float *a, const float *b, float *c)
{
    float *d_a, *d_b, *d_c;
    size_t bytes = nelem * sizeof(float);
    cudaStream_t stream;
    CK(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
    CK(cudaMallocAsync(&d_a, bytes, stream));
    CK(cudaMallocAsync(&d_b, bytes, stream));
    CK(cudaMallocAsync(&d_c, bytes, stream));
    CK(cudaMemcpyAsync(d_a, a, bytes, cudaMemcpyHostToDevice, stream));
    CK(cudaMemcpyAsync(d_b, b, bytes, cudaMemcpyHostToDevice, stream));
    dim3 block(256);
    dim3 grid((unsigned int)ceil(nelem / (float)block.x));
    vectorAddGPU<<<grid, block, 0, stream>>>(d_a, d_b, d_c, nelem);
    CK(cudaFreeAsync(d_a, stream));
    CK(cudaFreeAsync(d_b, stream));
    CK(cudaMemcpyAsync(c, d_c, bytes, cudaMemcpyDeviceToHost, stream));
    CK(cudaFreeAsync(d_c, stream));
    CK(cudaStreamSynchronize(stream));
    int r = verify(a, b, c, nelem);
    CK(cudaStreamDestroy(stream));
    return r;
}

// memory allocated with cudaMallocAsync stays in the pool across synchronizes
int streamOrderedAllocationPostSync(const int dev, const int nelem, const float *a, const float *b, float *c)
{
    float *d_a, *d_b, *d_c;
    size_t bytes = nelem * sizeof(float);
    cudaStream_t stream;
    cudaMemPool_t memPool;
    cudaEvent_t start, end;
    CK(cudaEventCreate(&start));
    CK(cudaEventCreate(&end));
    CK(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
    CK(cudaDeviceGetDefaultMemPool(&memPool, dev));
    uint64_t thresholdVal = ULONG_MAX;
    // set high release threshold on the default pool so that cudaFreeAsync will not actually release memory
    CK(cudaMemPoolSetAttribute(memPool, cudaMemPoolAttrReleaseThreshold, (void *)&thresholdVal));

    CK(cudaEventRecord(start, stream));
    for (int i = 0; i < MAX_ITER; i++) {
        CK(cudaMallocAsync(&d_a, bytes, stream));
        CK(cudaMallocAsync(&d_b, bytes, stream));
        CK(cudaMallocAsync(&d_c, bytes, stream));
        CK(cudaMemcpyAsync(d_a, a, bytes, cudaMemcpyHostToDevice, stream));
        CK(cudaMemcpyAsync(d_b, b, bytes, cudaMemcpyHostToDevice, stream));
        dim3 block(256);
        dim3 grid((unsigned int)ceil(nelem / (float)block.x));
        vectorAddGPU<<<grid, block, 0, stream>>>(d_a, d_b, d_c, nelem);
        CK(cudaFreeAsync(d_a, stream));
        CK(cudaFreeAsync(d_b, stream));
        CK(cudaMemcpyAsync(c, d_c, bytes, cudaMemcpyDeviceToHost, stream));
        CK(cudaFreeAsync(d_c, stream));
        CK(cudaStreamSynchronize(stream));
    }
    CK(cudaEventRecord(end, stream));
    CK(cudaEventSynchronize(end));
    float elapsedTime;
    CK(cudaEventElapsedTime(&elapsedTime, start, end));
    printf("Total elapsed time = %f ms over %d iterations\n", elapsedTime, MAX_ITER);
    size_t used = 0, reserved = 0;
    CK(cudaMemPoolGetAttribute(memPool, cudaMemPoolAttrUsedMemCurrent, &used));
    CK(cudaMemPoolGetAttribute(memPool, cudaMemPoolAttrReservedMemHigh, &reserved));
    printf("pool: used %zu, reserved at most %zu\n", used, reserved);
    int r = verify(a, b, c, nelem);
    CK(cudaMemPoolTrimTo(memPool, 0));
    CK(cudaEventDestroy(start));
    CK(cudaEventDestroy(end));
    CK(cudaStreamDestroy(stream));
    return r;
}
