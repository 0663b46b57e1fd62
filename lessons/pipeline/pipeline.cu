// A pipeline: each stream has buffers of its own, on the device and on the host.
#include <cuda_runtime.h>

const int BATCHES = 48;
const int STREAMS = 2;
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
    cudaMallocHost(&in, STREAMS * BYTES);
    cudaMallocHost(&out, STREAMS * BYTES);
    cudaStream_t stream[STREAMS];
    for (int s = 0; s < STREAMS; s++) {
        cudaStreamCreate(&stream[s]);
        cudaMalloc(&x[s], BYTES);
    }

    for (int b = 0; b < BATCHES; b++) {
        const int s = b % STREAMS;
        cudaMemcpyAsync(x[s], in + s * N, BYTES, cudaMemcpyHostToDevice, stream[s]);
        process<<<264, 1024, 0, stream[s]>>>(x[s], N);
        cudaMemcpyAsync(out + s * N, x[s], BYTES, cudaMemcpyDeviceToHost, stream[s]);
    }
    cudaDeviceSynchronize();
    return 0;
}
