// A backward pass of ten layers, and after each the all-reduce of its gradients in another stream. A
// layer has as much work for any grid of one wave: with fewer blocks each does more. PER_LAYER 0: one
// all-reduce of everything at the end.
#include <cuda_runtime.h>

const int LAYERS = 10;
const int BLOCKS = 264;   // of 1024 threads; two fill one of the 132 SMs
const int REDUCERS = 8;   // blocks of the all-reduce
const int PER_LAYER = 1;

#pragma nullstream kernel(backward) block_time(3000us * 264 / gridDim.x)
__global__ void backward(float *gradients)
{
}

#pragma nullstream kernel(all_reduce) block_time(1500us * layers)
__global__ void all_reduce(float *gradients, int layers)
{
}

int main()
{
    cudaStream_t compute, communication;
    cudaEvent_t ready[LAYERS];
    float *gradients[LAYERS];
    cudaStreamCreateWithFlags(&compute, cudaStreamNonBlocking);
    cudaStreamCreateWithFlags(&communication, cudaStreamNonBlocking);
    for (int i = 0; i < LAYERS; i++) {
        cudaEventCreateWithFlags(&ready[i], cudaEventDisableTiming);
        cudaMalloc(&gradients[i], 1 << 20);
    }
    for (int i = 0; i < LAYERS; i++) {
        backward<<<BLOCKS, 1024, 0, compute>>>(gradients[i]);
        if (!PER_LAYER)
            continue;
        cudaEventRecord(ready[i], compute);
        cudaStreamWaitEvent(communication, ready[i], 0);
        all_reduce<<<REDUCERS, 1024, 0, communication>>>(gradients[i], 1);
    }
    if (!PER_LAYER)
        all_reduce<<<REDUCERS, 1024, 0, compute>>>(gradients[0], LAYERS);
    cudaDeviceSynchronize();
    return 0;
}
