// Three threads with a stream each; each waits for its kernel while it holds the lock that all need.
#include "nullstream.cuh"

#include <mutex>
#include <thread>
#include <vector>

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
    std::vector<std::thread> threads;
    for (int i = 0; i < 3; i++)
        threads.emplace_back([&] {
            float *p;
            cudaStream_t s;
            cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking);
            cudaMalloc(&p, 4096);
            for (int turn = 0; turn < TURNS; turn++) {
                {
                    std::lock_guard<std::mutex> held(m);
                    k<<<8, 256, 0, s>>>(p);
                    if (!FIXED)
                        cudaStreamSynchronize(s);
                }
                if (FIXED)
                    cudaStreamSynchronize(s);
            }
        });
    for (auto &thread : threads)
        thread.join();
    return 0;
}
