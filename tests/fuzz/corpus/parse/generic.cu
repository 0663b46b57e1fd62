#include <algorithm>
#include <cstdio>
#include <string>
#include <thread>
#include <utility>
#include <vector>
struct Point {
    int x, y;
    int sum() const
    {
        return x + y;
    }
};
template <class F> auto twice(F f, int n)
{
    return f(f(n));
}
template <class F> void timed(const char *name, F &&body)
{
    printf("%s:", name);
    body(1);
    body(2.5);
    printf("\n");
}
struct Counter {
    int total = 0;
    int step = 2;
    void add(std::vector<int> &v)
    {
        auto each = [&](auto &x) {
            total += x * step;
            x = 0;
        };
        std::for_each(v.begin(), v.end(), each);
        auto other = [this](auto x) { return this->total + x; };
        printf("%d %.1f\n", other(1), other(0.5));
    }
};
template <class T> T scaled(T a)
{
    auto f = [&](auto b) {
        T kept = a;
        return kept * (T)b;
    };
    return f(3) + f(2.5);
}
int main()
{
    int n = 3;
    const int K = 10;
    double d = 0.5;
    auto add = [=](auto x) { return x + n + K; };
    n = 100;
    printf("%d %.1f\n", add(1), add(1.5));

    auto grow = [&](auto &x, auto by) {
        x += by;
        n++;
        return x;
    };
    float f = 1;
    printf("%d", grow(n, 2));
    printf(" %.1f", grow(f, d));
    printf(" %d\n", n);
    printf("%d\n", twice([](auto x) { return x * 2; }, 5));
    timed("timed", [&](auto x) { printf(" %d", (int)(x * 2) + n); });
    std::vector<int> v = {3, 1, 2};
    std::sort(v.begin(), v.end(), [](const auto &a, const auto &b) { return a > b; });
    printf("%d %d %d\n", v[0], v[1], v[2]);
    Counter c;
    c.add(v);
    printf("%d %d\n", c.total, v[0]);
    printf("%d %.1f\n", scaled(2), scaled(1.5));
    auto sum = [](auto &&p) { return p.sum(); };
    Point p{1, 2};
    printf("%d %d\n", sum(p), sum(Point{3, 4}));
    auto pointer = [](auto *q, int i = 1) -> int { return *q + i; };
    printf("%d %d\n", pointer(&n), pointer(&n, 2));
    auto nested = [&](auto a) { return [&, a](auto b) { return a + b + n; }(1); };
    printf("%d\n", nested(2));
    auto named = [count = 0, text = std::string("t")](auto x) mutable {
        count += (int)x;
        return text + std::to_string(count);
    };
    named(1);
    printf("%s\n", named(2.5).c_str());
    auto apply = [&](auto f, auto x) { return f(x); };
    printf("%d\n", apply([&](auto y) { return y + n; }, 1));
    for (auto i : {1, 2}) {
        auto inner = [&](auto x) { return x * i; };
        printf("%d ", inner(5));
    }
    int got = 0;
    std::thread t([&](auto x) { got = x; }, 7);
    t.join();
    printf("%d\n", got);
    return 0;
}
