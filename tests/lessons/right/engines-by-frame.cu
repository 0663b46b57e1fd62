// A stream for each frame in flight, each with buffers of its own: no steps at all.
#include <cuda_runtime.h>

const int FRAMES = 4;
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
    float *host_in, *host_out, *x[3], *y[3];
    cudaMallocHost(&host_in, FRAMES * BYTES);
    cudaMallocHost(&host_out, FRAMES * BYTES);
    cudaStream_t stream[3];
    for (int i = 0; i < 3; i++) {
        cudaMalloc(&x[i], BYTES);
        cudaMalloc(&y[i], BYTES);
        cudaStreamCreate(&stream[i]);
    }

    for (int i = 0; i < FRAMES; i++) {
        const int s = i % 3;
        cudaMemcpyAsync(x[s], host_in + i * N, BYTES, cudaMemcpyHostToDevice, stream[s]);
        process<<<264, 1024, 0, stream[s]>>>(x[s], y[s], N);
        cudaMemcpyAsync(host_out + i * N, y[s], BYTES, cudaMemcpyDeviceToHost, stream[s]);
    }
    cudaDeviceSynchronize();
#pragma nullstream result(host_out, FRAMES * BYTES)
    return 0;
}
