// An event is recorded where a race lacks one, but nothing can name it at the other side: it is
// destroyed (DESTROYED), is another function's (CALLEE) or a block's that has ended (BLOCK; LISTED: and
// it lives on by another name). KEPT: one that can be named.
#include "nullstream.cuh"

#pragma nullstream kernel(produce) time(20us) writes(x, 4)
__global__ void produce(float *x) {}
#pragma nullstream kernel(consume) time(20us) reads(x, 4)
__global__ void consume(const float *x) {}

#ifdef CALLEE
void start(float *x, cudaStream_t s)
{
    cudaEvent_t mine;
    cudaEventCreate(&mine);
    produce<<<1, 1, 0, s>>>(x);
    cudaEventRecord(mine, s);
}
#endif

int main()
{
    float *x;
    cudaStream_t a, b;
#ifdef LISTED
    cudaEvent_t listed;
#endif
    cudaMalloc(&x, 4);
    cudaStreamCreate(&a);
    cudaStreamCreate(&b);
#ifdef CALLEE
    start(x, a);
#else
    {
        cudaEvent_t mine;
        cudaEventCreate(&mine);
        produce<<<1, 1, 0, a>>>(x);
        cudaEventRecord(mine, a);
#ifdef DESTROYED
        cudaEventDestroy(mine);
#endif
#ifdef LISTED
        listed = mine;
#endif
#if !defined BLOCK && !defined LISTED
        consume<<<1, 1, 0, b>>>(x);
#endif
#ifdef KEPT
        cudaEventDestroy(mine);
#endif
    }
#endif
#if defined BLOCK || defined CALLEE || defined LISTED
    consume<<<1, 1, 0, b>>>(x);
#endif
#ifdef LISTED
    cudaEventDestroy(listed);
#endif
    cudaDeviceSynchronize();
    return 0;
}
