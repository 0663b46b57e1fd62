// Reverse-time migration: the forward wave field is stored every few steps to a pinned ring, the backward pass brings the
// snapshots up again in reverse order ahead of their use, correlating in a low-priority stream.
#include "nullstream.cuh"
#include <cassert>
#include <cstdio>
#include <cstdlib>

#define CUDA_CALL(F)                                                                      \
    if ((F) != cudaSuccess) {                                                             \
        printf("Error %s at %s:%d\n", cudaGetErrorString(cudaGetLastError()), __FILE__, __LINE__); \
        exit(-1);                                                                         \
    }
#define CUDA_CHECK()                                                                      \
    if ((cudaPeekAtLastError()) != cudaSuccess) {                                         \
        printf("Error %s at %s:%d\n", cudaGetErrorString(cudaGetLastError()), __FILE__, __LINE__ - 1); \
        exit(-1);                                                                         \
    }

#ifndef STEPS
#define STEPS 96
#endif
#ifndef EVERY
#define EVERY 8
#endif
static const int NX = 256, NY = 192, NZ = 160;
static const size_t CELLS = (size_t)NX * NY * NZ;

#pragma nullstream kernel(propagate) bytes(16.0 * cells) flops(60.0 * cells) regs(64)
__global__ void propagate(const float *now, float *next, const float *velocity, size_t cells)
{
    size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x;
    if (i < cells)
        next[i] = 2 * now[i] - next[i] + velocity[i];
}
#pragma nullstream kernel(inject) block_time(3us) writes(field, 4096)
__global__ void inject(float *field, const float *trace, int step)
{
    field[threadIdx.x] += trace[step * blockDim.x + threadIdx.x];
}
#pragma nullstream kernel(correlate) bytes(16.0 * cells)
__global__ void correlate(const float *source, const float *receiver, float *image, size_t cells)
{
    size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x;
    if (i < cells)
        image[i] += source[i] * receiver[i];
}

int main()
{
    assert(STEPS % EVERY == 0);
    const int snaps = STEPS / EVERY;
    float *field[2], *velocity, *image, *trace, *up[2], *copy, **snap, *back;
    const size_t bytes = CELLS * sizeof(float);
    const unsigned grid = (unsigned)((CELLS + 511) / 512);
    int least, greatest;
    cudaStream_t wave, io, imaging;
    CUDA_CALL(cudaDeviceGetStreamPriorityRange(&least, &greatest));
    CUDA_CALL(cudaStreamCreateWithPriority(&wave, cudaStreamNonBlocking, greatest));
    CUDA_CALL(cudaStreamCreateWithPriority(&io, cudaStreamNonBlocking, greatest));
    CUDA_CALL(cudaStreamCreateWithPriority(&imaging, cudaStreamNonBlocking, least));
    cudaEvent_t copied, saved, loaded[2], used[2], ready;
    CUDA_CALL(cudaEventCreateWithFlags(&copied, cudaEventDisableTiming));
    CUDA_CALL(cudaEventCreateWithFlags(&saved, cudaEventDisableTiming));
    CUDA_CALL(cudaEventCreateWithFlags(&ready, cudaEventDisableTiming));
    for (int i = 0; i < 2; i++) {
        CUDA_CALL(cudaMalloc(&field[i], bytes));
        CUDA_CALL(cudaMalloc(&up[i], bytes));
        CUDA_CALL(cudaEventCreateWithFlags(&loaded[i], cudaEventDisableTiming));
        CUDA_CALL(cudaEventCreateWithFlags(&used[i], cudaEventDisableTiming));
    }
    CUDA_CALL(cudaMalloc(&velocity, bytes));
    CUDA_CALL(cudaMalloc(&image, bytes));
    CUDA_CALL(cudaMalloc(&copy, bytes));
    CUDA_CALL(cudaMalloc(&back, bytes));
    CUDA_CALL(cudaMalloc(&trace, STEPS * 1024 * sizeof(float)));
    snap = (float **)malloc(snaps * sizeof(float *));
    for (int i = 0; i < snaps; i++)
        CUDA_CALL(cudaMallocHost(&snap[i], bytes));
    CUDA_CALL(cudaMemset(image, 0, bytes));
    CUDA_CALL(cudaMemset(velocity, 0, bytes));
    CUDA_CALL(cudaMemset(trace, 0, STEPS * 1024 * sizeof(float)));
    for (int i = 0; i < 2; i++)
        CUDA_CALL(cudaMemset(field[i], 0, bytes));
    CUDA_CALL(cudaDeviceSynchronize());

    // forward
    for (int t = 0; t < STEPS; t++) {
        propagate<<<grid, 512, 0, wave>>>(field[t & 1], field[~t & 1], velocity, CELLS);
        inject<<<1, 1024, 0, wave>>>(field[~t & 1], trace, t);
        CUDA_CHECK();
        if (t % EVERY == EVERY - 1) {
            CUDA_CALL(cudaStreamWaitEvent(wave, saved, 0)); // the staging copy is free
            CUDA_CALL(cudaMemcpyAsync(copy, field[~t & 1], bytes, cudaMemcpyDeviceToDevice, wave));
            CUDA_CALL(cudaEventRecord(copied, wave));
            CUDA_CALL(cudaStreamWaitEvent(io, copied, 0));
            CUDA_CALL(cudaMemcpyAsync(snap[t / EVERY], copy, bytes, cudaMemcpyDeviceToHost, io));
            CUDA_CALL(cudaEventRecord(saved, io));
        }
    }
    for (int i = 0; i < 2; i++) {
        CUDA_CALL(cudaMemsetAsync(field[i], 0, bytes, wave));
    }
    // backward
    for (int t = STEPS - 1; t >= 0; t--) {
        const int s = t / EVERY, slot = s & 1;
        if (t % EVERY == EVERY - 1) {
            CUDA_CALL(cudaStreamWaitEvent(io, used[slot], 0));
            CUDA_CALL(cudaMemcpyAsync(up[slot], snap[s], bytes, cudaMemcpyHostToDevice, io));
            CUDA_CALL(cudaEventRecord(loaded[slot], io));
        }
        propagate<<<grid, 512, 0, wave>>>(field[t & 1], field[~t & 1], velocity, CELLS);
        inject<<<1, 1024, 0, wave>>>(field[~t & 1], trace, t);
        CUDA_CHECK();
        if (t % EVERY == 0) {
            CUDA_CALL(cudaStreamWaitEvent(wave, used[1 - slot], 0)); // "back" is free
            CUDA_CALL(cudaMemcpyAsync(back, field[~t & 1], bytes, cudaMemcpyDeviceToDevice, wave));
            CUDA_CALL(cudaEventRecord(ready, wave));
            CUDA_CALL(cudaStreamWaitEvent(imaging, ready, 0));
            CUDA_CALL(cudaStreamWaitEvent(imaging, loaded[slot], 0));
            correlate<<<grid, 512, 0, imaging>>>(up[slot], back, image, CELLS);
            CUDA_CHECK();
            CUDA_CALL(cudaEventRecord(used[slot], imaging));
        }
    }
    float middle;
    CUDA_CALL(cudaStreamSynchronize(imaging));
    CUDA_CALL(cudaMemcpy(&middle, image + CELLS / 2, sizeof middle, cudaMemcpyDeviceToHost));
    CUDA_CALL(cudaDeviceSynchronize());
    printf("%d snapshots, image %f\n", snaps, middle);
    free(snap);
    return 0;
}
