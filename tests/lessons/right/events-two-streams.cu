// Two streams, copy and kernel of a batch in the same one: no event at all.
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
    cudaStream_t stream[2] = {in, run};

    for (int b = 0; b < BATCHES; b++) {
        cudaMemcpyAsync(x + b * N, host + b * N, BYTES, cudaMemcpyHostToDevice, stream[b % 2]);
        process<<<264, 1024, 0, stream[b % 2]>>>(x + b * N, N);
    }
    cudaDeviceSynchronize();
#pragma nullstream result(x, BATCHES * BYTES)
    return 0;
}
