// A new thread's calls beside main's of the same kinds: each makes a row of launches and some calls of
// every kind, in an order (ORDER) of its own. MEMSETS of 1 GiB are under way meanwhile: for so long the
// next run's thread finds its core asleep.
#include <cuda_runtime.h>
#include <stdlib.h>
#include <string.h>
#include <thread>
#include "nullstream.cuh"
#ifndef MEMSETS
#define MEMSETS 5
#endif
#ifndef ORDER
#define ORDER 0
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
void row()
{
    for (int i = 0; i < 24; i++)
        spin<<<1, 64, 0, s>>>(5);
}
void work()
{
    if (ORDER == 0) {
        row();
        for (int i = 0; i < 4; i++)
            call_all();
    } else {
        for (int i = 0; i < 4; i++)
            call_all();
        row();
    }
}
int main()
{
    cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking);
    cudaStreamCreateWithFlags(&other, cudaStreamNonBlocking);
    cudaEventCreateWithFlags(&done, cudaEventDisableTiming);
    cudaMallocHost((void **)&pinned, 32 * MIB);
    cudaMalloc((void **)&device, MIB);
    cudaMalloc((void **)&large, 1024 * MIB);
    memset(malloc(32 * MIB), 1, 32 * MIB);
    cudaDeviceSynchronize();
    for (int i = 0; i < MEMSETS; i++)
        cudaMemsetAsync(large, 0, 1024 * MIB, other);
    call_all();
    row();
    std::thread worker(work);
    worker.join();
    cudaDeviceSynchronize();
    return 0;
}
