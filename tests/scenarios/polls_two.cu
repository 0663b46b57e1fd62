// A thread sleeps for 50 us between its looks at two atomics: whether there is something to do, and
// whether there will be. With LOOP 1 at the first only, in the loop's condition: the same waits.
#include "nullstream.cuh"

#include <atomic>
#include <chrono>
#include <thread>

#ifndef LOOP
#define LOOP 0
#endif

__global__ void step()
{
    spin_us(50);
}

int main()
{
    std::atomic<int> head{0};
    std::atomic<bool> running{true};
    std::thread producer([&] {
        for (int i = 0; i < 3; i++) {
            std::this_thread::sleep_for(std::chrono::microseconds(900));
            head.store(i + 1);
        }
        running = false;
    });
    for (int i = 0; !LOOP;) {
        if (head.load() == i) {
            if (!running)
                break;
            std::this_thread::sleep_for(std::chrono::microseconds(50));
            continue;
        }
        step<<<1, 32>>>();
        cudaDeviceSynchronize();
        i++;
    }
    for (int i = 0; LOOP && i < 3; i++) {
        while (head.load() == i)
            std::this_thread::sleep_for(std::chrono::microseconds(50));
        step<<<1, 32>>>();
        cudaDeviceSynchronize();
    }
    producer.join();
}
