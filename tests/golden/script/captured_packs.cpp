// c++20: packs that a lambda makes; keys and lists of the library that were missing
#include <cmath>
#include <cstdio>
#include <deque>
#include <functional>
#include <list>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <utility>
template <class F, class... A> auto later(F &&f, A &&...a)
{
    return [f = std::forward<F>(f), ... a = std::forward<A>(a)]() mutable { return f(a...); };
}
template <class... A> auto refs(A &...a)
{
    return [&...r = a] {
        ((r += 1), ...);
        return sizeof...(r);
    };
}
template <class... A> auto plus(int k, A... a)
{
    return [k, ... b = a * 2, last = 7](auto x) { return (b + ... + x) + k + last; };
}
int main()
{
    auto l = later(
        [](int a, std::string s, std::unique_ptr<int> &p) {
            printf("%d %s %d\n", a, s.c_str(), *p);
            return a;
        },
        3, std::string("abc"), std::make_unique<int>(9));
    printf("%d\n", l());
    int x = 1;
    double y = 2.5;
    auto r = refs(x, y);
    printf("%zu %d %g\n", r(), x, y);
    printf("%d %d\n", plus(1, 2, 3)(4), plus(5)(6));
    printf("%d\n", (int)refs()());
    auto e = later([] { return 5; });
    printf("%d\n", e());
    printf("%g %g %g %g\n", std::lerp(0.0, 10.0, .3), std::lerp(1.f, 3.f, .5f), std::lerp(1, 2, 1),
           std::fma(0.1f, 10.f, -1.f));
    std::unordered_map<std::string_view, int> m{
        {"a", 1}, {"bc", 2}, {"def", 3}, {"x", 4}, {"longer than that", 5}};
    for (auto &[k, v] : m)
        printf("%.*s=%d ", (int)k.size(), k.data(), v);
    puts("");
    printf("%zu %d\n", std::hash<std::string_view>{}("hello"),
           std::hash<std::string_view>{}("hello") == std::hash<std::string>{}("hello"));
    std::deque<int> d;
    d.assign({5, 6});
    d.assign(3, 7);
    int a[] = {1, 2};
    d.assign(a, a + 2);
    d = {9, 8, 7};
    std::list<int> q;
    q.assign({1});
    q.assign(2, 5);
    q.assign(d.begin(), d.end());
    q = {3, 4};
    printf("%zu %d %zu %d\n", d.size(), d[1], q.size(), q.back());
}
