// Two-dimensional copies: rows of few and of many bytes, pinned and pageable, beside linear ones of the same volume.
#include "nullstream.cuh"
#include <stdlib.h>
__global__ void beside(void) { spin_us(100); }
int main()
{
    char *d; size_t pitch;
    cudaMallocPitch((void **)&d, &pitch, 5000, 2048);
    char *lin; cudaMalloc((void **)&lin, 16 << 20);
    char *h; cudaMallocHost((void **)&h, 5000 * 2048);
    char *p = (char *)calloc(5000, 2048);
    cudaStream_t s, t;
    cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking);
    cudaStreamCreateWithFlags(&t, cudaStreamNonBlocking);
    const int widths[] = {4, 64, 500, 4096, 5000};
    for (int w = 0; w < 5; w++) {
        beside<<<50, 512, 0, t>>>();
        cudaMemcpy2DAsync(d, pitch, h, 5000, widths[w], 1000, cudaMemcpyHostToDevice, s);
        cudaMemcpyAsync(lin, h, widths[w] * 1000, cudaMemcpyHostToDevice, s);
        cudaMemcpy2DAsync(h, 5000, d, pitch, widths[w], 700, cudaMemcpyDeviceToHost, t);
        cudaMemset2DAsync(d, pitch, 0, widths[w], 2048, s);
        cudaMemcpy2DAsync(lin, 5000, d, pitch, widths[w], 2048, cudaMemcpyDeviceToDevice, t);
    }
    cudaStreamSynchronize(s);
    cudaMemcpy2D(d, pitch, p, 5000, 1000, 300, cudaMemcpyHostToDevice);
    beside<<<1, 1, 0, s>>>();
    cudaMemcpy2D(p, 5000, d, pitch, 1000, 300, cudaMemcpyDeviceToHost);
    cudaDeviceSynchronize();
    return 0;
}
