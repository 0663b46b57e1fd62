// Long kernels (1 to 3 ms) at low priority, short ones and downloads beside, 1024-thread blocks, 128 MB copy.
#include "nullstream.cuh"
#include <stdio.h>

__global__ void __launch_bounds__(1024) batch_job(double *x) { spin_us(1500); }
__global__ void interactive(double *x) { spin_us(28); }

int main()
{
    double *x, *y, *h, *answer;
    int least, greatest;
    cudaDeviceGetStreamPriorityRange(&least, &greatest);
    cudaStream_t low, high, copy;
    cudaStreamCreateWithPriority(&low, cudaStreamNonBlocking, least);
    cudaStreamCreateWithPriority(&high, cudaStreamNonBlocking, greatest);
    cudaStreamCreateWithFlags(&copy, cudaStreamNonBlocking);
    cudaMalloc(&x, 128 << 20);
    cudaMalloc(&y, 1 << 20);
    cudaMallocHost(&h, 128 << 20);
    cudaMallocHost(&answer, 1 << 10);
    cudaEvent_t t[2];
    cudaEventCreate(&t[0]);
    cudaEventCreate(&t[1]);
    batch_job<<<264, 1024, 0, low>>>(x);
    batch_job<<<400, 1024, 0, low>>>(x);
    cudaMemcpyAsync(h, x, 128 << 20, cudaMemcpyDeviceToHost, copy);
    for (int i = 0; i < 20; i++) {
        cudaEventRecord(t[0], high);
        interactive<<<32, 128, 0, high>>>(y);
        cudaMemcpyAsync(answer, y, 1 << 10, cudaMemcpyDeviceToHost, high);
        cudaEventRecord(t[1], high);
        cudaEventSynchronize(t[1]);
        float ms;
        cudaEventElapsedTime(&ms, t[0], t[1]);
        printf("request %d: %.0f us\n", i, ms * 1000);
        host_work_us(60);
    }
    cudaDeviceSynchronize();
    return 0;
}
