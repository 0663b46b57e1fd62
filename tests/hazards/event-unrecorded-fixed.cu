// The event is recorded before the wait is called.
#include "nullstream.cuh"

const int N = 1 << 20;

#pragma nullstream kernel(produce) time(200us)
__global__ void produce(float *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = i;
}

#pragma nullstream kernel(consume) time(200us)
__global__ void consume(float *out, const float *in, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = in[i] * 2;
}

int main()
{
    float *x, *y;
    cudaMalloc(&x, N * sizeof(float));
    cudaMalloc(&y, N * sizeof(float));
    cudaStream_t a, b;
    cudaStreamCreate(&a);
    cudaStreamCreate(&b);
    cudaEvent_t done;
    cudaEventCreateWithFlags(&done, cudaEventDisableTiming);
    produce<<<N / 256, 256, 0, a>>>(x, N);
    cudaEventRecord(done, a);
    cudaStreamWaitEvent(b, done, 0);
    consume<<<N / 256, 256, 0, b>>>(y, x, N);
    cudaDeviceSynchronize();
    return 0;
}
