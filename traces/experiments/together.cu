// Cooperative and cluster launches (docs/semantics.md S5.9, S5.10): does a cooperative grid start
// only when all its blocks have room, does it let others pass, where do clusters go and how many
// fit? Native only, as blocks tell when and where they started. Times in us from `first`'s start.
#include <cuda_runtime.h>
#include <stdio.h>
#include <string.h>

#include "nullstream.cuh"

const int MOST = 600, SLOTS = 4;

struct stamp {
    unsigned long long start, end;
    unsigned sm;
};

__device__ struct stamp stamps[SLOTS][MOST];

__global__ void work(int slot, double us)
{
    unsigned long long start, end;
    asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(start));
    spin_us(us);
    asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(end));
    if (threadIdx.x == 0) {
        unsigned sm;
        asm volatile("mov.u32 %0, %%smid;" : "=r"(sm));
        stamps[slot][blockIdx.x].start = start;
        stamps[slot][blockIdx.x].end = end;
        stamps[slot][blockIdx.x].sm = sm;
    }
}

static struct stamp host[SLOTS][MOST];

void show(const char *what, int slots, const int *blocks)
{
    cudaError_t error = cudaDeviceSynchronize();
    cudaMemcpyFromSymbol(host, stamps, sizeof host);
    unsigned long long zero = host[0][0].start;
    printf("%s (%s):", what, cudaGetErrorName(error));
    for (int s = 0; s < slots; s++) {
        unsigned long long low = host[s][0].start, high = low, end = 0;
        for (int i = 0; i < blocks[s]; i++) {
            low = host[s][i].start < low ? host[s][i].start : low;
            high = host[s][i].start > high ? host[s][i].start : high;
            end = host[s][i].end > end ? host[s][i].end : end;
        }
        printf("  %d: starts %.1f to %.1f, ends %.1f;", s, ((double)low - (double)zero) / 1e3,
               ((double)high - (double)zero) / 1e3, ((double)end - (double)zero) / 1e3);
    }
    printf("\n");
}

void cooperative(int slot, int blocks, int threads, double us, cudaStream_t stream)
{
    void *arguments[] = {&slot, &us};
    cudaLaunchCooperativeKernel((const void *)work, dim3(blocks), dim3(threads), arguments, 0,
                                stream);
}

void clusters(int slot, int blocks, int threads, int size, int shared, double us,
              cudaStream_t stream)
{
    cudaLaunchConfig_t config = {};
    cudaLaunchAttribute attribute;
    attribute.id = cudaLaunchAttributeClusterDimension;
    attribute.val.clusterDim.x = size;
    attribute.val.clusterDim.y = 1;
    attribute.val.clusterDim.z = 1;
    config.gridDim = dim3(blocks);
    config.blockDim = dim3(threads);
    config.dynamicSmemBytes = shared;
    config.stream = stream;
    config.attrs = &attribute;
    config.numAttrs = 1;
    int fit = 0;
    cudaOccupancyMaxActiveClusters(&fit, work, &config);
    cudaError_t error = cudaLaunchKernelEx(&config, work, slot, us);
    printf("clusters of %d, %d threads, %d bytes: %d fit by the occupancy call, %s\n", size,
           threads, shared, fit, cudaGetErrorName(error));
}

int main()
{
    cudaStream_t a, b, c;
    cudaStreamCreateWithFlags(&a, cudaStreamNonBlocking);
    cudaStreamCreateWithFlags(&b, cudaStreamNonBlocking);
    cudaStreamCreateWithFlags(&c, cudaStreamNonBlocking);
    cudaFuncSetAttribute(work, cudaFuncAttributeMaxDynamicSharedMemorySize, 200000);
    cudaFuncSetAttribute(work, cudaFuncAttributeNonPortableClusterSizeAllowed, 1);
    work<<<1, 32>>>(0, 1);
    cooperative(1, 1, 32, 1, a);
    cudaDeviceSynchronize();
    const int three[] = {132, 264, 10}, two[] = {132, 264};
    // `first` leaves half of each SM; 264 blocks of 1024 threads come behind it, then a kernel of
    // ten such blocks, for which there is room
    work<<<132, 1024, 0, a>>>(0, 100);
    host_work_us(20);
    work<<<264, 1024, 0, b>>>(1, 50);
    show("ordinary grid behind half the room", 2, two);
    work<<<132, 1024, 0, a>>>(0, 100);
    host_work_us(20);
    cooperative(1, 264, 1024, 50, b);
    work<<<10, 1024, 0, c>>>(2, 20);
    show("cooperative grid behind half the room, then a small kernel", 3, three);
    work<<<10, 1024, 0, a>>>(0, 100);
    host_work_us(20);
    cooperative(1, 264, 1024, 50, b);
    work<<<10, 1024, 0, c>>>(2, 20);
    const int ten[] = {10, 264, 10};
    show("cooperative grid behind ten blocks, then a small kernel", 3, ten);
    const int both[] = {132, 132};
    cooperative(0, 132, 1024, 100, a);
    cooperative(1, 132, 1024, 50, b);
    show("two cooperative grids that fit together", 2, both);
    cooperative(0, 265, 1024, 1, a);
    printf("265 blocks where 264 fit: %s\n", cudaGetErrorName(cudaGetLastError()));
    // clusters, one block on an SM
    for (int size = 1; size <= 16; size *= 2) {
        int blocks = 132 / size * size, in_wave = 0, sms[256] = {0}, used = 0;
        clusters(0, blocks, 1024, size, 200000, 50, a);
        cudaDeviceSynchronize();
        cudaMemcpyFromSymbol(host, stamps, sizeof host);
        unsigned long long low = host[0][0].start;
        for (int i = 0; i < blocks; i++)
            low = host[0][i].start < low ? host[0][i].start : low;
        for (int i = 0; i < blocks; i++) {
            in_wave += host[0][i].start - low < 40000;
            if (host[0][i].start - low < 40000)
                sms[host[0][i].sm] = 1;
        }
        for (int i = 0; i < 132; i++)
            used += sms[i];
        printf("  %d blocks, %d in the first wave on %d SMs:", blocks, in_wave, used);
        for (int i = 0; i < blocks; i++)
            printf("%s%u", i % size ? "," : " ", host[0][i].sm);
        printf("\n  SMs not used:");
        for (int i = 0; i < 132; i++)
            if (!sms[i])
                printf(" %d", i);
        printf("\n");
    }
    // `first` leaves half of each SM: is part of the clusters placed, do later kernels pass?
    work<<<132, 1024, 0, a>>>(0, 100);
    host_work_us(20);
    clusters(1, 264, 1024, 8, 0, 50, b);
    work<<<10, 1024, 0, c>>>(2, 20);
    show("clusters of 8 behind half the room, then a small kernel", 3, three);
    // `first` takes 100 SMs; no group of 8 SMs near each other is free
    const int some[] = {100, 64, 10};
    work<<<100, 1024, 120000, a>>>(0, 100);
    host_work_us(20);
    clusters(1, 64, 1024, 8, 120000, 50, b);
    work<<<10, 1024, 120000, c>>>(2, 20);
    show("clusters of 8, 32 SMs free, then a small kernel", 3, some);
    work<<<100, 1024, 120000, a>>>(0, 100);
    host_work_us(20);
    clusters(1, 64, 1024, 2, 120000, 50, b);
    work<<<10, 1024, 120000, c>>>(2, 20);
    show("clusters of 2, 32 SMs free, then a small kernel", 3, some);
    return 0;
}
