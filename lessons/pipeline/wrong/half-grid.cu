// Fast, but not the same kernel: on half of the blocks it leaves room for another one beside it. The
// time that the lesson gives is that of the whole grid.
#include <cuda_runtime.h>

const int BATCHES = 12;
const int STREAMS = 3;
const int N = 4 << 20;
const size_t BYTES = N * sizeof(float);

#pragma nullstream kernel(process) time(400us) reads(x, 4 * n) writes(x, 4 * n)
__global__ void process(float *x, int n)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        x[i] = 2.0f * x[i] + 1.0f;
}

int main()
{
    float *in, *out, *x[STREAMS];
    cudaMallocHost(&in, BATCHES * BYTES);
    cudaMallocHost(&out, BATCHES * BYTES);
    cudaStream_t stream[STREAMS];
    for (int s = 0; s < STREAMS; s++) {
        cudaStreamCreate(&stream[s]);
        cudaMalloc(&x[s], BYTES);
    }

    for (int b = 0; b < BATCHES; b++) {
        const int s = b % STREAMS;
        cudaMemcpyAsync(x[s], in + b * N, BYTES, cudaMemcpyHostToDevice, stream[s]);
        process<<<132, 1024, 0, stream[s]>>>(x[s], N);
        cudaMemcpyAsync(out + b * N, x[s], BYTES, cudaMemcpyDeviceToHost, stream[s]);
    }
    cudaDeviceSynchronize();
#pragma nullstream result(out, BATCHES * BYTES)
    return 0;
}
