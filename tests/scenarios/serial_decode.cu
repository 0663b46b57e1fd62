// A thread of its own decodes each frame: however the work is divided into streams, the run is no
// shorter than that.
#include "nullstream.cuh"
#include <thread>

#define FRAMES 20

#pragma nullstream kernel(detect) time(350us)
__global__ void detect(float *p) {}

int main()
{
    float *h, *d;
    cudaStream_t s;
    cudaMallocHost(&h, 8 << 20);
    cudaMalloc(&d, 8 << 20);
    cudaStreamCreate(&s);
    std::thread decoder([] {
        for (int i = 0; i < FRAMES; i++)
            host_work_us(280);
    });
    for (int i = 0; i < FRAMES; i++) {
        cudaMemcpyAsync(d, h, 8 << 20, cudaMemcpyHostToDevice, s);
        detect<<<132, 384, 0, s>>>(d);
    }
    cudaStreamSynchronize(s);
    decoder.join();
    return 0;
}
