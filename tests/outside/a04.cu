// Image pipeline: upload, three filters, download; triple buffered.
#include <cuda_runtime.h>
#include <iostream>
#include <array>

namespace img {
constexpr int W = 1920, H = 1080;
constexpr size_t BYTES = size_t(W) * H * 4;
}

#pragma nullstream kernel(blur) bytes(2.0 * w * h * 4) flops(18.0 * w * h)
__global__ void blur(const uchar4 *in, uchar4 *out, int w, int h)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < w && y < h)
        out[y * w + x] = in[y * w + x];
}

#pragma nullstream kernel(sobel) time(60us)
__global__ void sobel(const uchar4 *in, float *grad, int w, int h)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < w && y < h)
        grad[y * w + x] = in[y * w + x].x;
}

#pragma nullstream kernel(histogram) time(35us) shared(4096)
__global__ void histogram(const float *grad, unsigned *bins, int n)
{
    __shared__ unsigned local[1024];
    for (int i = threadIdx.x; i < 1024; i += blockDim.x)
        local[i] = 0;
    __syncthreads();
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        atomicAdd(&local[(int)grad[i] & 1023], 1u);
    __syncthreads();
    for (int i = threadIdx.x; i < 1024; i += blockDim.x)
        atomicAdd(&bins[i], local[i]);
}

int main()
{
    using namespace img;
    constexpr int NBUF = 3, FRAMES = 15;
    std::array<cudaStream_t, NBUF> st;
    std::array<uchar4 *, NBUF> h_in, d_in, d_tmp;
    std::array<float *, NBUF> d_grad;
    std::array<unsigned *, NBUF> d_bins, h_bins;
    for (int i = 0; i < NBUF; i++) {
        cudaStreamCreateWithFlags(&st[i], cudaStreamNonBlocking);
        cudaMallocHost(&h_in[i], BYTES);
        cudaMallocHost(&h_bins[i], 1024 * sizeof(unsigned));
        cudaMalloc(&d_in[i], BYTES);
        cudaMalloc(&d_tmp[i], BYTES);
        cudaMalloc(&d_grad[i], W * H * sizeof(float));
        cudaMalloc(&d_bins[i], 1024 * sizeof(unsigned));
    }
    dim3 block(32, 8), grid((W + block.x - 1) / block.x, (H + block.y - 1) / block.y);
    for (int f = 0; f < FRAMES; ++f) {
        const int b = f % NBUF;
        cudaStreamSynchronize(st[b]);
        cudaMemcpyAsync(d_in[b], h_in[b], BYTES, cudaMemcpyHostToDevice, st[b]);
        cudaMemsetAsync(d_bins[b], 0, 1024 * sizeof(unsigned), st[b]);
        blur<<<grid, block, 0, st[b]>>>(d_in[b], d_tmp[b], W, H);
        sobel<<<grid, block, 0, st[b]>>>(d_tmp[b], d_grad[b], W, H);
        histogram<<<64, 256, 0, st[b]>>>(d_grad[b], d_bins[b], W * H);
        cudaMemcpyAsync(h_bins[b], d_bins[b], 1024 * sizeof(unsigned), cudaMemcpyDeviceToHost, st[b]);
    }
    cudaError_t e = cudaDeviceSynchronize();
    std::cout << "done: " << cudaGetErrorString(e) << std::endl;
    return e == cudaSuccess ? 0 : 1;
}
