// Results of three streams are copied back, and the program ends without waiting for any.
#include "nullstream.cuh"

const int N = 1 << 20, STREAMS = 3;

#pragma nullstream kernel(scale) time(200us)
__global__ void scale(float *x)
{
    x[blockIdx.x * blockDim.x + threadIdx.x] *= 2;
}

int main()
{
    cudaStream_t s[STREAMS];
    float *dev, *sums, *host;
    cudaMalloc(&dev, STREAMS * N * sizeof(float));
    cudaMalloc(&sums, N * sizeof(float));
    cudaMallocHost(&host, STREAMS * N * sizeof(float));
    for (int i = 0; i < STREAMS; i++) {
        cudaStreamCreateWithFlags(&s[i], cudaStreamNonBlocking);
        scale<<<N / 256, 256, 0, s[i]>>>(dev + i * N);
        cudaMemcpyAsync(host + i * N, dev + i * N, N * sizeof(float), cudaMemcpyDeviceToHost, s[i]);
    }
    scale<<<N / 256, 256>>>(sums);
    return 0;
}
