// Frames go to the device, are worked on and come back, over four streams that own a buffer each; the
// host refills a buffer once its last frame is done. Nothing to improve: the copies take all the
// time.
#include "nullstream.cuh"

#include <stdio.h>

#define STREAMS 4
#define FRAMES 10
const int PIXELS = 1 << 22;
const size_t BYTES = PIXELS * sizeof(int);

__global__ void increment(int *out, const int *in, int n, int rounds)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        for (int k = 0; k < rounds; k++)
            out[i] = in[i] + 1;
}
#pragma nullstream kernel(increment) bytes(8.0 * n * rounds)

int main()
{
    int *in[STREAMS], *out[STREAMS], *device_in[STREAMS], *device_out[STREAMS];
    cudaStream_t streams[STREAMS];
    cudaEvent_t done[STREAMS], start, stop;
    float ms;
    for (int i = 0; i < STREAMS; i++) {
        cudaHostAlloc(&in[i], BYTES, cudaHostAllocDefault);
        cudaHostAlloc(&out[i], BYTES, cudaHostAllocDefault);
        cudaMalloc(&device_in[i], BYTES);
        cudaMalloc(&device_out[i], BYTES);
        cudaStreamCreate(&streams[i]);
        cudaEventCreate(&done[i]);
        cudaEventRecord(done[i], streams[i]);
    }
    cudaEventCreate(&start);
    cudaEventCreate(&stop);
    increment<<<PIXELS / 512, 512>>>(device_out[0], device_in[0], PIXELS, 5);
    cudaDeviceSynchronize();

    cudaEventRecord(start, 0);
    int current = 0;
    for (int k = 0; k < FRAMES; k++) {
        int next = (current + 1) % STREAMS;
        cudaEventSynchronize(done[next]);
        increment<<<PIXELS / 512, 512, 0, streams[current]>>>(device_out[current],
                                                              device_in[current], PIXELS, 5);
        cudaMemcpyAsync(device_in[next], in[next], BYTES, cudaMemcpyHostToDevice, streams[next]);
        cudaMemcpyAsync(out[current], device_out[current], BYTES, cudaMemcpyDeviceToHost,
                        streams[current]);
        cudaEventRecord(done[current], streams[current]);
        current = next;
    }
    cudaEventRecord(stop, 0);
    cudaDeviceSynchronize();
    cudaEventElapsedTime(&ms, start, stop);
    printf("%.3f ms a frame\n", ms / FRAMES);
    return 0;
}
