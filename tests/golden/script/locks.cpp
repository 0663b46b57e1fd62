// Locks whose mutex is not named, as C++17 has it; of two at once; taken later.
#include <condition_variable>
#include <cstdio>
#include <mutex>
#include <numeric>
#include <thread>

struct counter {
    mutable std::mutex m;
    int n = 0;
    void add()
    {
        std::lock_guard guard(m);
        n++;
    }
    int get() const
    {
        const std::lock_guard guard{m};
        return n;
    }
};

using namespace std;

static std::once_flag flag;
static int begun = 0;

static void begin()
{
    std::call_once(flag, [] { begun++; });
}

int main()
{
    int parts[4] = {1, 2, 3, 4}, sums[4];
    begin();
    begin();
    std::partial_sum(parts, parts + 4, sums);
    printf("%d %d\n", begun, sums[3]);
    counter c;
    mutex a, b;
    int both = 0;
    thread one([&] {
        for (int i = 0; i < 100; i++) {
            c.add();
            scoped_lock all(a, b);
            both++;
        }
    });
    for (int i = 0; i < 50; i++) {
        c.add();
        std::scoped_lock<std::mutex, std::mutex> all(b, a);
        both++;
    }
    one.join();
    std::unique_lock later(a, std::defer_lock);
    printf("%d ", later.owns_lock());
    later.lock();
    {
        scoped_lock single{b};
        both++;
    }
    condition_variable ready;
    ready.wait(later, [&] { return both == 151; });
    b.lock();
    lock_guard<mutex> taken(b, adopt_lock);
    printf("%d %d %d\n", later.owns_lock(), c.get(), both);
    return 0;
}
