// Synchronous cudaMemcpy of pageable memory between asynchronous work of blocking and non-blocking streams.
#include "nullstream.cuh"
#include <vector>
#include <string.h>
#include <nvtx3/nvToolsExt.h>
__global__ void bg(double us) { spin_us(us); }
int main()
{
    cudaStream_t blocking, free_;
    cudaStreamCreate(&blocking);
    cudaStreamCreateWithFlags(&free_, cudaStreamNonBlocking);
    char *d; cudaMalloc(&d, 32 << 20);
    char *page = (char *)malloc(32 << 20);
    memset(page, 1, 32 << 20);
    nvtxRangePushA("nullstream");
    for (size_t n : {(size_t)100, (size_t)65536, (size_t)65540, (size_t)1 << 20, (size_t)9 << 20}) {
        bg<<<30, 128, 0, blocking>>>(50.0);
        bg<<<30, 128, 0, free_>>>(200.0);
        cudaMemcpy(d, page, n, cudaMemcpyHostToDevice);
        bg<<<30, 128, 0, blocking>>>(15.0);
        cudaMemcpy(page, d, n, cudaMemcpyDeviceToHost);
        bg<<<1, 32>>>(5.0);
        cudaMemcpy(d + (16 << 20), d, n, cudaMemcpyDeviceToDevice);
    }
    cudaDeviceSynchronize();
    nvtxRangePop();
    free(page);
    return 0;
}
