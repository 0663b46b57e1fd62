// Turns of one stream that each free what they took from the pool; another stream adds up in between. Behind
// the free comes the next turn's kernel, and in two of 24 turns a memset before that.
#include <cuda_runtime.h>

#define TURNS 24

const size_t BYTES = 1 << 20;

#pragma nullstream kernel(first) time(100us)
__global__ void first(float *x)
{
    x[threadIdx.x] = 1;
}

#pragma nullstream kernel(second) time(110us + (turn % 12 == 11) * 20us)
__global__ void second(float *x, int turn)
{
    x[threadIdx.x] += turn;
}

#pragma nullstream kernel(sum) time(62us)
__global__ void sum(float *x)
{
    x[threadIdx.x] *= 2;
}

int main()
{
    float *cache;
    cudaStream_t stream, other;
    cudaEvent_t begun, summed;
    cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
    cudaStreamCreateWithFlags(&other, cudaStreamNonBlocking);
    cudaEventCreateWithFlags(&begun, cudaEventDisableTiming);
    cudaEventCreateWithFlags(&summed, cudaEventDisableTiming);
    cudaMalloc(&cache, BYTES);
    for (int turn = 0; turn < TURNS; turn++) {
        float *part;
        if (turn % 12 == 0)
            cudaMemsetAsync(cache, 0, BYTES, stream);
        first<<<1, 256, 0, stream>>>(cache);
        first<<<1, 256, 0, stream>>>(cache);
        cudaMallocAsync(&part, BYTES, stream);
        cudaEventRecord(begun, stream);
        cudaStreamWaitEvent(other, begun, 0);
        sum<<<1, 256, 0, other>>>(cache);
        cudaEventRecord(summed, other);
        cudaStreamWaitEvent(stream, summed, 0);
        second<<<1, 256, 0, stream>>>(part, turn);
        cudaFreeAsync(part, stream);
    }
    cudaDeviceSynchronize();
    cudaFree(cache);
}
