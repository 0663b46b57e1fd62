// Each buffer is freed behind its last use: in the stream that uses it last, or after a synchronize.
#include "nullstream.cuh"

const int N = 1 << 18;

#pragma nullstream kernel(add) time(100us)
__global__ void add(float *x, float y, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        x[i] += y;
}

int main()
{
    cudaStream_t a, b;
    cudaStreamCreate(&a);
    cudaStreamCreate(&b);
    cudaEvent_t added;
    cudaEventCreateWithFlags(&added, cudaEventDisableTiming);
    float *x, *y;
    cudaMallocAsync(&x, N * sizeof(float), a);
    cudaMalloc(&y, N * sizeof(float));
    add<<<N / 256, 256, 0, a>>>(x, 1.0f, N);
    cudaEventRecord(added, a);
    cudaStreamWaitEvent(b, added, 0);
    add<<<N / 256, 256, 0, b>>>(x, 2.0f, N);
    cudaFreeAsync(x, b);
    add<<<N / 256, 256, 0, b>>>(y, 3.0f, N);
    cudaDeviceSynchronize();
    cudaFree(y);
    return 0;
}
