// The host waits for a host function: by a condition, in a loop for an atomic, for a plain variable.
#include "nullstream.cuh"
#include <atomic>
#include <condition_variable>
#include <mutex>

#ifndef CASE
#define CASE 0
#endif

std::mutex m;
std::condition_variable told;
std::atomic<int> flag;
volatile int plain;
bool done;

__global__ void k() { spin_us(300); }

void finish(void *)
{
    host_work_us(20);
    if (CASE == 0) {
        std::lock_guard<std::mutex> lock(m);
        done = true;
        told.notify_one();
    } else if (CASE == 1) {
        flag.store(1);
    } else {
        plain = 1;
    }
}

int main()
{
    cudaStream_t s;
    cudaStreamCreate(&s);
    k<<<1, 32, 0, s>>>();
    cudaLaunchHostFunc(s, finish, nullptr);
    if (CASE == 0) {
        std::unique_lock<std::mutex> lock(m);
        told.wait(lock, [] { return done; });
    } else if (CASE == 1) {
        while (flag.load() == 0) {
        }
    } else {
        while (plain == 0) {
        }
    }
    k<<<1, 32, 0, s>>>();
    cudaStreamSynchronize(s);
    return 0;
}
