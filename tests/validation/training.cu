// Steps of training: the backward pass's layers, each followed by an all-reduce of its gradients in
// another stream, then the optimizer, which waits for all of them.
#include "nullstream.cuh"

#ifndef LAYERS
#define LAYERS 6
#endif
#ifndef ITERATIONS
#define ITERATIONS 2
#endif
#ifndef OVERLAP
#define OVERLAP 1
#endif
#ifndef BLOCKS
#define BLOCKS 528
#endif
#ifndef PRIORITY
#define PRIORITY 0
#endif

__global__ void backward()
{
    spin_us(45);
}

__global__ void optimizer()
{
    spin_us(30);
}

int main()
{
    cudaStream_t compute, reduce;
    cudaEvent_t gradients[LAYERS], reduced;
    cudaStreamCreateWithFlags(&compute, cudaStreamNonBlocking);
    cudaStreamCreateWithPriority(&reduce, cudaStreamNonBlocking, PRIORITY);
    for (int i = 0; i < LAYERS; i++)
        cudaEventCreateWithFlags(&gradients[i], cudaEventDisableTiming);
    cudaEventCreateWithFlags(&reduced, cudaEventDisableTiming);
    for (int k = 0; k < ITERATIONS; k++) {
        for (int i = 0; i < LAYERS; i++) {
            backward<<<BLOCKS, 256, 0, compute>>>();
            if (OVERLAP) {
                cudaEventRecord(gradients[i], compute);
                cudaStreamWaitEvent(reduce, gradients[i], 0);
                ns_all_reduce(4 << 20, 16, reduce);
            }
        }
        if (!OVERLAP)
            ns_all_reduce(LAYERS * (4 << 20), 16, compute);
        cudaEventRecord(reduced, reduce);
        cudaStreamWaitEvent(compute, reduced, 0);
        optimizer<<<264, 256, 0, compute>>>();
    }
    cudaDeviceSynchronize();
    return 0;
}
