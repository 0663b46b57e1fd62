// One missing order between two streams, and one missing wait of the host: seven pairs of accesses
// that nothing orders, and two repairs.
#include "nullstream.cuh"
#include <stdio.h>

const int N = 1 << 20;

#pragma nullstream kernel(fill) time(50us) writes(x, n * 4) writes(y, n * 4)
__global__ void fill(float *x, float *y, int n)
{
}

#pragma nullstream kernel(use) time(50us) reads(x, n * 4)
__global__ void use(const float *x, int n)
{
}

int main()
{
    float *x, *y, *z, *host;
    cudaStream_t s, t;
    cudaMalloc(&x, N * sizeof(float));
    cudaMalloc(&y, N * sizeof(float));
    cudaMalloc(&z, N * sizeof(float));
    cudaMallocHost(&host, 2 * N * sizeof(float));
    cudaStreamCreate(&s);
    cudaStreamCreate(&t);
    fill<<<64, 256, 0, s>>>(x, y, N);
    cudaMemsetAsync(z, 0, N * sizeof(float), s);
    use<<<64, 256, 0, t>>>(z, N);
    use<<<64, 256, 0, t>>>(x, N);
    use<<<64, 256, 0, t>>>(y, N);
    cudaMemcpyAsync(host, x, N * sizeof(float), cudaMemcpyDeviceToHost, t);
    cudaMemcpyAsync(host + N, z, N * sizeof(float), cudaMemcpyDeviceToHost, t);
    printf("%f\n", host[0]);
    printf("%f\n", host[N]);
    cudaDeviceSynchronize();
    return 0;
}
