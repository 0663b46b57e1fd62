// Threads: joined in order, or with an outcome that does not depend on their order.
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdio>
#include <mutex>
#include <thread>
#include <vector>

static std::mutex lock;
static std::condition_variable ready;
static int stage = 0;
static std::atomic<int> count(0);

static void add(int times, long *sum)
{
    for (int i = 0; i < times; i++) {
        std::lock_guard<std::mutex> guard(lock);
        *sum += i;
        count++;
    }
}

static void later(int ms)
{
    std::this_thread::sleep_for(std::chrono::milliseconds(ms));
    std::unique_lock<std::mutex> guard(lock);
    stage = 1;
    ready.notify_all();
}

int main()
{
    long sum = 0;
    std::vector<long> parts(4);
    std::thread one(add, 100, &sum), two(add, 50, &sum);
    one.join();
    two.join();
    printf("%ld %d\n", sum, count.load());
    std::thread waker(later, 5);
    {
        std::unique_lock<std::mutex> guard(lock);
        while (stage == 0)
            ready.wait(guard);
    }
    waker.join();
    printf("stage %d\n", stage);
    std::atomic<bool> done(false);
    std::thread flagger([&done]() {
        std::this_thread::sleep_for(std::chrono::microseconds(300));
        done = true;
    });
    int turns = 0;
    while (!done)
        turns++;
    flagger.join();
    printf("%d\n", turns > 10);
    auto begin = std::chrono::steady_clock::now();
    std::this_thread::sleep_for(std::chrono::milliseconds(3));
    auto end = std::chrono::steady_clock::now();
    long us = std::chrono::duration_cast<std::chrono::microseconds>(end - begin).count();
    printf("%d\n", us >= 3000);
    std::chrono::duration<double> seconds = end - begin;
    printf("%d\n", seconds.count() >= 0.003);
    return 0;
}
