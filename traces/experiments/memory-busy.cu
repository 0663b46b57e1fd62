// Do operations take longer beside a kernel that keeps the memory busy, and by how much each? A
// kernel of the blocks given reads all the time; in another stream, of higher priority, a chain of
// STEPS operations runs; prints us a step, alone and beside it, and how much the reader gets.
// Native only.
#include <cuda_runtime.h>
#include <stdio.h>
#include <stdlib.h>

#include "nullstream.cuh"

const size_t KIB = 1 << 10, MIB = 1 << 20, ALL = 4096 * MIB;
const int STEPS = 24, ROUNDS = 5;

__global__ void spin(double us)
{
    spin_us(us);
}

const double LASTS = 3000; // us

__device__ long long now()
{
    long long ns;
    asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(ns));
    return ns;
}

// Reads for 3 ms and counts what.
__global__ void __launch_bounds__(256, 8)
    read(const float4 *from, size_t count, unsigned long long *bytes, float *out)
{
    float sum = 0;
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x, all = (size_t)gridDim.x * blockDim.x;
    unsigned long long mine = 0;
    long long until = now() + (long long)(LASTS * 1000);
    for (; now() < until; mine += 8 * 16)
        for (int j = 0; j < 8; j++, i += all) {
            float4 v = from[i % count];
            sum += v.x + v.y + v.z + v.w;
        }
    atomicAdd(bytes, mine);
    if (sum == 12345)
        *out = sum;
}

__global__ void __launch_bounds__(256, 8) write(float4 *to, size_t count, unsigned long long *bytes)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x, all = (size_t)gridDim.x * blockDim.x;
    unsigned long long mine = 0;
    long long until = now() + (long long)(LASTS * 1000);
    for (; now() < until; mine += 8 * 16)
        for (int j = 0; j < 8; j++, i += all)
            to[i % count] = make_float4(1, 2, 3, 4);
    atomicAdd(bytes, mine);
}

// What most kernels do: reads, and writes what it has read.
__global__ void __launch_bounds__(256, 8) update(float4 *at, size_t count, unsigned long long *bytes)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x, all = (size_t)gridDim.x * blockDim.x;
    unsigned long long mine = 0;
    long long until = now() + (long long)(LASTS * 1000);
    for (; now() < until; mine += 4 * 32) {
        float4 v[4];
        for (int j = 0; j < 4; j++)
            v[j] = at[(i + j * all) % count];
        for (int j = 0; j < 4; j++, i += all)
            at[i % count] = make_float4(v[j].x + 1, v[j].y + 1, v[j].z + 1, v[j].w + 1);
    }
    atomicAdd(bytes, mine);
}

cudaStream_t a, b, c;
cudaEvent_t e, f;
float4 *memory;
char *device, *pinned;
unsigned long long *bytes;
float *out;

enum { KERNELS, IN, OUT, IN_LARGE, KERNEL_IN, HOPS, WIDE, SETS, CHAINS };
const char *const chains[] = {"kernels of 5 us",       "copies in, 64 KiB", "copies out, 64 KiB",
                              "copies in, 1 MiB",      "kernel, copy in",   "kernels, by events",
                              "kernels of 132 blocks", "memsets, 1 MiB"};

void chain(int which)
{
    for (int i = 0; i < STEPS; i++) {
        if (which == KERNELS)
            spin<<<1, 64, 0, b>>>(5);
        else if (which == IN)
            cudaMemcpyAsync(device, pinned, 64 * KIB, cudaMemcpyHostToDevice, b);
        else if (which == OUT)
            cudaMemcpyAsync(pinned, device, 64 * KIB, cudaMemcpyDeviceToHost, b);
        else if (which == IN_LARGE)
            cudaMemcpyAsync(device, pinned, MIB, cudaMemcpyHostToDevice, b);
        else if (which == KERNEL_IN) {
            spin<<<1, 64, 0, b>>>(5);
            cudaMemcpyAsync(device, pinned, 64 * KIB, cudaMemcpyHostToDevice, b);
        } else if (which == HOPS) {
            spin<<<1, 64, 0, i % 2 ? b : c>>>(5);
            cudaEventRecord(i % 2 ? e : f, i % 2 ? b : c);
            cudaStreamWaitEvent(i % 2 ? c : b, i % 2 ? e : f, 0);
        } else if (which == WIDE)
            spin<<<132, 64, 0, b>>>(5);
        else
            cudaMemsetAsync(device, 0, MIB, b);
    }
    cudaStreamSynchronize(b);
    cudaStreamSynchronize(c);
}

int by_size(const void *x, const void *y)
{
    double p = *(const double *)x, q = *(const double *)y;
    return (p > q) - (p < q);
}

void row(int kind, int blocks)
{
    static double took[CHAINS][ROUNDS];
    double rate = 0;
    for (int round = 0; round < ROUNDS; round++)
        for (int which = 0; which < CHAINS; which++) {
            cudaDeviceSynchronize();
            cudaMemsetAsync(bytes, 0, sizeof *bytes, a);
            if (blocks && kind == 2)
                update<<<blocks, 256, 0, a>>>(memory, ALL / 16, bytes);
            else if (blocks && kind)
                write<<<blocks, 256, 0, a>>>(memory, ALL / 16, bytes);
            else if (blocks)
                read<<<blocks, 256, 0, a>>>(memory, ALL / 16, bytes, out);
            host_work_us(200);
            spin<<<1, 64, 0, b>>>(300); // in its shadow all is called
            cudaEventRecord(e, b);
            cudaStreamWaitEvent(c, e, 0);
            double at = host_time_us();
            chain(which);
            took[which][round] = (host_time_us() - at - 300) / STEPS;
            cudaDeviceSynchronize();
            unsigned long long all;
            cudaMemcpy(&all, bytes, sizeof all, cudaMemcpyDeviceToHost);
            rate = (double)all / LASTS / 1000;
        }
    const char *const kinds[] = {"read", "write", "update"};
    printf("%-6s %4d blocks, %5.0f GB/s", kinds[kind], blocks, rate);
    for (int which = 0; which < CHAINS; which++) {
        qsort(took[which], ROUNDS, sizeof(double), by_size);
        printf(" | %6.2f", took[which][ROUNDS / 2]);
    }
    printf("\n");
}

int main()
{
    cudaSetDeviceFlags(cudaDeviceScheduleSpin);
    cudaStreamCreateWithFlags(&a, cudaStreamNonBlocking);
    cudaStreamCreateWithPriority(&b, cudaStreamNonBlocking, -5);
    cudaStreamCreateWithPriority(&c, cudaStreamNonBlocking, -5);
    cudaEventCreateWithFlags(&e, cudaEventDisableTiming);
    cudaEventCreateWithFlags(&f, cudaEventDisableTiming);
    cudaMalloc((void **)&memory, ALL);
    cudaMalloc((void **)&device, MIB);
    cudaMalloc((void **)&bytes, sizeof *bytes);
    cudaMalloc((void **)&out, sizeof *out);
    cudaMallocHost((void **)&pinned, MIB);
    cudaMemset(memory, 0, ALL);
    printf("%31s", "");
    for (int which = 0; which < CHAINS; which++)
        printf(" | %s", chains[which]);
    printf("\n");
    const int blocks[] = {0, 1, 16, 66, 132, 264, 396, 660, 924};
    for (int again = 0; again < 2; again++)
        for (int kind = 0; kind < 3; kind++)
            for (int i = kind > 0; i < 9; i++)
                row(kind, blocks[i]);
    return 0;
}
