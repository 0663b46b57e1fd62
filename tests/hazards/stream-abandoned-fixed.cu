// The host waits for the stream before it is destroyed.
#include "nullstream.cuh"

const int N = 1 << 22;

int main()
{
    float *device, *host;
    cudaMalloc(&device, N * sizeof(float));
    cudaMallocHost(&host, N * sizeof(float));
    cudaStream_t s, other;
    cudaStreamCreate(&s);
    cudaStreamCreate(&other);
    cudaMemcpyAsync(device, host, N * sizeof(float), cudaMemcpyHostToDevice, s);
    cudaStreamSynchronize(s);
    cudaStreamDestroy(s);
    return 0;
}
