// Iterative CG-like solver: spmv and axpy in the main stream, dot products read back through mapped polling, checkpoints on
// a low-priority side stream.
#include <cuda_runtime.h>
#include <cstdio>

#pragma nullstream kernel(spmv) bytes(76.0 * n) flops(14.0 * n) reads(val, n * 28) reads(x, n * 4) writes(y, n * 4)
__global__ void spmv(const float *val, const float *x, float *y, int n) {}

#pragma nullstream kernel(axpy) bytes(12.0 * n) flops(2.0 * n)
__global__ void axpy(float *y, const float *x, float a, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        y[i] += a * x[i];
}

#pragma nullstream kernel(dotKernel) bytes(8.0 * n) flops(2.0 * n) reads(a, n * 4) reads(b, n * 4) writes(result, 8)
__global__ void dotKernel(const float *a, const float *b, double *result, int n) {}

int main()
{
    const int n = 3000000, iterations = 25;
    float *val, *x, *r, *p, *q, *ckpt, *host;
    double *rr, *rrHost;
    cudaMalloc(&val, n * 28ll);
    for (float **v : {&x, &r, &p, &q, &ckpt}) {
        cudaMalloc(v, n * sizeof(float));
        cudaMemset(*v, 0, n * sizeof(float));
    }
    cudaMalloc(&rr, sizeof(double));
    cudaMemset(val, 0, n * 28ll);
    cudaMallocHost(&host, n * sizeof(float));
    cudaMallocHost(&rrHost, sizeof(double));
    int lo, hi;
    cudaDeviceGetStreamPriorityRange(&lo, &hi);
    cudaStream_t solve, side;
    cudaStreamCreateWithPriority(&solve, cudaStreamNonBlocking, hi);
    cudaStreamCreateWithPriority(&side, cudaStreamNonBlocking, lo);
    cudaEvent_t snap, saved;
    cudaEventCreateWithFlags(&snap, cudaEventDisableTiming);
    cudaEventCreateWithFlags(&saved, cudaEventDisableTiming);
    cudaDeviceSynchronize();

    const int tpb = 256, grid = (n + tpb - 1) / tpb;
    int polls = 0;
    for (int it = 0; it < iterations; it++) {
        spmv<<<grid, tpb, 0, solve>>>(val, p, q, n);
        dotKernel<<<264, 512, 0, solve>>>(p, q, rr, n);
        axpy<<<grid, tpb, 0, solve>>>(x, p, 0.1f, n);
        axpy<<<grid, tpb, 0, solve>>>(r, q, -0.1f, n);
        dotKernel<<<264, 512, 0, solve>>>(r, r, rr, n);
        cudaMemcpyAsync(rrHost, rr, sizeof(double), cudaMemcpyDeviceToHost, solve);
        if (it % 8 == 7) {
            cudaStreamWaitEvent(solve, saved, 0);
            cudaMemcpyAsync(ckpt, x, n * sizeof(float), cudaMemcpyDeviceToDevice, solve);
            cudaEventRecord(snap, solve);
            cudaStreamWaitEvent(side, snap, 0);
            cudaMemcpyAsync(host, ckpt, n * sizeof(float), cudaMemcpyDeviceToHost, side);
            cudaEventRecord(saved, side);
        }
        while (cudaStreamQuery(solve) == cudaErrorNotReady)
            polls++;
        axpy<<<grid, tpb, 0, solve>>>(p, r, 0.5f, n);
    }
    cudaStreamSynchronize(solve);
    cudaStreamSynchronize(side);
    printf("polled %s, |r|^2 = %g\n", polls > 0 ? "yes" : "no", *rrHost);
    return 0;
}
