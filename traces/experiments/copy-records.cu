// What does a record between two copies of a stream cost, by the kind of its event and of the copies?
// 40 copies queued behind a kernel of 1 ms.
#include "nullstream.cuh"

#define COUNT 40
#define BYTES 65536
#define OUT 0    // 1: from the device
#define RECORD 0 // 1: with timing; 2: without; 3: without timing, and blocking

__global__ void spin(double us)
{
    spin_us(us);
}

int main()
{
    char *d, *h;
    cudaMalloc(&d, BYTES);
    cudaMallocHost(&h, BYTES);
    cudaStream_t s;
    cudaStreamCreate(&s);
    cudaEvent_t e[COUNT];
    for (int i = 0; i < COUNT; i++)
        cudaEventCreateWithFlags(&e[i], RECORD == 1   ? cudaEventDefault
                                        : RECORD == 2 ? cudaEventDisableTiming
                                                      : cudaEventDisableTiming | cudaEventBlockingSync);
    spin<<<1, 32, 0, s>>>(1000);
    for (int i = 0; i < COUNT; i++) {
        if (OUT)
            cudaMemcpyAsync(h, d, BYTES, cudaMemcpyDeviceToHost, s);
        else
            cudaMemcpyAsync(d, h, BYTES, cudaMemcpyHostToDevice, s);
        if (RECORD)
            cudaEventRecord(e[i], s);
    }
    cudaDeviceSynchronize();
    return 0;
}
