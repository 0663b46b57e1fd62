// What a new thread's first calls wait for: main's calls before it is made, and beside it.
// BEFORE: main makes all the kinds of calls into the thread's stream before it makes the thread.
// BESIDE: main launches while the thread calls; 1: into another stream, 2: into the same.
// RESTS: the host works for 3.5 ms first, as programs do that fill memory.
#include <cuda_runtime.h>

#include <thread>

#include "nullstream.cuh"

#ifndef BEFORE
#define BEFORE 0
#endif
#ifndef RESTS
#define RESTS 0
#endif
#ifndef BESIDE
#define BESIDE 0
#endif

const size_t KIB = 1 << 10;
const size_t MIB = 1 << 20;

cudaStream_t s, other;
cudaEvent_t done;
char *pinned, *device, *large;

__global__ void spin(double us)
{
    spin_us(us);
}

void call_all()
{
    spin<<<1, 64, 0, s>>>(5);
    cudaMemcpyAsync(device, pinned, 64 * KIB, cudaMemcpyHostToDevice, s);
    cudaMemsetAsync(device, 0, MIB, s);
    cudaEventRecord(done, s);
    cudaStreamWaitEvent(s, done, 0);
}

void work()
{
    for (int i = 0; i < 3; i++)
        call_all();
}

int main()
{
    cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking);
    cudaStreamCreateWithFlags(&other, cudaStreamNonBlocking);
    cudaEventCreateWithFlags(&done, cudaEventDisableTiming);
    cudaMallocHost((void **)&pinned, MIB);
    cudaMalloc((void **)&device, MIB);
    cudaMalloc((void **)&large, 1024 * MIB);
    if (RESTS)
        host_work_us(3500);
    cudaDeviceSynchronize();

    cudaMemsetAsync(large, 0, 1024 * MIB, other);
    if (BEFORE)
        for (int i = 0; i < 3; i++)
            call_all();
    std::thread worker(work);
    if (BESIDE)
        for (int i = 0; i < 20; i++)
            spin<<<1, 64, 0, BESIDE == 1 ? other : s>>>(1);
    worker.join();
    cudaDeviceSynchronize();
    return 0;
}
