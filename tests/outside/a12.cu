// Legacy default stream amid blocking and non-blocking ones.
#include "nullstream.cuh"
#include <stdio.h>

__global__ void blocking_work(float *p) { spin_us(85); }
__global__ void free_work(float *p) { spin_us(60); }
__global__ void legacy_work(float *p) { spin_us(45); }

int main()
{
    float *p[5], *h;
    cudaStream_t b[2], nb[2];
    for (int i = 0; i < 5; i++)
        cudaMalloc(&p[i], 4 << 20);
    cudaMallocHost(&h, 4 << 20);
    for (int i = 0; i < 2; i++) {
        cudaStreamCreate(&b[i]);
        cudaStreamCreateWithFlags(&nb[i], cudaStreamNonBlocking);
    }
    for (int r = 0; r < 10; r++) {
        blocking_work<<<30, 256, 0, b[0]>>>(p[0]);
        free_work<<<30, 256, 0, nb[0]>>>(p[2]);
        if (r % 3 == 0)
            legacy_work<<<8, 128>>>(p[4]);
        blocking_work<<<30, 256, 0, b[1]>>>(p[1]);
        free_work<<<30, 256, 0, nb[1]>>>(p[3]);
        if (r % 4 == 1)
            cudaMemcpyAsync(h, p[4], 2 << 20, cudaMemcpyDeviceToHost, cudaStreamLegacy);
        if (r == 6)
            cudaMemset(p[4], 0, 1 << 20);
    }
    for (int i = 0; i < 2; i++) {
        cudaStreamSynchronize(b[i]);
        cudaStreamSynchronize(nb[i]);
    }
    cudaStreamSynchronize(0);
    return 0;
}
