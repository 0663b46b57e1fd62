// Does a copy engine stay with a stream when something else stands between its copies? Three streams are released by
// one event, each with three copies in of 1 MiB; between them MARK: 0 nothing, 1 a record without timing, 2 a record with
// timing, 3 a wait for an event that is done, 4 a record and a wait for it, 5 a wait for an event of the next stream's
// kernel that is done, 6 a memset of 64 KiB, 7 a small kernel, 8 a copy the other way, 9 the copy in the middle out.
#include <cuda_runtime.h>

#include "nullstream.cuh"

__global__ void gate()
{
    spin_us(150);
}

__global__ void small()
{
    spin_us(2);
}

int main()
{
    const size_t bytes = 1 << 20;
    cudaStream_t s[3], g;
    cudaEvent_t open, done, plain[3], timed[3];
    char *host, *device;
    cudaMallocHost(&host, 8 * bytes);
    cudaMalloc(&device, 8 * bytes);
    cudaStreamCreateWithFlags(&g, cudaStreamNonBlocking);
    cudaEventCreateWithFlags(&open, cudaEventDisableTiming);
    cudaEventCreateWithFlags(&done, cudaEventDisableTiming);
    for (int i = 0; i < 3; i++) {
        cudaStreamCreateWithFlags(&s[i], cudaStreamNonBlocking);
        cudaEventCreateWithFlags(&plain[i], cudaEventDisableTiming);
        cudaEventCreate(&timed[i]);
    }
    for (int mark = 0; mark < 9; mark++) {
        gate<<<1, 32, 0, g>>>();
        cudaEventRecord(open, g);
        for (int i = 0; i < 3; i++) {
            cudaStreamWaitEvent(s[i], open, 0);
            for (int k = 0; k < 3; k++) {
                cudaMemcpyAsync(device + i * bytes, host + i * bytes, bytes, cudaMemcpyHostToDevice, s[i]);
                if (mark == 1 || mark == 4)
                    cudaEventRecord(plain[i], s[i]);
                if (mark == 2)
                    cudaEventRecord(timed[i], s[i]);
                if (mark == 3)
                    cudaStreamWaitEvent(s[i], done, 0);
                if (mark == 4)
                    cudaStreamWaitEvent(s[i], plain[i], 0);
                if (mark == 5)
                    cudaStreamWaitEvent(s[i], open, 0);
                if (mark == 6)
                    cudaMemsetAsync(device + 4 * bytes, 0, 65536, s[i]);
                if (mark == 7)
                    small<<<1, 32, 0, s[i]>>>();
                if (mark == 8)
                    cudaMemcpyAsync(host + 4 * bytes, device + 4 * bytes, 65536, cudaMemcpyDeviceToHost, s[i]);
            }
        }
        cudaDeviceSynchronize();
        if (mark == 0)
            cudaEventRecord(done, g);
        cudaDeviceSynchronize();
    }
    return 0;
}
