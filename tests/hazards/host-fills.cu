// Copies of as many bytes as the kernel reads elements, which are right: the host wrote the rest itself,
// before (managed memory) or behind the copy (page-locked memory that the kernel reads in place).
#include "nullstream.cuh"

const int N = 1024;

#pragma nullstream kernel(sum) time(5us)
__global__ void sum(const float *x, float *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = x[i];
}

int main()
{
    float *managed, *mapped, *out, *host;
    cudaMallocManaged(&managed, N * sizeof(float));
    cudaHostAlloc(&mapped, N * sizeof(float), cudaHostAllocMapped);
    cudaMalloc(&out, N * sizeof(float));
    cudaMallocHost(&host, N * sizeof(float));
    for (int i = 0; i < N; i++)
        managed[i] = host[i] = 1;
    cudaMemcpy(managed, host, N, cudaMemcpyHostToDevice);
    sum<<<N / 256, 256>>>(managed, out, N);
    cudaMemcpy(mapped, host, N, cudaMemcpyHostToDevice);
    for (int i = N / 4; i < N; i++)
        mapped[i] = 2;
    sum<<<N / 256, 256>>>(mapped, out, N);
    cudaDeviceSynchronize();
    return 0;
}
