// algorithms and numeric
#include <algorithm>
#include <array>
#include <cstdio>
#include <deque>
#include <functional>
#include <iterator>
#include <list>
#include <numeric>
#include <string>
#include <vector>
struct P {
    std::string n;
    int v;
};
template <class C> void show(const char *w, const C &c)
{
    printf("%s:", w);
    for (auto x : c)
        printf(" %d", (int)x);
    puts("");
}
int main()
{
    std::vector<int> v(10);
    std::iota(v.begin(), v.end(), 1);
    show("iota", v);
    printf("%d %d %lld\n", std::accumulate(v.begin(), v.end(), 0),
           std::accumulate(v.begin(), v.end(), 1, std::multiplies<int>()),
           std::accumulate(v.begin(), v.end(), 0LL, [](long long a, int b) { return a + b * b; }));
    std::vector<int> ps, ad;
    std::partial_sum(v.begin(), v.end(), std::back_inserter(ps));
    show("psum", ps);
    std::adjacent_difference(ps.begin(), ps.end(), std::back_inserter(ad));
    show("adj", ad);
    std::vector<int> ex(10), in(10);
    std::exclusive_scan(v.begin(), v.end(), ex.begin(), 0);
    std::inclusive_scan(v.begin(), v.end(), in.begin());
    show("ex", ex);
    show("in", in);
    printf("%d %d %d\n", std::reduce(v.begin(), v.end()),
           std::transform_reduce(v.begin(), v.end(), 0, std::plus<>(), [](int x) { return x * 2; }),
           std::transform_reduce(v.begin(), v.end(), ex.begin(), 0));
    printf("%d %d %d\n", std::gcd(48, 36), std::lcm(4, 6),
           std::inner_product(v.begin(), v.end(), v.begin(), 0));
    auto it = std::partition(v.begin(), v.end(), [](int x) { return x % 2; });
    printf("%d\n", (int)(it - v.begin()));
    show("part", v);
    std::stable_partition(v.begin(), v.end(), [](int x) { return x > 5; });
    show("spart", v);
    std::sort(v.begin(), v.end(), [](int a, int b) { return a > b; });
    show("desc", v);
    std::rotate(v.begin(), v.begin() + 3, v.end());
    show("rot", v);
    std::nth_element(v.begin(), v.begin() + 5, v.end());
    printf("%d\n", v[5]);
    std::partial_sort(v.begin(), v.begin() + 4, v.end());
    printf("%d %d\n", v[0], v[3]);
    std::vector<P> ps2{{"b", 2}, {"a", 2}, {"c", 1}};
    std::stable_sort(ps2.begin(), ps2.end(), [](const P &x, const P &y) { return x.v < y.v; });
    for (auto &p : ps2)
        printf("%s%d ", p.n.c_str(), p.v);
    puts("");
    auto mx = std::max_element(ps2.begin(), ps2.end(), [](auto &x, auto &y) { return x.n < y.n; });
    printf("%s\n", mx->n.c_str());
    auto [lo, hi] = std::minmax_element(ad.begin(), ad.end());
    printf("%d %d\n", *lo, *hi);
    std::vector<int> a{1, 3, 5, 7}, b{3, 4, 5}, o;
    std::set_intersection(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(o));
    show("int", o);
    o.clear();
    std::set_union(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(o));
    show("uni", o);
    o.clear();
    std::set_difference(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(o));
    show("dif", o);
    o.clear();
    std::merge(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(o));
    show("mrg", o);
    o.erase(std::unique(o.begin(), o.end()), o.end());
    show("uniq", o);
    printf("%d %d %d\n", std::binary_search(o.begin(), o.end(), 4),
           (int)(std::lower_bound(o.begin(), o.end(), 4) - o.begin()),
           (int)(std::upper_bound(o.begin(), o.end(), 4) - o.begin()));
    auto er = std::equal_range(o.begin(), o.end(), 5);
    printf("%d\n", (int)(er.second - er.first));
    std::replace(o.begin(), o.end(), 3, 30);
    std::replace_if(
        o.begin(), o.end(), [](int x) { return x < 5; }, 0);
    show("rep", o);
    std::fill_n(o.begin(), 2, 8);
    std::generate(o.begin() + 2, o.end(), [n = 0]() mutable { return n++; });
    show("gen", o);
    std::reverse(o.begin(), o.end());
    show("rev", o);
    std::vector<int> cp;
    std::copy_if(o.begin(), o.end(), std::back_inserter(cp), [](int x) { return x < 3; });
    show("cpif", cp);
    std::transform(cp.begin(), cp.end(), o.begin(), o.begin(),
                   [](int x, int y) { return x * 10 + y; });
    show("tr2", o);
    std::copy_backward(o.begin(), o.begin() + 2, o.begin() + 3);
    show("cpb", o);
    std::swap_ranges(o.begin(), o.begin() + 2, o.begin() + 2);
    show("swr", o);
    printf("%d %d %d %d\n", std::all_of(o.begin(), o.end(), [](int x) { return x >= 0; }),
           std::any_of(o.begin(), o.end(), [](int x) { return x > 100; }),
           std::none_of(o.begin(), o.end(), [](int x) { return x == 8; }),
           (int)std::count(o.begin(), o.end(), 8));
    printf("%d %d\n", std::equal(a.begin(), a.end(), b.begin(), b.end()),
           std::lexicographical_compare(a.begin(), a.end(), b.begin(), b.end()));
    auto mm = std::mismatch(a.begin(), a.end(), b.begin());
    printf("%d\n", (int)(mm.first - a.begin()));
    int arr[] = {3, 1, 2};
    do
        printf("%d%d%d ", arr[0], arr[1], arr[2]);
    while (std::next_permutation(arr, arr + 3));
    puts("");
    std::sort(std::begin(arr), std::end(arr));
    printf("%d\n", std::is_sorted(std::begin(arr), std::end(arr)));
    std::prev_permutation(arr, arr + 3);
    printf("%d\n", arr[0]);
    auto s = std::search(a.begin(), a.end(), b.begin(), b.begin() + 1);
    printf("%d\n", (int)(s - a.begin()));
    auto f = std::adjacent_find(ad.begin(), ad.end(), std::greater<int>());
    printf("%d\n", f == ad.end());
    printf("%d %d\n", std::clamp(15, 0, 10), std::max({3, 9, 4}));
    std::vector<int> w(a.rbegin(), a.rend());
    show("rb", w);
    std::list<int> l(w.begin(), w.end());
    l.sort();
    l.remove(5);
    l.reverse();
    show("list", l);
    auto n = std::next(l.begin());
    printf("%d %d\n", *n, (int)std::distance(l.begin(), l.end()));
    std::vector<size_t> idx(4);
    std::iota(idx.begin(), idx.end(), 0);
    std::sort(idx.begin(), idx.end(), [&](size_t i, size_t j) { return a[i] > a[j]; });
    show("idx", idx);
    std::for_each_n(idx.begin(), 2, [](size_t &x) { x += 100; });
    show("fen", idx);
    std::move(a.begin(), a.end(), w.begin());
    show("mv", w);
    std::inplace_merge(w.begin(), w.begin() + 2, w.end());
    show("im", w);
    std::deque<int> dq{1, 2, 5, 6};
    show("dq", dq);
    std::remove_copy_if(w.begin(), w.end(), dq.begin(), [](int x) { return x > 5; });
    show("rci", dq);
}
