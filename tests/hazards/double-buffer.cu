// Double buffering with a stream for copies and one for kernels needs four orders. FORGET leaves one out:
// 1: the copy before its kernel; 2: the kernel before the next copy into the same device buffer;
// 3: the copy before the host refills the staging buffer; 4: the last kernel before its memory is freed.
#include "nullstream.cuh"

#ifndef FORGET
#define FORGET 0
#endif

const int N = 1 << 20, BATCHES = 6;

#pragma nullstream kernel(process) time(300us)
__global__ void process(float *sum, const float *x, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        sum[i] += x[i];
}

int main()
{
    cudaStream_t copies, kernels;
    cudaStreamCreateWithFlags(&copies, cudaStreamNonBlocking);
    cudaStreamCreateWithFlags(&kernels, cudaStreamNonBlocking);
    float *staging[2], *device[2], *sum;
    cudaEvent_t copied[2], processed[2];
    cudaMalloc(&sum, N * sizeof(float));
    for (int i = 0; i < 2; i++) {
        cudaMallocHost(&staging[i], N * sizeof(float));
        cudaMalloc(&device[i], N * sizeof(float));
        cudaEventCreateWithFlags(&copied[i], cudaEventDisableTiming);
        cudaEventCreateWithFlags(&processed[i], cudaEventDisableTiming);
    }
    cudaMemsetAsync(sum, 0, N * sizeof(float), kernels);
    for (int batch = 0; batch < BATCHES; batch++) {
        int b = batch % 2;
        if (FORGET != 3)
            cudaEventSynchronize(copied[b]);
        for (int i = 0; i < N; i += 4096)
            staging[b][i] = batch;
        if (FORGET != 2)
            cudaStreamWaitEvent(copies, processed[b], 0);
        cudaMemcpyAsync(device[b], staging[b], N * sizeof(float), cudaMemcpyHostToDevice, copies);
        cudaEventRecord(copied[b], copies);
        if (FORGET != 1)
            cudaStreamWaitEvent(kernels, copied[b], 0);
        process<<<N / 256, 256, 0, kernels>>>(sum, device[b], N);
        cudaEventRecord(processed[b], kernels);
    }
    if (FORGET != 4)
        cudaStreamSynchronize(kernels);
    cudaFree(device[0]);
    cudaFree(device[1]);
    cudaDeviceSynchronize();
    return 0;
}
