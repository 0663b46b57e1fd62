// Algorithms that take what compares.
#include <algorithm>
#include <cstdio>
#include <functional>
#include <iostream>
#include <iterator>
#include <list>
#include <numeric>
#include <vector>
static void show(const std::vector<int> &v)
{
    for (int x : v)
        printf("%d ", x);
    puts("");
}
int main()
{
    const std::vector<int> all{1, 2, 2, 3, 5, 8, 13}, b{2, 3, 8};
    {
        std::vector<int> a = all, o(9);
        printf("%d",
               (int)(std::adjacent_find(a.begin(), a.end(), std::greater<int>()) - a.begin()));
        puts("");
    }
    {
        std::vector<int> a = all, o(9);
        printf("%d", std::equal(a.begin(), a.end(), b.begin(), b.end(),
                                [](int x, int y) { return x == y; }));
        puts("");
    }
    {
        std::vector<int> a = all, o(9);
        auto m = std::mismatch(a.begin(), a.end(), b.begin(), b.end());
        printf("%d", (int)(m.first - a.begin()));
        puts("");
    }
    {
        std::vector<int> a = all, o(9);
        auto m = std::mismatch(b.begin(), b.end(), a.begin(), [](int x, int y) { return x > y; });
        printf("%d", (int)(m.first - b.begin()));
        puts("");
    }
    {
        std::vector<int> a = all, o(9);
        printf("%d", (int)(std::find_first_of(a.begin(), a.end(), b.begin(), b.end()) - a.begin()));
        puts("");
    }
    {
        std::vector<int> a = all, o(9);
        o.resize(3);
        std::partial_sort_copy(a.begin(), a.end(), o.begin(), o.end(), std::greater<int>());
        show(o);
        puts("");
    }
    {
        std::vector<int> a = all, o(9);
        printf("%d", std::max(3, 5, [](int x, int y) { return x > y; }));
        printf("%d", std::min({4, 2, 8}, [](int x, int y) { return x > y; }));
        puts("");
    }
    {
        std::vector<int> a = all, o(9);
        std::set_union(a.begin(), a.end(), b.begin(), b.end(), o.begin(), std::less<int>());
        show(o);
        puts("");
    }
    {
        std::vector<int> a = all, o(9);
        std::set_intersection(a.begin(), a.end(), b.begin(), b.end(), o.begin(), std::less<>());
        show(o);
        puts("");
    }
    {
        std::vector<int> a = all, o(9);
        std::set_difference(a.begin(), a.end(), b.begin(), b.end(), o.begin(), std::less<>());
        show(o);
        puts("");
    }
    {
        std::vector<int> a = all, o(9);
        std::adjacent_difference(a.begin(), a.end(), o.begin(), std::plus<>());
        show(o);
        puts("");
    }
    {
        std::vector<int> a = all, o(9);
        std::partial_sum(a.begin(), a.end(), o.begin(), std::multiplies<int>());
        show(o);
        puts("");
    }
    {
        std::vector<int> a = all, o(9);
        std::inclusive_scan(a.begin(), a.end(), o.begin(), std::plus<>(), 100);
        show(o);
        puts("");
    }
    {
        std::vector<int> a = all, o(9);
        std::exclusive_scan(a.begin(), a.end(), o.begin(), 1, std::multiplies<>());
        show(o);
        puts("");
    }
    {
        std::vector<int> a = all, o(9);
        std::list<int> l{1, 2}, m{0, 5};
        l.merge(m);
        l.remove_if([](int x) { return x == 2; });
        for (int x : l)
            printf("%d ", x);
        l.emplace_back(4);
        l.emplace_front(5);
        l.resize(2);
        printf("%zu %d", l.size(), l.back());
        puts("");
    }
    {
        std::vector<int> a = all, o(9);
        std::copy(a.begin(), a.end(), std::ostream_iterator<int>(std::cout, ","));
        std::cout << std::endl;
        puts("");
    }
}
