// Launch-bound: 400 tiny kernels back to back, then the same with the host doing a little in between.
#include "nullstream.cuh"
__global__ void tiny(float *p) { spin_us(2); }
int main()
{
    float *p;
    cudaMalloc(&p, 1024);
    cudaStream_t s;
    cudaStreamCreate(&s);
    for (int i = 0; i < 400; i++)
        tiny<<<1, 32, 0, s>>>(p);
    cudaStreamSynchronize(s);
    for (int i = 0; i < 150; i++) {
        tiny<<<1, 32, 0, s>>>(p);
        host_work_us(3);
    }
    cudaStreamSynchronize(s);
    cudaFree(p);
    cudaStreamDestroy(s);
}
