// StackOverflow: one kernel of the pipeline was launched without its stream, and the accumulator is cleared
// with plain cudaMemset in the loop. Four blocking streams, one non-blocking logger that copies out.
#include <stdio.h>
#include <cuda_runtime.h>
#define NB 4
#define FRAMES 6
#define W 1920
#define H 1080

#pragma nullstream kernel(demosaic) bytes(5.0 * W * H) flops(30.0 * W * H)
__global__ void demosaic(const unsigned char *raw, uchar4 *rgb, int w, int h)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < w && y < h)
        rgb[y * w + x] = make_uchar4(raw[y * w + x], raw[y * w + x], raw[y * w + x], 255);
}

#pragma nullstream kernel(denoise) flops(900.0 * W * H) bytes(8.0 * W * H) regs(48) shared(8192)
__global__ void denoise(const uchar4 *src, uchar4 *dst, int w, int h)
{
    __shared__ uchar4 tile[32][64];
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    tile[threadIdx.y][threadIdx.x] = src[y * w + x];
    __syncthreads();
    if (x < w && y < h)
        dst[y * w + x] = tile[threadIdx.y][threadIdx.x];
}

#pragma nullstream kernel(histogram) time(18us) reads(img, W * H * 4) writes(bins, 1024)
__global__ void histogram(const uchar4 *img, unsigned int *bins, int n)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        atomicAdd(&bins[img[i].x], 1u);
}

int main(void)
{
    unsigned char *h_raw[NB], *d_raw[NB];
    uchar4 *d_rgb[NB], *d_out[NB], *h_out[NB];
    unsigned int *d_bins, *h_bins;
    cudaStream_t s[NB], logger;
    cudaEvent_t ready;
    for (int i = 0; i < NB; i++) {
        cudaHostAlloc((void **)&h_raw[i], W * H, cudaHostAllocWriteCombined);
        cudaHostAlloc((void **)&h_out[i], W * H * sizeof(uchar4), cudaHostAllocDefault);
        cudaMalloc((void **)&d_raw[i], W * H);
        cudaMalloc((void **)&d_rgb[i], W * H * sizeof(uchar4));
        cudaMalloc((void **)&d_out[i], W * H * sizeof(uchar4));
        cudaStreamCreate(&s[i]);
    }
    cudaMalloc((void **)&d_bins, 256 * sizeof(unsigned int));
    cudaHostAlloc((void **)&h_bins, FRAMES * NB * 256 * sizeof(unsigned int), cudaHostAllocDefault);
    cudaStreamCreateWithFlags(&logger, cudaStreamNonBlocking);
    cudaEventCreateWithFlags(&ready, cudaEventDisableTiming);

    dim3 block(32, 8), grid((W + 31) / 32, (H + 7) / 8);
    for (int f = 0; f < FRAMES; f++) {
        for (int i = 0; i < NB; i++) {
            cudaMemcpyAsync(d_raw[i], h_raw[i], W * H, cudaMemcpyHostToDevice, s[i]);
            demosaic<<<grid, block, 0, s[i]>>>(d_raw[i], d_rgb[i], W, H);
            denoise<<<grid, block, 0, s[i]>>>(d_rgb[i], d_out[i], W, H);
            cudaMemcpyAsync(h_out[i], d_out[i], W * H * sizeof(uchar4), cudaMemcpyDeviceToHost, s[i]);
        }
        for (int i = 0; i < NB; i++) {
            cudaMemset(d_bins, 0, 256 * sizeof(unsigned int));
            histogram<<<264, 256>>>(d_out[i], d_bins, W * H); // the stream was forgotten
            cudaEventRecord(ready, 0);
            cudaStreamWaitEvent(logger, ready, 0);
            cudaMemcpyAsync(h_bins + (f * NB + i) * 256, d_bins, 256 * sizeof(unsigned int), cudaMemcpyDeviceToHost, logger);
        }
    }
    cudaDeviceSynchronize();
    printf("bin 0 of the last frame: %u\n", h_bins[(FRAMES * NB - 1) * 256]);
    return 0;
}
