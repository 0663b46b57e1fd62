// Whole-slide image in tiles: a tile with its apron by cudaMemcpy2DAsync out of a wide pinned image, filters with much shared memory,
// the core of the tile back into a wide result. Four streams in turn; tiles at the border are smaller.
#include "nullstream.cuh"
#include <algorithm>
#include <cstdio>

#define TILE 1024
#define APRON 16
const int IMG_W = 6000, IMG_H = 3500;

#pragma nullstream kernel(bilateral) flops(w * h * 420.0) bytes(w * h * 8.0) regs(48) shared(9216) reads(in, pitch * h) writes(out, pitch * h)
__global__ void bilateral(const uchar4 *in, uchar4 *out, size_t pitch, int w, int h) {}
#pragma nullstream kernel(stain) bytes(w * h * 8.0) flops(w * h * 30.0) reads(io, pitch * h) writes(io, pitch * h)
__global__ void stain(uchar4 *io, size_t pitch, int w, int h) {}

int main()
{
    uchar4 *image, *result;
    cudaMallocHost(&image, (size_t)IMG_W * IMG_H * sizeof(uchar4));
    cudaMallocHost(&result, (size_t)IMG_W * IMG_H * sizeof(uchar4));
    const int NS = 4;
    cudaStream_t st[NS];
    uchar4 *in[NS], *out[NS];
    size_t pitch;
    for (int i = 0; i < NS; i++) {
        cudaStreamCreate(&st[i]);
        cudaMallocPitch((void **)&in[i], &pitch, (TILE + 2 * APRON) * sizeof(uchar4), TILE + 2 * APRON);
        cudaMallocPitch((void **)&out[i], &pitch, (TILE + 2 * APRON) * sizeof(uchar4), TILE + 2 * APRON);
    }
    int t = 0;
    for (int y0 = 0; y0 < IMG_H; y0 += TILE) {
        for (int x0 = 0; x0 < IMG_W; x0 += TILE, t++) {
            int k = t % NS;
            int ax = std::max(0, x0 - APRON), ay = std::max(0, y0 - APRON);
            int bx = std::min(IMG_W, x0 + TILE + APRON), by = std::min(IMG_H, y0 + TILE + APRON);
            int w = bx - ax, h = by - ay;
            cudaMemcpy2DAsync(in[k], pitch, image + (size_t)ay * IMG_W + ax, IMG_W * sizeof(uchar4),
                              w * sizeof(uchar4), h, cudaMemcpyHostToDevice, st[k]);
            dim3 block(32, 8), grid((w + 31) / 32, (h + 7) / 8);
            bilateral<<<grid, block, 0, st[k]>>>(in[k], out[k], pitch, w, h);
            stain<<<grid, block, 0, st[k]>>>(out[k], pitch, w, h);
            int cw = std::min(TILE, IMG_W - x0), ch = std::min(TILE, IMG_H - y0);
            cudaMemcpy2DAsync(result + (size_t)y0 * IMG_W + x0, IMG_W * sizeof(uchar4),
                              (char *)out[k] + (y0 - ay) * pitch + (x0 - ax) * sizeof(uchar4), pitch,
                              cw * sizeof(uchar4), ch, cudaMemcpyDeviceToHost, st[k]);
        }
    }
    for (auto s : st)
        cudaStreamSynchronize(s);
    printf("%d tiles, %d\n", t, result[0].x);
    return 0;
}
