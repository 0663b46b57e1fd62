// Waits with an end that nobody ends before: the host asks for its work only when their time is over.
#include <chrono>
#include <condition_variable>
#include <cuda_runtime.h>
#include <mutex>

#pragma nullstream kernel(k) time(20us)
__global__ void k() {}

int main()
{
    std::mutex m;
    std::condition_variable cv;
    std::unique_lock l(m);
    for (int i = 0; i < 8; i++) {
        cv.wait_for(l, std::chrono::microseconds(200), [] { return false; });
        k<<<1, 32>>>();
        cudaDeviceSynchronize();
    }
}
