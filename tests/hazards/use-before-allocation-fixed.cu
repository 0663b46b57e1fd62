// The other stream waits for an event behind the allocation.
#include "nullstream.cuh"

const int N = 1 << 20;

#pragma nullstream kernel(fill) time(100us)
__global__ void fill(float *x, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        x[i] = i;
}

int main()
{
    float *x;
    cudaStream_t a, b;
    cudaStreamCreate(&a);
    cudaStreamCreate(&b);
    cudaEvent_t there;
    cudaEventCreateWithFlags(&there, cudaEventDisableTiming);
    cudaMallocAsync(&x, N * sizeof(float), a);
    cudaEventRecord(there, a);
    cudaStreamWaitEvent(b, there, 0);
    fill<<<N / 256, 256, 0, b>>>(x, N);
    cudaFreeAsync(x, b);
    cudaDeviceSynchronize();
    return 0;
}
