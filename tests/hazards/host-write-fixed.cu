// Double buffering: an event behind each copy says when the host may refill its staging buffer.
#include "nullstream.cuh"

const int N = 1 << 20, BATCHES = 6;

#pragma nullstream kernel(step) time(300us)
__global__ void step(float *x, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        x[i] *= 2;
}

int main()
{
    cudaStream_t streams[2];
    cudaEvent_t copied[2];
    float *staging[2], *device[2];
    for (int i = 0; i < 2; i++) {
        cudaStreamCreate(&streams[i]);
        cudaEventCreateWithFlags(&copied[i], cudaEventDisableTiming);
        cudaMallocHost(&staging[i], N * sizeof(float));
        cudaMalloc(&device[i], N * sizeof(float));
    }
    for (int batch = 0; batch < BATCHES; batch++) {
        int b = batch % 2;
        cudaEventSynchronize(copied[b]); // returns at once the first time: never recorded
        for (int i = 0; i < N; i += 4096)
            staging[b][i] = batch;
        cudaMemcpyAsync(device[b], staging[b], N * sizeof(float), cudaMemcpyHostToDevice, streams[b]);
        cudaEventRecord(copied[b], streams[b]);
        step<<<N / 256, 256, 0, streams[b]>>>(device[b], N);
    }
    cudaDeviceSynchronize();
    return 0;
}
