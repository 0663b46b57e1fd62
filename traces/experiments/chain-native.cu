// Native only. How far apart are real kernels of one stream that read much? `add` reads two vectors and
// writes a third, 12 bytes a thread; `read` reads 64 bytes a thread. The shortest of 14 times of 400
// launches less that of 200, shared by 200; nvcc -O2 -arch=sm_90.
#include <chrono>
#include <cstdio>
#include <cuda_runtime.h>

__global__ void add(const float *a, const float *b, float *c, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        c[i] = a[i] + b[i];
}

__global__ void read(const float4 *a, float *c, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float sum = 0;
    for (int k = 0; k < 4; k++) {
        float4 v = a[i + k * n];
        sum += v.x + v.y + v.z + v.w;
    }
    if (sum == 1e30f)
        c[0] = sum;
}

static double run(float *memory, bool adds, int mb, int count)
{
    int n = mb * (1 << 20) / (adds ? 12 : 64), blocks = (n + 255) / 256;
    cudaDeviceSynchronize();
    auto begin = std::chrono::steady_clock::now();
    for (int i = 0; i < count; i++) {
        float *p = memory + (size_t)(i % 8) * (60 << 20);
        if (adds)
            add<<<blocks, 256>>>(p, p + n, p + 2 * n, n);
        else
            read<<<blocks, 256>>>((const float4 *)p, p, n);
    }
    cudaDeviceSynchronize();
    return std::chrono::duration<double, std::micro>(std::chrono::steady_clock::now() - begin).count();
}

int main()
{
    float *memory;
    cudaMalloc(&memory, (size_t)2000 << 20);
    cudaMemset(memory, 0, (size_t)2000 << 20);
    for (int adds = 1; adds >= 0; adds--)
        for (int mb : {1, 2, 4, 8, 12, 16, 24, 32, 64}) {
            double best[2] = {1e9, 1e9};
            for (int turn = 0; turn < 14; turn++)
                for (int c = 0; c < 2; c++) {
                    double us = run(memory, adds, mb, c ? 400 : 200);
                    best[c] = us < best[c] ? us : best[c];
                }
            printf("%-4s %2d MiB %7.2f us\n", adds ? "add" : "read", mb, (best[1] - best[0]) / 200);
        }
    cudaFree(memory);
    return 0;
}
