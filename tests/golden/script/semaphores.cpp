// Semaphores of C++20 (g++ -std=c++20).
#include <chrono>
#include <cstdio>
#include <semaphore>
#include <thread>
#include <vector>
std::counting_semaphore<4> slots(2);
std::binary_semaphore ready(0);
int main()
{
    using namespace std::chrono_literals;
    std::vector<std::thread> all;
    for (int i = 0; i < 3; i++)
        all.emplace_back([] { slots.acquire(); std::this_thread::sleep_for(1ms); slots.release(); });
    for (auto &t : all)
        t.join();
    std::thread t([] { ready.release(); });
    ready.acquire();
    t.join();
    printf("%d %d %d\n", ready.try_acquire(), ready.try_acquire_for(1ms), slots.try_acquire());
    slots.release(2);
    printf("%d\n", slots.try_acquire_for(1ms));
}
