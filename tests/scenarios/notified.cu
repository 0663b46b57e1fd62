// A thread that waits for a condition sleeps until another one tells it so: what that one did before is
// what the run waited for.
#include <condition_variable>
#include <cuda_runtime.h>
#include <mutex>
#include <thread>
#include "nullstream.cuh"
#pragma nullstream kernel(first) time(300us)
__global__ void first() {}
#pragma nullstream kernel(then) time(50us)
__global__ void then() {}
#ifndef WAITERS
#define WAITERS 1
#endif
std::mutex m;
std::condition_variable told;
bool ready = false;
void waits()
{
    cudaStream_t s;
    cudaStreamCreate(&s);
    {
        std::unique_lock<std::mutex> lock(m);
        told.wait(lock, [] { return ready; });
    }
    then<<<1, 32, 0, s>>>();
    cudaStreamSynchronize(s);
}
int main()
{
    std::thread a(waits);
#if WAITERS > 1
    std::thread b(waits);
#endif
    first<<<1, 32>>>();
    cudaDeviceSynchronize();
    host_work_us(200);
    {
        std::lock_guard<std::mutex> lock(m);
        ready = true;
    }
    told.notify_all();
    a.join();
#if WAITERS > 1
    b.join();
#endif
    return 0;
}
