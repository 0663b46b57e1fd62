// Waits for one of the two streams.
#include "nullstream.cuh"

#define N (1 << 16)

// The times come from the lesson, and so does what the kernels read and write.
#pragma nullstream kernel(first) time(100us)
__global__ void first(float *x) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < N) x[i] = x[i] + 1.0f;
}
#pragma nullstream kernel(second) time(100us)
__global__ void second(float *y) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < N) y[i] = y[i] * 2.0f;
}

int main() {
    float *x, *y, *hx, *hy;
    cudaMalloc(&x, N * sizeof(float));
    cudaMalloc(&y, N * sizeof(float));
    cudaMallocHost(&hx, N * sizeof(float));
    cudaMallocHost(&hy, N * sizeof(float));
    cudaStream_t a, b;
    cudaStreamCreate(&a);
    cudaStreamCreate(&b);

    cudaMemcpyAsync(x, hx, N * sizeof(float), cudaMemcpyHostToDevice, a);
    cudaMemcpyAsync(y, hy, N * sizeof(float), cudaMemcpyHostToDevice, b);
    first<<<N / 256, 256, 0, a>>>(x);
    second<<<N / 256, 256, 0, b>>>(y);
    cudaMemcpyAsync(hx, x, N * sizeof(float), cudaMemcpyDeviceToHost, a);
    cudaMemcpyAsync(hy, y, N * sizeof(float), cudaMemcpyDeviceToHost, b);
    cudaStreamSynchronize(a);
#pragma nullstream result(hx, N * sizeof(float))
#pragma nullstream result(hy, N * sizeof(float))
    return 0;
}
