// Templates of structs whose arguments their initial values say
#include <array>
#include <cstdio>
#include <functional>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <tuple>
#include <utility>
#include <vector>
template <class T> struct Box {
    T v;
    Box(T x) : v(x)
    {
    }
};
template <class T, class U> struct Two {
    T a;
    U b;
    Two(T x, U y) : a(x), b(y)
    {
    }
};
template <class F> struct Guard {
    F f;
    explicit Guard(F g) : f(g)
    {
    }
    ~Guard()
    {
        f();
    }
};
template <class F> struct Agg {
    F f;
};
template <class F> Agg(F) -> Agg<F>;
template <class T> class Span
{
    T *p;
    size_t n;

  public:
    Span(T *q, size_t m) : p(q), n(m)
    {
    }
    size_t size() const
    {
        return n;
    }
    T &operator[](size_t i)
    {
        return p[i];
    }
};
int main()
{
    std::vector v{1, 2, 3};
    printf("%zu %d\n", v.size(), v[2]);
    std::pair p{1, 2.5};
    printf("%d %g\n", p.first, p.second);
    std::tuple t{1, 'c', 2.0};
    printf("%d %c\n", std::get<0>(t), std::get<1>(t));
    std::array a{1, 2, 3, 4};
    printf("%zu\n", a.size());
    std::mutex m;
    {
        std::lock_guard l(m);
    }
    {
        std::unique_lock l(m);
        l.unlock();
    }
    {
        std::lock_guard lk{m};
    }
    {
        std::scoped_lock l(m);
    }
    std::optional o = 5;
    printf("%d\n", *o);
    Box b(3);
    Box c{2.5};
    printf("%d %g\n", b.v, c.v);
    Two w(1, "x");
    printf("%d %s\n", w.a, w.b);
    {
        Guard g([] { puts("guard"); });
        puts("in");
    }
    Span s(v.data(), v.size());
    s[0] = 9;
    printf("%zu %d\n", s.size(), v[0]);
    std::vector<int> base{5, 6};
    std::vector copy(base.begin(), base.end());
    printf("%zu\n", copy.size());
    std::vector same = base;
    printf("%zu\n", same.size());
    auto pr = std::pair(1, std::string("s"));
    printf("%s\n", pr.second.c_str());
    std::vector vs{std::string("a"), std::string("b")};
    printf("%s\n", vs[1].c_str());
    auto bx = Box(7);
    auto by = Box{8.5};
    printf("%d %g\n", bx.v, by.v);
    Agg ag{[] { puts("agg"); }};
    ag.f();
    for (auto [x, y] : std::vector{std::pair{1, 2}, std::pair{3, 4}})
        printf("%d %d\n", x, y);
}
