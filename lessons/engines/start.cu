// Four frames go in, are worked on, and come out again. In step i, frame i goes in, frame i - 1
// is worked on and frame i - 2 comes out: three things that have nothing to do with each other.
// Then the next step begins.
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
    float *host_in, *host_out, *x[2], *y[2];
    cudaMallocHost(&host_in, FRAMES * BYTES);
    cudaMallocHost(&host_out, FRAMES * BYTES);
    for (int i = 0; i < 2; i++) {
        cudaMalloc(&x[i], BYTES);
        cudaMalloc(&y[i], BYTES);
    }
    cudaStream_t stream;
    cudaStreamCreate(&stream);

    for (int i = 0; i < FRAMES + 2; i++) {
        const int even = i % 2, odd = 1 - even;
        if (i < FRAMES)
            cudaMemcpyAsync(x[even], host_in + i * N, BYTES, cudaMemcpyHostToDevice, stream);
        if (i >= 1 && i <= FRAMES)
            process<<<264, 1024, 0, stream>>>(x[odd], y[odd], N);
        if (i >= 2)
            cudaMemcpyAsync(host_out + (i - 2) * N, y[even], BYTES, cudaMemcpyDeviceToHost, stream);
        cudaDeviceSynchronize();
    }
#pragma nullstream result(host_out, FRAMES * BYTES)
    return 0;
}
