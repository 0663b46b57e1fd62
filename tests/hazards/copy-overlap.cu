// Elements are shifted by one, within their own memory.
#include "nullstream.cuh"

const int N = 1 << 20;

int main()
{
    float *x, *host;
    cudaMalloc(&x, N * sizeof(float));
    cudaMallocHost(&host, N * sizeof(float));
    cudaMemset(x, 0, N * sizeof(float));
    cudaMemcpy(x + 1, x, (N - 1) * sizeof(float), cudaMemcpyDeviceToDevice);
    cudaMemcpy(host, x, N * sizeof(float), cudaMemcpyDeviceToHost);
    return 0;
}
