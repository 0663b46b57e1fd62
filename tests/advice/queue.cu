// Three threads take tasks from a counter. Without the wait in the loop the first takes nearly all of them,
// and the run takes longer.
#include "nullstream.cuh"

#include <atomic>
#include <thread>
#include <vector>

#define FIXED 0
#define TASKS 12

#pragma nullstream kernel(k) time(us * 1us)
__global__ void k(float *p, double us)
{
    p[threadIdx.x] += (float)us;
}

int main()
{
    std::atomic<int> next{0};
    std::vector<std::thread> threads;
    float *p[3];
    cudaStream_t s[3];
    for (int i = 0; i < 3; i++) {
        cudaMalloc(&p[i], 4096);
        cudaStreamCreateWithFlags(&s[i], cudaStreamNonBlocking);
    }
    for (int w = 0; w < 3; w++)
        threads.emplace_back([&, w] {
            for (int i; (i = next++) < TASKS;) {
                k<<<8, 256, 0, s[w]>>>(p[w], 100 + 50 * (i % 4));
                if (!FIXED)
                    cudaStreamSynchronize(s[w]);
            }
            if (FIXED)
                cudaStreamSynchronize(s[w]);
        });
    for (auto &thread : threads)
        thread.join();
    return 0;
}
