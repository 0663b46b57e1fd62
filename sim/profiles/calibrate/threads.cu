// What a host thread costs: to be made, to begin, its first call that needs the device, and its
// first of each kind. One thread that calls in a run, as the first of a program finds least in the
// caches; two more, at its end, are only made.
#include <cuda_runtime.h>
#include <nvtx3/nvToolsExt.h>

#include <stdlib.h>
#include <string.h>

#include <thread>

#include "nullstream.cuh"

#define ASKS 0 // 1: its first call is a query

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

// The last of each says what is usual.
void work()
{
    for (int i = 0; i < 3; i++)
        call_all();
}

void ask()
{
    cudaStreamQuery(other);
    cudaStreamQuery(other);
    cudaStreamQuery(other);
}

void rest()
{
}

int main()
{
    cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking);
    cudaStreamCreateWithFlags(&other, cudaStreamNonBlocking);
    cudaEventCreateWithFlags(&done, cudaEventDisableTiming);
    cudaMallocHost((void **)&pinned, 32 * MIB); // as random programs; no matter (thread-starts.txt)
    cudaMalloc((void **)&device, MIB);
    cudaMalloc((void **)&large, 1024 * MIB);
    memset(malloc(32 * MIB), 1, 32 * MIB); // takes some ms, as in programs
    cudaDeviceSynchronize();

    nvtxRangePush("thread");
    // Under way while the thread makes its calls, and for as long as programs run: the core that the
    // next run's thread gets has then slept, and its first call takes CUPTI 10 us longer
    // (traces/experiments/young-calls.txt).
    for (int i = 0; i < 5; i++)
        cudaMemsetAsync(large, 0, 1024 * MIB, other);
    call_all(); // what the thread needs to call is in main's caches then
    std::thread worker(ASKS ? ask : work);
    worker.join();
    std::thread first(rest), second(rest); // the second finds the way of the first in the caches
    first.join();
    second.join();
    nvtxRangePop();
    cudaDeviceSynchronize();
    return 0;
}
