/* Out-of-core matrix multiply: C = A * B with tiles of A and C streamed, B resident.
 * 2D copies because the tiles have a pitch. */
#include "nullstream.cuh"
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>

#define OK(x) do { cudaError_t e = (x); if (e != cudaSuccess) { printf("%s\n", cudaGetErrorString(e)); exit(1); } } while (0)
enum { DIM = 2048, ROWS = 256, TILES = DIM / ROWS, BUFS = 2, TS = 16 };

#pragma nullstream kernel(gemm_tile) flops(2.0 * rows * n * n) bytes(8.0 * rows * n + 4.0 * n * n) shared(2 * 16 * 16 * 4)
__global__ void gemm_tile(const float *a, size_t pa, const float *b, float *c, size_t pc, int rows, int n)
{
    __shared__ float sa[TS][TS], sb[TS][TS];
    int r = blockIdx.y * TS + threadIdx.y, col = blockIdx.x * TS + threadIdx.x;
    float acc = 0.0f;
    for (int k = 0; k < n; k += TS) {
        sa[threadIdx.y][threadIdx.x] = a[r * pa + k + threadIdx.x];
        sb[threadIdx.y][threadIdx.x] = b[(k + threadIdx.y) * n + col];
        __syncthreads();
        for (int i = 0; i < TS; i++)
            acc += sa[threadIdx.y][i] * sb[i][threadIdx.x];
        __syncthreads();
    }
    c[r * pc + col] = acc;
}

int main(void)
{
    float *A, *B, *C, *dB;
    float *dA[BUFS], *dC[BUFS];
    size_t pitchA[BUFS], pitchC[BUFS];
    cudaStream_t h2d, d2h, comp;
    cudaEvent_t in_ready[BUFS], in_free[BUFS], out_ready[BUFS], out_free[BUFS];

    OK(cudaMallocHost((void **)&A, sizeof(float) * DIM * DIM));
    OK(cudaMallocHost((void **)&C, sizeof(float) * DIM * DIM));
    B = (float *)malloc(sizeof(float) * DIM * DIM);
    assert(B);
    for (int i = 0; i < DIM * DIM; i++) {
        A[i] = (float)(i & 7);
        B[i] = (float)(i & 3);
    }
    OK(cudaMalloc((void **)&dB, sizeof(float) * DIM * DIM));
    for (int i = 0; i < BUFS; i++) {
        OK(cudaMallocPitch((void **)&dA[i], &pitchA[i], DIM * sizeof(float), ROWS));
        OK(cudaMallocPitch((void **)&dC[i], &pitchC[i], DIM * sizeof(float), ROWS));
        OK(cudaEventCreateWithFlags(&in_ready[i], cudaEventDisableTiming));
        OK(cudaEventCreateWithFlags(&in_free[i], cudaEventDisableTiming));
        OK(cudaEventCreateWithFlags(&out_ready[i], cudaEventDisableTiming));
        OK(cudaEventCreateWithFlags(&out_free[i], cudaEventDisableTiming));
    }
    OK(cudaStreamCreate(&h2d));
    OK(cudaStreamCreate(&d2h));
    OK(cudaStreamCreate(&comp));

    OK(cudaMemcpy(dB, B, sizeof(float) * DIM * DIM, cudaMemcpyHostToDevice));
    for (int t = 0; t < TILES; t++) {
        int k = t % BUFS;
        const float *a = A + (size_t)t * ROWS * DIM;
        float *c = C + (size_t)t * ROWS * DIM;
        if (t >= BUFS)
            OK(cudaStreamWaitEvent(h2d, in_free[k], 0));
        OK(cudaMemcpy2DAsync(dA[k], pitchA[k], a, DIM * sizeof(float), DIM * sizeof(float), ROWS,
                             cudaMemcpyHostToDevice, h2d));
        OK(cudaEventRecord(in_ready[k], h2d));

        OK(cudaStreamWaitEvent(comp, in_ready[k], 0));
        if (t >= BUFS)
            OK(cudaStreamWaitEvent(comp, out_free[k], 0));
        gemm_tile<<<dim3(DIM / TS, ROWS / TS), dim3(TS, TS), 0, comp>>>(
            dA[k], pitchA[k] / sizeof(float), dB, dC[k], pitchC[k] / sizeof(float), ROWS, DIM);
        OK(cudaPeekAtLastError());
        OK(cudaEventRecord(in_free[k], comp));
        OK(cudaEventRecord(out_ready[k], comp));

        OK(cudaStreamWaitEvent(d2h, out_ready[k], 0));
        OK(cudaMemcpy2DAsync(c, DIM * sizeof(float), dC[k], pitchC[k], DIM * sizeof(float), ROWS,
                             cudaMemcpyDeviceToHost, d2h));
        OK(cudaEventRecord(out_free[k], d2h));
    }
    OK(cudaStreamSynchronize(d2h));
    printf("C[0] = %g, C[last] = %g\n", C[0], C[DIM * DIM - 1]);
    for (int i = 0; i < BUFS; i++) {
        cudaFree(dA[i]);
        cudaFree(dC[i]);
    }
    cudaFree(dB);
    free(B);
    cudaFreeHost(A);
    cudaFreeHost(C);
    return 0;
}
