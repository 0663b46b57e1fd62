// The event is recorded right behind the kernel whose result is needed.
#include "nullstream.cuh"

const int STEPS = 6;
const int N = 1 << 20;
const size_t BYTES = N * sizeof(float);

__global__ void transform(float *x, int n)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        x[i] = 2.0f * x[i] + 1.0f;
}
#pragma nullstream kernel(transform) block_time(100us) reads(x, n * sizeof(float)) writes(x, n * sizeof(float))

__global__ void report(const float *x, float *y, int n)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        y[i] = x[i];
}
#pragma nullstream kernel(report) block_time(100us) reads(x, n * sizeof(float)) writes(y, n * sizeof(float))

int main()
{
    float *x, *y, *z, *out;
    cudaStream_t work, side;
    cudaEvent_t ready;
    cudaMalloc(&x, STEPS * BYTES);
    cudaMalloc(&y, BYTES);
    cudaMalloc(&z, BYTES);
    cudaMallocHost(&out, STEPS * BYTES);
    cudaStreamCreateWithFlags(&work, cudaStreamNonBlocking);
    cudaStreamCreateWithFlags(&side, cudaStreamNonBlocking);
    cudaEventCreateWithFlags(&ready, cudaEventDisableTiming);

    for (int i = 0; i < STEPS; i++) {
        transform<<<60, 1024, 0, work>>>(x + i * N, N);
        cudaEventRecord(ready, work);
        transform<<<60, 1024, 0, work>>>(z, N);
        cudaStreamWaitEvent(side, ready, 0);
        report<<<60, 1024, 0, side>>>(x + i * N, y, N);
        cudaMemcpyAsync(out + i * N, y, BYTES, cudaMemcpyDeviceToHost, side);
    }
    cudaDeviceSynchronize();
#pragma nullstream result(out, STEPS * BYTES)
    return 0;
}
