// Does a copy engine stay with a stream when a wait that cannot wait stands between its copies? As copy-marks.cu, three
// copies in of 1 MiB each in three streams that one event releases; between them MARK: 0 nothing, 1 a wait for an event that
// was never recorded, 2 a wait for a record in front of the same stream's copies, 3 a wait for the last record, and a record
// (of the same event in the same stream), 4 a wait for an event of another stream that is done.
#include <cuda_runtime.h>

#include "nullstream.cuh"

__global__ void gate()
{
    spin_us(150);
}

int main()
{
    const size_t bytes = 1 << 20;
    cudaStream_t s[3], g;
    cudaEvent_t open, done, never, own[3];
    char *host, *device;
    cudaMallocHost(&host, 8 * bytes);
    cudaMalloc(&device, 8 * bytes);
    cudaStreamCreateWithFlags(&g, cudaStreamNonBlocking);
    cudaEventCreateWithFlags(&open, cudaEventDisableTiming);
    cudaEventCreateWithFlags(&done, cudaEventDisableTiming);
    cudaEventCreateWithFlags(&never, cudaEventDisableTiming);
    for (int i = 0; i < 3; i++) {
        cudaStreamCreateWithFlags(&s[i], cudaStreamNonBlocking);
        cudaEventCreateWithFlags(&own[i], cudaEventDisableTiming);
    }
    for (int mark = 0; mark < 5; mark++) {
        gate<<<1, 32, 0, g>>>();
        cudaEventRecord(open, g);
        for (int i = 0; i < 3; i++) {
            cudaStreamWaitEvent(s[i], open, 0);
            if (mark == 2 || mark == 3)
                cudaEventRecord(own[i], s[i]);
            for (int k = 0; k < 3; k++) {
                cudaMemcpyAsync(device + i * bytes, host + i * bytes, bytes, cudaMemcpyHostToDevice, s[i]);
                if (mark == 1)
                    cudaStreamWaitEvent(s[i], never, 0);
                if (mark == 2 || mark == 3)
                    cudaStreamWaitEvent(s[i], own[i], 0);
                if (mark == 3)
                    cudaEventRecord(own[i], s[i]);
                if (mark == 4)
                    cudaStreamWaitEvent(s[i], done, 0);
            }
        }
        cudaDeviceSynchronize();
        if (mark == 0)
            cudaEventRecord(done, g);
        cudaDeviceSynchronize();
    }
    return 0;
}
