/* What a memory pool says of itself while memory is taken, freed and given back. */
#include <cstdio>
#include "nullstream.cuh"

static void tell(cudaMemPool_t pool)
{
    const cudaMemPoolAttr attributes[] = {cudaMemPoolAttrUsedMemCurrent, cudaMemPoolAttrUsedMemHigh,
                                          cudaMemPoolAttrReservedMemCurrent, cudaMemPoolAttrReservedMemHigh};
    for (cudaMemPoolAttr attribute : attributes) {
        unsigned long long value = 7;
        cudaMemPoolGetAttribute(pool, attribute, &value);
        printf("%llu MiB ", value >> 20);
    }
    printf("\n");
}

int main()
{
    cudaMemPool_t pool;
    cudaStream_t stream;
    void *a, *b;
    unsigned long long keep = ~0ull, none = 0;
    cudaDeviceGetDefaultMemPool(&pool, 0);
    cudaStreamCreate(&stream);
    cudaMemPoolSetAttribute(pool, cudaMemPoolAttrReleaseThreshold, &keep);
    keep = 0;
    cudaMemPoolGetAttribute(pool, cudaMemPoolAttrReleaseThreshold, &keep);
    printf("keeps %llx\n", keep);
    cudaMallocAsync(&a, 10 << 20, stream);
    cudaMallocAsync(&b, 50 << 20, stream);
    tell(pool);
    cudaFreeAsync(b, stream);
    cudaStreamSynchronize(stream);
    tell(pool);
    cudaMemPoolTrimTo(pool, 0);
    cudaMemPoolSetAttribute(pool, cudaMemPoolAttrUsedMemHigh, &none);
    cudaFreeAsync(a, stream);
    tell(pool);
    cudaDeviceSynchronize();
    return 0;
}
