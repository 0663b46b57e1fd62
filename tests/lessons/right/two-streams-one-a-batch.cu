// A stream for each batch.
#include <cuda_runtime.h>

const int BATCHES = 12;
const int STREAMS = 12;
const int N = 4 << 20;
const size_t BYTES = N * sizeof(float);

#pragma nullstream kernel(process) time(300us) reads(in, 4 * n) writes(out, 4 * n)
__global__ void process(const float *in, float *out, int n)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        out[i] = 2.0f * in[i] + 1.0f;
}

int main()
{
    float *in, *out, *x[BATCHES], *y[BATCHES];
    cudaMallocHost(&in, BATCHES * BYTES);
    cudaMallocHost(&out, BATCHES * BYTES);
    for (int b = 0; b < BATCHES; b++) {
        cudaMalloc(&x[b], BYTES);
        cudaMalloc(&y[b], BYTES);
    }
    cudaStream_t stream[STREAMS];
    for (int s = 0; s < STREAMS; s++)
        cudaStreamCreate(&stream[s]);

    for (int b = 0; b < BATCHES; b++) {
        cudaMemcpyAsync(x[b], in + b * N, BYTES, cudaMemcpyHostToDevice, stream[b % STREAMS]);
        process<<<264, 1024, 0, stream[b % STREAMS]>>>(x[b], y[b], N);
        cudaMemcpyAsync(out + b * N, y[b], BYTES, cudaMemcpyDeviceToHost, stream[b % STREAMS]);
    }
    cudaDeviceSynchronize();
#pragma nullstream result(out, BATCHES * BYTES)
    return 0;
}
