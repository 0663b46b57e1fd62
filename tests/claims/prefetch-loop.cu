// Training with prefetch, as published: two device buffers and two staging buffers; the compute stream
// waits for the copy. Nothing keeps the next copy from overwriting the buffer that is being computed on,
// nor the host from refilling the staging buffer that is being copied.
#include "nullstream.cuh"

#define STEPS 6
#define N (4 << 20)

#pragma nullstream kernel(train) time(800us) reads(batch, N * sizeof(float)) writes(weights, 4096)
__global__ void train(const float *batch, float *weights)
{
}

int main()
{
    cudaStream_t transfer, compute;
    cudaEvent_t arrived;
    float *staging[2], *batch[2], *weights;
    cudaStreamCreateWithFlags(&transfer, cudaStreamNonBlocking);
    cudaStreamCreateWithFlags(&compute, cudaStreamNonBlocking);
    cudaEventCreateWithFlags(&arrived, cudaEventDisableTiming);
    cudaMalloc(&weights, 4096);
    for (int i = 0; i < 2; i++) {
        cudaMallocHost(&staging[i], N * sizeof(float));
        cudaMalloc(&batch[i], N * sizeof(float));
    }
#ifdef FIXED
    cudaEvent_t copied[2], used[2];
    for (int i = 0; i < 2; i++) {
        cudaEventCreateWithFlags(&copied[i], cudaEventDisableTiming);
        cudaEventCreateWithFlags(&used[i], cudaEventDisableTiming);
    }
#endif
    for (int step = 0; step < STEPS; step++) {
        int i = step % 2;
#ifdef FIXED
        if (step >= 2) {
            cudaEventSynchronize(copied[i]);             // the staging buffer may be refilled
            cudaStreamWaitEvent(transfer, used[i], 0);   // the device buffer may be overwritten
        }
#endif
        memset(staging[i], step, N * sizeof(float)); // the loader fills it
        cudaMemcpyAsync(batch[i], staging[i], N * sizeof(float), cudaMemcpyHostToDevice, transfer);
#ifdef FIXED
        cudaEventRecord(copied[i], transfer);
        cudaStreamWaitEvent(compute, copied[i], 0);
#else
        cudaEventRecord(arrived, transfer);
        cudaStreamWaitEvent(compute, arrived, 0);
#endif
        train<<<264, 1024, 0, compute>>>(batch[i], weights);
#ifdef FIXED
        cudaEventRecord(used[i], compute);
#endif
    }
    cudaDeviceSynchronize();
    return 0;
}
