// C = A B in FP16 with matrices of D x D: 2 D^3 operations, 3 D^2 numbers of two bytes (only their size
// counts here: short) through memory. WHAT 1: the time of the bytes alone, 2: of the operations alone,
// 3: of both.
#include <cuda_runtime.h>

const int D = 4096;
const int WHAT = 3;

#pragma nullstream kernel(gemm) flops(WHAT & 2 ? 2.0 * D * D * D : 1.0) bytes(WHAT & 1 ? 6.0 * D * D : 1.0)
__global__ void gemm(const short *a, const short *b, short *c)
{
}

int main()
{
    short *a, *b, *c;
    cudaMalloc(&a, sizeof(short) * D * D);
    cudaMalloc(&b, sizeof(short) * D * D);
    cudaMalloc(&c, sizeof(short) * D * D);
    gemm<<<264, 1024>>>(a, b, c); // 2048 threads on each of 132 SMs
    cudaDeviceSynchronize();
    return 0;
}
