// c++20: jthread and stop tokens
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdio>
#include <mutex>
#include <stop_token>
#include <thread>
#include <vector>
using namespace std::chrono_literals;
int main()
{
    std::atomic<int> turns{0};
    {
        std::jthread t([&](std::stop_token st) {
            while (!st.stop_requested()) {
                turns++;
                std::this_thread::sleep_for(1ms);
            }
            printf("stopped %d\n", turns > 3);
        });
        std::this_thread::sleep_for(20ms);
    }
    std::jthread plain([](int a, int b) { printf("%d\n", a + b); }, 3, 4);
    plain.join();
    printf("%d\n", plain.joinable());
    std::stop_source src;
    std::stop_token tok = src.get_token();
    printf("%d %d %d\n", tok.stop_possible(), tok.stop_requested(), src.request_stop());
    printf("%d %d\n", tok.stop_requested(), src.request_stop());
    {
        std::stop_callback cb(tok, [] { puts("called at once"); });
    }
    std::stop_source s2;
    {
        std::stop_callback cb(s2.get_token(), [] { puts("called by request"); });
        s2.request_stop();
    }
    std::mutex m;
    std::condition_variable_any cv;
    bool ready = false;
    int got = 0;
    std::jthread waiter([&](std::stop_token st) {
        std::unique_lock lk(m);
        bool ok = cv.wait(lk, st, [&] { return ready; });
        printf("waiter %d\n", ok);
    });
    std::this_thread::sleep_for(2ms);
    waiter.request_stop();
    waiter.join();
    std::thread::id seen, none;
    std::thread named([&] { seen = std::this_thread::get_id(); });
    std::thread::id id = named.get_id();
    named.join();
    printf("%d %d %d\n", id == seen, named.get_id() == none, id == std::this_thread::get_id());
    std::vector<std::jthread> pool;
    for (int i = 0; i < 3; i++)
        pool.emplace_back([&, i](std::stop_token st) {
            while (!st.stop_requested())
                std::this_thread::yield();
            got++;
        });
    for (auto &t : pool)
        t.request_stop();
    pool.clear();
    printf("%d\n", [&] {
        std::lock_guard g(m);
        return got > 0;
    }());
}
