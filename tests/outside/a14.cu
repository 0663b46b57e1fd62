// Tiles of a pitched image with cudaMemcpy2DAsync, cudaMallocPitch.
#include <cuda_runtime.h>
#include <stdio.h>

static const int WIDTH = 4096, HEIGHT = 4096, TILE = 1024;

#pragma nullstream kernel(invert) bytes(8.0 * w * h)
__global__ void invert(unsigned *p, size_t pitch, int w, int h)
{
    int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 8 + threadIdx.y;
    if (x < w && y < h) {
        unsigned *row = (unsigned *)((char *)p + y * pitch);
        row[x] = ~row[x];
    }
}

int main()
{
    unsigned *image, *tile[2];
    size_t pitch;
    cudaStream_t s[2];
    if (cudaMallocHost(&image, sizeof(unsigned) * WIDTH * HEIGHT) != cudaSuccess)
        return 1;
    for (int i = 0; i < 2; i++) {
        cudaMallocPitch(&tile[i], &pitch, TILE * sizeof(unsigned), TILE);
        cudaStreamCreateWithFlags(&s[i], cudaStreamNonBlocking);
    }
    int k = 0;
    for (int ty = 0; ty < HEIGHT; ty += TILE)
        for (int tx = 0; tx < WIDTH; tx += TILE, k ^= 1) {
            unsigned *src = image + (size_t)ty * WIDTH + tx;
            cudaMemcpy2DAsync(tile[k], pitch, src, WIDTH * sizeof(unsigned), TILE * sizeof(unsigned), TILE,
                              cudaMemcpyHostToDevice, s[k]);
            invert<<<dim3(TILE / 32, TILE / 8), dim3(32, 8), 0, s[k]>>>(tile[k], pitch, TILE, TILE);
            cudaMemcpy2DAsync(src, WIDTH * sizeof(unsigned), tile[k], pitch, TILE * sizeof(unsigned), TILE,
                              cudaMemcpyDeviceToHost, s[k]);
        }
    cudaDeviceSynchronize();
    return 0;
}
