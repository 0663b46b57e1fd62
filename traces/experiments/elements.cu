// What do the kernels take that most programs have, a thread an element? Real ones, compiled, beside
// those of the executor that read as many bytes. Each launch uses memory that none has used lately.
#include "nullstream.cuh"

#define TIMES 3
#define KERNELS 9
#define SIZES 4
#define BLOCKS 3

#pragma nullstream kernel(sum_up) bytes(4.0 * n) regs(32)
__global__ void sum_up(const float *a, float *b, float *c, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n && a[i] == 12345.0f)
        *c = 1;
}

#pragma nullstream kernel(fill) bytes(4.0 * n) regs(32)
__global__ void fill(const float *a, float *b, float *c, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        c[i] = 1.0f;
}

#pragma nullstream kernel(copy_one) bytes(8.0 * n) regs(32)
__global__ void copy_one(const float *a, float *b, float *c, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        c[i] = a[i];
}

#pragma nullstream kernel(add) bytes(12.0 * n) flops(1.0 * n) regs(32)
__global__ void add(const float *a, float *b, float *c, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        c[i] = a[i] + b[i];
}

#pragma nullstream kernel(saxpy) bytes(12.0 * n) flops(2.0 * n) regs(32)
__global__ void saxpy(const float *a, float *b, float *c, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        b[i] = 2.0f * a[i] + b[i];
}

#pragma nullstream kernel(stencil) bytes(8.0 * n) flops(4.0 * n) regs(32)
__global__ void stencil(const float *a, float *b, float *c, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i > 0 && i < n - 1)
        c[i] = 0.25f * a[i - 1] + 0.5f * a[i] + 0.25f * a[i + 1];
}

#pragma nullstream kernel(add_double) bytes(24.0 * n) flops(1.0 * n) regs(32)
__global__ void add_double(const float *a, float *b, float *c, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        ((double *)c)[i] = ((const double *)a)[i] + ((const double *)b)[i];
}

#pragma nullstream kernel(copy_four) bytes(32.0 * n) regs(32)
__global__ void copy_four(const float *a, float *b, float *c, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        ((float4 *)c)[i] = ((const float4 *)a)[i];
}

#pragma nullstream kernel(add_four) bytes(48.0 * n) flops(4.0 * n) regs(32)
__global__ void add_four(const float *a, float *b, float *c, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        const float4 x = ((const float4 *)a)[i], y = ((const float4 *)b)[i];
        ((float4 *)c)[i] = make_float4(x.x + y.x, x.y + y.y, x.z + y.z, x.w + y.w);
    }
}

int main()
{
    const size_t all = (size_t)16 << 30, part = (size_t)1 << 30;
    char *memory;
    size_t at = 0;
    cudaMalloc((void **)&memory, all + 3 * part);
    cudaMemset(memory, 0, all + 3 * part);
    cudaDeviceSynchronize();
    for (int time = 0; time < TIMES; time++)
        for (int s = 0; s < SIZES; s++)
            for (int t = 0; t < BLOCKS; t++)
                for (int k = 0; k < KERNELS; k++) {
                    const int n = s == 0 ? 1000000 : s == 1 ? 4000000 : s == 2 ? 16000000 : 64000000;
                    const int threads = t == 0 ? 128 : t == 1 ? 256 : 1024;
                    const int blocks = (n + threads - 1) / threads;
                    const float *a = (const float *)(memory + at);
                    float *b = (float *)(memory + at + part), *c = (float *)(memory + at + 2 * part);
                    switch (k) {
                    case 0: sum_up<<<blocks, threads>>>(a, b, c, n); break;
                    case 1: fill<<<blocks, threads>>>(a, b, c, n); break;
                    case 2: copy_one<<<blocks, threads>>>(a, b, c, n); break;
                    case 3: add<<<blocks, threads>>>(a, b, c, n); break;
                    case 4: saxpy<<<blocks, threads>>>(a, b, c, n); break;
                    case 5: stencil<<<blocks, threads>>>(a, b, c, n); break;
                    case 6: add_double<<<blocks, threads>>>(a, b, c, n); break;
                    case 7: copy_four<<<blocks, threads>>>(a, b, c, n); break;
                    default: add_four<<<blocks, threads>>>(a, b, c, n); break;
                    }
                    cudaDeviceSynchronize();
                    at = (at + part + part / 4) % all;
                }
    return 0;
}
