// How long do copies in take beside what else waits and runs? KIND 0: copies alone, by turns in
// STREAMS streams; 1: each with a chain of kernels of 6 us by time behind it; 2: of kernels that
// read 16 MB; 3: the copies in one stream, the kernels that read in STREAMS others, none waits; 4:
// as 3, but those streams wait for an event behind all copies, and kernels take 6 us by time; 5: as
// 2, but one launch at a time waits, as the host waits for each chain before it goes on with the
// next copy but one.
#include <cuda_runtime.h>

#include "nullstream.cuh"

#ifndef KIND
#define KIND 2
#endif
#ifndef STREAMS
#define STREAMS 4
#endif
#ifndef CHAIN
#define CHAIN 12
#endif
#define BYTES  8388608
#define COPIES 12
#define READ   16000000

#pragma nullstream kernel(timed) block_time(6us)
__global__ void timed()
{
    spin_us(6);
}

#pragma nullstream kernel(reader) bytes(READ) flops(READ / 8)
__global__ void reader(float *p)
{
    p[0] = 1;
}

static void chain(float *p, cudaStream_t s)
{
    for (int i = 0; i < CHAIN; i++)
        if (KIND == 1 || KIND == 4)
            timed<<<264, 256, 0, s>>>();
        else
            reader<<<READ / 64 / 256, 256, 0, s>>>(p);
}

int main()
{
    char *host, *device[STREAMS];
    float *p;
    cudaStream_t s[STREAMS], in;
    cudaEvent_t done;
    cudaMallocHost(&host, BYTES);
    cudaMalloc(&p, 1 << 20);
    for (int i = 0; i < STREAMS; i++) {
        cudaMalloc(&device[i], BYTES);
        cudaStreamCreateWithFlags(&s[i], cudaStreamNonBlocking);
    }
    cudaStreamCreateWithFlags(&in, cudaStreamNonBlocking);
    cudaEventCreateWithFlags(&done, cudaEventDisableTiming);
    cudaDeviceSynchronize();
    for (int i = 0; i < COPIES; i++) {
        cudaStream_t mine = s[i % STREAMS];
        if (KIND == 5 && i >= 2)
            cudaStreamSynchronize(s[(i - 2) % STREAMS]);
        cudaMemcpyAsync(device[i % STREAMS], host, BYTES, cudaMemcpyHostToDevice,
                        KIND == 3 || KIND == 4 ? in : mine);
        if (KIND == 1 || KIND == 2 || KIND == 3 || KIND == 5)
            chain(p + i % STREAMS, mine);
    }
    if (KIND == 4) {
        cudaEventRecord(done, in);
        for (int i = 0; i < STREAMS; i++) {
            cudaStreamWaitEvent(s[i], done, 0);
            chain(p + i, s[i]);
        }
    }
    cudaDeviceSynchronize();
    for (int i = 0; i < STREAMS; i++)
        cudaFree(device[i]);
    cudaFree(p);
    cudaFreeHost(host);
    return 0;
}
