// Chunks go in, through a kernel and out again, over a few streams, depth- or breadth-first.
#include "nullstream.cuh"

#ifndef STREAMS
#define STREAMS 2
#endif
#ifndef CHUNKS
#define CHUNKS 8
#endif
#ifndef BYTES
#define BYTES 1048576
#endif
#ifndef US
#define US 50
#endif
#ifndef BLOCKS
#define BLOCKS 132
#endif
#ifndef BREADTH
#define BREADTH 0
#endif

__global__ void process(char *data)
{
    spin_us(US);
}

int main()
{
    cudaStream_t streams[STREAMS];
    char *host, *device;
    cudaMallocHost(&host, (size_t)CHUNKS * BYTES);
    cudaMalloc(&device, (size_t)CHUNKS * BYTES);
    for (int i = 0; i < STREAMS; i++)
        cudaStreamCreate(&streams[i]);
    for (int first = 0; first < CHUNKS; first += BREADTH ? CHUNKS : 1) {
        const int last = BREADTH ? CHUNKS : first + 1;
        for (int i = first; i < last; i++)
            cudaMemcpyAsync(device + (size_t)i * BYTES, host + (size_t)i * BYTES, BYTES,
                            cudaMemcpyHostToDevice, streams[i % STREAMS]);
        for (int i = first; i < last; i++)
            process<<<BLOCKS, 1024, 0, streams[i % STREAMS]>>>(device + (size_t)i * BYTES);
        for (int i = first; i < last; i++)
            cudaMemcpyAsync(host + (size_t)i * BYTES, device + (size_t)i * BYTES, BYTES,
                            cudaMemcpyDeviceToHost, streams[i % STREAMS]);
    }
    cudaDeviceSynchronize();
    return 0;
}
