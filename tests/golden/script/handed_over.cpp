// c++20: what is handed over: tuples that go away, tasks that cannot be copied, bound bindings;
// deduced structs
#include <chrono>
#include <cstdio>
#include <functional>
#include <future>
#include <list>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>
using namespace std::string_view_literals;
struct Counted {
    static int copies, moves;
    int n;
    explicit Counted(int n) : n(n)
    {
    }
    Counted(const Counted &o) : n(o.n)
    {
        copies++;
    }
    Counted(Counted &&o) noexcept : n(std::exchange(o.n, {}))
    {
        moves++;
    }
    Counted &operator=(Counted &&o) noexcept
    {
        n = std::exchange(o.n, 0);
        return *this;
    }
    int plus(int m) const
    {
        return n + m;
    }
};
int Counted::copies = 0, Counted::moves = 0;
template <class F, class... A> static auto later(F &&f, A &&...a)
{
    return [f = std::forward<F>(f), kept = std::make_tuple(std::forward<A>(a)...)]() mutable {
        return std::apply(std::move(f), std::move(kept));
    };
}
template <class F, class Clock = std::chrono::steady_clock> class Watch
{
    F f_;
    typename Clock::time_point from_ = Clock::now();

  public:
    explicit Watch(F f) : f_(std::move(f))
    {
    }
    ~Watch()
    {
        f_(Clock::now() - from_);
    }
};
template <class Clock = std::chrono::steady_clock> class Erased
{
    std::function<void(typename Clock::duration)> f_;

  public:
    template <class F> explicit Erased(F &&f) : f_(std::forward<F>(f))
    {
    }
    ~Erased()
    {
        f_(Clock::now() - Clock::now());
    }
};
template <class T> struct Span {
    const T *first;
    size_t n;
    Span(const T *p, size_t n) : first(p), n(n)
    {
    }
    template <class C, class = decltype(std::declval<C>().size())>
    Span(const C &c, T) : first(c.data()), n(c.size())
    {
    }
};
static int twice(int x)
{
    return 2 * x;
}
int main()
{
    printf("%d\n", later([] { return 7; })());
    printf("%d\n", later([](int a, std::unique_ptr<int> b) { return a + *b; }, 1,
                         std::make_unique<int>(41))());
    auto t = std::make_tuple(Counted(3), 4);
    int sum = std::apply([](const Counted &c, int n) { return c.n + n; }, t);
    Counted out = std::get<0>(std::move(t));
    printf("%d %d %d %d\n", sum, out.n, std::get<0>(t).n, Counted::copies);
    int x = 1;
    std::apply([](int &a, int b) { a += b; }, std::tie(x, x));
    auto &ref = std::apply([](int &a) -> int & { return a; }, std::tuple<int &>(x));
    ref++;
    printf("%d %d %d\n", x, std::apply(&Counted::plus, std::make_tuple(Counted(1), 2)),
           std::apply(twice, std::tuple(4)));
    std::tuple<> none;
    printf("%d %zu\n", none == std::make_tuple(), std::tuple_size<decltype(none)>::value);

    std::packaged_task<int(int)> task([p = std::make_unique<int>(5)](int y) { return *p + y; });
    auto result = task.get_future();
    auto moved = std::move(task);
    moved(2);
    printf("%d %d\n", result.get(), task.valid());
    Counted::copies = 0;
    std::function<int()> f = [c = Counted(8)] { return c.n; };
    printf("%d %d\n", f(), Counted::copies);

    auto sixteen = std::bind(twice, std::bind(std::multiplies<int>(), std::placeholders::_1, 4));
    auto add =
        std::bind(std::plus<int>(), std::bind(twice, std::placeholders::_2), std::placeholders::_1);
    printf("%d %d %d\n", sixteen(2), add(1, 10), std::is_bind_expression<decltype(add)>::value);

    if (int a = 3, b = 4; a < b)
        printf("%d\n", a * b);
    switch (unsigned hi = 1, lo = 2; hi << lo) {
    case 4:
        printf("four %u\n", lo);
    }
    std::list<int> l{5, 2};
    l.splice(l.end(), std::list<int>{9, 7});
    l.merge(std::list<int>{6});
    printf("%zu %d\n", l.size(), l.back());
    std::map<std::string, int, std::less<>> m{{"b", 2}, {"d", 4}};
    printf("%d %d %d %d\n", m.contains("b"sv), m.contains("c"sv), m.lower_bound("c"sv)->second,
           m.upper_bound("b"sv)->second);

    bool timed = false;
    {
        Watch w([&](auto d) { timed = d.count() >= 0; });
    }
    int ended = 0;
    {
        Erased e([&](std::chrono::nanoseconds) { ended++; });
        const Erased other{[&](auto) { ended += 10; }};
    }
    std::vector<short> v{1, 2, 3};
    Span s(v, short(0)), r(v.data(), 2);
    printf("%d %d %zu %zu %zu\n", timed, ended, s.n, r.n, sizeof(*s.first));
    return 0;
}
