// A step of short calls in two streams, again and again: the host is too slow for them, and what lies between
// the kernels on the device would stay with an infinitely fast one. Set-up before the timed part ends long before
// it.
#include "nullstream.cuh"
#include <nvtx3/nvToolsExt.h>

const size_t bytes = 8 << 10;

#pragma nullstream kernel(step) time(2us)
__global__ void step(float *x)
{
    x[threadIdx.x] += 1;
}

int main()
{
    float *x[2], *large;
    cudaStream_t s[2];
    cudaEvent_t done[2];
    cudaMalloc(&large, 64 << 20);
    cudaMemset(large, 0, 64 << 20);
    for (int i = 0; i < 2; i++) {
        cudaMalloc(&x[i], 2 * bytes);
        cudaStreamCreateWithFlags(&s[i], cudaStreamNonBlocking);
        cudaEventCreateWithFlags(&done[i], cudaEventDisableTiming);
    }
    cudaDeviceSynchronize();
    nvtxRangePush("nullstream");
    for (int k = 0; k < 40; k++)
        for (int i = 0; i < 2; i++) {
            cudaStreamWaitEvent(s[i], done[1 - i], 0);
            for (int j = 0; j < 4; j++)
                step<<<1, 256, 0, s[i]>>>(x[i]);
            cudaMemsetAsync(x[i], 0, bytes, s[i]);
            step<<<1, 256, 0, s[i]>>>(x[i]);
            cudaMemcpyAsync(x[i] + bytes / 4, x[i], bytes, cudaMemcpyDeviceToDevice, s[i]);
            cudaEventRecord(done[i], s[i]);
        }
    cudaDeviceSynchronize();
    nvtxRangePop();
}
