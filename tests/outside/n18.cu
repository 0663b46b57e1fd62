// After streamOrderedAllocation: temporaries by cudaMallocAsync/cudaFreeAsync in every step; first with
// the default release threshold, then with an unlimited one; two streams hand a buffer over by an event.
#include "nullstream.cuh"
#include <cstdio>
#include <cstdint>
#include <functional>

#define CK(x)                                                                                      \
    if ((x) != cudaSuccess) {                                                                      \
        printf("failed: %s\n", #x);                                                                \
        return 1;                                                                                  \
    }

#pragma nullstream kernel(vectorAddGPU) bytes(12.0 * N) flops(1.0 * N)
__global__ void vectorAddGPU(const float *a, const float *b, float *c, int N)
{
    int idx = blockIdx.x * blockDim.x + threadIdx.x;
    if (idx < N)
        c[idx] = a[idx] + b[idx];
}

#pragma nullstream kernel(smooth) block_time(14us)
__global__ void smooth(const float *a, float *c, int N)
{
    int idx = blockIdx.x * blockDim.x + threadIdx.x;
    spin_us(14);
    if (idx < N)
        c[idx] = a[idx] * 0.5f;
}

int main()
{
    const int nelem = 1 << 20;
    const size_t bytes = nelem * sizeof(float);
    const int steps = 12;
    float *a, *b, *c;
    CK(cudaMallocHost(&a, bytes));
    CK(cudaMallocHost(&b, bytes));
    CK(cudaMallocHost(&c, bytes));
    int supported = 0;
    CK(cudaDeviceGetAttribute(&supported, cudaDevAttrMemoryPoolsSupported, 0));
    if (!supported)
        return 0;
    cudaStream_t stream, other;
    CK(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
    CK(cudaStreamCreateWithFlags(&other, cudaStreamNonBlocking));
    cudaEvent_t made, taken;
    CK(cudaEventCreateWithFlags(&made, cudaEventDisableTiming));
    CK(cudaEventCreateWithFlags(&taken, cudaEventDisableTiming));

    dim3 block(256), grid((nelem + 255) / 256);
    auto step = [&]() -> cudaError_t {
        float *d_a, *d_b, *d_c;
        cudaError_t e;
        if ((e = cudaMallocAsync(&d_a, bytes, stream)) || (e = cudaMallocAsync(&d_b, bytes, stream)) ||
            (e = cudaMallocAsync(&d_c, bytes, stream)))
            return e;
        cudaMemcpyAsync(d_a, a, bytes, cudaMemcpyHostToDevice, stream);
        cudaMemcpyAsync(d_b, b, bytes, cudaMemcpyHostToDevice, stream);
        vectorAddGPU<<<grid, block, 0, stream>>>(d_a, d_b, d_c, nelem);
        cudaFreeAsync(d_a, stream);
        cudaFreeAsync(d_b, stream);
        cudaMemcpyAsync(c, d_c, bytes, cudaMemcpyDeviceToHost, stream);
        cudaFreeAsync(d_c, stream);
        return cudaStreamSynchronize(stream);
    };

    for (int i = 0; i < steps; i++)
        CK(step());

    cudaMemPool_t pool;
    CK(cudaDeviceGetDefaultMemPool(&pool, 0));
    uint64_t threshold = UINT64_MAX;
    CK(cudaMemPoolSetAttribute(pool, cudaMemPoolAttrReleaseThreshold, &threshold));
    for (int i = 0; i < steps; i++)
        CK(step());

    // a buffer allocated in one stream, used in another, freed there
    for (int i = 0; i < steps; i++) {
        float *x, *y;
        CK(cudaMallocAsync(&x, 4 * bytes, stream));
        CK(cudaMemsetAsync(x, 0, 4 * bytes, stream));
        CK(cudaEventRecord(made, stream));
        CK(cudaStreamWaitEvent(other, made, 0));
        CK(cudaMallocAsync(&y, bytes, other));
        smooth<<<grid, block, 0, other>>>(x, y, nelem);
        CK(cudaMemcpyAsync(c, y, bytes / 8, cudaMemcpyDeviceToHost, other));
        CK(cudaFreeAsync(y, other));
        CK(cudaFreeAsync(x, other));
        CK(cudaEventRecord(taken, other));
        CK(cudaStreamWaitEvent(stream, taken, 0));
    }
    CK(cudaStreamSynchronize(other));
    CK(cudaMemPoolTrimTo(pool, 0));
    printf("> done\n");
    return 0;
}
