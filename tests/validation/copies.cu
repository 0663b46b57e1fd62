// Copies of one or both directions over several streams: which runs next, and how fast.
// DIRECTION: 0 in, 1 out, 2 streams in turn, 3 each stream in and out in turn
#include "nullstream.cuh"

#ifndef STREAMS
#define STREAMS 3
#endif
#ifndef COPIES
#define COPIES 4
#endif
#ifndef BYTES
#define BYTES 1048576
#endif
#ifndef GROW
#define GROW 1
#endif
#ifndef DIRECTION
#define DIRECTION 0
#endif
#ifndef BREADTH
#define BREADTH 0
#endif

int main()
{
    cudaStream_t streams[STREAMS];
    char *host, *device;
    size_t most = BYTES;
    for (int i = 1; i < STREAMS; i++)
        most *= GROW;
    cudaMallocHost(&host, 2 * most);
    cudaMalloc(&device, 2 * most);
    for (int i = 0; i < STREAMS; i++)
        cudaStreamCreateWithFlags(&streams[i], cudaStreamNonBlocking);
    for (int i = 0; i < STREAMS * COPIES; i++) {
        const int s = BREADTH ? i % STREAMS : i / COPIES;
        const int k = BREADTH ? i / STREAMS : i % COPIES;
        const bool out = DIRECTION == 1 || (DIRECTION == 2 && s % 2) || (DIRECTION == 3 && k % 2);
        size_t bytes = BYTES;
        for (int j = 0; j < s; j++)
            bytes *= GROW;
        if (out)
            cudaMemcpyAsync(host + most, device + most, bytes, cudaMemcpyDeviceToHost, streams[s]);
        else
            cudaMemcpyAsync(device, host, bytes, cudaMemcpyHostToDevice, streams[s]);
    }
    cudaDeviceSynchronize();
    return 0;
}
