// Rings, channels, a state machine of variants, caches and tokens
#include <array>
#include <atomic>
#include <cassert>
#include <chrono>
#include <condition_variable>
#include <cstdio>
#include <deque>
#include <functional>
#include <future>
#include <memory>
#include <mutex>
#include <optional>
#include <queue>
#include <shared_mutex>
#include <string>
#include <thread>
#include <unordered_map>
#include <utility>
#include <variant>
#include <vector>
template <typename T, std::size_t N> class Ring
{
    std::array<T, N> buf_{};
    alignas(64) std::atomic<std::size_t> head_{0};
    alignas(64) std::atomic<std::size_t> tail_{0};
    static_assert((N & (N - 1)) == 0);

  public:
    bool push(T v)
    {
        auto h = head_.load(std::memory_order_relaxed);
        if (h - tail_.load(std::memory_order_acquire) == N)
            return false;
        buf_[h & (N - 1)] = std::move(v);
        head_.store(h + 1, std::memory_order_release);
        return true;
    }
    std::optional<T> pop()
    {
        auto t = tail_.load(std::memory_order_relaxed);
        if (t == head_.load(std::memory_order_acquire))
            return {};
        std::optional<T> v{std::move(buf_[t & (N - 1)])};
        tail_.store(t + 1, std::memory_order_release);
        return v;
    }
};
template <class T> class Channel
{
    std::deque<T> q_;
    mutable std::mutex m_;
    std::condition_variable cv_;
    bool closed_{false};
    std::size_t cap_;
    std::condition_variable full_;

  public:
    explicit Channel(std::size_t cap) : cap_(cap)
    {
    }
    void send(T v)
    {
        std::unique_lock lk(m_);
        full_.wait(lk, [&] { return q_.size() < cap_; });
        q_.emplace_back(std::move(v));
        lk.unlock();
        cv_.notify_one();
    }
    std::optional<T> recv()
    {
        std::unique_lock<std::mutex> lk{m_};
        cv_.wait(lk, [this] { return !q_.empty() || closed_; });
        if (q_.empty())
            return std::nullopt;
        T v = std::move(q_.front());
        q_.pop_front();
        full_.notify_one();
        return std::make_optional(std::move(v));
    }
    void close()
    {
        {
            std::scoped_lock lk(m_);
            closed_ = true;
        }
        cv_.notify_all();
    }
    std::size_t size() const
    {
        std::lock_guard<std::mutex> g(m_);
        return q_.size();
    }
};
struct Idle {
};
struct Running {
    int step;
};
struct Done {
    std::string why;
};
using State = std::variant<Idle, Running, Done>;
struct Go {
};
struct Tick {
};
struct Stop {
    std::string why;
};
using Evt = std::variant<Go, Tick, Stop>;
struct Machine {
    State s;
    State on(Idle, Go)
    {
        return Running{0};
    }
    State on(Running r, Tick)
    {
        return Running{r.step + 1};
    }
    State on(Running, const Stop &e)
    {
        return Done{e.why};
    }
    template <class S, class E> State on(S &&s, E &&)
    {
        return std::forward<S>(s);
    }
    void handle(const Evt &e)
    {
        s = std::visit([this](auto st, const auto &ev) -> State { return on(st, ev); }, s, e);
    }
};
class Event
{
    std::function<void(int)> f_;
    std::vector<std::function<void(int)>> subs_;

  public:
    using Handler = std::function<void(int)>;
    std::size_t subscribe(Handler h)
    {
        subs_.push_back(std::move(h));
        return subs_.size() - 1;
    }
    void operator()(int x) const
    {
        for (auto &s : subs_)
            if (s)
                s(x);
    }
    Event &operator+=(Handler h)
    {
        subscribe(std::move(h));
        return *this;
    }
};
class Cache
{
    mutable std::shared_mutex m_;
    std::unordered_map<int, std::shared_ptr<const std::string>> map_;

  public:
    std::shared_ptr<const std::string> get(int k)
    {
        {
            std::shared_lock l(m_);
            if (auto it = map_.find(k); it != map_.end())
                return it->second;
        }
        std::unique_lock l(m_);
        auto [it, inserted] = map_.try_emplace(k, nullptr);
        if (inserted)
            it->second = std::make_shared<const std::string>("v" + std::to_string(k));
        return it->second;
    }
};
struct Token : std::enable_shared_from_this<Token> {
    int id;
    explicit Token(int i) : id(i)
    {
    }
    std::weak_ptr<Token> weak()
    {
        return weak_from_this();
    }
    static std::shared_ptr<Token> make(int i)
    {
        return std::make_shared<Token>(i);
    }
};
thread_local int tls = 0;
std::atomic<int> total{0};
inline int counter()
{
    static std::atomic<int> c{0};
    return ++c;
}
int main()
{
    Ring<int, 8> ring;
    std::thread prod([&] {
        for (int i = 1; i <= 20;)
            if (ring.push(i))
                ++i;
            else
                std::this_thread::yield();
    });
    int sum = 0, got = 0;
    while (got < 20) {
        if (auto v = ring.pop()) {
            sum += *v;
            ++got;
        } else
            std::this_thread::yield();
    }
    prod.join();
    printf("%d\n", sum);
    Channel<std::unique_ptr<int>> ch(2);
    auto cons = std::async(std::launch::async, [&ch] {
        int s = 0;
        while (auto v = ch.recv())
            s += **v;
        return s;
    });
    for (int i = 0; i < 10; ++i)
        ch.send(std::make_unique<int>(i));
    ch.close();
    int received = cons.get();
    printf("%d %zu\n", received, ch.size());
    Machine m;
    m.handle(Go{});
    m.handle(Tick{});
    m.handle(Tick{});
    if (auto *r = std::get_if<Running>(&m.s))
        printf("step %d\n", r->step);
    m.handle(Go{});
    m.handle(Stop{"enough"});
    std::visit(
        [](auto &&s) {
            using S = std::decay_t<decltype(s)>;
            if constexpr (std::is_same_v<S, Done>)
                printf("done %s\n", s.why.c_str());
            else
                puts("other");
        },
        m.s);
    Event ev;
    int acc = 0;
    ev += [&](int x) { acc += x; };
    ev.subscribe([&acc](int x) mutable { acc *= x; });
    ev(3);
    printf("%d\n", acc);
    Cache c;
    auto p1 = c.get(4), p2 = c.get(4);
    printf("%s %d %ld\n", p1->c_str(), p1 == p2, p1.use_count());
    auto t = Token::make(3);
    auto w = t->weak();
    printf("%d %d\n", w.lock()->id, w.expired());
    t.reset();
    printf("%d\n", w.expired());
    std::vector<std::thread> ts;
    for (int i = 0; i < 3; ++i)
        ts.emplace_back(
            [i](int k) {
                tls += i * k;
                total.fetch_add(tls);
                counter();
            },
            2);
    for (auto &x : ts)
        if (x.joinable())
            x.join();
    printf("%d %d %d\n", total.load(), tls, counter());
    int expected = 6;
    bool ok = total.compare_exchange_strong(expected, 10);
    printf("%d %d\n", ok, total.exchange(1));
    std::promise<void> ready;
    auto fut = ready.get_future().share();
    std::vector<std::future<int>> fs;
    for (int i = 0; i < 2; i++)
        fs.push_back(std::async(std::launch::async, [fut, i] {
            fut.wait();
            return i;
        }));
    ready.set_value();
    int z = 0;
    for (auto &f : fs)
        z += f.get();
    printf("%d\n", z);
    std::packaged_task<int(int)> task([](int x) { return x + 1; });
    auto tf = task.get_future();
    std::thread(std::move(task), 41).detach();
    printf("%d\n", tf.get());
    auto st = std::async(std::launch::deferred, [] { return 1; }).wait_for(std::chrono::seconds(0));
    printf("%d\n", st == std::future_status::deferred);
    std::mutex mm;
    std::unique_lock<std::mutex> lk(mm, std::defer_lock);
    printf("%d\n", lk.try_lock());
    using namespace std::chrono;
    printf("%lld %d\n", (long long)duration_cast<milliseconds>(2s + 5ms).count(), 1h > 59min);
    auto dl = steady_clock::now() + 10us;
    std::this_thread::sleep_until(dl);
    printf("%d\n", steady_clock::now() >= dl);
}
