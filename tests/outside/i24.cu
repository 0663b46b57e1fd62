// matmul too big for "one go": C = A*B in tiles, double buffered. I made streams but it is not faster?? (TODO ask)
// - forgot the stream in the accumulate launch and in one memset; cudaMemcpy for the result; malloc inside of the loop
#include <cuda_runtime.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <vector>
using std::vector;

#define TS 512 // tile size
#define NT 3   // tiles in each direction
#define M (TS * NT)

// naive with 16x16 shared tiles: shared memory limits it to about a fifth of the peak
#pragma nullstream kernel(gemm_tile) flops(5 * 2.0 * TS * TS * TS) bytes(3.0 * TS * TS * 4) regs(32) shared(2048) reads(a, TS * TS * 4) reads(b, TS * TS * 4) writes(c, TS * TS * 4)
__global__ void gemm_tile(float *a, float *b, float *c)
{
    __shared__ float sa[16][16];
    __shared__ float sb[16][16];
    int x = blockIdx.x * 16 + threadIdx.x;
    int y = blockIdx.y * 16 + threadIdx.y;
    float sum = 0;
    for (int k = 0; k < TS; k += 16) {
        sa[threadIdx.y][threadIdx.x] = a[y * TS + k + threadIdx.x];
        sb[threadIdx.y][threadIdx.x] = b[(k + threadIdx.y) * TS + x];
        __syncthreads();
        for (int i = 0; i < 16; i++)
            sum += sa[threadIdx.y][i] * sb[i][threadIdx.x];
        __syncthreads();
    }
    c[y * TS + x] = sum;
}

#pragma nullstream kernel(accumulate) flops(1.0 * TS * TS) bytes(12.0 * TS * TS) regs(16)
__global__ void accumulate(float *sum, float *c)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < TS * TS)
        sum[i] += c[i];
}

float *getTile(float *m, int row, int col) { return m + ((size_t)row * NT + col) * TS * TS; } // stored by tiles

int main()
{
    size_t bytes = (size_t)M * M * sizeof(float);
    size_t tile = TS * TS * sizeof(float);
    float *A, *B;
    cudaMallocHost(&A, bytes);
    cudaMallocHost(&B, bytes);
    vector<float> C((size_t)M * M);
    for (size_t i = 0; i < (size_t)M * M; i += 64) {
        A[i] = 1;
        B[i] = 2;
    }
    cudaStream_t stream[2];
    cudaStreamCreate(&stream[0]);
    cudaStreamCreate(&stream[1]);
    float *dA[2], *dB[2], *dC[2];
    for (int i = 0; i < 2; i++) {
        cudaMalloc(&dA[i], tile);
        cudaMalloc(&dB[i], tile);
        cudaMalloc(&dC[i], tile);
    }
    cudaEvent_t t1, t2;
    cudaEventCreate(&t1);
    cudaEventCreate(&t2);
    cudaEventRecord(t1);
    for (int r = 0; r < NT; r++)
        for (int c = 0; c < NT; c++) {
            float *dSum;
            cudaMalloc(&dSum, tile);
            cudaMemset(dSum, 0, tile);
            for (int k = 0; k < NT; k++) {
                int b = k % 2;
                cudaMemsetAsync(dC[b], 0, tile, stream[b]);
                cudaMemcpyAsync(dA[b], getTile(A, r, k), tile, cudaMemcpyHostToDevice, stream[b]);
                cudaMemcpyAsync(dB[b], getTile(B, k, c), tile, cudaMemcpyHostToDevice, stream[b]);
                dim3 threads(16, 16), blocks(TS / 16, TS / 16);
                gemm_tile<<<blocks, threads, 0, stream[b]>>>(dA[b], dB[b], dC[b]);
                accumulate<<<TS * TS / 256, 256>>>(dSum, dC[b]);
            }
            cudaMemcpy(getTile(C.data(), r, c), dSum, tile, cudaMemcpyDeviceToHost);
            cudaFree(dSum);
        }
    cudaEventRecord(t2);
    cudaEventSynchronize(t2);
    float ms;
    cudaEventElapsedTime(&ms, t1, t2);
    fprintf(stderr, "%f ms, %f GFlop/s\n", ms, 2.0 * M * M * M / ms / 1e6);
    printf("C[0] = %f, last error: %s\n", C[0], cudaGetErrorString(cudaGetLastError()));
    return 0;
}
