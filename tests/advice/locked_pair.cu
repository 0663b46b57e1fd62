// Two threads take a lock in turns, and wait for their kernels while they hold it: in the order in which
// they take it nothing changes when the wait is moved, but it has to be moved behind the lock.
#include "nullstream.cuh"

#include <mutex>
#include <thread>

#define FIXED 0
#define TURNS 4

#pragma nullstream kernel(k) time(300us)
__global__ void k(float *p)
{
    p[threadIdx.x] += 1;
}

int main()
{
    std::mutex m;
    float *p[2];
    cudaStream_t s[2];
    for (int i = 0; i < 2; i++) {
        cudaStreamCreateWithFlags(&s[i], cudaStreamNonBlocking);
        cudaMalloc(&p[i], 4096);
    }
    auto work = [&](int i) {
        for (int turn = 0; turn < TURNS; turn++) {
            std::lock_guard<std::mutex> held(m);
            k<<<8, 256, 0, s[i]>>>(p[i]);
            if (!FIXED)
                cudaStreamSynchronize(s[i]);
        }
        if (FIXED)
            cudaStreamSynchronize(s[i]);
    };
    std::thread a(work, 0), b(work, 1);
    a.join();
    b.join();
    return 0;
}
