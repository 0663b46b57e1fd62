// A stencil in two halves: the edge first, its rows go out and in again while the inside is computed.
#include "nullstream.cuh"

#ifndef STEPS
#define STEPS 8
#endif
#ifndef ROW_BYTES
#define ROW_BYTES 65536
#endif
#ifndef SYNC
#define SYNC 1
#endif

__global__ void edge()
{
    spin_us(15);
}

__global__ void inside()
{
    spin_us(90);
}

int main()
{
    cudaStream_t border, interior;
    cudaEvent_t done;
    char *host, *device;
    cudaStreamCreate(&border);
    cudaStreamCreate(&interior);
    cudaEventCreateWithFlags(&done, cudaEventDisableTiming);
    cudaMallocHost(&host, 4 * ROW_BYTES);
    cudaMalloc(&device, 4 * ROW_BYTES);
    for (int i = 0; i < STEPS; i++) {
        edge<<<4, 256, 0, border>>>();
        inside<<<260, 256, 0, interior>>>();
        cudaMemcpyAsync(host, device, 2 * ROW_BYTES, cudaMemcpyDeviceToHost, border);
        if (SYNC) {
            cudaStreamSynchronize(border);
            host_work_us(10);
        }
        cudaMemcpyAsync(device + 2 * ROW_BYTES, host, 2 * ROW_BYTES, cudaMemcpyHostToDevice, border);
        cudaEventRecord(done, interior);
        cudaStreamWaitEvent(border, done, 0);
        cudaEventRecord(done, border);
        cudaStreamWaitEvent(interior, done, 0);
    }
    cudaDeviceSynchronize();
    return 0;
}
