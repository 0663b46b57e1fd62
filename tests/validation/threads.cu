// Several host threads, each with work of its own. STREAM: 0 one each, 1 the per-thread default, 2 the
// default (which --default-stream decides), 3 all the same one
#include <thread>
#include <vector>

#include "nullstream.cuh"

#ifndef STREAM
#define STREAM 0
#endif
#ifndef THREADS
#define THREADS 3
#endif
#ifndef COUNT
#define COUNT 6
#endif
#ifndef BLOCKS
#define BLOCKS 20
#endif
#ifndef WAIT
#define WAIT 0
#endif

const size_t BYTES = 512 * 1024;

__global__ void step(char *data)
{
    spin_us(60);
}

cudaStream_t streams[THREADS];
char *host, *device;

void work(int id)
{
    cudaStream_t s = STREAM == 1   ? cudaStreamPerThread
                     : STREAM == 2 ? (cudaStream_t)0
                                   : streams[STREAM == 3 ? 0 : id];
    for (int i = 0; i < COUNT; i++) {
        cudaMemcpyAsync(device + id * BYTES, host + id * BYTES, BYTES, cudaMemcpyHostToDevice, s);
        step<<<BLOCKS, 256, 0, s>>>(device + id * BYTES);
        if (WAIT)
            cudaStreamSynchronize(s);
    }
    cudaStreamSynchronize(s);
}

int main()
{
    cudaMallocHost(&host, THREADS * BYTES);
    cudaMalloc(&device, THREADS * BYTES);
    for (int i = 0; i < THREADS; i++)
        cudaStreamCreate(&streams[i]);
    std::vector<std::thread> threads;
    for (int i = 0; i < THREADS; i++)
        threads.push_back(std::thread(work, i));
    for (int i = 0; i < THREADS; i++)
        threads[i].join();
    cudaDeviceSynchronize();
    return 0;
}
