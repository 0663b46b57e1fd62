// Double buffering that forgets the staging buffers: the host refills one while its copy may still read it.
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
    float *staging[2], *device[2];
    for (int i = 0; i < 2; i++) {
        cudaStreamCreate(&streams[i]);
        cudaMallocHost(&staging[i], N * sizeof(float));
        cudaMalloc(&device[i], N * sizeof(float));
    }
    for (int batch = 0; batch < BATCHES; batch++) {
        int b = batch % 2;
        for (int i = 0; i < N; i += 4096)
            staging[b][i] = batch;
        cudaMemcpyAsync(device[b], staging[b], N * sizeof(float), cudaMemcpyHostToDevice, streams[b]);
        step<<<N / 256, 256, 0, streams[b]>>>(device[b], N);
    }
    cudaDeviceSynchronize();
    return 0;
}
