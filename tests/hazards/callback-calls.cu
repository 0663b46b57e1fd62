// A host function that asks for more work, which CUDA refuses, and FIXED: the host does, behind it.
#include "nullstream.cuh"

#ifndef FIXED
#define FIXED 0
#endif

const int N = 1 << 20;

struct Next {
    float *x;
    cudaStream_t stream;
    int done;
};

static void CUDART_CB clear(void *argument)
{
    Next *next = (Next *)argument;
    next->done++;
    if (!FIXED)
        cudaMemsetAsync(next->x, 0, N * sizeof(float), next->stream);
}

int main()
{
    Next next = {};
    cudaMalloc(&next.x, N * sizeof(float));
    cudaStreamCreate(&next.stream);
    cudaMemsetAsync(next.x, 1, N * sizeof(float), next.stream);
    cudaLaunchHostFunc(next.stream, clear, &next);
    if (FIXED)
        cudaMemsetAsync(next.x, 0, N * sizeof(float), next.stream);
    cudaStreamSynchronize(next.stream);
    return 0;
}
