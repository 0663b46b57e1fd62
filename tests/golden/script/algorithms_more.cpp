// More of <algorithm> and <numeric>, and containers whose functors hold something.
#include <algorithm>
#include <cstdio>
#include <functional>
#include <mutex>
#include <numeric>
#include <unordered_map>
#include <unordered_set>
#include <vector>

struct modulo {
    int by = 10;
    size_t operator()(int n) const
    {
        return (size_t)(n % by);
    }
};
struct same_modulo {
    int by = 10;
    bool operator()(int a, int b) const
    {
        return a % by == b % by;
    }
};

static void show(const std::vector<int> &v)
{
    for (int n : v)
        printf("%d ", n);
}

static std::recursive_mutex lock;

static int depth(int n)
{
    std::lock_guard<std::recursive_mutex> guard(lock);
    return n == 0 ? 0 : 1 + depth(n - 1);
}

int main()
{
    std::vector<int> v = {5, 3, 8, 3, 1, 9, 2, 7}, w = v;
    std::partial_sort(w.begin(), w.begin() + 3, w.end());
    show(w);
    w = v;
    std::partial_sort(w.begin(), w.begin() + 4, w.end(), std::greater<int>());
    show(w);
    std::sort(v.begin(), v.end());
    auto three = std::equal_range(v.begin(), v.end(), 3);
    printf("%d %d\n", (int)(three.first - v.begin()), (int)(three.second - v.begin()));
    auto down = [](int a, int b) { return a > b; };
    std::vector<int> d(v.rbegin(), v.rend());
    printf("%d ", (int)(std::upper_bound(d.begin(), d.end(), 3, down) - d.begin()));
    printf("%d %d ", std::binary_search(d.begin(), d.end(), 8, down),
           std::is_sorted(d.begin(), d.end(), down));
    printf("%d\n", (int)(std::adjacent_find(v.begin(), v.end()) - v.begin()));
    std::vector<int> both(4), a = {1, 4}, b = {2, 3};
    std::merge(a.begin(), a.end(), b.begin(), b.end(), both.begin());
    show(both);
    std::replace_if(
        both.begin(), both.end(), [](int n) { return n > 2; }, 0);
    show(both);
    std::swap_ranges(a.begin(), a.end(), both.begin());
    show(a);
    show(both);
    std::vector<int> p = {1, 2, 3};
    int turns = 1;
    while (std::next_permutation(p.begin(), p.end()))
        turns++;
    printf("%d %d\n", turns, p[0]);
    std::vector<int> s(3);
    std::exclusive_scan(p.begin(), p.end(), s.begin(), 10);
    show(s);
    std::inclusive_scan(p.begin(), p.end(), s.begin());
    show(s);
    std::adjacent_difference(s.begin(), s.end(), s.begin());
    show(s);
    printf("%d %d\n", std::reduce(p.begin(), p.end(), 1),
           std::reduce(p.begin(), p.end(), 1, std::multiplies<int>()));
    std::unordered_set<int, modulo, same_modulo> few(8, modulo{3}, same_modulo{3});
    for (int i = 0; i < 9; i++)
        few.insert(i);
    std::unordered_set<int, modulo, same_modulo> copy, moved;
    copy = few;
    for (int i = 20; i < 29; i++)
        copy.insert(i);
    moved = std::move(copy);
    moved.insert(30);
    std::unordered_map<int, int, modulo, same_modulo> counts(4, modulo{2}, same_modulo{2});
    for (int i = 0; i < 9; i++)
        counts[i]++;
    auto again = counts;
    again[11]++;
    printf("%zu %zu %zu %d\n", few.size(), moved.size(), again.size(), again[1]);
    printf("%d\n", depth(4));
    return 0;
}
