// Native only. What does a launch take the host by the number of streams that take turns? 240
// launches of a kernel of one block that takes 0, 2 or 8 us (or all behind one of 3 ms, HOLD) into
// STREAMS streams by turns, each stream RUN times in a row; ns a launch, least and median of 60
// times.
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cuda_runtime.h>
#include <vector>

__global__ void step(long long ns)
{
    long long begin, now;
    asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(begin));
    do {
        asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(now));
    } while (now - begin < ns);
}

int main()
{
    using clock = std::chrono::steady_clock;
    const int COUNT = 240;
    std::vector<cudaStream_t> s(32);
    for (auto &q : s)
        cudaStreamCreateWithFlags(&q, cudaStreamNonBlocking);
    step<<<1, 32>>>(1000);
    cudaDeviceSynchronize();
    for (int hold = 0; hold < 2; hold++)
        for (int us : {0, 2, 8})
            for (int run : {1, 4})
                for (int streams : {1, 2, 3, 4, 5, 6, 8, 9, 12, 16, 32}) {
                    if ((hold && us != 2) || (run > 1 && streams == 1))
                        continue;
                    std::vector<double> took;
                    for (int turn = 0; turn < 60; turn++) {
                        if (hold)
                            for (int i = 0; i < streams; i++)
                                step<<<1, 32, 0, s[i]>>>(3000000);
                        auto a = clock::now();
                        for (int i = 0; i < COUNT; i++)
                            step<<<1, 32, 0, s[i / run % streams]>>>(us * 1000);
                        auto b = clock::now();
                        cudaDeviceSynchronize();
                        took.push_back(std::chrono::duration<double, std::nano>(b - a).count() /
                                       COUNT);
                    }
                    std::sort(took.begin(), took.end());
                    std::printf("hold %d us %d run %d streams %2d: %6.0f %6.0f\n", hold, us, run,
                                streams, took[2], took[30]);
                }
}
