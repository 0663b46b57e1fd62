// Results of several streams that the host uses too early. WAIT: with what the report says is
// missing. EACH: in the turn of its copy; APART: of streams that are no array; ENDS: nobody waits,
// and the streams are destroyed.
#include "nullstream.cuh"

#include <stdio.h>

#pragma nullstream kernel(k) time(50us) writes(x, 4)
__global__ void k(float *x)
{
    *x = 1;
}

int main()
{
    float *d, *h, sum = 0;
    cudaMalloc(&d, 16);
    cudaMallocHost(&h, 16);
    cudaStream_t s[4], a, b;
    for (int i = 0; i < 4; i++)
        cudaStreamCreate(&s[i]);
    cudaStreamCreate(&a);
    cudaStreamCreate(&b);
    for (int i = 0; i < 4; i++) {
#ifdef APART
        cudaStream_t stream = i % 2 ? b : a;
#else
        cudaStream_t stream = s[i];
#endif
        k<<<1, 1, 0, stream>>>(d + i);
        cudaMemcpyAsync(h + i, d + i, 4, cudaMemcpyDeviceToHost, stream);
#ifdef EACH
#ifdef WAIT
        cudaStreamSynchronize(s[i]);
#endif
        sum += h[i];
#endif
    }
#if !defined EACH && !defined ENDS
    for (int i = 0; i < 4; i++) {
#if defined WAIT && defined APART
        cudaDeviceSynchronize();
#elif defined WAIT
        for (int i = 0; i < 4; i++)
            cudaStreamSynchronize(s[i]);
#endif
        sum += h[i];
    }
#endif
#ifndef ENDS
    cudaDeviceSynchronize();
#endif
    for (int i = 0; i < 4; i++) {
#if defined ENDS && defined WAIT
        cudaStreamSynchronize(s[i]);
#endif
        cudaStreamDestroy(s[i]);
    }
    printf("%f\n", sum);
    return 0;
}
