// Non-blocking streams: the library's launches neither wait for them nor hold them up. Nor does
// cudaMemcpy wait for them now, so the host does.
#include <cuda_runtime.h>
#include <stdio.h>

const int ROUNDS = 3;
const int N = 1 << 16;
const size_t BYTES = N * sizeof(float);

#pragma nullstream kernel(smooth) time(300us) reads(x, 4 * n) writes(x, 4 * n)
__global__ void smooth(float *x, int n)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        x[i] = 0.5f * x[i] + 1.0f;
}

#pragma nullstream kernel(library_kernel) time(200us) reads(y, 4 * n) writes(y, 4 * n)
__global__ void library_kernel(float *y, int n)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        y[i] = y[i] + 1.0f;
}

// The library's: leave it as it is.
#define LIBRARY_STEP(y, n) library_kernel<<<20, 256>>>(y, n)

int main()
{
    float *left, *right, *y, *host_left, *host_right;
    cudaMalloc(&left, BYTES);
    cudaMalloc(&right, BYTES);
    cudaMalloc(&y, BYTES);
    cudaMallocHost(&host_left, BYTES);
    cudaMallocHost(&host_right, BYTES);
    cudaStream_t a, b;
    cudaStreamCreateWithFlags(&a, cudaStreamNonBlocking);
    cudaStreamCreateWithFlags(&b, cudaStreamNonBlocking);

    for (int i = 0; i < ROUNDS; i++) {
        smooth<<<20, 256, 0, a>>>(left, N);
        LIBRARY_STEP(y, N);
        smooth<<<20, 256, 0, b>>>(right, N);
    }
    cudaDeviceSynchronize();
    cudaMemcpy(host_left, left, BYTES, cudaMemcpyDeviceToHost);
    cudaMemcpy(host_right, right, BYTES, cudaMemcpyDeviceToHost);
    printf("%f %f\n", host_left[0], host_right[0]);
#pragma nullstream result(host_left, BYTES)
#pragma nullstream result(host_right, BYTES)
    cudaDeviceSynchronize();
    return 0;
}
