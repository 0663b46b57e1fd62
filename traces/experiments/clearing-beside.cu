// Memory that is given back is cleared in the background (free-scrub.cu): does what runs meanwhile
// take longer, and for how long? Memory of the size given is freed, or nothing is; at once a chain
// of equal operations follows, an event with timing between each and the next. Prints each
// operation's median of us over the rounds, then the sums and when the chain felt it last. Native
// only.
#include <cuda_runtime.h>
#include <stdio.h>
#include <stdlib.h>

#include "nullstream.cuh"

const int ROUNDS = 9, MOST = 128;
const size_t MIB = 1 << 20;

__global__ void read(const float4 *from, size_t n, float *out)
{
    float sum = 0;
    for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < n;
         i += (size_t)gridDim.x * blockDim.x) {
        float4 v = from[i];
        sum += v.x + v.y + v.z + v.w;
    }
    if (sum == 1.25f)
        *out = sum;
}

__global__ void write(float4 *to, size_t n)
{
    for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < n;
         i += (size_t)gridDim.x * blockDim.x)
        to[i] = make_float4(1, 2, 3, 4);
}

__global__ void compute(float *out)
{
    float a = threadIdx.x, b = 1.0001f;
    for (int i = 0; i < 4096; i++)
        a = a * b + 0.5f;
    if (a == 1.25f)
        *out = a;
}

__global__ void spin(double us)
{
    spin_us(us);
}

char *big, *other, *pinned;
float *out;
cudaStream_t s;

enum { READ, READ_CACHED, READ_FEW, WRITE, SET, INSIDE, COMPUTE, SPIN, OUT, HOWS };
const char *const hows[] = {"read 128 MiB",  "read 16 MiB",    "read 128 MiB, 66 blocks",
                            "write 128 MiB", "memset 128 MiB", "copy of 64 MiB on the device",
                            "compute",       "spin 20 us",     "copy of 1 MiB out"};
const int blocks = 132 * 8;

void enqueue(int how)
{
    size_t n = 128 * MIB / sizeof(float4);
    if (how == READ)
        read<<<blocks, 256, 0, s>>>((float4 *)big, n, out);
    else if (how == READ_CACHED)
        read<<<blocks, 256, 0, s>>>((float4 *)big, n / 8, out);
    else if (how == READ_FEW)
        read<<<66, 256, 0, s>>>((float4 *)big, n, out);
    else if (how == WRITE)
        write<<<blocks, 256, 0, s>>>((float4 *)big, n);
    else if (how == SET)
        cudaMemsetAsync(big, 0, 128 * MIB, s);
    else if (how == INSIDE)
        cudaMemcpyAsync(other, big, 64 * MIB, cudaMemcpyDeviceToDevice, s);
    else if (how == COMPUTE)
        compute<<<blocks, 256, 0, s>>>(out);
    else if (how == SPIN)
        spin<<<1, 32, 0, s>>>(20);
    else
        cudaMemcpyAsync(pinned, big, MIB, cudaMemcpyDeviceToHost, s);
}

cudaEvent_t event[MOST + 1];

int by_size(const void *a, const void *b)
{
    float x = *(const float *)a, y = *(const float *)b;
    return (x > y) - (x < y);
}

void chain(int how, size_t bytes, int count, float took[MOST][ROUNDS], int round)
{
    char *memory = NULL;
    if (bytes) {
        cudaMalloc((void **)&memory, bytes);
        host_work_us(20000); // what the round before freed is cleared
    }
    cudaDeviceSynchronize();
    cudaFree(memory);
    cudaEventRecord(event[0], s);
    for (int i = 0; i < count; i++) {
        enqueue(how);
        cudaEventRecord(event[i + 1], s);
    }
    cudaStreamSynchronize(s);
    for (int i = 0; i < count; i++)
        cudaEventElapsedTime(&took[i][round], event[i], event[i + 1]);
    host_work_us(20000);
}

int main()
{
    static float took[2][MOST][ROUNDS];
    cudaSetDeviceFlags(cudaDeviceScheduleSpin);
    cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking);
    cudaMalloc((void **)&big, 128 * MIB);
    cudaMalloc((void **)&other, 128 * MIB);
    cudaMalloc((void **)&out, sizeof(float));
    cudaMallocHost((void **)&pinned, MIB);
    for (int i = 0; i <= MOST; i++)
        cudaEventCreate(&event[i]);
    const size_t freed[] = {128 * MIB, 1024 * MIB, 4096 * MIB};
    for (int how = 0; how < HOWS; how++)
        for (int f = 0; f < 3; f++) {
            int count = f == 0 ? 24 : MOST;
            float last = 0, at = 0, sum[2] = {0, 0};
            chain(how, 0, count, took[0], 0);
            for (int r = 0; r < ROUNDS; r++) {
                chain(how, 0, count, took[0], r);
                chain(how, freed[f], count, took[1], r);
            }
            printf("%s behind cudaFree of %d MiB, us each alone and there:\n", hows[how],
                   (int)(freed[f] / MIB));
            for (int i = 0; i < count; i++) {
                for (int w = 0; w < 2; w++) {
                    qsort(took[w][i], ROUNDS, sizeof(float), by_size);
                    sum[w] += 1000 * took[w][i][ROUNDS / 2];
                }
                float a = 1000 * took[0][i][ROUNDS / 2], b = 1000 * took[1][i][ROUNDS / 2];
                at += b;
                if (b > 1.04f * a)
                    last = at;
                if (i < 8 || i % 8 == 0)
                    printf(" %.1f/%.1f", a, b);
            }
            printf("\n  in all %.1f and %.1f, felt last at %.1f\n", sum[0], sum[1], last);
        }
    return cudaDeviceSynchronize() != cudaSuccess;
}
