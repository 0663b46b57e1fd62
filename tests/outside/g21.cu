// Local histogram equalization (CLAHE) of medical slices: a histogram kernel with large shared memory and
// carve-out, a tiny kernel for the lookup tables, an application kernel; slices of uneven size, four streams.
#include <cuda_runtime.h>
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <numeric>
#include <vector>

#define HIP_LIKE_CHECK(cmd)                                                                   \
    do {                                                                                      \
        cudaError_t error = (cmd);                                                            \
        if (error != cudaSuccess) {                                                           \
            fprintf(stderr, "error: '%s'(%d) at %s:%d\n", cudaGetErrorString(error), error, __FILE__, __LINE__); \
            exit(EXIT_FAILURE);                                                               \
        }                                                                                     \
    } while (0)

static constexpr int BINS = 4096, COPIES = 4, TILE = 128;

__global__ void __launch_bounds__(512) tile_histogram(const uint16_t *img, int w, int h, unsigned *hist)
{
    extern __shared__ unsigned sh[]; // COPIES histograms against conflicts
    for (int i = threadIdx.x; i < BINS * COPIES; i += blockDim.x) sh[i] = 0;
    __syncthreads();
    unsigned *mine = sh + (threadIdx.x / 32 % COPIES) * BINS;
    int x0 = blockIdx.x * TILE, y0 = blockIdx.y * TILE;
    for (int i = threadIdx.x; i < TILE * TILE; i += blockDim.x) {
        int x = x0 + i % TILE, y = y0 + i / TILE;
        if (x < w && y < h) atomicAdd(&mine[img[(size_t)y * w + x] & (BINS - 1)], 1u);
    }
    __syncthreads();
    unsigned *out = hist + (size_t)(blockIdx.y * gridDim.x + blockIdx.x) * BINS;
    for (int i = threadIdx.x; i < BINS; i += blockDim.x) {
        unsigned s = 0;
        for (int c = 0; c < COPIES; c++) s += sh[c * BINS + i];
        out[i] = s;
    }
}

__global__ void make_lut(const unsigned *hist, uint16_t *lut, unsigned clip)
{
    const unsigned *h = hist + (size_t)blockIdx.x * BINS;
    uint16_t *l = lut + (size_t)blockIdx.x * BINS;
    __shared__ unsigned chunk[256];
    unsigned s = 0;
    int per = BINS / blockDim.x, at = threadIdx.x * per;
    for (int i = 0; i < per; i++) s += min(h[at + i], clip);
    chunk[threadIdx.x] = s;
    __syncthreads();
    unsigned before = 0, all = 0;
    for (int i = 0; i < (int)blockDim.x; i++) {
        if (i < (int)threadIdx.x) before += chunk[i];
        all += chunk[i];
    }
    for (int i = 0; i < per; i++) {
        before += min(h[at + i], clip);
        l[at + i] = (uint16_t)((unsigned long long)before * (BINS - 1) / max(all, 1u));
    }
}

__global__ void apply(const uint16_t *img, uint16_t *out, int w, int h, const uint16_t *lut, int tiles_x)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < w && y < h) {
        const uint16_t *l = lut + (size_t)(y / TILE * tiles_x + x / TILE) * BINS;
        out[(size_t)y * w + x] = l[img[(size_t)y * w + x] & (BINS - 1)];
    }
}

struct Slice { int w, h; uint16_t *in, *out; };

int main()
{
    const int slices = 14, lanes = 4, max_side = 2048;
    const size_t shmem = BINS * COPIES * sizeof(unsigned);
    HIP_LIKE_CHECK(cudaFuncSetAttribute(tile_histogram, cudaFuncAttributeMaxDynamicSharedMemorySize, (int)shmem));
    HIP_LIKE_CHECK(cudaFuncSetAttribute(tile_histogram, cudaFuncAttributePreferredSharedMemoryCarveout, cudaSharedmemCarveoutMaxShared));
    HIP_LIKE_CHECK(cudaFuncSetAttribute(apply, cudaFuncAttributePreferredSharedMemoryCarveout, cudaSharedmemCarveoutMaxL1));

    uint32_t rng = 2024;
    auto side = [](uint32_t &r) { r = r * 1664525u + 1013904223u; return 8 + (int)(r >> 16) % (max_side / 128 - 7); };
    std::vector<Slice> study(slices);
    for (auto &s : study) {
        s.w = side(rng) * 128 - 37;
        s.h = side(rng) * 128 - 5;
        HIP_LIKE_CHECK(cudaMallocHost(&s.in, (size_t)s.w * s.h * 2));
        HIP_LIKE_CHECK(cudaMallocHost(&s.out, (size_t)s.w * s.h * 2));
        for (size_t i = 0; i < (size_t)s.w * s.h; i++) s.in[i] = (uint16_t)(i * 37 >> 4);
    }
    std::sort(study.begin(), study.end(), [](const Slice &a, const Slice &b) { return (size_t)a.w * a.h > (size_t)b.w * b.h; });

    cudaStream_t st[lanes];
    uint16_t *d_in[lanes], *d_out[lanes], *d_lut[lanes];
    unsigned *d_hist[lanes];
    const int max_tiles = (max_side / TILE) * (max_side / TILE);
    for (int i = 0; i < lanes; i++) {
        HIP_LIKE_CHECK(cudaStreamCreate(&st[i]));
        HIP_LIKE_CHECK(cudaMalloc(&d_in[i], (size_t)max_side * max_side * 2));
        HIP_LIKE_CHECK(cudaMalloc(&d_out[i], (size_t)max_side * max_side * 2));
        HIP_LIKE_CHECK(cudaMalloc(&d_hist[i], (size_t)max_tiles * BINS * sizeof(unsigned)));
        HIP_LIKE_CHECK(cudaMalloc(&d_lut[i], (size_t)max_tiles * BINS * 2));
    }
    for (int i = 0; i < slices; i++) {
        const Slice &s = study[i];
        int k = i % lanes, tx = (s.w + TILE - 1) / TILE, ty = (s.h + TILE - 1) / TILE;
        size_t bytes = (size_t)s.w * s.h * 2;
        HIP_LIKE_CHECK(cudaMemcpyAsync(d_in[k], s.in, bytes, cudaMemcpyHostToDevice, st[k]));
        tile_histogram<<<dim3(tx, ty), 512, shmem, st[k]>>>(d_in[k], s.w, s.h, d_hist[k]);
        make_lut<<<tx * ty, 256, 0, st[k]>>>(d_hist[k], d_lut[k], 64);
        apply<<<dim3((s.w + 31) / 32, (s.h + 15) / 16), dim3(32, 16), 0, st[k]>>>(d_in[k], d_out[k], s.w, s.h, d_lut[k], tx);
        HIP_LIKE_CHECK(cudaGetLastError());
        HIP_LIKE_CHECK(cudaMemcpyAsync(s.out, d_out[k], bytes, cudaMemcpyDeviceToHost, st[k]));
    }
    HIP_LIKE_CHECK(cudaDeviceSynchronize());
    unsigned long long sum = 0;
    size_t pixels = 0;
    for (const auto &s : study) pixels += (size_t)s.w * s.h;
    for (const auto &s : study)
        for (size_t i = 0; i < (size_t)s.w * s.h; i += 1009) sum += s.out[i];
    printf("%d slices, %zu pixels, checksum %llu\n", slices, pixels, sum);
    return 0;
}
