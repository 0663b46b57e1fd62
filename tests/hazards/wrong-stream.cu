// An event is recorded in the stream that waits for it, not in the one whose work it is to stand for.
// WHAT: 0: once, 1: in a loop with an event a slot, 2: another stream needs it where it is; FIXED: with
// what check says.
#include "nullstream.cuh"

#ifndef WHAT
#define WHAT 0
#endif
#ifndef FIXED
#define FIXED 0
#endif

const int N = 1 << 20, SLOTS = 2;

#pragma nullstream kernel(scale) time(200us)
__global__ void scale(float *out, const float *in)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = in[i] * 2;
}

int main()
{
    float *h[SLOTS], *x[SLOTS], *y[SLOTS], *z;
    cudaStream_t load, compute, other;
    cudaEvent_t loaded[SLOTS], ready, used[SLOTS], more;
    cudaStreamCreateWithFlags(&load, cudaStreamNonBlocking);
    cudaStreamCreateWithFlags(&compute, cudaStreamNonBlocking);
    cudaStreamCreateWithFlags(&other, cudaStreamNonBlocking);
    cudaEventCreateWithFlags(&ready, cudaEventDisableTiming);
    cudaEventCreateWithFlags(&more, cudaEventDisableTiming);
    cudaMalloc(&z, N * sizeof(float));
    for (int i = 0; i < SLOTS; i++) {
        cudaMallocHost(&h[i], N * sizeof(float));
        cudaMalloc(&x[i], N * sizeof(float));
        cudaMalloc(&y[i], N * sizeof(float));
        cudaEventCreateWithFlags(&loaded[i], cudaEventDisableTiming);
        cudaEventCreateWithFlags(&used[i], cudaEventDisableTiming);
    }
    if (WHAT == 0) {
        cudaMemcpyAsync(x[0], h[0], N * sizeof(float), cudaMemcpyHostToDevice, load);
        cudaEventRecord(ready, FIXED ? load : compute);
        cudaStreamWaitEvent(compute, ready, 0);
        scale<<<N / 256, 256, 0, compute>>>(y[0], x[0]);
    }
    for (int i = 0; WHAT == 1 && i < 6; i++) {
        int slot = i % SLOTS;
        cudaStreamWaitEvent(load, used[slot], 0);
        cudaMemcpyAsync(x[slot], h[slot], N * sizeof(float), cudaMemcpyHostToDevice, load);
        cudaEventRecord(loaded[slot], FIXED ? load : compute);
        cudaStreamWaitEvent(compute, loaded[slot], 0);
        scale<<<N / 256, 256, 0, compute>>>(y[slot], x[slot]);
        cudaEventRecord(used[slot], compute);
    }
    if (WHAT == 2) {
        scale<<<N / 256, 256, 0, compute>>>(y[1], x[1]);
        cudaMemcpyAsync(x[0], h[0], N * sizeof(float), cudaMemcpyHostToDevice, load);
        if (FIXED)
            cudaEventRecord(more, load);
        cudaEventRecord(ready, compute);
        cudaStreamWaitEvent(compute, ready, 0);
        if (FIXED)
            cudaStreamWaitEvent(compute, more, 0);
        scale<<<N / 256, 256, 0, compute>>>(y[0], x[0]);
        cudaStreamWaitEvent(other, ready, 0);
        scale<<<N / 256, 256, 0, other>>>(z, y[1]);
    }
    cudaDeviceSynchronize();
    return 0;
}
