// Loops that wait for an atomic and count meanwhile, in places that change.
#include <atomic>
#include <chrono>
#include <cstdio>
#include <thread>

static void later(std::atomic<int> &ready)
{
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
    ready.store(1);
}

int main()
{
    std::atomic<int> ready(0);
    long spins[8] = {0};
    unsigned i = 0;
    std::thread first(later, std::ref(ready));
    while (!ready.load())
        spins[i++ % 8]++;
    first.join();
    ready = 0;
    std::thread second(later, std::ref(ready));
    while (!ready.load(std::memory_order_relaxed))
        spins[i++ % 8]++;
    second.join();
    std::atomic_flag flag = ATOMIC_FLAG_INIT;
    flag.test_and_set();
    std::thread third([&flag] {
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
        flag.clear(std::memory_order_release);
    });
    while (flag.test_and_set(std::memory_order_acquire))
        spins[i++ % 8]++;
    third.join();
    long sum = 0;
    for (long n : spins)
        sum += n;
    printf("%d %d\n", sum == i, i > 100);
    std::atomic<unsigned> bits(6);
    unsigned old = bits.fetch_and(3);
    printf("%u %u", old, bits.fetch_or(8));
    printf(" %u", bits.fetch_xor(1, std::memory_order_relaxed));
    printf(" %u\n", bits.load());
    unsigned wanted = 11;
    bool done = bits.compare_exchange_strong(wanted, 5, std::memory_order_acq_rel);
    printf("%d %u\n", done, bits.load());
    return 0;
}
