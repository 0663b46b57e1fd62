// The data is page-locked where it is, once, and copied in from there.
#include <cuda_runtime.h>
#include <stdlib.h>

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
    float *data = (float *)calloc(PARTS * N, sizeof(float)), *x;
    cudaStream_t stream;
    cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
    cudaMalloc(&x, PARTS * BYTES);
    cudaHostRegister(data, PARTS * BYTES, cudaHostRegisterDefault);
    for (int p = 0; p < PARTS; p++) {
        cudaMemcpyAsync(x + p * N, data + p * N, BYTES, cudaMemcpyHostToDevice, stream);
    }
    scale<<<64, 256, 0, stream>>>(x);
    cudaStreamSynchronize(stream);
    cudaHostUnregister(data);
    free(data);
    return 0;
}
