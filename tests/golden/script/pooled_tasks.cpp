// thread pool, pipeline, futures, latch-like, producer consumer
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdio>
#include <deque>
#include <functional>
#include <future>
#include <memory>
#include <mutex>
#include <numeric>
#include <optional>
#include <queue>
#include <stdexcept>
#include <string>
#include <thread>
#include <type_traits>
#include <vector>
class ThreadPool
{
    std::vector<std::thread> workers;
    std::queue<std::function<void()>> tasks;
    std::mutex m;
    std::condition_variable cv;
    bool stop = false;

  public:
    explicit ThreadPool(size_t n)
    {
        for (size_t i = 0; i < n; i++)
            workers.emplace_back([this, i] {
                for (;;) {
                    std::function<void()> t;
                    {
                        std::unique_lock<std::mutex> l(m);
                        cv.wait(l, [this] { return stop || !tasks.empty(); });
                        if (stop && tasks.empty())
                            return;
                        t = std::move(tasks.front());
                        tasks.pop();
                    }
                    t();
                }
            });
    }
    template <class F, class... A>
    auto submit(F &&f, A &&...a) -> std::future<typename std::invoke_result<F, A...>::type>
    {
        using R = typename std::invoke_result<F, A...>::type;
        auto task = std::make_shared<std::packaged_task<R()>>(
            std::bind(std::forward<F>(f), std::forward<A>(a)...));
        auto fut = task->get_future();
        {
            std::lock_guard<std::mutex> l(m);
            if (stop)
                throw std::runtime_error("stopped");
            tasks.emplace([task] { (*task)(); });
        }
        cv.notify_one();
        return fut;
    }
    ~ThreadPool()
    {
        {
            std::lock_guard<std::mutex> l(m);
            stop = true;
        }
        cv.notify_all();
        for (auto &w : workers)
            w.join();
    }
};
template <class T> class Channel
{
    std::deque<T> q;
    mutable std::mutex m;
    std::condition_variable cv;
    bool closed = false;
    size_t cap;

  public:
    explicit Channel(size_t c = 4) : cap(c)
    {
    }
    void send(T v)
    {
        std::unique_lock l(m);
        cv.wait(l, [&] { return q.size() < cap; });
        q.push_back(std::move(v));
        cv.notify_all();
    }
    std::optional<T> recv()
    {
        std::unique_lock l(m);
        cv.wait(l, [&] { return !q.empty() || closed; });
        if (q.empty())
            return std::nullopt;
        T v = std::move(q.front());
        q.pop_front();
        cv.notify_all();
        return v;
    }
    void close()
    {
        std::scoped_lock l(m);
        closed = true;
        cv.notify_all();
    }
};
class Barrier
{
    std::mutex m;
    std::condition_variable cv;
    int n, left, gen = 0;

  public:
    explicit Barrier(int k) : n(k), left(k)
    {
    }
    void wait()
    {
        std::unique_lock<std::mutex> l(m);
        int g = gen;
        if (--left == 0) {
            gen++;
            left = n;
            cv.notify_all();
        } else
            cv.wait(l, [&] { return g != gen; });
    }
};
int slow(int x)
{
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
    return x * x;
}
struct Counter {
    std::atomic<int> hits{0};
    void hit(int n)
    {
        hits.fetch_add(n, std::memory_order_relaxed);
    }
};
int main()
{
    {
        ThreadPool pool(3);
        std::vector<std::future<int>> r;
        for (int i = 0; i < 6; i++)
            r.push_back(pool.submit(slow, i));
        int s = 0;
        for (auto &f : r)
            s += f.get();
        printf("%d\n", s);
        auto bad = pool.submit([]() -> int { throw std::logic_error("task failed"); });
        try {
            bad.get();
        } catch (const std::exception &e) {
            printf("%s\n", e.what());
        }
        auto str =
            pool.submit([](std::string a, const char *b) { return a + b; }, std::string("x"), "y");
        printf("%s\n", str.get().c_str());
    }
    Channel<std::unique_ptr<int>> ch(2);
    std::thread prod([&] {
        for (int i = 0; i < 5; i++)
            ch.send(std::make_unique<int>(i));
        ch.close();
    });
    int total = 0;
    while (auto v = ch.recv())
        total += **v;
    prod.join();
    printf("%d\n", total);
    Barrier b(3);
    std::atomic<int> phase1{0};
    std::vector<int> seen(3);
    std::vector<std::thread> ts;
    for (int i = 0; i < 3; i++)
        ts.emplace_back([&, i] {
            phase1++;
            b.wait();
            seen[i] = phase1.load();
            b.wait();
        });
    for (auto &t : ts)
        t.join();
    printf("%d%d%d\n", seen[0], seen[1], seen[2]);
    Counter c;
    std::vector<std::thread> hs;
    for (int i = 1; i <= 4; i++)
        hs.emplace_back(&Counter::hit, &c, i);
    for (auto &t : hs)
        t.join();
    printf("%d\n", c.hits.load());
    auto f1 = std::async(std::launch::async, slow, 7);
    auto f2 = std::async(std::launch::deferred, [] { return std::string("lazy"); });
    printf("%d %s\n", f1.get(), f2.get().c_str());
    std::promise<int> p;
    std::shared_future<int> sf = p.get_future().share();
    std::thread t1([sf] { printf("got %d\n", sf.get()); });
    p.set_value(11);
    t1.join();
    std::once_flag once;
    for (int i = 0; i < 3; i++)
        std::call_once(once, [] { puts("once"); });
    std::vector<int> data(1000);
    std::iota(data.begin(), data.end(), 0);
    const size_t k = 4, chunk = data.size() / k;
    std::vector<std::future<long>> parts;
    for (size_t i = 0; i < k; i++)
        parts.push_back(std::async(std::launch::async, [&data, i, chunk] {
            return std::accumulate(data.begin() + i * chunk, data.begin() + (i + 1) * chunk, 0L);
        }));
    long sum = 0;
    for (auto &f : parts)
        sum += f.get();
    printf("%ld\n", sum);
    thread_local int tl = 5;
    tl++;
    std::thread tt([] { printf("%d\n", tl); });
    tt.join();
    printf("%d\n", tl);
    std::exception_ptr ep;
    std::thread te([&] {
        try {
            throw std::runtime_error("in thread");
        } catch (...) {
            ep = std::current_exception();
        }
    });
    te.join();
    try {
        if (ep)
            std::rethrow_exception(ep);
    } catch (const std::runtime_error &e) {
        puts(e.what());
    }
}
