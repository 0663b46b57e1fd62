// Kernels of many shapes side by side: streaming beside compute-bound, one block of 1024 threads, a few
// blocks with most of the shared memory, many waves with a tail, many registers, D2D beside H2D.
#include "nullstream.cuh"
#include <cstdio>
#include <cstdlib>

#define CK(x)                                                                                      \
    do {                                                                                           \
        cudaError_t rc = (x);                                                                      \
        if (rc) {                                                                                  \
            printf("%s: %s\n", #x, cudaGetErrorString(rc));                                        \
            exit(1);                                                                               \
        }                                                                                          \
    } while (0)

#pragma nullstream kernel(triad) bytes(12.0 * n) flops(2.0 * n)
__global__ void triad(const float *a, const float *b, float *c, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        c[i] = a[i] + 3.0f * b[i];
}
#pragma nullstream kernel(nbody) flops(20.0 * n * n) bytes(16.0 * n) regs(40) reads(p, n * 16) writes(f, n * 16)
__global__ void nbody(const float4 *p, float4 *f, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float4 a = make_float4(0, 0, 0, 0), me = p[i];
    for (int j = 0; j < n; j++) {
        float dx = p[j].x - me.x, dy = p[j].y - me.y, dz = p[j].z - me.z;
        float r = rsqrtf(dx * dx + dy * dy + dz * dz + 1e-4f);
        float s = p[j].w * r * r * r;
        a.x += dx * s, a.y += dy * s, a.z += dz * s;
    }
    f[i] = a;
}
#pragma nullstream kernel(tail) block_time(33us) writes(x, 4)
__global__ void tail(float *x)
{
    spin_us(33);
    if (blockIdx.x + threadIdx.x == 0)
        x[0] = 1;
}
#pragma nullstream kernel(fat) block_time(95us) writes(x, 4)
__global__ void fat(float *x)
{
    extern __shared__ float s[];
    s[threadIdx.x] = 0;
    spin_us(95);
    if (blockIdx.x + threadIdx.x == 0)
        x[0] = s[0];
}
#pragma nullstream kernel(registers) block_time(60us) regs(255) writes(x, 4)
__global__ void __launch_bounds__(256, 1) registers(float *x)
{
    spin_us(60);
    if (blockIdx.x + threadIdx.x == 0)
        x[0] = 2;
}

int main()
{
    const int n = 1 << 23, bodies = 1 << 14;
    float *a, *b, *c, *x, *h, *d;
    float4 *p, *f;
    CK(cudaMalloc(&a, n * 4));
    CK(cudaMalloc(&b, n * 4));
    CK(cudaMalloc(&c, n * 4));
    CK(cudaMalloc(&d, n * 4));
    CK(cudaMalloc(&x, 4096));
    CK(cudaMalloc(&p, bodies * sizeof(float4)));
    CK(cudaMalloc(&f, bodies * sizeof(float4)));
    CK(cudaMallocHost(&h, n * 4));
    CK(cudaFuncSetAttribute(fat, cudaFuncAttributeMaxDynamicSharedMemorySize, 160 * 1024));
    cudaStream_t s[5];
    for (int i = 0; i < 5; i++)
        CK(cudaStreamCreateWithFlags(&s[i], cudaStreamNonBlocking));
    CK(cudaDeviceSynchronize());

    for (int round = 0; round < 4; round++) {
        nbody<<<bodies / 128, 128, 0, s[0]>>>(p, f, bodies);
        triad<<<n / 256, 256, 0, s[1]>>>(a, b, c, n);
        triad<<<n / 1024, 1024, 0, s[1]>>>(a, c, b, n);
        tail<<<1, 1024, 0, s[2]>>>(x);
        tail<<<132 * 2 * 3 + 7, 1024, 0, s[2]>>>(x);
        fat<<<6 + 20 * round, 512, 160 * 1024, s[3]>>>(x + 64);
        registers<<<40 * (round + 1), 256, 0, s[3]>>>(x + 64);
        CK(cudaMemcpyAsync(d, h, n * 4 / 2, cudaMemcpyHostToDevice, s[4]));
        CK(cudaMemcpyAsync(d + n / 2, d, n * 4 / 2, cudaMemcpyDeviceToDevice, s[4]));
        tail<<<600, 128, 0, s[4]>>>(x + 128);
        CK(cudaGetLastError());
        if (round % 2)
            CK(cudaDeviceSynchronize());
    }
    CK(cudaDeviceSynchronize());
    return 0;
}
