// Frames that are copied with the source's pitch too small: all of the copies fail, and the kernels run
// without them. FIXED gives the pitch.
#include <cuda_runtime.h>

#ifndef FIXED
#define FIXED 0
#endif
#define WIDTH 1000
#define HEIGHT 512
#define FRAMES 12

#pragma nullstream kernel(filter) time(50us)
__global__ void filter(unsigned char *frame, size_t pitch)
{
    frame[blockIdx.x * pitch + threadIdx.x] ^= 1;
}

int main()
{
    unsigned char *host, *device;
    size_t pitch;
    cudaStream_t stream;
    cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
    cudaMallocPitch(&device, &pitch, WIDTH, HEIGHT);
    cudaMallocHost(&host, WIDTH * HEIGHT);
    for (int i = 0; i < FRAMES; i++) {
        cudaMemcpy2DAsync(device, pitch, host, FIXED ? WIDTH : 800, WIDTH, HEIGHT,
                          cudaMemcpyHostToDevice, stream);
        filter<<<HEIGHT, 256, 0, stream>>>(device, pitch);
    }
    cudaStreamSynchronize(stream);
    cudaFree(device);
    cudaFreeHost(host);
    cudaStreamDestroy(stream);
}
