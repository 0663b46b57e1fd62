// One kernel that reads what as many streams wrote as S says, each of which has recorded an event.
#include <cuda_runtime.h>
#pragma nullstream kernel(w) time(50us)
__global__ void w(float *x)
{
    for (int i = 0; i < 1024; i++)
        x[i] = i;
}
#pragma nullstream kernel(r) time(80us)
__global__ void r(const float *x, float *y, int n)
{
    float s = 0;
    for (int i = 0; i < n * 1024; i++)
        s += x[i];
    y[0] = s;
}
#ifndef S
#define S 6
#endif
int main()
{
    float *d, *o;
    cudaMalloc(&d, S * 4096);
    cudaMalloc(&o, 4096);
    cudaStream_t s[S], b;
    for (auto &x : s)
        cudaStreamCreate(&x);
    cudaStreamCreate(&b);
    cudaEvent_t e[S];
    for (auto &x : e)
        cudaEventCreateWithFlags(&x, cudaEventDisableTiming);
    for (int t = 0; t < 4; t++) {
        for (int i = 0; i < S; i++) {
            w<<<1, 64, 0, s[i]>>>(d + i * 1024);
            cudaEventRecord(e[i], s[i]);
        }
        r<<<1, 64, 0, b>>>(d, o, S);
        cudaStreamSynchronize(b);
    }
    cudaDeviceSynchronize();
    for (auto x : e)
        cudaEventDestroy(x);
}
