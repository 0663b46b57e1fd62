// Tiled matrix multiply out of pinned memory with strided tile copies and a two-deep prefetch of A and B.
#include "nullstream.cuh"
#include <cstdio>
#include <vector>

#pragma nullstream kernel(gemm_tile) flops(2.0 * t * t * t) bytes(16.0 * t * t) regs(128) shared(49152) reads(a, t * t * 4) reads(b, t * t * 4) reads(c, t * t * 4) writes(c, t * t * 4)
__global__ void gemm_tile(const float *a, const float *b, float *c, double t) {}

template <int T>
struct TilePair {
    float *a, *b;
    cudaEvent_t loaded, used;
    bool fresh = true;
    TilePair()
    {
        cudaMalloc(&a, sizeof(float) * T * T);
        cudaMalloc(&b, sizeof(float) * T * T);
        cudaEventCreateWithFlags(&loaded, cudaEventDisableTiming);
        cudaEventCreateWithFlags(&used, cudaEventDisableTiming);
    }
};

template <int T>
static void load(float *to, const float *matrix, int ld, int row, int col, cudaStream_t s)
{
    cudaMemcpy2DAsync(to, T * sizeof(float), matrix + (size_t)row * T * ld + (size_t)col * T, ld * sizeof(float),
                      T * sizeof(float), T, cudaMemcpyHostToDevice, s);
}

int main()
{
    constexpr int T = 1024, TILES = 3, N = T * TILES;
    float *A, *B, *C, *c;
    cudaMallocHost(&A, sizeof(float) * N * N);
    cudaMallocHost(&B, sizeof(float) * N * N);
    cudaMallocHost(&C, sizeof(float) * N * N);
    cudaMalloc(&c, sizeof(float) * T * T);
    TilePair<T> ring[2];
    cudaStream_t load_s, math_s;
    cudaStreamCreateWithFlags(&load_s, cudaStreamNonBlocking);
    cudaStreamCreateWithFlags(&math_s, cudaStreamNonBlocking);
    cudaEvent_t e0, e1;
    cudaEventCreate(&e0);
    cudaEventCreate(&e1);
    cudaEventRecord(e0, math_s);
    int turn = 0;
    for (int i = 0; i < TILES; i++)
        for (int j = 0; j < TILES; j++) {
            cudaMemsetAsync(c, 0, sizeof(float) * T * T, math_s);
            for (int k = 0; k < TILES; k++, turn++) {
                TilePair<T> &p = ring[turn % 2];
                if (!p.fresh)
                    cudaStreamWaitEvent(load_s, p.used, 0);
                p.fresh = false;
                load<T>(p.a, A, N, i, k, load_s);
                load<T>(p.b, B, N, k, j, load_s);
                cudaEventRecord(p.loaded, load_s);
                cudaStreamWaitEvent(math_s, p.loaded, 0);
                gemm_tile<<<dim3(T / 128, T / 128), 256, 0, math_s>>>(p.a, p.b, c, T);
                cudaEventRecord(p.used, math_s);
            }
            cudaMemcpy2DAsync(C + (size_t)i * T * N + (size_t)j * T, N * sizeof(float), c, T * sizeof(float),
                              T * sizeof(float), T, cudaMemcpyDeviceToHost, math_s);
        }
    cudaEventRecord(e1, math_s);
    cudaEventSynchronize(e1);
    float ms;
    cudaEventElapsedTime(&ms, e0, e1);
    printf("%d: %.3f ms, %.1f TFLOP/s\n", N, ms, 2.0 * N * N * N / ms * 1e-9);
    return 0;
}
