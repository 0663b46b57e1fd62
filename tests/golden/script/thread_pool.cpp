// The usual thread pool: the result's type is what the task gives.
#include <condition_variable>
#include <cstdio>
#include <functional>
#include <future>
#include <memory>
#include <mutex>
#include <queue>
#include <string>
#include <thread>
#include <type_traits>
#include <utility>
#include <vector>

class ThreadPool {
  public:
    explicit ThreadPool(size_t n)
    {
        for (size_t i = 0; i < n; ++i)
            workers_.emplace_back([this] { work(); });
    }
    ~ThreadPool()
    {
        {
            std::unique_lock<std::mutex> lock(mutex_);
            stop_ = true;
        }
        condition_.notify_all();
        for (std::thread &worker : workers_)
            worker.join();
    }
    // C++11's
    template <class F, class... Args>
    auto enqueue(F &&f, Args &&...args) -> std::future<typename std::result_of<F(Args...)>::type>
    {
        using return_type = typename std::result_of<F(Args...)>::type;
        auto task = std::make_shared<std::packaged_task<return_type()>>(
            std::bind(std::forward<F>(f), std::forward<Args>(args)...));
        std::future<return_type> result = task->get_future();
        {
            std::unique_lock<std::mutex> lock(mutex_);
            if (stop_)
                throw std::runtime_error("enqueue on stopped ThreadPool");
            tasks_.emplace([task]() { (*task)(); });
        }
        condition_.notify_one();
        return result;
    }
    // C++17's
    template <class F, class... Args>
    std::future<std::invoke_result_t<F, Args...>> submit(F &&f, Args &&...args)
    {
        using R = std::invoke_result_t<F, Args...>;
        auto task = std::make_shared<std::packaged_task<R()>>(
            std::bind(std::forward<F>(f), std::forward<Args>(args)...));
        auto result = task->get_future();
        {
            std::lock_guard<std::mutex> lock(mutex_);
            tasks_.push([task] { (*task)(); });
        }
        condition_.notify_one();
        return result;
    }

  private:
    void work()
    {
        for (;;) {
            std::function<void()> task;
            {
                std::unique_lock<std::mutex> lock(mutex_);
                condition_.wait(lock, [this] { return stop_ || !tasks_.empty(); });
                if (stop_ && tasks_.empty())
                    return;
                task = std::move(tasks_.front());
                tasks_.pop();
            }
            task();
        }
    }
    std::vector<std::thread> workers_;
    std::queue<std::function<void()>> tasks_;
    std::mutex mutex_;
    std::condition_variable condition_;
    bool stop_ = false;
};

static double half(int n)
{
    return n / 2.0;
}

template <class F> std::invoke_result_t<F> call(F &&f)
{
    return f();
}
template <class F, class T, class R = std::invoke_result_t<F, T>>
std::vector<R> map(const std::vector<T> &from, F f)
{
    std::vector<R> to;
    for (const T &x : from)
        to.push_back(f(x));
    return to;
}
template <class F, class... A> using Result = std::decay_t<std::invoke_result_t<F, A...>>;

int main()
{
    ThreadPool pool(2);
    auto a = pool.enqueue([](int x, int y) { return x * y; }, 6, 7);
    auto b = pool.submit(half, 5);
    auto c = pool.submit([] { return std::string("text"); });
    auto d = pool.enqueue([] {});
    std::vector<std::future<int>> all;
    for (int i = 0; i < 4; i++)
        all.push_back(pool.submit([i] { return i * i; }));
    int sum = 0;
    for (auto &f : all)
        sum += f.get();
    d.get();
    std::printf("%d %.1f %s %d\n", a.get(), b.get(), c.get().c_str(), sum);
    std::printf("%d\n", call([] { return 3; }));
    auto sizes = map([] { return std::vector<std::string>{"a", "bcd"}; }(),
                     [](const std::string &s) { return s.size(); });
    std::printf("%zu %zu\n", sizes[0], sizes[1]);
    static_assert(std::is_same<std::invoke_result<double (*)(int), int>::type, double>::value, "");
    static_assert(std::is_same<Result<decltype(half) &, int>, double>::value, "");
    static_assert(std::is_same<std::result_of_t<decltype(&half)(int)>, double>::value, "");
    return 0;
}
