// Sparse triangular solve by level sets: hundreds of tiny launches of changing grids; lower solve in one stream, a second
// right-hand side in another, both joined by a dot product every sweep. Launch-bound.
#include "nullstream.cuh"
#include <cstdio>

__global__ void level_solve(const int *rows, int first, int count, const double *val, double *x)
{
    // a row per thread, the time of a level hardly depends on its size
    spin_us(2.2);
}
#pragma nullstream kernel(level_solve) reads(rows + first, count * 4) reads(x, first * 8) writes(x + first, count * 8)

#pragma nullstream kernel(residual) bytes(n * 100.0) flops(n * 14.0) reads(x, n * 8) reads(y, n * 8) writes(out, 8)
__global__ void residual(const double *x, const double *y, int n, double *out) {}

static int level_rows(int level, int levels)
{
    // wide in the middle
    int d = level < levels / 2 ? level : levels - 1 - level;
    return 32 + d * d * 3;
}

int main()
{
    const int levels = 110, sweeps = 4;
    int n = 0;
    for (int l = 0; l < levels; l++)
        n += level_rows(l, levels);
    int *rows;
    double *val, *x, *y, *out, *hOut;
    cudaMalloc(&rows, n * sizeof *rows);
    cudaMalloc(&val, n * 14 * sizeof *val);
    cudaMalloc(&x, n * sizeof *x);
    cudaMalloc(&y, n * sizeof *y);
    cudaMalloc(&out, sizeof *out);
    cudaMallocHost(&hOut, sweeps * sizeof *hOut);
    cudaStream_t a, b;
    cudaStreamCreate(&a);
    cudaStreamCreate(&b);
    cudaEvent_t eb;
    cudaEventCreate(&eb);
    cudaMemsetAsync(x, 0, n * sizeof *x, a);
    cudaMemsetAsync(y, 0, n * sizeof *y, b);
    for (int sweep = 0; sweep < sweeps; ++sweep) {
        int first = 0;
        for (int l = 0; l < levels; ++l) {
            const int count = level_rows(l, levels);
            level_solve<<<(count + 127) / 128, 128, 0, a>>>(rows, first, count, val, x);
            level_solve<<<(count + 127) / 128, 128, 0, b>>>(rows, first, count, val, y);
            first += count;
        }
        cudaEventRecord(eb, b);
        cudaStreamWaitEvent(a, eb, 0);
        residual<<<(n + 255) / 256, 256, 0, a>>>(x, y, n, out);
        cudaMemcpyAsync(hOut + sweep, out, sizeof(double), cudaMemcpyDeviceToHost, a);
        cudaEventRecord(eb, a);
        cudaStreamWaitEvent(b, eb, 0);
    }
    cudaStreamSynchronize(a);
    printf("%d rows, %g\n", n, hOut[sweeps - 1]);
    return 0;
}
