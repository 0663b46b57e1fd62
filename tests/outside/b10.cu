// One event, recorded anew while waits on its earlier records are pending; synchronised and queried in between.
#include "nullstream.cuh"
#include <stdio.h>
__global__ void lead(int i) { spin_us(60); }
__global__ void follow(int i) { spin_us(13); }
int main()
{
    cudaStream_t src, f[4];
    cudaEvent_t ev;
    cudaEventCreate(&ev);
    cudaStreamCreateWithFlags(&src, cudaStreamNonBlocking);
    for (int i = 0; i < 4; i++) cudaStreamCreateWithFlags(&f[i], cudaStreamNonBlocking);
    for (int i = 0; i < 16; i++) {
        lead<<<12, 256, 0, src>>>(i);
        cudaEventRecord(ev, src);
        cudaStreamWaitEvent(f[i % 4], ev, 0);
        follow<<<4, 64, 0, f[i % 4]>>>(i);
        if (i % 5 == 4) {
            cudaEventRecord(ev, f[i % 4]);  // now another stream's
            cudaStreamWaitEvent(src, ev, 0);
        }
        if (i == 7)
            cudaEventSynchronize(ev);
    }
    int polls = 0;
    while (cudaEventQuery(ev) == cudaErrorNotReady) polls++;
    follow<<<1, 32, 0, f[0]>>>(99);
    cudaDeviceSynchronize();
    printf("%s\n", polls > 0 ? "polled" : "at once");
    return 0;
}
