// Two streams copy columns of one pitched buffer: the two halves, or so that they overlap by 8 bytes.
#include "nullstream.cuh"

const int W = 1024, OVERLAP = 0;
#ifndef H
#define H 40000
#endif

int main()
{
    char *host, *device;
    size_t pitch;
    cudaStream_t a, b;
    cudaStreamCreateWithFlags(&a, cudaStreamNonBlocking);
    cudaStreamCreateWithFlags(&b, cudaStreamNonBlocking);
    cudaMallocHost(&host, (size_t)W * H);
    cudaMallocPitch(&device, &pitch, W, H);
    const int at = W / 2 - OVERLAP;
    cudaMemcpy2DAsync(device, pitch, host, W, W / 2, H, cudaMemcpyHostToDevice, a);
    cudaMemcpy2DAsync(device + at, pitch, host + at, W, W / 2, H, cudaMemcpyHostToDevice, b);
    cudaDeviceSynchronize();
    cudaFree(device);
    cudaFreeHost(host);
    return 0;
}
