// A beginner's image program: malloc and cudaMemcpy only, no streams, memory allocated and freed for each
// picture, a synchronize behind every launch "to be safe": grey, blur, Sobel, threshold.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cuda_runtime.h>

#define WIDTH 1200
#define HEIGHT 900

#define CHECK_LAST(msg)                                                                            \
    {                                                                                              \
        cudaError_t err = cudaGetLastError();                                                      \
        if (err != cudaSuccess) {                                                                  \
            fprintf(stderr, "%s: %s\n", msg, cudaGetErrorString(err));                             \
            exit(-1);                                                                              \
        }                                                                                          \
    }

#pragma nullstream kernel(toGrey) flops(5.0 * w * h) bytes(4.0 * w * h) reads(rgb, 3 * w * h) writes(grey, w * h)
__global__ void toGrey(unsigned char *rgb, unsigned char *grey, int w, int h)
{
    int x = threadIdx.x + blockIdx.x * blockDim.x;
    int y = threadIdx.y + blockIdx.y * blockDim.y;
    if (x < w && y < h) {
        int i = y * w + x;
        grey[i] = 0.21f * rgb[3 * i] + 0.72f * rgb[3 * i + 1] + 0.07f * rgb[3 * i + 2];
    }
}

#pragma nullstream kernel(blur) flops(2.0 * 49 * w * h) bytes(2.0 * w * h) regs(28) reads(in, w * h) writes(out, w * h)
__global__ void blur(unsigned char *in, unsigned char *out, int w, int h)
{
    int x = threadIdx.x + blockIdx.x * blockDim.x;
    int y = threadIdx.y + blockIdx.y * blockDim.y;
    if (x >= w || y >= h)
        return;
    int sum = 0, count = 0;
    for (int dy = -3; dy <= 3; dy++)
        for (int dx = -3; dx <= 3; dx++) {
            if (x + dx < 0 || x + dx >= w || y + dy < 0 || y + dy >= h)
                continue;
            sum += in[(y + dy) * w + x + dx];
            count++;
        }
    out[y * w + x] = sum / count;
}

#pragma nullstream kernel(sobel) flops(20.0 * w * h) bytes(2.0 * w * h) reads(in, w * h) writes(out, w * h)
__global__ void sobel(unsigned char *in, unsigned char *out, int w, int h)
{
    int i = threadIdx.x + blockIdx.x * blockDim.x;
    int x = i % w, y = i / w;
    if (i >= w * h)
        return;
    int g = 0;
    if (x > 0 && x < w - 1 && y > 0 && y < h - 1)
        g = abs(in[i + 1 - w] + 2 * in[i + 1] + in[i + 1 + w] - in[i - 1 - w] - 2 * in[i - 1] - in[i - 1 + w]);
    out[i] = g > 255 ? 255 : g;
}

#pragma nullstream kernel(count_above) flops(1.0 * n) bytes(1.0 * n) reads(in, n) reads(count, 4) writes(count, 4)
__global__ void count_above(unsigned char *in, int *count, int limit, int n)
{
    int i = threadIdx.x + blockIdx.x * blockDim.x;
    if (i < n && in[i] > limit)
        atomicAdd(count, 1);
}

int edges_in(unsigned char *picture, unsigned char *result)
{
    int n = WIDTH * HEIGHT, count = 0;
    unsigned char *d_rgb, *d_a, *d_b;
    int *d_count;
    cudaMalloc((void **)&d_rgb, 3 * n);
    cudaMalloc((void **)&d_a, n);
    cudaMalloc((void **)&d_b, n);
    cudaMalloc((void **)&d_count, sizeof(int));
    cudaMemcpy(d_rgb, picture, 3 * n, cudaMemcpyHostToDevice);
    cudaMemcpy(d_count, &count, sizeof(int), cudaMemcpyHostToDevice);

    dim3 threads(32, 32);
    dim3 blocks((WIDTH + 31) / 32, (HEIGHT + 31) / 32);
    toGrey<<<blocks, threads>>>(d_rgb, d_a, WIDTH, HEIGHT);
    CHECK_LAST("toGrey");
    cudaDeviceSynchronize();
    cudaFree(d_rgb); // not needed any more
    blur<<<blocks, threads>>>(d_a, d_b, WIDTH, HEIGHT);
    CHECK_LAST("blur");
    cudaDeviceSynchronize();
    sobel<<<(n + 511) / 512, 512>>>(d_b, d_a, WIDTH, HEIGHT);
    CHECK_LAST("sobel");
    cudaDeviceSynchronize();
    count_above<<<(n + 511) / 512, 512>>>(d_a, d_count, 100, n);
    CHECK_LAST("count");
    cudaDeviceSynchronize();
    cudaMemcpy(result, d_a, n, cudaMemcpyDeviceToHost);
    cudaMemcpy(&count, d_count, sizeof(int), cudaMemcpyDeviceToHost);
    cudaFree(d_a);
    cudaFree(d_b);
    cudaFree(d_count);
    return count;
}

int main()
{
    unsigned char *picture = (unsigned char *)malloc(3 * WIDTH * HEIGHT);
    unsigned char *result = (unsigned char *)malloc(WIDTH * HEIGHT);
    for (int i = 0; i < 3 * WIDTH * HEIGHT; i++)
        picture[i] = (i * 37) & 255;
    for (int p = 0; p < 8; p++) {
        picture[p * 1000] ^= 255;
        printf("picture %d: %d pixels on edges\n", p, edges_in(picture, result));
    }
    free(picture);
    free(result);
    return 0;
}
