// A stream is destroyed with a copy in it, and the host waits for another one only.
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
    cudaStreamDestroy(s);
    cudaStreamSynchronize(other);
    return 0;
}
