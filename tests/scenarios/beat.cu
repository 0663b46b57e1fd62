// A beat of 500 us that counts from one reading of the clock: each sleep is as much shorter as the turn before it was
// longer. READINGS reads the clock in between, RELATIVE from the last reading.
#include "nullstream.cuh"
#include <chrono>
#include <cstdio>
#include <thread>

#ifndef WORK
#define WORK 100
#endif

using Clock = std::chrono::steady_clock;

__global__ void step()
{
    spin_us(50);
}

int main()
{
    const auto begin = Clock::now();
    auto next = begin;
    long longest = 0;
    for (int i = 0; i < 4; i++) {
        host_work_us(WORK);
        step<<<1, 32>>>();
        cudaDeviceSynchronize();
#ifdef READINGS
        for (int j = 0; j < READINGS; j++)
            longest += (Clock::now() - begin).count() > 3000000;
#endif
#ifdef RELATIVE
        std::this_thread::sleep_until(Clock::now() + std::chrono::microseconds(130));
#else
        next += std::chrono::microseconds(500);
        std::this_thread::sleep_until(next);
        std::this_thread::sleep_until(next + std::chrono::microseconds(100));
#endif
    }
    const auto took = std::chrono::duration_cast<std::chrono::microseconds>(Clock::now() - begin);
    printf("%lld us, %ld\n", (long long)took.count(), longest);
}
