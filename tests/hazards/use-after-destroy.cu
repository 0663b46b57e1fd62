// A stream and an event that are used, and destroyed, behind their destruction; and what comes
// behind that is looked at as well.
#include "nullstream.cuh"

const int N = 1 << 20;

#pragma nullstream kernel(scale) time(100us)
__global__ void scale(float *x)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    x[i] *= 2;
}

int main()
{
    float *x, *host;
    float ms = 0;
    cudaStream_t s, t;
    cudaEvent_t begin, end;
    cudaMalloc(&x, N * sizeof(float));
    cudaMallocHost(&host, N * sizeof(float));
    cudaStreamCreate(&s);
    cudaStreamCreate(&t);
    cudaEventCreate(&begin);
    cudaEventCreate(&end);
    cudaMemsetAsync(x, 0, N * sizeof(float), s);
    cudaEventRecord(begin, s);
    scale<<<N / 256, 256, 0, s>>>(x);
    cudaEventRecord(end, s);
    cudaStreamSynchronize(s);
    cudaStreamDestroy(s);
    cudaEventDestroy(end);
    scale<<<N / 256, 256, 0, s>>>(x);
    cudaEventElapsedTime(&ms, begin, end);
    cudaStreamWaitEvent(t, end, 0);
    cudaStreamDestroy(s);
    cudaMemcpyAsync(host, x, N * sizeof(float), cudaMemcpyDeviceToHost, t);
    host[0] += 1;
    cudaDeviceSynchronize();
    cudaEventDestroy(begin);
    cudaStreamDestroy(t);
    return 0;
}
