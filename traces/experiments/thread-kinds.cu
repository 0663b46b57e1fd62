// What a new host thread's first calls of each kind take, and main's first beside it: behind a
// set-up that fills memory, as random programs have it, threads one after the other, then three at
// once.
#include <cuda_runtime.h>
#include <stdlib.h>
#include <string.h>

#include <thread>

#include "nullstream.cuh"

const size_t MIB = 1 << 20;

cudaStream_t s[4];
cudaEvent_t done[4];
char *pinned, *device;

__global__ void step()
{
    spin_us(5);
}

// Two of each kind: the second says what is usual.
void calls(int i)
{
    step<<<1, 64, 0, s[i]>>>();
    step<<<1, 64, 0, s[i]>>>();
    cudaMemcpyAsync(device, pinned, 64 << 10, cudaMemcpyHostToDevice, s[i]);
    cudaMemcpyAsync(device, pinned, 64 << 10, cudaMemcpyHostToDevice, s[i]);
    cudaMemsetAsync(device, 0, MIB, s[i]);
    cudaMemsetAsync(device, 0, MIB, s[i]);
    cudaEventRecord(done[i], s[i]);
    cudaEventRecord(done[i], s[i]);
    cudaStreamWaitEvent(s[i], done[i], 0);
    cudaStreamWaitEvent(s[i], done[i], 0);
    step<<<1, 64, 0, s[i]>>>();
    step<<<1, 64, 0, s[i]>>>();
}

void work0()
{
    calls(0);
}

void work1()
{
    calls(1);
}

void work2()
{
    calls(2);
}

int main()
{
    for (int i = 0; i < 4; i++) {
        cudaStreamCreateWithFlags(&s[i], cudaStreamNonBlocking);
        cudaEventCreateWithFlags(&done[i], cudaEventDisableTiming);
    }
    cudaMallocHost((void **)&pinned, 32 * MIB);
    cudaMalloc((void **)&device, 32 * MIB);
    memset(malloc(32 * MIB), 1, 32 * MIB);
    cudaDeviceSynchronize();
    calls(3);
    host_work_us(100);
    std::thread a(work0);
    a.join();
    std::thread b(work1);
    host_work_us(400);
    b.join();
    std::thread c(work0);
    std::thread d(work1);
    std::thread e(work2);
    calls(3);
    c.join();
    d.join();
    e.join();
    cudaDeviceSynchronize();
    return 0;
}
