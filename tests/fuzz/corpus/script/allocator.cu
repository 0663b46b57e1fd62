// The caching allocator and the all-reduce of nullstream.cuh, which are ordinary code.
#include "nullstream.cuh"
#include <stdio.h>

__global__ void use(float *x)
{
    spin_us(50);
    x[threadIdx.x] = 1;
}

int main()
{
    cudaStream_t a, b;
    cudaStreamCreateWithFlags(&a, cudaStreamNonBlocking);
    cudaStreamCreateWithFlags(&b, cudaStreamNonBlocking);
    float *x = (float *)ns_pool_alloc(1 << 20, a);
    use<<<1, 256, 0, a>>>(x);
    ns_pool_free(x);
    float *y = (float *)ns_pool_alloc(1 << 20, a); // at once: the same stream
    printf("%d\n", x == y);
    use<<<1, 256, 0, b>>>(y);
    ns_pool_record_stream(y, b);
    ns_pool_free(y);
    float *z = (float *)ns_pool_alloc(1 << 20, a); // not yet: b still uses it
    printf("%d\n", y == z);
    ns_all_reduce(36000000, 8, b); // 20 us + 2 * 36 MB / 360 GB/s = 220 us
    cudaDeviceSynchronize();
    ns_pool_free(z);
    float *w = (float *)ns_pool_alloc(1 << 20, a);
    printf("%d\n", w == x || w == z);
    return 0;
}
