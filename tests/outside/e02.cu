// Hybrid LU with partial pivoting, after MAGMA: the panel goes to the host by a 2-D copy, is factored there, comes back;
// row swaps, triangular solve and the update on the device. Lookahead: the next panel's columns are updated first.
#include <cuda_runtime.h>
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include "nullstream.cuh"

#define CUDA(call)                                                                       \
    do {                                                                                 \
        cudaError_t err_ = (call);                                                       \
        if (err_ != cudaSuccess) {                                                       \
            fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, cudaGetErrorString(err_)); \
            exit(1);                                                                     \
        }                                                                                \
    } while (0)

constexpr int N = 2560, NB = 256;

#pragma nullstream host(getrf_panel) time((20 + rows * 0.06) * 1us) reads(panel, rows * NB * 8) writes(panel, rows * NB * 8) writes(piv, NB * 4)
void getrf_panel(double *panel, int *piv, int rows)
{
    for (int j = 0; j < NB; j++)
        piv[j] = j; // stands for LAPACK
}

#pragma nullstream kernel(laswp) bytes(32.0 * NB * cols) reads(piv, NB * 4) reads(a + col0 * N, cols * N * 8) writes(a + col0 * N, cols * N * 8)
__global__ void laswp(double *a, const int *piv, int row0, int col0, int cols)
{
    int c = col0 + blockIdx.x * blockDim.x + threadIdx.x;
    if (c >= col0 + cols)
        return;
    for (int j = 0; j < NB; j++) {
        double t = a[(size_t)c * N + row0 + j];
        a[(size_t)c * N + row0 + j] = a[(size_t)c * N + row0 + piv[j]];
        a[(size_t)c * N + row0 + piv[j]] = t;
    }
}

#pragma nullstream kernel(trsm) flops(1.0 * NB * NB * cols) bytes(16.0 * NB * cols) regs(64) shared(16384) reads(a + k * N, NB * N * 8) reads(a + col0 * N, cols * N * 8) writes(a + col0 * N, cols * N * 8)
__global__ void trsm(double *a, int k, int col0, int cols)
{
    a[(size_t)(col0 + blockIdx.x) * N + k + threadIdx.x] *= 0.5;
}

#pragma nullstream kernel(gemm) flops(2.0 * NB * rows * cols) bytes(16.0 * rows * cols) regs(128) shared(32768) reads(a + k * N, NB * N * 8) reads(a + col0 * N, cols * N * 8) writes(a + col0 * N, cols * N * 8)
__global__ void gemm(double *a, int k, int row0, int rows, int col0, int cols)
{
    int r = row0 + blockIdx.x * 64 + threadIdx.x;
    for (int c = col0 + blockIdx.y * 64 + threadIdx.y; c < min(col0 + cols, col0 + ((int)blockIdx.y + 1) * 64); c += 4)
        if (r < row0 + rows)
            for (int j = k; j < k + NB; j++)
                a[(size_t)c * N + r] -= a[(size_t)j * N + r] * a[(size_t)c * N + j];
}

static void update(double *a, int k, int col0, int cols, const int *piv, cudaStream_t s)
{
    const int row0 = k + NB, rows = N - row0;
    laswp<<<(cols + 63) / 64, 64, 0, s>>>(a, piv, k, col0, cols);
    trsm<<<cols, NB, 0, s>>>(a, k, col0, cols);
    if (rows > 0)
        gemm<<<dim3((rows + 63) / 64, (cols + 63) / 64), dim3(64, 4), 0, s>>>(a, k, row0, rows, col0, cols);
}

int main()
{
    double *a, *panel;
    int *piv, *dPiv;
    CUDA(cudaMalloc(&a, sizeof(double) * N * N));
    CUDA(cudaMalloc(&dPiv, sizeof(int) * N));
    CUDA(cudaMallocHost(&panel, sizeof(double) * N * NB));
    CUDA(cudaMallocHost(&piv, sizeof(int) * N));
    CUDA(cudaMemset(a, 0, sizeof(double) * N * N));

    int lowest, highest;
    CUDA(cudaDeviceGetStreamPriorityRange(&lowest, &highest));
    cudaStream_t ahead, bulk;
    CUDA(cudaStreamCreateWithPriority(&ahead, cudaStreamNonBlocking, highest));
    CUDA(cudaStreamCreateWithPriority(&bulk, cudaStreamNonBlocking, lowest));
    cudaEvent_t panelReady, nextReady, bulkDone;
    CUDA(cudaEventCreateWithFlags(&panelReady, cudaEventDisableTiming));
    CUDA(cudaEventCreateWithFlags(&nextReady, cudaEventDisableTiming));
    CUDA(cudaEventCreateWithFlags(&bulkDone, cudaEventDisableTiming));
    CUDA(cudaDeviceSynchronize());

    for (int k = 0; k < N; k += NB) {
        const int rows = N - k;
        // this panel's columns are up to date in `ahead`
        CUDA(cudaMemcpy2DAsync(panel, sizeof(double) * rows, a + (size_t)k * N + k, sizeof(double) * N,
                               sizeof(double) * rows, NB, cudaMemcpyDeviceToHost, ahead));
        CUDA(cudaStreamSynchronize(ahead));
        getrf_panel(panel, piv + k, rows);
        CUDA(cudaMemcpy2DAsync(a + (size_t)k * N + k, sizeof(double) * N, panel, sizeof(double) * rows,
                               sizeof(double) * rows, NB, cudaMemcpyHostToDevice, ahead));
        CUDA(cudaMemcpyAsync(dPiv + k, piv + k, sizeof(int) * NB, cudaMemcpyHostToDevice, ahead));
        CUDA(cudaEventRecord(panelReady, ahead));
        CUDA(cudaStreamWaitEvent(bulk, panelReady, 0));
        if (k + NB < N) {
            // the next panel needs the last update of the rest
            if (k > 0)
                CUDA(cudaStreamWaitEvent(ahead, bulkDone, 0));
            update(a, k, k + NB, NB, dPiv + k, ahead);
            CUDA(cudaEventRecord(nextReady, ahead));
        }
        if (k + 2 * NB < N) {
            update(a, k, k + 2 * NB, N - k - 2 * NB, dPiv + k, bulk);
            CUDA(cudaEventRecord(bulkDone, bulk));
        }
    }
    CUDA(cudaDeviceSynchronize());
    CUDA(cudaMemcpy(panel, a, sizeof(double) * N, cudaMemcpyDeviceToHost));
    printf("u00 = %f\n", panel[0]);
    return 0;
}
