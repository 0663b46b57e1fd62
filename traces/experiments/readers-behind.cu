// How long does a kernel that reads take beside an older one that computes, by how many threads of
// that one there are on each SM? Real kernels, compiled, beside those of the executor.
#include "nullstream.cuh"
#include <cstdio>

#define SMS 132
#define BLOCK 256
#define LOADS 7
#define KERNELS 5
#define GRIDS 3
#define TIMES 3

#pragma nullstream kernel(compute) flops(2.0 * fmas * gridDim.x * BLOCK) regs(32)
__global__ void compute(float *c, int fmas)
{
    float v = threadIdx.x;
    for (int i = 0; i < fmas; i += 16)
#pragma unroll
        for (int j = 0; j < 16; j++)
            v = v * 0.5f + 1.0f;
    if (v == 12345.0f)
        *c = v;
}

#pragma nullstream kernel(read_4) bytes(4.0 * gridDim.x * BLOCK) regs(32)
__global__ void read_4(const float *a, float *c)
{
    const size_t i = blockIdx.x * blockDim.x + threadIdx.x;
    if (a[i] == 12345.0f)
        *c = 1;
}

#pragma nullstream kernel(triad) bytes(24.0 * gridDim.x * BLOCK) flops(2.0 * gridDim.x * BLOCK) regs(32)
__global__ void triad(const double *a, double *c, size_t n)
{
    const size_t i = blockIdx.x * blockDim.x + threadIdx.x;
    c[2 * n + i] = a[i] + 3.0 * a[n + i];
}

#pragma nullstream kernel(read_24) bytes(24.0 * gridDim.x * BLOCK) regs(32)
__global__ void read_24(const double *a, double *c, size_t n)
{
    const size_t i = blockIdx.x * blockDim.x + threadIdx.x;
    if (a[i] + a[n + i] + a[2 * n + i] == 12345.0)
        *c = 1;
}

#pragma nullstream kernel(read_64) bytes(64.0 * gridDim.x * BLOCK) regs(32)
__global__ void read_64(const float4 *a, float *c, size_t n)
{
    const size_t i = blockIdx.x * blockDim.x + threadIdx.x;
    const float4 v = a[i], w = a[n + i], x = a[2 * n + i], y = a[3 * n + i];
    if (v.x + w.y + x.z + y.w == 12345.0f)
        *c = 1;
}

#pragma nullstream kernel(read_1k) bytes(1024.0 * gridDim.x * BLOCK) regs(32)
__global__ void read_1k(const float4 *a, float *c)
{
    const float4 *from = a + (size_t)blockIdx.x * BLOCK * 64 + threadIdx.x;
    float sum = 0;
    for (int i = 0; i < 64; i += 4) {
        const float4 v = from[i * BLOCK], w = from[(i + 1) * BLOCK], x = from[(i + 2) * BLOCK],
                     y = from[(i + 3) * BLOCK];
        sum += v.x + w.y + x.z + y.w;
    }
    if (sum == 12345.0f)
        *c = 1;
}

int main()
{
    const int threads[LOADS] = {0, 256, 512, 640, 768, 1024, 1536};
    const int grids[GRIDS] = {132, 1056, 32768};
    char *m;
    float *c;
    cudaMalloc(&m, (size_t)600 << 20);
    cudaMalloc(&c, 4);
    cudaMemset(m, 0, (size_t)600 << 20);
    cudaStream_t s, t;
    cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking);
    cudaStreamCreateWithFlags(&t, cudaStreamNonBlocking);
    cudaEvent_t begin, end;
    cudaEventCreate(&begin);
    cudaEventCreate(&end);
    printf("threads kernel grid: us\n");
    for (int k = 0; k < KERNELS; k++)
        for (int g = 0; g < GRIDS; g++)
            for (int w = 0; w < LOADS; w++) {
                const int grid = k == 4 && g == 2 ? 2048 : grids[g];
                const size_t n = (size_t)grid * BLOCK;
                float best[TIMES];
                for (int time = 0; time < TIMES; time++) {
                    // 2 ms, whether their chains are the limit or the SM's throughput
                    if (threads[w])
                        compute<<<SMS * threads[w] / BLOCK, BLOCK, 0, s>>>(
                            c, threads[w] <= 512 ? 880000 : 880000 / threads[w] * 512);
                    host_work_us(40);
                    cudaEventRecord(begin, t);
                    if (k == 0)
                        read_4<<<grid, BLOCK, 0, t>>>((float *)m, c);
                    if (k == 1)
                        triad<<<grid, BLOCK, 0, t>>>((double *)m, (double *)m, n);
                    if (k == 2)
                        read_24<<<grid, BLOCK, 0, t>>>((double *)m, (double *)c, n);
                    if (k == 3)
                        read_64<<<grid, BLOCK, 0, t>>>((float4 *)m, c, n);
                    if (k == 4)
                        read_1k<<<grid, BLOCK, 0, t>>>((float4 *)m, c);
                    cudaEventRecord(end, t);
                    cudaDeviceSynchronize();
                    cudaEventElapsedTime(&best[time], begin, end);
                }
                printf("%d %d %d: %.1f %.1f %.1f\n", threads[w], k, grid, best[0] * 1000,
                       best[1] * 1000, best[2] * 1000);
            }
    return 0;
}
