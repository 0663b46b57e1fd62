// Host functions of two streams that share what main prints: one thread calls them, in an order
// that is chance. WHAT: 0: each writes a number of its own, so that the last one's stands there; 1:
// each adds its own; 2: each says that it is done; 3: like 0, but main does not look. WAIT=1 orders
// them.
#include "nullstream.cuh"
#include <cstdio>

#ifndef WHAT
#define WHAT 0
#endif
#ifndef WAIT
#define WAIT 0
#endif

#pragma nullstream kernel(fill) time(50us)
__global__ void fill(float *x)
{
    x[threadIdx.x] = 1;
}

struct Job {
    int *result;
    int number;
};

void put(void *p)
{
#if WHAT == 1
    Job *job = (Job *)p;
    *job->result += job->number;
#elif WHAT == 2
    *(int *)p = 1;
#else
    Job *job = (Job *)p;
    *job->result = job->number;
#endif
}

int main()
{
    cudaStream_t a, b;
    cudaStreamCreateWithFlags(&a, cudaStreamNonBlocking);
    cudaStreamCreateWithFlags(&b, cudaStreamNonBlocking);
    cudaEvent_t e;
    cudaEventCreateWithFlags(&e, cudaEventDisableTiming);
    float *d;
    cudaMalloc(&d, 2048);
    int result = 0;
#if WHAT == 2
    int &one = result, &two = result;
#else
    Job one = {&result, 1}, two = {&result, 2};
#endif
    fill<<<1, 256, 0, a>>>(d);
    cudaLaunchHostFunc(a, put, &one);
    if (WAIT) {
        cudaEventRecord(e, a);
        cudaStreamWaitEvent(b, e, 0);
    }
    fill<<<1, 256, 0, b>>>(d + 256);
    cudaLaunchHostFunc(b, put, &two);
    cudaDeviceSynchronize();
    if (WHAT != 3)
        printf("%d\n", result);
}
