// Which copy of one direction runs next, by size, number of streams and length of the queues, and
// whether a time slice ends the preference for a stream (docs/semantics.md S6.2): `STREAMS` streams
// of `COPIES` copies of `BYTES` bytes behind kernels that end together, issued in turn (BREADTH=1)
// or stream by stream; the copies of direction OUT=1 go to the host.
#include <cuda_runtime.h>

#include "nullstream.cuh"

const size_t BYTES = 4 << 20;
const int STREAMS = 3;
const int COPIES = 8;
const int BREADTH = 1;
const int OUT = 0;
const int GATE = 300; // us

__global__ void gate()
{
    spin_us(GATE);
}

cudaStream_t streams[STREAMS];
char *host, *device;

void copy(int stream)
{
    if (OUT)
        cudaMemcpyAsync(host, device, BYTES, cudaMemcpyDeviceToHost, streams[stream]);
    else
        cudaMemcpyAsync(device, host, BYTES, cudaMemcpyHostToDevice, streams[stream]);
}

int main()
{
    cudaMallocHost((void **)&host, BYTES);
    cudaMalloc((void **)&device, BYTES);
    for (int i = 0; i < STREAMS; i++)
        cudaStreamCreate(&streams[i]);
    for (int i = 0; i < STREAMS; i++)
        gate<<<1, 64, 0, streams[i]>>>();
    if (BREADTH) {
        for (int c = 0; c < COPIES; c++)
            for (int i = 0; i < STREAMS; i++)
                copy(i);
    } else {
        for (int i = 0; i < STREAMS; i++)
            for (int c = 0; c < COPIES; c++)
                copy(i);
    }
    cudaDeviceSynchronize();
    return 0;
}
