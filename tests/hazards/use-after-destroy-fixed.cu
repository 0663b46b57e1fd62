// As before with all destroyed behind its last use; by a reset of the device at last, behind which
// what is made is alive.
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
    scale<<<N / 256, 256, 0, s>>>(x);
    cudaStreamSynchronize(s);
    cudaEventElapsedTime(&ms, begin, end);
    cudaStreamWaitEvent(t, end, 0);
    cudaEventDestroy(end); // what waits for it still does
    cudaMemcpyAsync(host, x, N * sizeof(float), cudaMemcpyDeviceToHost, t);
    cudaStreamSynchronize(t);
    host[0] += 1;
    cudaStreamDestroy(s);
    cudaDeviceReset();
    cudaMalloc(&x, N * sizeof(float));
    cudaStreamCreate(&s);
    cudaEventCreate(&end);
    cudaMemsetAsync(x, 0, N * sizeof(float), s);
    cudaEventRecord(end, s);
    cudaEventSynchronize(end);
    cudaEventDestroy(end);
    cudaStreamDestroy(s);
    return 0;
}
