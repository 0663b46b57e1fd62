// One-block kernels of many streams, with records between them: who shares a hardware connection.
// RECORD: 0 none, 1 with timing, 2 without
#include "nullstream.cuh"

#ifndef STREAMS
#define STREAMS 12
#endif
#ifndef KERNELS
#define KERNELS 3
#endif
#ifndef BREADTH
#define BREADTH 0
#endif
#ifndef RECORD
#define RECORD 0
#endif
#ifndef STAGGER
#define STAGGER 0
#endif

__global__ void step(int us)
{
    spin_us(us);
}

int main()
{
    cudaStream_t streams[STREAMS];
    cudaEvent_t events[STREAMS * KERNELS];
    for (int i = 0; i < STREAMS; i++)
        cudaStreamCreate(&streams[i]);
    for (int i = 0; i < STREAMS * KERNELS; i++)
        cudaEventCreateWithFlags(&events[i], RECORD == 2 ? cudaEventDisableTiming : 0);
    for (int i = 0; i < STREAMS * KERNELS; i++) {
        cudaStream_t s = streams[BREADTH ? i % STREAMS : i / KERNELS];
        step<<<1, 64, 0, s>>>(100 + 10 * (i % 7));
        if (RECORD)
            cudaEventRecord(events[i], s);
        if (STAGGER)
            host_work_us(STAGGER);
    }
    cudaDeviceSynchronize();
    return 0;
}
