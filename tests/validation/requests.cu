// Requests arrive at intervals: small copy in, a few kernels, small copy out, the host waits for the
// oldest when too many are on the way.
#include "nullstream.cuh"

#ifndef REQUESTS
#define REQUESTS 24
#endif
#ifndef STREAMS
#define STREAMS 4
#endif
#ifndef EVERY
#define EVERY 25
#endif
#ifndef BYTES
#define BYTES 16384
#endif

__global__ void layer(int us)
{
    spin_us(us);
}

int main()
{
    cudaStream_t streams[STREAMS];
    cudaEvent_t done[STREAMS];
    char *host, *device;
    cudaMallocHost(&host, (size_t)2 * STREAMS * BYTES);
    cudaMalloc(&device, (size_t)2 * STREAMS * BYTES);
    for (int i = 0; i < STREAMS; i++) {
        cudaStreamCreateWithFlags(&streams[i], cudaStreamNonBlocking);
        cudaEventCreateWithFlags(&done[i], cudaEventDisableTiming);
    }
    for (int i = 0; i < REQUESTS; i++) {
        const int s = i % STREAMS;
        cudaEventSynchronize(done[s]);
        cudaMemcpyAsync(device + s * BYTES, host + s * BYTES, BYTES, cudaMemcpyHostToDevice,
                        streams[s]);
        for (int k = 0; k < 3; k++)
            layer<<<24, 256, 0, streams[s]>>>(12 + 9 * k);
        cudaMemcpyAsync(host + (STREAMS + s) * BYTES, device + (STREAMS + s) * BYTES, BYTES,
                        cudaMemcpyDeviceToHost, streams[s]);
        cudaEventRecord(done[s], streams[s]);
        host_work_us(EVERY);
    }
    cudaDeviceSynchronize();
    return 0;
}
