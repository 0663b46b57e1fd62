// c++20: std::atomic_ref
#include <atomic>
#include <cstdio>
#include <numeric>
#include <thread>
#include <vector>

struct Pair {
    short a, b;
    bool operator==(const Pair &) const = default;
};

int main()
{
    int i = 1;
    std::atomic_ref<int> r(i);
    printf("%d\n", r.fetch_add(2));
    r += 4;
    ++r;
    r--;
    printf("%d %d %d\n", i, r.load(std::memory_order_acquire), (int)r);
    r = 12;
    r.store(r.load() | 1, std::memory_order_release);
    printf("%d %d\n", r.exchange(40), i);
    int expected = 3;
    bool done = r.compare_exchange_strong(expected, 5);
    printf("%d %d\n", done, expected);
    while (!r.compare_exchange_weak(expected, expected * 2, std::memory_order_acq_rel,
                                    std::memory_order_relaxed))
        ;
    printf("%d %d\n", i, r.fetch_and(0xf0) + r.fetch_or(3) + r.fetch_xor(1));
    double d = 0.5;
    std::atomic_ref sum(d);
    sum.fetch_add(1.25);
    sum -= 0.25;
    printf("%.2f %d\n", d, sum.is_lock_free());
    Pair pair{1, 2};
    std::atomic_ref<Pair> both(pair);
    both.store({3, 4});
    printf("%d %d\n", both.load().a, pair.b);
    std::vector<int> counts(4);
    std::vector<std::thread> threads;
    for (int t = 0; t < 3; t++)
        threads.emplace_back([&counts] {
            for (int k = 0; k < 8; k++)
                std::atomic_ref<int>(counts[k % 4]).fetch_add(1, std::memory_order_relaxed);
        });
    for (auto &t : threads)
        t.join();
    printf("%d\n", std::accumulate(counts.begin(), counts.end(), 0));
    int array[2] = {10, 20}, *at = array;
    std::atomic_ref<int *> place(at);
    place++;
    printf("%d %zu\n", *at, std::atomic_ref<int>::required_alignment);
    auto copy = r;
    copy.notify_all();
    static_assert(std::atomic_ref<int>::is_always_lock_free);
}
