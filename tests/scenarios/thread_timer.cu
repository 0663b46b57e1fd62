// Threads that begin late and time their own launches, by a clock that they read before and behind
// them. WAIT: the clock is read when the work is done.
#include "nullstream.cuh"

#include <chrono>
#include <stdio.h>
#include <thread>
#include <vector>

#pragma nullstream kernel(k) time(100us) writes(p, 1024)
__global__ void k(float *p)
{
    p[threadIdx.x] = 1;
}

int main()
{
    using clock = std::chrono::steady_clock;
    float *d[2];
    cudaStream_t s[2];
    for (int i = 0; i < 2; i++) {
        cudaMalloc(&d[i], 1024);
        cudaStreamCreateWithFlags(&s[i], cudaStreamNonBlocking);
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
    std::vector<std::thread> threads;
    for (int i = 0; i < 2; i++)
        threads.emplace_back([&, i] {
            for (int turn = 0; turn < 2; turn++) {
                auto from = clock::now();
                k<<<1, 256, 0, s[i]>>>(d[i]);
                k<<<1, 256, 0, s[i]>>>(d[i]);
#ifdef WAIT
                cudaStreamSynchronize(s[i]);
#endif
                auto to = clock::now();
                printf("%d: %.1f us\n", i,
                       std::chrono::duration<double, std::micro>(to - from).count());
            }
            cudaStreamSynchronize(s[i]);
        });
    for (auto &thread : threads)
        thread.join();
    return 0;
}
