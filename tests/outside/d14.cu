// Stream-ordered allocation as a tensor library does it: temporaries of a graph's nodes from the default pool,
// freed in the stream of their last use; a second stream takes over some of them behind an event.
#include "nullstream.cuh"
#include <cstdint>
#include <cstdio>

#define CK(x) check((x), #x, __LINE__)
static inline void check(cudaError_t e, const char *what, int line)
{
    if (e != cudaSuccess) {
        std::fprintf(stderr, "line %d: %s: %s\n", line, what, cudaGetErrorName(e));
        std::exit(EXIT_FAILURE);
    }
}

__global__ void produce(float *t, size_t n)
{
    size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x;
    if (i < n)
        t[i] = 1.0f;
}
#pragma nullstream kernel(produce) bytes(n * 4.0) flops(1.0 * n)
__global__ void combine(const float *a, const float *b, float *c, size_t n)
{
    size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x;
    if (i < n)
        c[i] = a[i] * b[i];
}
#pragma nullstream kernel(combine) bytes(n * 12.0) flops(1.0 * n)
#pragma nullstream kernel(reduce_sum) bytes(n * 4.0) flops(1.0 * n) shared(1024) reads(a, n * 4) writes(out, 4)
__global__ void reduce_sum(const float *a, float *out, size_t n) {}

int main()
{
    int dev = 0;
    CK(cudaGetDevice(&dev));
    cudaMemPool_t pool;
    CK(cudaDeviceGetDefaultMemPool(&pool, dev));
    uint64_t keep = 256ull << 20;
    CK(cudaMemPoolSetAttribute(pool, cudaMemPoolAttrReleaseThreshold, &keep));
    cudaStream_t a, b;
    CK(cudaStreamCreate(&a));
    CK(cudaStreamCreate(&b));
    cudaEvent_t made;
    CK(cudaEventCreateWithFlags(&made, cudaEventDisableTiming));
    float *sum, *hSum;
    CK(cudaMalloc(&sum, 64 * sizeof(float)));
    CK(cudaMallocHost(&hSum, 64 * sizeof(float)));
    for (int it = 0; it < 40; it++) {
        size_t n = (size_t)1 << (12 + it % 4 * 4); // 4 Ki to 16 Mi elements
        int blocks = (int)((n + 255) / 256);
        float *x, *y, *z;
        CK(cudaMallocAsync(&x, n * sizeof(float), a));
        CK(cudaMallocAsync(&y, n * sizeof(float), a));
        produce<<<blocks, 256, 0, a>>>(x, n);
        produce<<<blocks, 256, 0, a>>>(y, n);
        CK(cudaMallocAsync(&z, n * sizeof(float), a));
        combine<<<blocks, 256, 0, a>>>(x, y, z, n);
        CK(cudaFreeAsync(x, a));
        CK(cudaFreeAsync(y, a));
        CK(cudaEventRecord(made, a));
        CK(cudaStreamWaitEvent(b, made, 0));
        reduce_sum<<<64, 256, 0, b>>>(z, sum + it, n);
        CK(cudaFreeAsync(z, b));
        CK(cudaMemcpyAsync(hSum + it, sum + it, sizeof(float), cudaMemcpyDeviceToHost, b));
        if (it % 10 == 9)
            CK(cudaStreamSynchronize(b));
        if (it == 24)
            CK(cudaMemPoolTrimTo(pool, 0));
    }
    CK(cudaDeviceSynchronize());
    printf("%f\n", hSum[39]);
    return 0;
}
