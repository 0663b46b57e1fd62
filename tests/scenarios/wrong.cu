// What goes wrong with CUDA's objects, one case each (-D CASE=1..): refused at its line.
#include "nullstream.cuh"
#include <stdio.h>
#include <stdlib.h>
#ifndef CASE
#define CASE 0
#endif
__global__ void k(float *x) { spin_us(10); }
__device__ float dev;

int main()
{
    float *d, *h = (float *)malloc(100);
    cudaStream_t s;
    cudaEvent_t e = NULL;
    cudaStreamCreate(&s);
    cudaMalloc(&d, 4096);
    int n = 0;
#if CASE == 1
    cudaStream_t never;
    k<<<1, 1, 0, never>>>(d);
#elif CASE == 2
    d[0] = 1;
#elif CASE == 3
    cudaEvent_t never;
    cudaEventRecord(never, s);
#elif CASE == 4
    cudaMemcpy(d, h, 200, cudaMemcpyHostToDevice);
#elif CASE == 5
    k<<<1, 1>>>(d);
    cudaMemcpy(&n, d, 4, cudaMemcpyDeviceToHost);
    k<<<n, 1>>>(d);
#elif CASE == 6
    k<<<1, 1>>>(d);
    cudaMemcpy(&n, d, 4, cudaMemcpyDeviceToHost);
    cudaMalloc(&d, n);
#elif CASE == 7
    free(h);
    cudaMemcpy(d, h, 100, cudaMemcpyHostToDevice);
#elif CASE == 8
    dev = 3;
#elif CASE == 9
    cudaMemcpy(d, (void *)0x1234, 100, cudaMemcpyHostToDevice);
#elif CASE == 10
    cudaLaunchHostFunc(s, (cudaHostFn_t)h, NULL);
#elif CASE == 11
    k(d);
#elif CASE == 12
    k<<<1, 1>>>(d, 2);
#elif CASE == 13
    cudaMalloc(d, 3);
#elif CASE == 14
    cudaStreamSynchronize(e);
#elif CASE == 15
    cudaDeviceProp p;
    cudaGetDeviceProperties(&p, 0);
    printf("%d\n", p.clockRate);
#elif CASE == 16
    cudaGraphAddKernelNode(0, 0, 0, 0, 0);
#elif CASE == 17
    cudaFree(d);
    printf("%s\n", cudaGetErrorName(cudaMemcpy(d, h, 100, cudaMemcpyHostToDevice)));
#endif
    return n + (e != NULL) + (h == NULL);
}
