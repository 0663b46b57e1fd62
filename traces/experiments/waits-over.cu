// Does a copy engine stay with a stream when a wait stands between its copies that is over when the engine comes to it, but
// was not when it was called? As copy-waits.cu, three copies in of 1 MiB each in three streams that a kernel of 150 us
// releases; between them MARK: 0 nothing, 1 a wait for a record in another stream, behind a kernel of US, 2 a record without
// timing and that wait, 3 one with timing and that wait. US: 20, 100: over before the first copy; 160: while it runs; 180:
// 12 us after it has ended.
#include <cuda_runtime.h>

#include "nullstream.cuh"

#ifndef US
#define US 100
#endif

__global__ void gate()
{
    spin_us(150);
}

__global__ void other()
{
    spin_us(US);
}

int main()
{
    const size_t bytes = 1 << 20;
    cudaStream_t s[3], g, e;
    cudaEvent_t open, over, own[3], timed[3];
    char *host, *device;
    cudaMallocHost(&host, 8 * bytes);
    cudaMalloc(&device, 8 * bytes);
    cudaStreamCreateWithFlags(&g, cudaStreamNonBlocking);
    cudaStreamCreateWithFlags(&e, cudaStreamNonBlocking);
    cudaEventCreateWithFlags(&open, cudaEventDisableTiming);
    cudaEventCreateWithFlags(&over, cudaEventDisableTiming);
    for (int i = 0; i < 3; i++) {
        cudaStreamCreateWithFlags(&s[i], cudaStreamNonBlocking);
        cudaEventCreateWithFlags(&own[i], cudaEventDisableTiming);
        cudaEventCreate(&timed[i]);
    }
    for (int mark = 0; mark < 4; mark++) {
        gate<<<1, 32, 0, g>>>();
        cudaEventRecord(open, g);
        other<<<1, 32, 0, e>>>();
        cudaEventRecord(over, e);
        for (int i = 0; i < 3; i++) {
            cudaStreamWaitEvent(s[i], open, 0);
            for (int k = 0; k < 3; k++) {
                cudaMemcpyAsync(device + i * bytes, host + i * bytes, bytes, cudaMemcpyHostToDevice, s[i]);
                if (mark == 2)
                    cudaEventRecord(own[i], s[i]);
                if (mark == 3)
                    cudaEventRecord(timed[i], s[i]);
                if (mark > 0)
                    cudaStreamWaitEvent(s[i], over, 0);
            }
        }
        cudaDeviceSynchronize();
    }
    return 0;
}
