// Waits for a condition that end by themselves: with margins that a loaded machine keeps.
#include <chrono>
#include <condition_variable>
#include <cstdio>
#include <mutex>
#include <thread>
int main()
{
    std::mutex m;
    std::condition_variable c;
    int stage = 0;
    std::thread waker([&] {
        std::this_thread::sleep_for(std::chrono::milliseconds(5));
        {
            std::lock_guard<std::mutex> g(m);
            stage = 1;
        }
        c.notify_all();
    });
    std::unique_lock<std::mutex> l(m);
    auto t0 = std::chrono::steady_clock::now();
    bool ok = c.wait_for(l, std::chrono::milliseconds(1), [&] { return stage == 1; });
    auto t1 = std::chrono::steady_clock::now();
    printf("%d %d\n", ok,
           (int)std::chrono::duration_cast<std::chrono::milliseconds>(t1 - t0).count());
    ok = c.wait_until(l, t1 + std::chrono::milliseconds(50), [&] { return stage == 1; });
    auto t2 = std::chrono::steady_clock::now();
    printf("%d %d\n", ok,
           t2 - t0 > std::chrono::microseconds(4900) && t2 - t0 < std::chrono::milliseconds(20));
    printf("%d\n", c.wait_for(l, std::chrono::microseconds(500)) == std::cv_status::timeout);
    printf("%d\n",
           c.wait_until(l, std::chrono::system_clock::now() +
                               std::chrono::duration<double>(0.001)) == std::cv_status::timeout);
    auto t3 = std::chrono::steady_clock::now();
    printf("%d\n",
           t3 - t2 >= std::chrono::microseconds(1490) && t3 - t2 < std::chrono::milliseconds(20));
    l.unlock();
    waker.join();
    return 0;
}
