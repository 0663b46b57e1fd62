// Event timing of one kernel, averaged, with warm-up, the usual microbenchmark; then a bandwidth test.
#include <cuda_runtime.h>
#include <cstdio>
#include <algorithm>
#include <vector>

#pragma nullstream kernel(copyKernel) bytes(2.0 * 16 * n)
__global__ void copyKernel(const float4 *__restrict__ in, float4 *__restrict__ out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = in[i];
}

float time_copy(size_t bytes, const void *src, void *dst, cudaMemcpyKind kind)
{
    cudaEvent_t a, b;
    cudaEventCreate(&a);
    cudaEventCreate(&b);
    cudaEventRecord(a);
    for (int i = 0; i < 4; i++)
        cudaMemcpyAsync(dst, src, bytes, kind);
    cudaEventRecord(b);
    cudaEventSynchronize(b);
    float ms = 0;
    cudaEventElapsedTime(&ms, a, b);
    cudaEventDestroy(a);
    cudaEventDestroy(b);
    return ms / 4;
}

int main()
{
    const int n = 8 << 20; // 128 MB
    float4 *in, *out;
    char *pinned;
    cudaMalloc(&in, n * sizeof(float4));
    cudaMalloc(&out, n * sizeof(float4));
    cudaMallocHost(&pinned, 64 << 20);
    for (int i = 0; i < 3; i++)
        copyKernel<<<n / 256, 256>>>(in, out, n);
    cudaDeviceSynchronize();
    std::vector<float> times;
    cudaEvent_t start, stop;
    cudaEventCreate(&start);
    cudaEventCreate(&stop);
    for (int i = 0; i < 11; i++) {
        cudaEventRecord(start);
        copyKernel<<<n / 256, 256>>>(in, out, n);
        cudaEventRecord(stop);
        cudaEventSynchronize(stop);
        float ms;
        cudaEventElapsedTime(&ms, start, stop);
        times.push_back(ms);
    }
    std::sort(times.begin(), times.end());
    printf("kernel: median %.3f ms, %.0f GB/s\n", times[5], 2.0 * n * sizeof(float4) / times[5] * 1e-6);
    for (size_t bytes : {size_t(64) << 10, size_t(1) << 20, size_t(16) << 20}) {
        float up = time_copy(bytes, pinned, in, cudaMemcpyHostToDevice);
        float down = time_copy(bytes, in, pinned, cudaMemcpyDeviceToHost);
        float inside = time_copy(bytes, in, out, cudaMemcpyDeviceToDevice);
        printf("%8zu bytes: %.4f %.4f %.4f ms\n", bytes, up, down, inside);
    }
    return 0;
}
