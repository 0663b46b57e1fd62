// Tiles of one image in several streams, of which no two overlap: each begins within the range that
// the one beside it reaches, row by row.
#include "nullstream.cuh"

#pragma nullstream kernel(trace) time(40us)
__global__ void trace(float *image, int width, int x0, int y0)
{
    int x = x0 + blockIdx.x * blockDim.x + threadIdx.x;
    int y = y0 + blockIdx.y * blockDim.y + threadIdx.y;
    image[y * width + x] = 1;
}

int main()
{
    float *image;
    cudaStream_t s[4];
    cudaMalloc(&image, 512 * 512 * sizeof *image);
    for (int i = 0; i < 4; i++) {
        cudaStreamCreate(&s[i]);
        trace<<<dim3(16, 16), dim3(16, 16), 0, s[i]>>>(image, 512, i % 2 * 256, i / 2 * 256);
    }
    cudaDeviceSynchronize();
    return 0;
}
