// How long do copies take while WAIT streams wait for an event behind them? COPIES 1: in, 2: out,
// 3: both, of BYTES each; READS 1: while kernels run in another stream that read 16 MB each. All is
// queued before the first copy begins, behind a kernel of 2 ms. DEPTH kernels wait in each stream;
// READS 2: one kernel reads all the time.
#include <cuda_runtime.h>

#include "nullstream.cuh"

#ifndef WAIT
#define WAIT 8
#endif
#ifndef COPIES
#define COPIES 1
#endif
#ifndef READS
#define READS 0
#endif
#ifndef BYTES
#define BYTES 8388608
#endif
#ifndef COUNT
#define COUNT 8
#endif
#ifndef DEPTH
#define DEPTH 1
#endif
#ifndef EACH
#define EACH 16000000
#endif
#define READ (READS == 2 ? 6000000000 : EACH)

#pragma nullstream kernel(hold) block_time(2ms)
__global__ void hold()
{
    spin_us(2000);
}

#pragma nullstream kernel(timed) block_time(3us)
__global__ void timed()
{
    spin_us(3);
}

#pragma nullstream kernel(reader) bytes(READ) flops(READ / 8)
__global__ void reader(float *p)
{
    p[0] = 1;
}

int main()
{
    char *host, *device;
    float *p;
    cudaStream_t in, out, beside, s[WAIT + 1];
    cudaEvent_t begin, done;
    cudaMallocHost(&host, 2 * BYTES);
    cudaMalloc(&device, 2 * BYTES);
    cudaMalloc(&p, 1 << 20);
    cudaStreamCreateWithFlags(&in, cudaStreamNonBlocking);
    cudaStreamCreateWithFlags(&out, cudaStreamNonBlocking);
    cudaStreamCreateWithFlags(&beside, cudaStreamNonBlocking);
    for (int i = 0; i < WAIT; i++)
        cudaStreamCreateWithFlags(&s[i], cudaStreamNonBlocking);
    cudaEventCreateWithFlags(&begin, cudaEventDisableTiming);
    cudaEventCreateWithFlags(&done, cudaEventDisableTiming);
    cudaDeviceSynchronize();
    hold<<<1, 32, 0, in>>>();
    cudaEventRecord(begin, in);
    cudaStreamWaitEvent(out, begin, 0);
    for (int i = 0; i < COUNT; i++) {
        if (COPIES & 1)
            cudaMemcpyAsync(device, host, BYTES, cudaMemcpyHostToDevice, in);
        if (COPIES & 2)
            cudaMemcpyAsync(host + BYTES, device + BYTES, BYTES, cudaMemcpyDeviceToHost, out);
    }
    cudaEventRecord(done, COPIES == 2 ? out : in);
    for (int i = 0; i < WAIT; i++) {
        cudaStreamWaitEvent(s[i], done, 0);
        for (int k = 0; k < DEPTH; k++)
            timed<<<1, 32, 0, s[i]>>>();
    }
    if (READS) {
        cudaStreamWaitEvent(beside, begin, 0);
        for (int i = 0; i < (READS == 2 ? 1 : 180); i++)
            reader<<<READS == 2 ? 528 : EACH / 64 / 256, 256, 0, beside>>>(p);
    }
    cudaDeviceSynchronize();
    cudaFree(p);
    cudaFree(device);
    cudaFreeHost(host);
    return 0;
}
