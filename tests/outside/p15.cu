// Managed memory with advice and prefetch, tiles on alternating streams.
#include <cuda_runtime.h>
#include <stdio.h>

#pragma nullstream kernel(smooth) bytes(8.0 * n) flops(3.0 * n)
__global__ void smooth(const float *in, float *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = in[i] * 0.25f;
}

int main()
{
    const int tiles = 8, n = 1 << 20;
    int dev = 0;
    cudaGetDevice(&dev);
    const cudaMemLocation gpu = {cudaMemLocationTypeDevice, dev}, cpu = {cudaMemLocationTypeHost, 0};
    float *in, *out;
    cudaMallocManaged(&in, (size_t)tiles * n * sizeof(float));
    cudaMallocManaged(&out, (size_t)tiles * n * sizeof(float));
    cudaMemAdvise(in, (size_t)tiles * n * sizeof(float), cudaMemAdviseSetReadMostly, gpu);
    for (int i = 0; i < tiles * n; i += 512)
        in[i] = (float)i;
    cudaStream_t s[2];
    cudaStreamCreate(&s[0]);
    cudaStreamCreate(&s[1]);
    for (int t = 0; t < tiles; t++) {
        cudaStream_t q = s[t & 1];
        float *a = in + (size_t)t * n, *b = out + (size_t)t * n;
        cudaMemPrefetchAsync(a, n * sizeof(float), gpu, 0, q);
        cudaMemPrefetchAsync(b, n * sizeof(float), gpu, 0, q);
        smooth<<<n / 256, 256, 0, q>>>(a, b, n);
        cudaMemPrefetchAsync(b, n * sizeof(float), cpu, 0, q);
    }
    cudaDeviceSynchronize();
    double sum = 0;
    for (int i = 0; i < tiles * n; i += 4096)
        sum += out[i];
    printf("%g\n", sum);
    cudaFree(in);
    cudaFree(out);
    return 0;
}
