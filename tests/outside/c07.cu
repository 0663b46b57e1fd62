// After StreamPriorities: two streams copy the same amount by kernels of several waves, in many launches;
// the high-priority one is issued after the low one. First without priorities, then with.
#include <cstdio>
#include <cuda_runtime.h>

#define TOTAL_SIZE (256 * 1024 * 1024)
#define EACH_SIZE (64 * 1024 * 1024)
#define TIMING true

#pragma nullstream kernel(memcpy_kernel) bytes(2.0 * n) flops(0) reads(src, n) writes(dst, n)
__global__ void memcpy_kernel(int *dst, int *src, size_t n)
{
    int num = gridDim.x * blockDim.x;
    int id = blockDim.x * blockIdx.x + threadIdx.x;
    for (int i = id; i < n / sizeof(int); i += num)
        dst[i] = src[i];
}

void mem_init(int *buf, size_t n)
{
    for (size_t i = 0; i < n / sizeof(int); i++)
        buf[i] = i;
}

static void trial(cudaStream_t st_low, cudaStream_t st_hi, int *src[2], int *dst[2], const char *what)
{
    cudaEvent_t ev_start_low, ev_start_hi, ev_end_low, ev_end_hi;
    cudaEventCreate(&ev_start_low);
    cudaEventCreate(&ev_start_hi);
    cudaEventCreate(&ev_end_low);
    cudaEventCreate(&ev_end_hi);
    cudaEventRecord(ev_start_low, st_low);
    cudaEventRecord(ev_start_hi, st_hi);
    for (size_t i = 0; i < TOTAL_SIZE; i += EACH_SIZE) {
        int j = i / sizeof(int);
        memcpy_kernel<<<16384, 256, 0, st_low>>>(dst[0] + j, src[0] + j, EACH_SIZE);
        memcpy_kernel<<<4096, 512, 0, st_hi>>>(dst[1] + j, src[1] + j, EACH_SIZE);
    }
    cudaEventRecord(ev_end_low, st_low);
    cudaEventRecord(ev_end_hi, st_hi);
    cudaEventSynchronize(ev_end_low);
    cudaEventSynchronize(ev_end_hi);
    float ms_low, ms_hi;
    cudaEventElapsedTime(&ms_low, ev_start_low, ev_end_low);
    cudaEventElapsedTime(&ms_hi, ev_start_hi, ev_end_hi);
    printf("%s: low %.3f ms, high %.3f ms\n", what, ms_low, ms_hi);
}

int main()
{
    int *d_src[2], *d_dst[2];
    for (int i = 0; i < 2; i++) {
        cudaMalloc(&d_src[i], TOTAL_SIZE);
        cudaMalloc(&d_dst[i], TOTAL_SIZE);
        cudaMemset(d_src[i], i, TOTAL_SIZE);
    }
    int priority_low, priority_hi;
    cudaDeviceGetStreamPriorityRange(&priority_low, &priority_hi);
    printf("CUDA stream priority range: LOW: %d to HIGH: %d\n", priority_low, priority_hi);
    cudaStream_t plain[2], st_low, st_hi;
    cudaStreamCreate(&plain[0]);
    cudaStreamCreate(&plain[1]);
    cudaStreamCreateWithPriority(&st_low, cudaStreamNonBlocking, priority_low);
    cudaStreamCreateWithPriority(&st_hi, cudaStreamNonBlocking, priority_hi);
    cudaDeviceSynchronize();
    trial(plain[0], plain[1], d_src, d_dst, "no priorities");
    trial(st_low, st_hi, d_src, d_dst, "priorities");
    return 0;
}
