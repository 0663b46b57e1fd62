// The host asks until work is done, and works itself in between. HOW: 0 asks an event, 1 a stream,
// 2 synchronizes an event, 3 synchronizes an event that blocks, 4 synchronizes the stream
#include "nullstream.cuh"

#ifndef HOW
#define HOW 0
#endif
#ifndef ROUNDS
#define ROUNDS 8
#endif
#ifndef US
#define US 80
#endif
#ifndef WORK
#define WORK 30
#endif

__global__ void step()
{
    spin_us(US);
}

int main()
{
    cudaStream_t a, b;
    cudaEvent_t done;
    cudaStreamCreate(&a);
    cudaStreamCreate(&b);
    cudaEventCreateWithFlags(&done, HOW == 3 ? cudaEventDisableTiming | cudaEventBlockingSync
                                             : cudaEventDisableTiming);
    for (int i = 0; i < ROUNDS; i++) {
        step<<<20, 256, 0, a>>>();
        cudaEventRecord(done, a);
        step<<<20, 256, 0, b>>>();
        host_work_us(WORK);
        if (HOW == 0)
            while (cudaEventQuery(done) == cudaErrorNotReady)
                ;
        if (HOW == 1)
            while (cudaStreamQuery(a) == cudaErrorNotReady)
                ;
        if (HOW == 2 || HOW == 3)
            cudaEventSynchronize(done);
        if (HOW == 4)
            cudaStreamSynchronize(a);
    }
    cudaDeviceSynchronize();
    return 0;
}
