/* Four streams are made, and all work is put into the first: s[0] where s[i] was meant. */
#include <cuda_runtime.h>

enum { PARTS = 4, STREAMS = 4 };

#pragma nullstream kernel(scale) time(80us) reads(x, bytes) writes(x, bytes)
__global__ void scale(float *x, size_t bytes)
{
    size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x;
    if (i < bytes / sizeof *x)
        x[i] *= 2.0f;
}

int main()
{
    const size_t bytes = 2 << 20;
    float *device[PARTS], *in[PARTS], *out[PARTS];
    cudaStream_t s[STREAMS];
    for (int i = 0; i < PARTS; i++) {
        cudaMalloc(&device[i], bytes);
        cudaMallocHost(&in[i], bytes);
        cudaMallocHost(&out[i], bytes);
    }
    for (int i = 0; i < STREAMS; i++)
        cudaStreamCreateWithFlags(&s[i], cudaStreamNonBlocking);

    for (int i = 0; i < PARTS; i++) {
        cudaMemcpyAsync(device[i], in[i], bytes, cudaMemcpyHostToDevice, s[0]);
        scale<<<32, 256, 0, s[0]>>>(device[i], bytes);
        cudaMemcpyAsync(out[i], device[i], bytes, cudaMemcpyDeviceToHost, s[0]);
    }
    cudaStreamSynchronize(s[0]);

    for (int i = 0; i < STREAMS; i++)
        cudaStreamDestroy(s[i]);
    for (int i = 0; i < PARTS; i++) {
        cudaFree(device[i]);
        cudaFreeHost(in[i]);
        cudaFreeHost(out[i]);
    }
}
