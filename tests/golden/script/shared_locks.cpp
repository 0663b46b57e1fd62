// Locks that are shared, several at once, any lock with a condition
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdio>
#include <mutex>
#include <shared_mutex>
#include <thread>
#include <vector>
std::shared_mutex sm;
std::mutex m1, m2;
std::condition_variable_any cva;
std::once_flag once;
std::atomic_flag af = ATOMIC_FLAG_INIT;
int val = 0;
bool ready = false;
struct Cache {
    mutable std::shared_mutex m;
    int v = 0;
    int get() const
    {
        std::shared_lock<std::shared_mutex> l(m);
        return v;
    }
    void set(int x)
    {
        std::unique_lock l(m);
        v = x;
    }
};
int main()
{
    Cache c;
    std::vector<std::thread> ts;
    for (int i = 0; i < 4; i++)
        ts.emplace_back([&, i] {
            if (i == 0)
                c.set(5);
            else
                c.get();
            std::call_once(once, [] { puts("once"); });
            std::call_once(
                once, [](int x) { printf("%d\n", x); }, 3);
            std::scoped_lock l(m1, m2);
            val += i;
            while (af.test_and_set(std::memory_order_acquire))
                std::this_thread::yield();
            val++;
            af.clear(std::memory_order_release);
        });
    for (auto &t : ts)
        t.join();
    printf("%d %d\n", c.get(), val);
    std::thread w([&] {
        std::unique_lock<std::mutex> l(m1);
        cva.wait(l, [] { return ready; });
        puts("ready");
    });
    {
        std::lock_guard<std::mutex> g(m1);
        ready = true;
    }
    cva.notify_all();
    w.join();
    {
        std::shared_lock a(sm);
        std::shared_lock b(sm);
        printf("%d\n", sm.try_lock());
    }
    printf("%d\n", sm.try_lock());
    sm.unlock();
    std::shared_timed_mutex st;
    st.lock_shared();
    st.unlock_shared();
    {
        std::unique_lock<std::shared_mutex> u(sm, std::defer_lock);
        u.lock();
    }
    std::lock(m1, m2);
    m1.unlock();
    m2.unlock();
}
