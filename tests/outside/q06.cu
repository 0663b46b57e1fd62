// Four-step FFT of a 2D field in slabs: rows, transpose, columns, with a copy out behind each slab.
#include "nullstream.cuh"
#include <cstdio>
#include <cuComplex.h>

template <int RADIX>
__global__ void fft_pass(cuFloatComplex *data, int length, int stride)
{
    spin_us(RADIX == 16 ? 22.0 : 9.0);
}

#pragma nullstream kernel(transpose) bytes(16.0 * w * h) reads(in, w * h * 8) writes(out, w * h * 8) shared(8448)
__global__ void transpose(const cuFloatComplex *in, cuFloatComplex *out, int w, int h)
{
    __shared__ cuFloatComplex tile[32][33];
    int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32 + threadIdx.y;
    tile[threadIdx.y][threadIdx.x] = in[y * w + x];
    __syncthreads();
    out[(blockIdx.x * 32 + threadIdx.y) * h + blockIdx.y * 32 + threadIdx.x] = tile[threadIdx.x][threadIdx.y];
}

enum { WIDTH = 1024, ROWS = 256, SLABS = 8, STREAMS = 3 };

int main()
{
    const size_t count = (size_t)WIDTH * ROWS, bytes = count * sizeof(cuFloatComplex);
    cuFloatComplex *in, *out, *a[STREAMS], *b[STREAMS];
    cudaStream_t st[STREAMS];
    cudaMallocHost((void **)&in, SLABS * bytes);
    cudaMallocHost((void **)&out, SLABS * bytes);
    for (int i = 0; i < STREAMS; i++) {
        cudaMalloc((void **)&a[i], bytes);
        cudaMalloc((void **)&b[i], bytes);
        cudaStreamCreate(&st[i]);
    }
    cudaEvent_t start, stop;
    cudaEventCreate(&start);
    cudaEventCreate(&stop);
    cudaEventRecord(start);
    for (int s = 0; s < SLABS; s++) {
        int k = s % STREAMS;
        cudaMemcpyAsync(a[k], in + s * count, bytes, cudaMemcpyHostToDevice, st[k]);
        for (int stride = 1; stride < WIDTH; stride *= 16)
            fft_pass<16><<<64, 256, 0, st[k]>>>(a[k], WIDTH, stride);
        transpose<<<dim3(WIDTH / 32, ROWS / 32), dim3(32, 32), 0, st[k]>>>(a[k], b[k], WIDTH, ROWS);
        for (int stride = 1; stride < ROWS; stride *= 4)
            fft_pass<4><<<64, 256, 0, st[k]>>>(b[k], ROWS, stride);
        cudaMemcpyAsync(out + s * count, b[k], bytes, cudaMemcpyDeviceToHost, st[k]);
    }
    cudaEventRecord(stop);
    cudaEventSynchronize(stop);
    float ms = 0.0f;
    cudaEventElapsedTime(&ms, start, stop);
    printf("%d slabs %.3f ms (%.1f GB/s each way)\n", SLABS, ms, SLABS * bytes / (ms * 1e6));
    for (int i = 0; i < STREAMS; i++) {
        cudaFree(a[i]);
        cudaFree(b[i]);
        cudaStreamDestroy(st[i]);
    }
    cudaFreeHost(in);
    cudaFreeHost(out);
    return 0;
}
