// An event that is recorded before the copy that it stands for: one mistake, which shows in each
// turn, at the frees and where the stream is destroyed. RIGHT: behind it. TWO: the results are not
// waited for, either.
#include "nullstream.cuh"

const int SIZE = 65536, TURNS = 3;

#pragma nullstream kernel(k) time(50us) reads(x, SIZE) writes(y, SIZE)
__global__ void k(const float *x, float *y)
{
    y[threadIdx.x] = x[threadIdx.x];
}

int main()
{
    float *h[TURNS], *x[TURNS], *y[TURNS], *out;
    cudaStream_t upload, compute;
    cudaStreamCreateWithFlags(&upload, cudaStreamNonBlocking);
    cudaStreamCreateWithFlags(&compute, cudaStreamNonBlocking);
    cudaEvent_t in;
    cudaEventCreateWithFlags(&in, cudaEventDisableTiming);
    cudaMallocHost(&out, SIZE);
    for (int i = 0; i < TURNS; i++) {
        cudaMallocHost(&h[i], SIZE);
        cudaMalloc(&x[i], SIZE);
        cudaMalloc(&y[i], SIZE);
    }
    for (int i = 0; i < TURNS; i++) {
#ifndef RIGHT
        cudaEventRecord(in, upload);
#endif
        cudaMemcpyAsync(x[i], h[i], SIZE, cudaMemcpyHostToDevice, upload);
#ifdef RIGHT
        cudaEventRecord(in, upload);
#endif
        cudaStreamWaitEvent(compute, in, 0);
        k<<<1, 256, 0, compute>>>(x[i], y[i]);
    }
#ifdef TWO
    cudaMemcpyAsync(out, y[0], SIZE, cudaMemcpyDeviceToHost, compute);
    float first = out[0];
#endif
    cudaStreamSynchronize(compute);
    for (int i = 0; i < TURNS; i++) {
        cudaFree(x[i]);
        cudaFree(y[i]);
        cudaFreeHost(h[i]);
    }
    cudaStreamDestroy(upload);
    cudaStreamDestroy(compute);
    return 0;
}
