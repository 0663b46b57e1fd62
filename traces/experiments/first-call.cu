// What does the very first call of a program take the host longer, and what does that depend on?
// Each run comes right behind another (gpu/README.md, "A run behind a run"), and what is set up is
// set up anew between them where FILL says so: 32 MiB that the host fills.
#include <stdlib.h>
#include <string.h>

#include "nullstream.cuh"

#ifndef WORK
#define WORK 0
#endif
#ifndef WORK_END
#define WORK_END 0
#endif
#ifndef PRIORITY
#define PRIORITY 0
#endif
#ifndef FILL
#define FILL 0
#endif
#ifndef PINNED
#define PINNED 0
#endif
#ifndef EVENTS
#define EVENTS 0
#endif
#ifndef US
#define US 50
#endif
#ifndef COPIES
#define COPIES 0
#endif
#ifndef KINDS
#define KINDS 0
#endif
#ifndef STREAMS
#define STREAMS 2
#endif
#ifndef COUNT
#define COUNT 8
#endif
#ifndef FUNCTION
#define FUNCTION 0
#endif

__global__ void k()
{
    spin_us(US);
}

void f(void *)
{
    host_work_us(20);
}

int main()
{
    cudaStream_t s[STREAMS];
    cudaEvent_t e;
    char *pinned, *device, *pageable;
    int least, greatest;
    cudaDeviceGetStreamPriorityRange(&least, &greatest);
    for (int i = 0; i < STREAMS; i++) {
        if (PRIORITY)
            cudaStreamCreateWithPriority(&s[i], cudaStreamNonBlocking, least - i);
        else
            cudaStreamCreateWithFlags(&s[i], cudaStreamNonBlocking);
    }
    cudaMalloc(&device, 32 << 20);
    cudaMallocHost(&pinned, PINNED ? 32 << 20 : 1 << 20);
    if (FILL) {
        pageable = (char *)malloc(32 << 20);
        memset(pageable, 1, 32 << 20);
    }
    if (EVENTS)
        cudaEventCreateWithFlags(&e, cudaEventDisableTiming);
    cudaDeviceSynchronize();
    for (int i = 0; i < COUNT; i++) {
        k<<<20, 128, 0, s[i % STREAMS]>>>();
        if (EVENTS) {
            cudaEventRecord(e, s[i % STREAMS]);
            cudaStreamWaitEvent(s[(i + 1) % STREAMS], e, 0);
        }
        if (COPIES)
            cudaMemcpyAsync(device, pinned, 65536, cudaMemcpyHostToDevice, s[i % STREAMS]);
        if (KINDS)
            cudaMemsetAsync(device, 0, 65536, s[i % STREAMS]);
        if (FUNCTION)
            cudaLaunchHostFunc(s[i % STREAMS], f, NULL);
        if (WORK && i == COUNT / 2)
            host_work_us(WORK);
    }
    if (WORK_END)
        host_work_us(WORK_END);
    cudaDeviceSynchronize();
    return 0;
}
