// 24 streams on 8 connections; a butterfly of events across them.
#include <cuda_runtime.h>
#include "nullstream.cuh"
__global__ void node(int who, double us) { spin_us(us); }
int main()
{
    enum { S = 24 };
    cudaStream_t s[S];
    cudaEvent_t e[S];
    for (int i = 0; i < S; i++) {
        cudaStreamCreateWithFlags(&s[i], cudaStreamNonBlocking);
        cudaEventCreateWithFlags(&e[i], cudaEventDisableTiming);
    }
    for (int step = 1; step < S; step *= 2) {
        for (int i = 0; i < S; i++) {
            node<<<1 + i % 5, 128, 0, s[i]>>>(i, 10.0 + 7 * (i % 4));
            cudaEventRecord(e[i], s[i]);
        }
        for (int i = 0; i < S; i++) {
            int partner = i ^ step;
            if (partner < S)
                cudaStreamWaitEvent(s[i], e[partner]);
        }
    }
    for (int i = 0; i < S; i++) node<<<2, 64, 0, s[i]>>>(i, 4.0);
    cudaDeviceSynchronize();
    return 0;
}
