// Tiles of an image: pitched memory, 2D copies, a halo copied on the device, two streams.
#include "nullstream.cuh"
#include <cstdio>
#include <cstdlib>
#include <memory>

#define CUDA(call) do { cudaError_t e = call; if (e) { printf("%s at %d\n", cudaGetErrorString(e), __LINE__); exit(2); } } while (0)

struct Image {
    int width, height;
    size_t pitch;
    unsigned char *data;
};

struct PinnedDelete {
    void operator()(unsigned char *p) const { cudaFreeHost(p); }
};
using Pinned = std::unique_ptr<unsigned char, PinnedDelete>;

static Pinned pinned(size_t bytes)
{
    unsigned char *p = nullptr;
    CUDA(cudaMallocHost(&p, bytes));
    return Pinned(p);
}

#pragma nullstream kernel(blur) block_time(22us) reads(src, sp * h) writes(dst, dp * h)
__global__ void blur(const unsigned char *src, size_t sp, unsigned char *dst, size_t dp, int w, int h)
{
    int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y;
    if (x > 0 && y > 0 && x < w - 1 && y < h - 1)
        dst[y * dp + x] = (src[y * sp + x - 1] + src[y * sp + x + 1] + src[(y - 1) * sp + x] + src[(y + 1) * sp + x]) / 4;
    spin_us(22);
}

int main()
{
    const int W = 3840, H = 2160, TW = 960, TH = 540;
    Pinned in = pinned((size_t)W * H), out = pinned((size_t)W * H);
    for (size_t i = 0; i < (size_t)W * H; i += 512)
        in.get()[i] = (unsigned char)i;

    cudaStream_t s[2];
    Image src[2], dst[2], halo[2];
    for (int i = 0; i < 2; i++) {
        CUDA(cudaStreamCreateWithFlags(&s[i], cudaStreamNonBlocking));
        for (Image *im : {&src[i], &dst[i], &halo[i]}) {
            im->width = TW;
            im->height = TH;
            CUDA(cudaMallocPitch(&im->data, &im->pitch, TW, TH));
            CUDA(cudaMemset2D(im->data, im->pitch, 0, TW, TH));
        }
    }
    CUDA(cudaDeviceSynchronize());

    int t = 0;
    for (int ty = 0; ty < H / TH; ty++)
        for (int tx = 0; tx < W / TW; tx++, t++) {
            const int k = t & 1;
            const size_t at = (size_t)ty * TH * W + (size_t)tx * TW;
            CUDA(cudaMemcpy2DAsync(src[k].data, src[k].pitch, in.get() + at, W, TW, TH, cudaMemcpyHostToDevice, s[k]));
            // keep the border column of this tile for the next one of this stream
            CUDA(cudaMemcpy2DAsync(halo[k].data, halo[k].pitch, src[k].data + TW - 64, src[k].pitch, 64, TH,
                                   cudaMemcpyDeviceToDevice, s[k]));
            dim3 block(32, 16), grid(TW / 32, (TH + 15) / 16);
            blur<<<grid, block, 0, s[k]>>>(src[k].data, src[k].pitch, dst[k].data, dst[k].pitch, TW, TH);
            CUDA(cudaGetLastError());
            CUDA(cudaMemcpy2DAsync(out.get() + at, W, dst[k].data, dst[k].pitch, TW, TH, cudaMemcpyDeviceToHost, s[k]));
        }
    CUDA(cudaStreamSynchronize(s[0]));
    CUDA(cudaStreamSynchronize(s[1]));
    printf("%d tiles, %d\n", t, out.get()[W + 1]);
    for (int i = 0; i < 2; i++) {
        CUDA(cudaFree(src[i].data));
        CUDA(cudaFree(dst[i].data));
        CUDA(cudaFree(halo[i].data));
        CUDA(cudaStreamDestroy(s[i]));
    }
    return 0;
}
