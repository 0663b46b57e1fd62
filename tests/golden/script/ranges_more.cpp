// c++20: minmax, partition, rotate and their like of std::ranges
#include <algorithm>
#include <cstdio>
#include <string>
#include <utility>
#include <vector>
struct P {
    std::string n;
    int k;
};
int main()
{
    namespace rg = std::ranges;
    auto [a, b] = rg::minmax({4, 2, 8});
    std::vector<P> v{{"x", 3}, {"y", 1}, {"z", 5}, {"w", 5}};
    auto [lo, hi] = rg::minmax(v, {}, &P::k);
    printf("%d %d %s %s\n", a, b, lo.n.c_str(), hi.n.c_str());
    auto e = rg::minmax_element(v, rg::greater{}, &P::k);
    printf("%td %td\n", e.min - v.begin(), e.max - v.begin());
    printf("%td %d %d\n", rg::adjacent_find(v, {}, &P::k) - v.begin(), rg::max({1, 7, 3}),
           rg::min({3, 9}, rg::greater{}));
    auto rest = rg::partition(
        v, [](int k) { return k < 4; }, &P::k);
    printf("%zu\n", rest.size());
    std::vector<int> n{1, 2, 3, 4, 5};
    rg::rotate(n, n.begin() + 2);
    rg::replace_if(
        n, [](int x) { return x > 4; }, 0);
    for (int x : n)
        printf("%d ", x);
    rg::nth_element(n, n.begin() + 2);
    printf("%d %d\n", n[2], rg::includes(std::vector{1, 2, 3}, std::vector{1, 3}));
}
