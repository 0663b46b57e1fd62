// Values that another thread gives: promises, futures, tasks.
#include <chrono>
#include <cstdio>
#include <functional>
#include <future>
#include <memory>
#include <queue>
#include <string>
#include <thread>
#include <vector>

static int twice(int n)
{
    return 2 * n;
}

static void add_to(int &sum, int n)
{
    sum += n;
}

static void produce(std::promise<std::string> &&p, int n)
{
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
    p.set_value("text " + std::to_string(n));
}

struct counted {
    static int alive;
    int n;
    counted(int n) : n(n)
    {
        alive++;
    }
    counted(const counted &other) : n(other.n)
    {
        alive++;
    }
    ~counted()
    {
        alive--;
    }
};
int counted::alive = 0;

static void promises()
{
    std::promise<std::string> p;
    std::future<std::string> f = p.get_future();
    printf("%d", f.valid());
    printf(" %d", f.wait_for(std::chrono::microseconds(10)) == std::future_status::timeout);
    std::promise<void> go;
    std::shared_future<void> ready = go.get_future().share();
    std::vector<std::thread> threads;
    std::vector<int> seen(2);
    for (int i = 0; i < 2; i++)
        threads.emplace_back([ready, i, &seen] {
            ready.wait();
            seen[i] = i + 1;
        });
    std::thread t([&p] { produce(std::move(p), 5); });
    go.set_value();
    for (std::thread &each : threads)
        each.join();
    t.join();
    printf(" %d", f.wait_for(std::chrono::seconds(0)) == std::future_status::ready);
    printf(" %s", f.get().c_str());
    printf(" %d %d %d\n", f.valid(), seen[0], seen[1]);
    std::promise<std::unique_ptr<int>> moved;
    auto whole = moved.get_future();
    moved.set_value(std::make_unique<int>(7));
    printf("%d\n", *whole.get());
}

static void tasks()
{
    auto a = std::async(std::launch::async, twice, 4);
    int by = 3, more = 3;
    std::future<int> b = std::async(
        std::launch::async, [&by](int n) { return n * by; }, 5);
    auto c = std::async(std::launch::deferred, [] {
        printf("deferred ");
        return 1.5;
    });
    std::future<void> d = std::async([&more] { more++; });
    d.wait();
    printf("%d %d %d ", a.get(), b.get(), more);
    printf("%g\n", c.get());
    auto e = std::async(std::launch::async, add_to, std::ref(more), 6);
    e.get();
    printf("%d\n", more);
    std::vector<std::future<int>> all;
    for (int i = 0; i < 4; i++)
        all.push_back(std::async(std::launch::async, twice, i));
    int sum = 0;
    for (auto &f : all)
        sum += f.get();
    printf("%d\n", sum);
    bool done = false;
    {
        auto f = std::async(std::launch::async, [&done] {
            std::this_thread::sleep_for(std::chrono::milliseconds(1));
            done = true;
        });
    } // waits
    printf("%d\n", done);
    std::packaged_task<int(int, int)> add([](int x, int y) { return x + y; });
    std::future<int> added = add.get_future();
    std::thread t(std::move(add), 2, 3);
    t.join();
    printf("%d\n", added.get());
    std::packaged_task<void()> last([] { printf("ran "); });
    auto ended = last.get_future();
    last();
    ended.get();
    printf("%d\n", ended.valid());
}

int main()
{
    promises();
    tasks();
    {
        auto f = std::async(std::launch::async, [] { return counted(3); });
        printf("%d\n", f.get().n);
        std::promise<counted> unused;
        unused.set_value(counted(4));
    }
    printf("%d\n", counted::alive);
    try {
        std::future<int> none;
        none.get();
    } catch (const std::future_error &e) {
        printf("no state\n");
    }
    return 0;
}
