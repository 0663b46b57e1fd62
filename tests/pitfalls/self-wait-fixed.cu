/* The stream whose kernel needs the copy waits for the event behind it. */
#include <cuda_runtime.h>

#pragma nullstream kernel(sum) time(60us) reads(x, 1 << 20)
__global__ void sum(const float *x) {}

int main()
{
    float *host, *x;
    cudaStream_t load, work;
    cudaEvent_t loaded;
    cudaMallocHost(&host, 1 << 20);
    cudaMalloc(&x, 1 << 20);
    cudaStreamCreateWithFlags(&load, cudaStreamNonBlocking);
    cudaStreamCreateWithFlags(&work, cudaStreamNonBlocking);
    cudaEventCreateWithFlags(&loaded, cudaEventDisableTiming);

    cudaMemcpyAsync(x, host, 1 << 20, cudaMemcpyHostToDevice, load);
    cudaEventRecord(loaded, load);
    cudaStreamWaitEvent(work, loaded, 0);
    sum<<<32, 256, 0, work>>>(x);
    cudaStreamSynchronize(work);
}
