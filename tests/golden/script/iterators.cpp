// Ways through a container: backwards, by steps, to its end.
#include <algorithm>
#include <array>
#include <cstdio>
#include <deque>
#include <iterator>
#include <map>
#include <set>
#include <string>
#include <vector>

template <class C> static void backwards(const C &c)
{
    for (auto it = c.rbegin(); it != c.rend(); ++it)
        printf("%d ", *it);
}

int main()
{
    std::vector<int> v = {4, 1, 3, 2};
    backwards(v);
    backwards(std::array<int, 3>{7, 8, 9});
    backwards(std::deque<int>{5, 6});
    backwards(std::set<int>{2, 1});
    std::map<std::string, int> m = {{"a", 1}, {"b", 2}};
    for (auto it = m.rbegin(); it != m.rend(); it++)
        printf("%s%d ", it->first.c_str(), it->second);
    printf("%d\n", m.rbegin()->second);
    std::sort(v.rbegin(), v.rend());
    for (int n : v)
        printf("%d ", n);
    *v.rbegin() = 0;
    auto found = std::find(v.rbegin(), v.rend(), 3);
    printf("%d %d %d", (int)(found - v.rbegin()), (int)(found.base() - v.begin()), v.rbegin()[0]);
    std::string s = "text";
    std::string r(s.rbegin(), s.rend());
    printf(" %s", r.c_str());
    printf(" %c\n", *s.crbegin());
    auto second = std::next(v.begin()), last = std::prev(v.end());
    printf("%d %d %d", *second, *last, (int)std::distance(v.begin(), last));
    auto at = m.begin();
    std::advance(at, 1);
    printf(" %s %d\n", at->first.c_str(), (int)std::distance(m.begin(), m.end()));
    int plain[4] = {1, 2, 3};
    std::copy(std::begin(v), std::end(v), std::begin(plain));
    for (auto it = std::cbegin(plain); it != std::cend(plain); ++it)
        printf("%d ", *it);
    printf("%zu %zu %zu %d\n", std::size(plain), std::size(v), std::size(s), std::empty(v));
    std::sort(std::begin(plain), std::end(plain));
    printf("%d %d\n", plain[0], std::data(v)[0]);
    std::vector<int> w;
    std::copy_if(v.begin(), v.end(), std::back_inserter(w), [](int n) { return n > 1; });
    std::transform(plain, plain + 2, std::back_inserter(w), [](int n) { return 10 * n; });
    for (int n : w)
        printf("%d ", n);
    std::vector<int> x(w.rbegin(), w.rend());
    std::set<int> sorted(x.begin(), x.end());
    std::vector<int> y(sorted.begin(), sorted.end());
    printf("%d %d %zu\n", x[0], y[0], y.size());
    w.swap(v);
    w.shrink_to_fit();
    v.reserve(100);
    v.shrink_to_fit();
    printf("%zu %zu %zu\n", v.size(), v.capacity(), w.size());
    std::array<int, 4> a, b;
    a.fill(3);
    b = a;
    printf("%zu %d %d", a.size(), a == b, a.at(1));
    b[2] = 1;
    a.swap(b);
    printf(" %d %d %d %d\n", a != b, a < b, *std::min_element(a.cbegin(), a.cend()), b.front());
    try {
        a.at(4) = 1;
    } catch (const std::out_of_range &e) {
        printf("%s\n", e.what());
    }
    return 0;
}
