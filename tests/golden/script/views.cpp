// c++20: views and algorithms of whole ranges
#include <algorithm>
#include <array>
#include <cstdio>
#include <map>
#include <numeric>
#include <ranges>
#include <string>
#include <vector>
namespace rv = std::views;
struct P {
    std::string name;
    int n;
    int twice() const
    {
        return 2 * n;
    }
};
int main()
{
    std::vector<int> v{5, 1, 4, 2, 3, 6};
    for (int x : v | std::views::filter([](int i) { return i % 2 == 0; }) |
                     std::views::transform([](int i) { return i * i; }))
        printf("%d ", x);
    puts("");
    for (int x : v | rv::drop(2) | rv::take(3))
        printf("%d ", x);
    puts("");
    for (int x : v | rv::reverse)
        printf("%d ", x);
    for (auto x : rv::reverse(v))
        printf("%d ", x);
    puts("");
    for (int x : v | rv::take(3) | rv::reverse)
        printf("%d ", x);
    for (int &x : v | rv::drop(4))
        x += 10;
    printf("%d %d\n", v[4], v[5]);
    for (int x : rv::iota(1) | rv::filter([](int i) { return i % 3 == 0; }) | rv::take(4))
        printf("%d ", x);
    puts("");
    for (int x : rv::iota(1) | rv::take_while([](int i) { return i * i < 30; }))
        printf("%d ", x);
    for (int x : v | rv::drop_while([](int i) { return i != 2; }))
        printf("%d ", x);
    puts("");
    auto even = rv::filter([](int i) {
                    printf("[%d]", i);
                    return i % 2 == 0;
                }) |
                rv::transform([](int i) {
                    printf("(%d)", i);
                    return i + 1;
                });
    for (int x : v | even)
        printf("%d ", x);
    puts("");
    std::map<std::string, int> m{{"a", 1}, {"b", 2}};
    for (auto &k : m | rv::keys)
        printf("%s ", k.c_str());
    for (int &x : m | rv::values)
        x *= 10;
    for (auto x : rv::values(m))
        printf("%d ", x);
    puts("");
    std::vector<P> ps{{"b", 2}, {"a", 3}, {"c", 1}};
    std::ranges::sort(ps, {}, &P::name);
    for (auto &p : ps)
        printf("%s%d ", p.name.c_str(), p.n);
    std::ranges::sort(ps, std::ranges::greater{}, &P::twice);
    for (auto &p : ps)
        printf("%s%d ", p.name.c_str(), p.n);
    puts("");
    auto best = std::ranges::max_element(ps, {}, &P::n);
    printf("%s %d\n", best->name.c_str(),
           (int)std::ranges::count_if(v, [](int x) { return x > 5; }));
    auto it = std::ranges::find(v, 4);
    printf("%d\n", (int)(it - v.begin()));
    auto ip = std::ranges::find_if(
        ps, [](const std::string &s) { return s == "c"; }, &P::name);
    printf("%d\n", ip->n);
    printf("%d %d %d\n", std::ranges::all_of(v, [](int x) { return x >= 0; }),
           std::ranges::any_of(v, [](int x) { return x > 100; }),
           std::ranges::none_of(v, [](int x) { return x == 1; }));
    std::ranges::for_each(v, [](int &x) { x += 1; });
    std::vector<int> w(10);
    std::ranges::copy(v, w.begin());
    std::ranges::transform(v, w.begin(), [](int x) { return x * 2; });
    printf("%d\n", std::accumulate(w.begin(), w.end(), 0));
    std::ranges::fill(w, 3);
    printf("%d %d\n", w[9], std::ranges::equal(v, w));
    auto sq = v | rv::transform([](int x) { return x * x; });
    std::vector<int> out(sq.begin(), sq.end());
    printf("%zu %d %zu %d\n", out.size(), out[1], sq.size(), sq[2]);
    printf("%d\n", std::accumulate(sq.begin(), sq.end(), 0));
    std::ranges::copy(sq, std::back_inserter(out));
    printf("%zu\n", out.size());
    auto [lo, hi] = std::minmax_element(v.begin(), v.end());
    printf("%d %d %d %d\n", *lo, *hi, std::ranges::max(v), std::ranges::min(v));
    std::ranges::reverse(v);
    std::ranges::sort(v.begin(), v.begin() + 3);
    printf("%d %d\n", v[0], std::ranges::max(3, 4));
    auto [a, b] = std::ranges::remove_if(v, [](int x) { return x > 7; });
    v.erase(a, b);
    printf("%zu\n", v.size());
    int raw[] = {3, 1, 2};
    std::ranges::sort(raw);
    printf("%d %zu %d\n", raw[0], std::ranges::size(raw), (int)*std::ranges::lower_bound(raw, 2));
    std::array<float, 3> ar{1, 2, 3};
    for (float f : ar | rv::take(2))
        printf("%g ", f);
    puts("");
    printf("%d\n", (int)std::ranges::distance(v | rv::filter([](int x) { return x > 2; })));
    for (std::size_t i : rv::iota(std::size_t{0}, v.size()))
        printf("%zu", i);
    puts("");
    for (auto i : rv::iota(0u, 3u) | rv::reverse)
        printf("%u", i);
    puts("");
    printf("%d\n", std::ranges::binary_search(raw, 3));
    auto part = std::ranges::subrange(v.begin(), v.begin() + 1);
    printf("%zu\n", part.size());
    for (char c : std::string("abc") | rv::transform([](char c) { return (char)(c - 32); }))
        putchar(c);
    puts("");
    auto vw = rv::all(v);
    printf("%zu %d\n", vw.size(), vw.empty());
    printf("%d\n", std::ranges::is_sorted(raw));
}
