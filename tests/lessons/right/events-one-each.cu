// An event for each batch; the waits come in a loop of their own.
#include <cuda_runtime.h>

const int BATCHES = 6;
const int N = 4 << 20;
const size_t BYTES = N * sizeof(float);

#pragma nullstream kernel(process) time(300us) reads(x, 4 * n) writes(x, 4 * n)
__global__ void process(float *x, int n)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        x[i] = 2.0f * x[i] + 1.0f;
}

int main()
{
    float *host, *x;
    cudaMallocHost(&host, BATCHES * BYTES);
    cudaMalloc(&x, BATCHES * BYTES);
    cudaStream_t in, run;
    cudaStreamCreate(&in);
    cudaStreamCreate(&run);
    cudaEvent_t there[BATCHES];
    for (int b = 0; b < BATCHES; b++)
        cudaEventCreateWithFlags(&there[b], cudaEventDisableTiming);

    for (int b = 0; b < BATCHES; b++) {
        cudaMemcpyAsync(x + b * N, host + b * N, BYTES, cudaMemcpyHostToDevice, in);
        cudaEventRecord(there[b], in);
    }

    for (int b = 0; b < BATCHES; b++) {
        cudaStreamWaitEvent(run, there[b], 0);
        process<<<264, 1024, 0, run>>>(x + b * N, N);
    }
    cudaDeviceSynchronize();
#pragma nullstream result(x, BATCHES * BYTES)
    return 0;
}
