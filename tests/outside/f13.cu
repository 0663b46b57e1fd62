// Histograms of many small images: each job clears its 256 bins by a 1 KiB memset, counts by shared and
// global atomics, and computes the equalizing table with one warp; jobs go round over six streams.
#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>

enum { JOBS = 240, STREAMS = 6, PIXELS = 512 * 384, BINS = 256 };

#define CUDA_CHECK(...)                                                                            \
    do {                                                                                           \
        const cudaError_t status_ = __VA_ARGS__;                                                   \
        if (cudaSuccess != status_) {                                                              \
            std::printf("[%s:%d] %s -> %s\n", __func__, __LINE__, #__VA_ARGS__,                    \
                        cudaGetErrorName(status_));                                                \
            std::abort();                                                                          \
        }                                                                                          \
    } while (false)

#pragma nullstream kernel(histogram) flops(1.0 * n) bytes(1.0 * n + 8.0 * 256 * gridDim.x) shared(1024) regs(16) reads(image, n) reads(bins, 1024) writes(bins, 1024)
__global__ void histogram(const unsigned char *image, unsigned *bins, int n)
{
    __shared__ unsigned local[BINS];
    for (int i = threadIdx.x; i < BINS; i += blockDim.x)
        local[i] = 0;
    __syncthreads();
    const uchar4 *in = (const uchar4 *)image;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n / 4; i += gridDim.x * blockDim.x) {
        uchar4 p = in[i];
        atomicAdd(&local[p.x], 1u);
        atomicAdd(&local[p.y], 1u);
        atomicAdd(&local[p.z], 1u);
        atomicAdd(&local[p.w], 1u);
    }
    __syncthreads();
    for (int i = threadIdx.x; i < BINS; i += blockDim.x)
        atomicAdd(&bins[i], local[i]);
}

// inclusive scan over 256 bins by one warp, scaled to a table
#pragma nullstream kernel(equalize_table) flops(256.0 * 8) bytes(1024.0 + 256.0) reads(bins, 1024) writes(table, 256)
__global__ void equalize_table(const unsigned *bins, unsigned char *table, int n)
{
    unsigned carry = 0;
    for (int base = 0; base < BINS; base += 32) {
        unsigned v = bins[base + threadIdx.x];
        for (int d = 1; d < 32; d *= 2) {
            unsigned o = __shfl_up_sync(0xffffffffu, v, d);
            if (threadIdx.x >= d)
                v += o;
        }
        table[base + threadIdx.x] = (unsigned char)(255ull * (carry + v) / n);
        carry += __shfl_sync(0xffffffffu, v, 31);
    }
}

#pragma nullstream kernel(apply_table) flops(1.0 * n) bytes(2.0 * n) reads(image, n) reads(table, 256) writes(image, n)
__global__ void apply_table(unsigned char *image, const unsigned char *table, int n)
{
    int i = 4 * (blockIdx.x * blockDim.x + threadIdx.x);
    if (i + 3 >= n)
        return;
    uchar4 *p = (uchar4 *)(image + i);
    uchar4 v = *p;
    *p = make_uchar4(table[v.x], table[v.y], table[v.z], table[v.w]);
}

typedef struct {
    unsigned char *image, *table;
    unsigned *bins;
    cudaStream_t stream;
} Worker;

int main(int argc, char **argv)
{
    const int jobs = argc > 1 ? std::atoi(argv[1]) : JOBS;
    unsigned char *pictures;
    unsigned *all_bins = (unsigned *)std::calloc(jobs, BINS * sizeof(unsigned));
    Worker worker[STREAMS];
    CUDA_CHECK(cudaMallocHost((void **)&pictures, (size_t)STREAMS * PIXELS));
    for (int i = 0; i < STREAMS * PIXELS; i++)
        pictures[i] = (unsigned char)(i * 31 >> 5);
    CUDA_CHECK(cudaHostRegister(all_bins, jobs * BINS * sizeof(unsigned), cudaHostRegisterDefault));
    for (Worker &w : worker) {
        CUDA_CHECK(cudaMalloc((void **)&w.image, PIXELS));
        CUDA_CHECK(cudaMalloc((void **)&w.table, BINS));
        CUDA_CHECK(cudaMalloc((void **)&w.bins, BINS * sizeof(unsigned)));
        CUDA_CHECK(cudaStreamCreateWithFlags(&w.stream, cudaStreamNonBlocking));
    }
    for (int j = 0; j < jobs; j++) {
        const Worker &w = worker[j % STREAMS];
        CUDA_CHECK(cudaMemcpyAsync(w.image, pictures + (size_t)(j % STREAMS) * PIXELS, PIXELS,
                                   cudaMemcpyHostToDevice, w.stream));
        CUDA_CHECK(cudaMemsetAsync(w.bins, 0, BINS * sizeof(unsigned), w.stream));
        CUDA_CHECK(cudaMemsetAsync(w.table, 0xff, BINS, w.stream));
        histogram<<<16, 256, 0, w.stream>>>(w.image, w.bins, PIXELS);
        equalize_table<<<1, 32, 0, w.stream>>>(w.bins, w.table, PIXELS);
        apply_table<<<PIXELS / 4 / 256, 256, 0, w.stream>>>(w.image, w.table, PIXELS);
        CUDA_CHECK(cudaMemcpyAsync(all_bins + (size_t)j * BINS, w.bins, BINS * sizeof(unsigned),
                                   cudaMemcpyDeviceToHost, w.stream));
    }
    for (Worker &w : worker) {
        CUDA_CHECK(cudaStreamSynchronize(w.stream));
        CUDA_CHECK(cudaStreamDestroy(w.stream));
    }
    CUDA_CHECK(cudaGetLastError());
    CUDA_CHECK(cudaHostUnregister(all_bins));
    std::printf("%d jobs, bin 7 of the first: %u\n", jobs, all_bins[7]);
    std::free(all_bins);
    return 0;
}
