// A hundred batches of three equal stages, dealt in turn to STREAMS streams. Each batch has
// device memory of its own.
#include <cuda_runtime.h>

const int BATCHES = 100;
const int STREAMS = 1;
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
    cudaMallocHost(&in, BYTES);
    cudaMallocHost(&out, STREAMS * BYTES);
    for (int b = 0; b < BATCHES; b++) {
        cudaMalloc(&x[b], BYTES);
        cudaMalloc(&y[b], BYTES);
    }
    cudaStream_t stream[STREAMS];
    for (int s = 0; s < STREAMS; s++)
        cudaStreamCreate(&stream[s]);

    for (int b = 0; b < BATCHES; b++) {
        const cudaStream_t s = stream[b % STREAMS];
        cudaMemcpyAsync(x[b], in, BYTES, cudaMemcpyHostToDevice, s);
        process<<<264, 1024, 0, s>>>(x[b], y[b], N);
        cudaMemcpyAsync(out + b % STREAMS * N, y[b], BYTES, cudaMemcpyDeviceToHost, s);
    }
    cudaDeviceSynchronize();
    return 0;
}
