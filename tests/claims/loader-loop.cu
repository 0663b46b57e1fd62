// Training from a loader, as published: the batch is copied in the default stream, forward and backward
// run in a stream of their own (non-blocking, as PyTorch makes them), the optimizer in the default stream
// again. Nobody waits for anybody.
#include "nullstream.cuh"

#define STEPS 4
#define N (4 << 20)

#pragma nullstream kernel(forward_backward) time(800us) reads(batch, N * sizeof(float)) \
    reads(weights, 4096) writes(gradients, 4096)
__global__ void forward_backward(const float *batch, const float *weights, float *gradients)
{
}

#pragma nullstream kernel(optimizer) time(50us) reads(gradients, 4096) writes(weights, 4096)
__global__ void optimizer(const float *gradients, float *weights)
{
}

int main()
{
    cudaStream_t compute;
    float *staging[STEPS], *batch, *weights, *gradients;
    cudaStreamCreateWithFlags(&compute, cudaStreamNonBlocking);
    cudaMalloc(&batch, N * sizeof(float));
    cudaMalloc(&weights, 4096);
    cudaMalloc(&gradients, 4096);
    for (int i = 0; i < STEPS; i++)
        cudaMallocHost(&staging[i], N * sizeof(float));
#ifdef FIXED
    cudaEvent_t arrived, done;
    cudaEventCreateWithFlags(&arrived, cudaEventDisableTiming);
    cudaEventCreateWithFlags(&done, cudaEventDisableTiming);
#endif
    for (int step = 0; step < STEPS; step++) {
        cudaMemcpyAsync(batch, staging[step], N * sizeof(float), cudaMemcpyHostToDevice, 0);
#ifdef FIXED
        cudaEventRecord(arrived, 0);
        cudaStreamWaitEvent(compute, arrived, 0);
#endif
        forward_backward<<<264, 1024, 0, compute>>>(batch, weights, gradients);
#ifdef FIXED
        cudaEventRecord(done, compute);
        cudaStreamWaitEvent(0, done, 0);
#endif
        optimizer<<<16, 256>>>(gradients, weights);
    }
    cudaDeviceSynchronize();
    return 0;
}
