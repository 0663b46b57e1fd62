// StackOverflow: "Why does cudaFree serialise my streams?" A scratch buffer per frame, freed in the middle while
// the other streams work; D2D copies of frames into a history ring; synchronous cudaMemcpy of a small header.
#include <stdio.h>
#include <stdlib.h>
#include <cuda_runtime.h>

#pragma nullstream kernel(warp) bytes(16.0 * n) flops(24.0 * n)
__global__ void warp(const float2 *in, float2 *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = in[i];
}
#pragma nullstream kernel(match) time(90us) regs(56) reads(a, n * 8) reads(b, n * 8) writes(score, 16)
__global__ void match(const float2 *a, const float2 *b, int *score, int n)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x)
        if (a[i].x == b[i].x)
            atomicAdd(score, 1);
}

int main(int argc, char **argv)
{
    int frames = argc > 1 ? atoi(argv[1]) : 9;
    const int n = 1 << 20, ring = 3;
    const size_t bytes = n * sizeof(float2);
    float2 *h, *in[ring], *history;
    int *score, header[4] = {1, 2, 3, 4};
    cudaStream_t s[ring];
    cudaMallocHost((void **)&h, bytes * ring);
    cudaMalloc((void **)&history, bytes * ring);
    cudaMalloc((void **)&score, 16 * ring);
    for (int i = 0; i < ring; i++) {
        cudaStreamCreateWithFlags(&s[i], cudaStreamNonBlocking);
        cudaMalloc((void **)&in[i], bytes);
    }
    for (int f = 0; f < frames; f++) {
        int k = f % ring;
        float2 *scratch;
        if (cudaMalloc((void **)&scratch, bytes + (k << 20)) != cudaSuccess)
            return 1;
        cudaMemcpy(score + 4 * k, header, sizeof(header), cudaMemcpyHostToDevice);
        cudaMemcpyAsync(in[k], h + k * n, bytes, cudaMemcpyHostToDevice, s[k]);
        warp<<<n / 512, 512, 0, s[k]>>>(in[k], scratch, n);
        match<<<200, 256, 0, s[k]>>>(scratch, in[k], score + 4 * k, n);
        cudaMemcpyAsync(history + k * n, scratch, bytes, cudaMemcpyDeviceToDevice, s[k]);
        cudaMemcpyAsync(h + k * n, history + k * n, bytes / 4, cudaMemcpyDeviceToHost, s[k]);
        cudaFree(scratch);
    }
    cudaDeviceSynchronize();
    int answer[12];
    cudaMemcpy(answer, score, sizeof answer, cudaMemcpyDeviceToHost);
    printf("scores %d %d %d\n", answer[0], answer[4], answer[8]);
    return 0;
}
