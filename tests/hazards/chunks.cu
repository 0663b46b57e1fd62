// One array in four chunks, a stream each; the kernel gets the whole array and where its chunk begins.
// ORDER 0: all of a chunk's work, then the next one's; 1: all copies, all kernels, all copies.
// SHIFT: bytes by which the second stream's copy to the device is moved.
#include "nullstream.cuh"

#ifndef ORDER
#define ORDER 0
#endif
#ifndef SHIFT
#define SHIFT 0
#endif

const int STREAMS = 4, CHUNK = 1 << 20, BLOCK = 256;

#pragma nullstream kernel(grow) time(150us)
__global__ void grow(float *x, int offset)
{
    int i = offset + threadIdx.x + blockIdx.x * blockDim.x;
    x[i] = x[i] + 1.0f;
}

int main()
{
    const int n = STREAMS * CHUNK, bytes = CHUNK * sizeof(float);
    float *host, *device;
    cudaMallocHost((void **)&host, n * sizeof(float));
    cudaMalloc((void **)&device, n * sizeof(float));
    cudaStream_t stream[STREAMS];
    for (int i = 0; i < STREAMS; i++)
        cudaStreamCreate(&stream[i]);
    for (int i = 0; i < n; i += 1024)
        host[i] = i;
    for (int step = 0; step < (ORDER ? 3 : 1); step++)
        for (int i = 0; i < STREAMS; i++) {
            int offset = i * CHUNK, shift = i == 1 ? SHIFT / (int)sizeof(float) : 0;
            if (ORDER == 0 || step == 0)
                cudaMemcpyAsync(&device[offset + shift], &host[offset + shift], bytes,
                                cudaMemcpyHostToDevice, stream[i]);
            if (ORDER == 0 || step == 1)
                grow<<<CHUNK / BLOCK, BLOCK, 0, stream[i]>>>(device, offset);
            if (ORDER == 0 || step == 2)
                cudaMemcpyAsync(&host[offset], &device[offset], bytes, cudaMemcpyDeviceToHost,
                                stream[i]);
        }
    cudaDeviceSynchronize();
    return 0;
}
