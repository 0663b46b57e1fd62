// The data is in ordinary memory. It goes through two page-locked buffers, so that the copies are
// asynchronous, but the host takes longer to fill those than the device to do all the rest.
#include <cuda_runtime.h>
#include <stdlib.h>
#include <string.h>

const int PARTS = 8;
const int N = 1 << 20;
const size_t BYTES = N * sizeof(float);

#pragma nullstream kernel(scale) time(60us) reads(x, PARTS * BYTES) writes(x, PARTS * BYTES)
__global__ void scale(float *x)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < PARTS * N; i += gridDim.x * blockDim.x)
        x[i] *= 2.0f;
}

int main()
{
    float *data = (float *)calloc(PARTS * N, sizeof(float)), *x, *staging[2];
    cudaEvent_t copied[2];
    cudaStream_t stream;
    cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
    cudaMalloc(&x, PARTS * BYTES);
    for (int i = 0; i < 2; i++) {
        cudaMallocHost(&staging[i], BYTES);
        cudaEventCreateWithFlags(&copied[i], cudaEventDisableTiming);
    }
    for (int p = 0; p < PARTS; p++) {
        cudaEventSynchronize(copied[p % 2]);
        memcpy(staging[p % 2], data + p * N, BYTES);
        cudaMemcpyAsync(x + p * N, staging[p % 2], BYTES, cudaMemcpyHostToDevice, stream);
        cudaEventRecord(copied[p % 2], stream);
    }
    scale<<<64, 256, 0, stream>>>(x);
    cudaStreamSynchronize(stream);
    free(data);
    return 0;
}
