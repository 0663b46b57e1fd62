// Each step waits for the three streams one by one; the streams are non-blocking.
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
    cudaStream_t in, run, out;
    cudaStreamCreateWithFlags(&in, cudaStreamNonBlocking);
    cudaStreamCreateWithFlags(&run, cudaStreamNonBlocking);
    cudaStreamCreateWithFlags(&out, cudaStreamNonBlocking);

    for (int i = 0; i < FRAMES + 2; i++) {
        const int even = i % 2, odd = 1 - even;
        if (i < FRAMES)
            cudaMemcpyAsync(x[even], host_in + i * N, BYTES, cudaMemcpyHostToDevice, in);
        if (i >= 1 && i <= FRAMES)
            process<<<264, 1024, 0, run>>>(x[odd], y[odd], N);
        if (i >= 2)
            cudaMemcpyAsync(host_out + (i - 2) * N, y[even], BYTES, cudaMemcpyDeviceToHost, out);
        cudaStreamSynchronize(in);
        cudaStreamSynchronize(run);
        cudaStreamSynchronize(out);
    }
#pragma nullstream result(host_out, FRAMES * BYTES)
    return 0;
}
