// A function that is called by a loop, or by several lines, waits for what it asked for: what is to
// be taken out of the loop stands in no loop of its own function.
#include "nullstream.cuh"
#include <stdio.h>

#define CHECK(call)                                                                                \
    do {                                                                                           \
        cudaError_t error = (call);                                                                \
        if (error != cudaSuccess)                                                                  \
            return error;                                                                          \
    } while (0)

const int N = 1 << 20;

#pragma nullstream kernel(scale) time(100us) reads(x, N * sizeof(float)) writes(x, N * sizeof(float))
__global__ void scale(float *x) {}

static void load(float *in, int turn)
{
    in[0] = turn;
    host_work_us(60);
}

static cudaError_t step(float *in, float *x, int turn, cudaStream_t stream)
{
    load(in, turn);
    CHECK(cudaMemcpyAsync(x, in, N * sizeof(float), cudaMemcpyHostToDevice, stream));
    scale<<<64, 256, 0, stream>>>(x);
    CHECK(cudaStreamSynchronize(stream));
    return cudaSuccess;
}

int main()
{
    float *in[2], *x[2];
    cudaStream_t stream[2];
    for (int i = 0; i < 2; i++) {
        cudaMallocHost(&in[i], N * sizeof(float));
        cudaMalloc(&x[i], N * sizeof(float));
        cudaStreamCreate(&stream[i]);
    }
#ifdef LINES
    CHECK(step(in[0], x[0], 0, stream[0]));
    CHECK(step(in[1], x[1], 1, stream[1]));
    CHECK(step(in[0], x[0], 2, stream[0]));
    CHECK(step(in[1], x[1], 3, stream[1]));
#else
    for (int turn = 0; turn < 4; turn++)
        if (step(in[turn % 2], x[turn % 2], turn, stream[turn % 2]) != cudaSuccess)
            return 1;
#endif
#ifndef OPEN
    CHECK(cudaDeviceSynchronize());
#endif
    printf("done\n");
    return 0;
}
