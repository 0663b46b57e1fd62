// Host functions between kernels: one worker for all streams, and a wake-up on either side.
#include "nullstream.cuh"

#ifndef STREAMS
#define STREAMS 1
#endif
#ifndef COUNT
#define COUNT 5
#endif
#ifndef WORK
#define WORK 50
#endif
#ifndef US
#define US 200
#endif

__global__ void step()
{
    spin_us(US);
}

void report(void *data)
{
    host_work_us(WORK);
}

int main()
{
    cudaStream_t streams[STREAMS];
    for (int i = 0; i < STREAMS; i++)
        cudaStreamCreate(&streams[i]);
    for (int k = 0; k < COUNT; k++)
        for (int i = 0; i < STREAMS; i++) {
            step<<<8, 128, 0, streams[i]>>>();
            cudaLaunchHostFunc(streams[i], report, NULL);
        }
    cudaDeviceSynchronize();
    return 0;
}
