// What do the first calls of several new threads take, and what does each creation? THREADS are made
// one after the other; each makes five calls three times, as programs do, into its own stream or, with
// SHARED, all into one, at once or APART us after each other. With MAIN the first thread calls as well,
// with SETUP it pins memory before, with ASKS a thread's first call is a query.
#include <cuda_runtime.h>
#include <stdlib.h>
#include <string.h>

#include <thread>

#include "nullstream.cuh"

#define THREADS 3
#define SHARED 0
#define MAIN 0
#define APART 0
#define SETUP 0
#define ASKS 0

const size_t KIB = 1 << 10;

cudaStream_t streams[4];
cudaEvent_t events[4];
char *pinned, *device;

__global__ void spin(double us)
{
    spin_us(us);
}

void calls(int me)
{
    cudaStream_t s = streams[SHARED ? 0 : me];
    if (APART * me > 0)
        host_work_us(APART * me);
    if (ASKS)
        cudaStreamQuery(streams[me]);
    for (int i = 0; i < 3; i++) {
        spin<<<1, 64, 0, s>>>(5);
        cudaMemcpyAsync(device, pinned, 64 * KIB, cudaMemcpyHostToDevice, s);
        cudaEventRecord(events[me], s);
        cudaMemsetAsync(device, 0, 256 * KIB, s);
        spin<<<1, 64, 0, s>>>(5);
    }
}

int main()
{
    for (int i = 0; i < 4; i++) {
        cudaStreamCreateWithFlags(&streams[i], cudaStreamNonBlocking);
        cudaEventCreateWithFlags(&events[i], cudaEventDisableTiming);
    }
    cudaMallocHost((void **)&pinned, 256 * KIB);
    cudaMalloc((void **)&device, 256 * KIB);
    if (SETUP) {
        cudaMallocHost((void **)&pinned, 32 * KIB * KIB);
        cudaMalloc((void **)&device, 32 * KIB * KIB);
    }
    memset(malloc(32 * KIB * KIB), 1, 32 * KIB * KIB); // some ms, as in programs
    cudaDeviceSynchronize();
    std::thread a(calls, 1);
    std::thread b;
    if (THREADS > 1)
        b = std::thread(calls, 2);
    std::thread c;
    if (THREADS > 2)
        c = std::thread(calls, 3);
    if (MAIN)
        calls(0);
    a.join();
    if (THREADS > 1)
        b.join();
    if (THREADS > 2)
        c.join();
    cudaDeviceSynchronize();
    return 0;
}
