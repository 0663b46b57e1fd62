// c++20: a range in a loop, in a sort and in a search
#include <algorithm>
#include <cstdio>
#include <numeric>
#include <ranges>
#include <string>
#include <vector>
int main()
{
    std::vector<int> v(10);
    std::iota(v.begin(), v.end(), 0);
    for (int i : std::views::iota(0, 4))
        printf("%d ", i);
    puts("");
    for (int x : v | std::views::filter([](int i) { return i % 2 == 0; }) |
                     std::views::transform([](int i) { return i * i; }))
        printf("%d ", x);
    puts("");
    for (int x : v | std::views::drop(2) | std::views::take(3))
        printf("%d ", x);
    puts("");
    for (int x : v | std::views::reverse)
        printf("%d ", x);
    puts("");
    for (auto x : std::views::reverse(v))
        printf("%d ", x);
    puts("");
    std::ranges::sort(v, std::greater<>{});
    printf("%d\n", v[0]);
    printf("%d\n", (int)std::ranges::count_if(v, [](int x) { return x > 5; }));
    auto it = std::ranges::find(v, 4);
    printf("%d\n", (int)(it - v.begin()));
    printf("%d %d\n", std::ranges::all_of(v, [](int x) { return x >= 0; }),
           std::ranges::any_of(v, [](int x) { return x > 100; }));
    struct P {
        std::string name;
        int n;
    };
    std::vector<P> ps{{"b", 2}, {"a", 3}, {"c", 1}};
    std::ranges::sort(ps, {}, &P::name);
    for (auto &p : ps)
        printf("%s%d ", p.name.c_str(), p.n);
    puts("");
    auto best = std::ranges::max_element(ps, {}, &P::n);
    printf("%s\n", best->name.c_str());
    std::ranges::for_each(v, [](int &x) { x += 1; });
    std::ranges::fill(v, 3);
    std::vector<int> w(10);
    std::ranges::copy(v, w.begin());
    std::ranges::transform(v, w.begin(), [](int x) { return x * 2; });
    printf("%d\n", std::accumulate(w.begin(), w.end(), 0));
}
