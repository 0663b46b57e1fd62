// Homework: a pitched image in tiles of rows over three streams with cudaMemcpy2DAsync: blur, Sobel, a
// histogram per tile; one column block of the result is copied back by a strided copy with few bytes a row.
#include <cuda_runtime.h>
#include <cstdio>
#include <cstdlib>

#define CHECK(x) do { cudaError_t e = (x); if (e != cudaSuccess) { printf("%s at %d\n", cudaGetErrorString(e), __LINE__); return 1; } } while (0)

static const int width = 3840, height = 2160, tiles = 9, nstreams = 3;

#pragma nullstream kernel(blur) flops(50.0 * w * rows) bytes(8.0 * w * rows) regs(24) reads(in, pitch * rows) writes(out, pitch * rows)
__global__ void blur(const float *in, float *out, size_t pitch, int w, int rows)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < w && y < rows)
        out[y * (pitch / 4) + x] = in[y * (pitch / 4) + x];
}

#pragma nullstream kernel(sobel) block_time(6us) regs(32) shared(4624) reads(in, pitch * rows) writes(out, pitch * rows)
__global__ void sobel(const float *in, float *out, size_t pitch, int w, int rows)
{
    __shared__ float t[34][34];
    int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32 + threadIdx.y;
    t[threadIdx.y][threadIdx.x] = in[y * (pitch / 4) + x];
    __syncthreads();
    if (x < w && y < rows)
        out[y * (pitch / 4) + x] = t[threadIdx.y][threadIdx.x];
}

#pragma nullstream kernel(hist) time(9us) reads(in, pitch * rows) writes(bins, 1024)
__global__ void hist(const float *in, unsigned *bins, size_t pitch, int w, int rows)
{
    for (int i = blockIdx.x; i < rows; i += gridDim.x)
        for (int x = threadIdx.x; x < w; x += blockDim.x)
            atomicAdd(&bins[(int)in[i * (pitch / 4) + x] & 255], 1u);
}

int main()
{
    const int rows = height / tiles;
    float *h_in, *h_out, *d_in, *d_tmp, *d_out, *h_strip;
    unsigned *d_bins, *h_bins;
    size_t pitch;
    CHECK(cudaMallocHost(&h_in, sizeof(float) * width * height));
    CHECK(cudaMallocHost(&h_out, sizeof(float) * width * height));
    CHECK(cudaMallocHost(&h_strip, sizeof(float) * 4 * height));
    CHECK(cudaMallocHost(&h_bins, tiles * 256 * sizeof(unsigned)));
    CHECK(cudaMallocPitch(&d_in, &pitch, width * sizeof(float), height));
    CHECK(cudaMallocPitch(&d_tmp, &pitch, width * sizeof(float), height));
    CHECK(cudaMallocPitch(&d_out, &pitch, width * sizeof(float), height));
    CHECK(cudaMalloc(&d_bins, tiles * 256 * sizeof(unsigned)));
    cudaStream_t s[nstreams];
    for (int i = 0; i < nstreams; i++)
        CHECK(cudaStreamCreate(&s[i]));
    for (int t = 0; t < tiles; t++) {
        cudaStream_t st = s[t % nstreams];
        size_t dev = t * rows * (pitch / sizeof(float)), host = (size_t)t * rows * width;
        dim3 b(32, 32), g((width + 31) / 32, (rows + 31) / 32);
        CHECK(cudaMemcpy2DAsync(d_in + dev, pitch, h_in + host, width * sizeof(float), width * sizeof(float), rows, cudaMemcpyHostToDevice, st));
        CHECK(cudaMemsetAsync(d_bins + t * 256, 0, 256 * sizeof(unsigned), st));
        blur<<<dim3((width + 63) / 64, (rows + 3) / 4), dim3(64, 4), 0, st>>>(d_in + dev, d_tmp + dev, pitch, width, rows);
        sobel<<<g, b, 0, st>>>(d_tmp + dev, d_out + dev, pitch, width, rows);
        hist<<<rows, 128, 0, st>>>(d_out + dev, d_bins + t * 256, pitch, width, rows);
        CHECK(cudaMemcpy2DAsync(h_out + host, width * sizeof(float), d_out + dev, pitch, width * sizeof(float), rows, cudaMemcpyDeviceToHost, st));
        CHECK(cudaMemcpyAsync(h_bins + t * 256, d_bins + t * 256, 256 * sizeof(unsigned), cudaMemcpyDeviceToHost, st));
    }
    CHECK(cudaMemcpy2D(h_strip, 16, d_out, pitch, 16, height, cudaMemcpyDeviceToHost));
    CHECK(cudaDeviceSynchronize());
    printf("%u pixels of value 3\n", h_bins[3]);
    return EXIT_SUCCESS;
}
