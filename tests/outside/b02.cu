// cudaFree in the middle of work of three streams, then new memory and work at once.
#include "nullstream.cuh"
#include <stdio.h>
#define CK(x) do { cudaError_t e_ = (x); if (e_ != cudaSuccess) { fprintf(stderr, "%s:%d %s\n", __FILE__, __LINE__, cudaGetErrorString(e_)); exit(1); } } while (0)
__global__ void grind(float *x) { spin_us(120); }
__global__ void small(float *x) { spin_us(7); }
int main()
{
    cudaStream_t s[3];
    float *x[6], *h;
    for (auto &q : s) CK(cudaStreamCreateWithFlags(&q, cudaStreamNonBlocking));
    for (auto &p : x) CK(cudaMalloc(&p, 8 << 20));
    CK(cudaMallocHost(&h, 24 << 20));
    for (int round = 0; round < 5; round++) {
        for (int i = 0; i < 3; i++) {
            grind<<<40 + 50 * i, 512, 0, s[i]>>>(x[i]);
            CK(cudaMemcpyAsync(h + i * (2 << 20), x[i], (2 + 3 * i) << 20, cudaMemcpyDeviceToHost, s[i]));
        }
        CK(cudaFree(x[3 + round % 3]));
        small<<<1, 128, 0, s[round % 3]>>>(x[0]);
        CK(cudaMalloc(&x[3 + round % 3], (round + 1) << 20));
        small<<<1, 128, 0, s[(round + 1) % 3]>>>(x[3 + round % 3]);
    }
    CK(cudaDeviceSynchronize());
    return 0;
}
