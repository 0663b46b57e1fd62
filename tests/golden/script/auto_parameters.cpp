// c++20: functions whose parameters are auto, packs of them, too
#include <concepts>
#include <cstdio>
#include <string>
#include <utility>
#include <vector>
int count(auto... xs)
{
    return (int)sizeof...(xs);
}
auto add(auto first, auto... rest)
{
    return (first + ... + rest);
}
void show(const char *n, const auto &...xs)
{
    printf("%s:", n);
    ((printf(" %g", (double)xs)), ...);
    puts("");
}
auto total(std::integral auto... ns)
{
    return (ns + ... + 0);
}
auto total(std::floating_point auto... ns)
{
    return (ns + ... + 0.5);
}
auto forward_to(auto &&f, auto &&...xs)
{
    return std::forward<decltype(f)>(f)(std::forward<decltype(xs)>(xs)...);
}
struct Log {
    int lines = 0;
    void write(const char *f, auto... a)
    {
        printf(f, a...);
        lines++;
    }
    template <class T> T get(auto i) const
    {
        return static_cast<T>(lines + i);
    }
    static auto make(auto n)
    {
        Log l;
        l.lines = n;
        return l;
    }
    auto operator()(auto x, auto y) const
    {
        return x * y;
    }
};
template <class T> T scaled(T t, auto by)
{
    return t * by;
}
template <auto N> auto times(auto x)
{
    return x * N;
}
int main()
{
    printf("%d %d\n", count(), count(1, "x", 2.5));
    printf("%d %g %s\n", add(1), add(1, 2.5), add(std::string("a"), "b", std::string("c")).c_str());
    show("x", 1, 2.5f, 3L);
    show("none");
    printf("%d %g\n", total(1, 2L), total(1.0, 2.f));
    printf("%d\n", forward_to([](int a, std::string b) { return a + (int)b.size(); }, 3,
                              std::string("four")));
    Log l;
    l.write("%d %s\n", 1, "w");
    l.write("no\n");
    printf("%g %d %d\n", l.get<double>(0.5), Log::make(4).lines, l(3, 4));
    printf("%g %d\n", scaled(2.0, 3), times<4>(5));
    auto la = [&]<int N>(auto f, auto... xs) { return f(xs...) * N; };
    printf("%d\n", la.operator()<2>([](int a, int b) { return a - b; }, 9, 4));
    auto lb = []<class T>(std::vector<T> v, auto &&...xs) {
        (v.push_back(xs), ...);
        return v.size();
    };
    printf("%zu\n", lb(std::vector<int>{1}, 2, 3));
    auto pick = [](std::integral auto i, auto...) { return i; };
    printf("%d\n", pick(7, "a"));
}
