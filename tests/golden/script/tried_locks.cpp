// Locks that are tried: by std::mutex, std::unique_lock and pthreads, by several threads.
#include <cerrno>
#include <chrono>
#include <cstdio>
#include <mutex>
#include <pthread.h>
#include <thread>
#include <utility>
#include <vector>

using namespace std::chrono_literals;

static std::mutex m, n;
static std::recursive_mutex r;
static std::recursive_timed_mutex rt;
static std::timed_mutex t;
static pthread_mutex_t p = PTHREAD_MUTEX_INITIALIZER;

template <class F> static void elsewhere(F f)
{
    std::thread other(f);
    other.join();
}

int main()
{
    printf("%d\n", m.try_lock());
    elsewhere([] {
        std::unique_lock<std::mutex> lock(m, std::try_to_lock);
        printf("other %d %d\n", lock.owns_lock(), (bool)lock);
        printf("again %d\n", lock.try_lock());
    });
    m.unlock();
    elsewhere([] {
        std::unique_lock lock(m, std::try_to_lock);
        if (!lock)
            return;
        puts("free now");
        std::unique_lock later(n, std::defer_lock);
        printf("%d %d\n", later.try_lock(), later.owns_lock());
        swap(lock, later);
        printf("%d\n", lock.mutex() == &n);
    });
    r.lock();
    printf("%d\n", r.try_lock());
    elsewhere([] { printf("%d\n", r.try_lock()); });
    r.unlock();
    elsewhere([] { printf("%d\n", r.try_lock()); });
    r.unlock();
    elsewhere([] { printf("%d\n", r.try_lock()); r.unlock(); });
    rt.lock();
    printf("%d\n", rt.try_lock_for(1ms));
    elsewhere([] { printf("%d\n", rt.try_lock_for(1ms)); });
    rt.unlock();
    rt.unlock();
    {
        std::unique_lock<std::timed_mutex> held(t, 2ms);
        printf("held %d\n", held.owns_lock());
        elsewhere([] {
            std::unique_lock<std::timed_mutex> late(t, std::chrono::steady_clock::now() + 1ms);
            printf("late %d\n", late.owns_lock());
        });
    }
    printf("%d\n", std::try_lock(m, n, t));
    elsewhere([] { printf("%d\n", std::try_lock(t, m)); });
    n.unlock();
    elsewhere([] { printf("%d\n", std::try_lock(n, m)); });
    m.unlock();
    t.unlock();
    printf("%d\n", pthread_mutex_trylock(&p));
    elsewhere([] { printf("%d\n", pthread_mutex_trylock(&p) == EBUSY); });
    pthread_mutex_unlock(&p);

    int sum = 0, in_vain = 0;
    std::vector<std::thread> threads;
    for (int i = 0; i < 4; i++)
        threads.emplace_back([&, i] {
            for (int k = 0; k < 100; k++) {
                while (!m.try_lock()) {
                    in_vain += 0;
                    std::this_thread::yield();
                }
                sum += i + k;
                m.unlock();
            }
        });
    for (auto &thread : threads)
        thread.join();
    printf("%d %d\n", sum, in_vain);
}
