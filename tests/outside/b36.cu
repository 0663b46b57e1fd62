// Empty streams are synchronised and queried, events recorded in empty streams, again and again beside one that works.
#include "nullstream.cuh"
__global__ void real_work(int i) { spin_us(300); }
int main()
{
    cudaStream_t busy, idle[12];
    cudaStreamCreateWithFlags(&busy, cudaStreamNonBlocking);
    cudaEvent_t e[12], never;
    cudaEventCreate(&never);
    for (int i = 0; i < 12; i++) { cudaStreamCreate(&idle[i]); cudaEventCreate(&e[i]); }
    for (int round = 0; round < 4; round++) {
        real_work<<<64, 256, 0, busy>>>(round);
        for (int i = 0; i < 12; i++) {
            cudaStreamSynchronize(idle[i]);
            cudaEventRecord(e[i], idle[i]);
            cudaStreamWaitEvent(idle[(i + 1) % 12], e[i], 0);
            cudaStreamWaitEvent(idle[i], never, 0);
        }
        cudaEventSynchronize(never);
        for (int i = 0; i < 12; i++) cudaEventSynchronize(e[i]);
        cudaStreamSynchronize(0);
        cudaStreamQuery(idle[3]);
        real_work<<<2, 32, 0, idle[round]>>>(10 + round);
        cudaStreamSynchronize(idle[11]);
    }
    cudaStreamSynchronize(busy);
    float ms[11];
    cudaDeviceSynchronize();
    for (int i = 0; i < 11; i++) cudaEventElapsedTime(ms + i, e[i], e[i + 1]);
    real_work<<<1, 1, 0, busy>>>(100);
    cudaDeviceSynchronize();
    return 0;
}
