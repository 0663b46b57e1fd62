// Threads: joined in order, or with an outcome that does not depend on their order.
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdio>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
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

struct adder {
    std::shared_ptr<int> sum;
    void operator()() const
    {
        ++*sum;
    }
};

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
    auto shared = std::make_shared<int>(5);
    std::string text = "text";
    std::vector<std::thread> holders;
    for (int i = 0; i < 2; i++)
        holders.emplace_back([shared, text, i](int by) { *shared += i * by + (int)text.size(); },
                             3);
    for (auto &each : holders)
        each.join();
    printf("%d %ld\n", *shared, shared.use_count());
    std::thread object(adder{shared});
    object.join();
    std::function<void(int)> call = [shared](int by) { *shared *= by; };
    std::thread called(call, 2);
    called.join();
    printf("%d\n", *shared);
    return 0;
}
