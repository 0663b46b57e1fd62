// Many-wave kernels with tails; grids just over a wave, in two streams of different priority.
#include "nullstream.cuh"
#include <stdio.h>

__global__ void waves(int *out) { spin_us(25); }
__global__ void urgent(int *out) { spin_us(10); }

int main()
{
    int sms = 0, per_sm = 0, dev = 0;
    cudaGetDevice(&dev);
    cudaDeviceGetAttribute(&sms, cudaDevAttrMultiProcessorCount, dev);
    cudaOccupancyMaxActiveBlocksPerMultiprocessor(&per_sm, waves, 512, 0);
    printf("%d SMs x %d blocks\n", sms, per_sm);
    int *out;
    cudaMalloc(&out, 4096);
    int lo, hi;
    cudaDeviceGetStreamPriorityRange(&lo, &hi);
    cudaStream_t bg, fg;
    cudaStreamCreateWithPriority(&bg, cudaStreamNonBlocking, lo);
    cudaStreamCreateWithPriority(&fg, cudaStreamNonBlocking, hi);
    const int wave = sms * per_sm;
    int grids[] = {wave, wave + 1, wave / 2, 3 * wave + 7, 10 * wave, 5 * wave - 3};
    for (int g : grids) {
        waves<<<g, 512, 0, bg>>>(out);
        for (int i = 0; i < 5; i++) {
            urgent<<<sms / 2, 256, 0, fg>>>(out);
            host_work_us(18);
        }
        cudaStreamSynchronize(fg);
    }
    cudaDeviceSynchronize();
    return 0;
}
