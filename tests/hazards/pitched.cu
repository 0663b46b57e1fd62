// Two kernels go through rows of an image of which each ends in padding. WHAT: 0: the same rows, a race;
// 1: a kernel and a 2D copy of those rows; 2: tiles side by side, whose rows do not meet, which is not
// known: a possible one.
#include <cuda_runtime.h>

#ifndef WHAT
#define WHAT 0
#endif

const int WIDTH = 1920, HEIGHT = 1080;

#pragma nullstream kernel(fill) time(50us)
__global__ void fill(unsigned char *image, size_t pitch, int width)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y;
    if (x < width)
        image[y * pitch + x] = 1;
}

int main()
{
    unsigned char *image, *other;
    size_t pitch, other_pitch;
    cudaStream_t a, b;
    cudaStreamCreateWithFlags(&a, cudaStreamNonBlocking);
    cudaStreamCreateWithFlags(&b, cudaStreamNonBlocking);
    cudaMallocPitch(&image, &pitch, WIDTH, HEIGHT);
    cudaMallocPitch(&other, &other_pitch, WIDTH, HEIGHT);
    int width = WHAT == 2 ? WIDTH / 2 : WIDTH;
    fill<<<dim3(8, HEIGHT), 256, 0, a>>>(image, pitch, width);
    if (WHAT == 1)
        cudaMemcpy2DAsync(other, other_pitch, image, pitch, WIDTH, HEIGHT, cudaMemcpyDeviceToDevice, b);
    else
        fill<<<dim3(8, HEIGHT), 256, 0, b>>>(image + (WHAT == 2 ? width : 0), pitch, width);
    cudaDeviceSynchronize();
    return 0;
}
