// Gradient descent: each iteration the loss (one float) comes back and the host decides the step.
#include "nullstream.cuh"
#include <stdio.h>
#include <math.h>

#define N (8 << 20)

#pragma nullstream kernel(gradient) bytes(8.0 * n) flops(30.0 * n)
__global__ void gradient(const float *w, float *g, int n)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        g[i] = 2.0f * w[i];
}

#pragma nullstream kernel(reduce1) bytes(4.0 * n) shared(2048)
__global__ void reduce1(const float *g, float *partial, int n)
{
    __shared__ float sh[512];
    float s = 0;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        s += g[i] * g[i];
    sh[threadIdx.x] = s;
    __syncthreads();
    for (int k = blockDim.x / 2; k; k /= 2) {
        if (threadIdx.x < k)
            sh[threadIdx.x] += sh[threadIdx.x + k];
        __syncthreads();
    }
    if (threadIdx.x == 0)
        partial[blockIdx.x] = sh[0];
}

__global__ void reduce2(const float *partial, float *loss)
{
    spin_us(4);
    if (threadIdx.x == 0)
        *loss = partial[0];
}

#pragma nullstream kernel(update) bytes(12.0 * n)
__global__ void update(float *w, const float *g, float rate, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        w[i] -= rate * g[i];
}

int main()
{
    float *w, *g, *partial, *loss, hloss = 0, rate = 0.1f;
    cudaMalloc(&w, N * sizeof(float));
    cudaMalloc(&g, N * sizeof(float));
    cudaMalloc(&partial, 528 * sizeof(float));
    cudaMalloc(&loss, sizeof(float));
    cudaMemset(w, 0, N * sizeof(float));
    for (int it = 0; it < 60; it++) {
        gradient<<<132 * 8, 256>>>(w, g, N);
        reduce1<<<528, 512>>>(g, partial, N);
        reduce2<<<1, 512>>>(partial, loss);
        cudaMemcpy(&hloss, loss, sizeof(float), cudaMemcpyDeviceToHost);
        // the line search on the host
        host_work_us(12);
        rate *= 0.97f;
        update<<<(N + 511) / 512, 512>>>(w, g, rate, N);
    }
    cudaDeviceSynchronize();
    printf("loss %g\n", hloss);
    return 0;
}
