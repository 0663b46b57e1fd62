// Calls that fail, and nobody looks: a launch of too many threads, a copy past the end of its
// buffer, memory that is freed twice, a call of CUDA in a host function.
#include "nullstream.cuh"

const int N = 1 << 20;

#pragma nullstream kernel(scale) time(100us)
__global__ void scale(float *x)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    x[i] *= 2;
}

void CUDART_CB report(void *stream)
{
    cudaStreamQuery((cudaStream_t)stream);
}

int main()
{
    float *x, *host;
    cudaStream_t s;
    cudaMalloc(&x, N * sizeof(float));
    cudaMallocHost(&host, 2 * N * sizeof(float));
    cudaStreamCreate(&s);
    cudaMemsetAsync(x, 0, N * sizeof(float), s);
    for (int i = 0; i < 3; i++)
        scale<<<N / 2048, 2048, 0, s>>>(x);
    cudaMemcpyAsync(host, x, 2 * N * sizeof(float), cudaMemcpyDeviceToHost, s);
    cudaLaunchHostFunc(s, report, s);
    cudaStreamSynchronize(s);
    cudaFree(x);
    cudaFree(x);
    return 0;
}
