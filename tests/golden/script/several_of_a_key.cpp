// Containers that have a key several times: in which order what is equal stands, as in libstdc++.
#include <cstdio>
#include <map>
#include <set>
#include <string>
#include <unordered_map>
#include <unordered_set>

template <class M> static void show(const char *what, const M &m)
{
    printf("%s %zu:", what, m.size());
    for (const auto &[k, v] : m)
        printf(" %s=%d", std::to_string(k).c_str(), v);
    puts("");
}

int main()
{
    std::unordered_multimap<int, int> m;
    for (int i = 0; i < 60; i++)
        m.emplace(i * 7 % 13 * 5, i);
    show("numbers", m);
    printf("%zu %zu %zu\n", m.count(5), m.erase(5), m.count(5));
    m.erase(m.find(10));
    auto [first, last] = m.equal_range(10);
    for (; first != last; ++first)
        printf("%d ", first->second);
    m.reserve(300);
    m.insert({{1, 1}, {1, 2}, {313, 3}});
    show("more", m);
    std::unordered_multimap<std::string, int> words;
    for (int i = 0; i < 45; i++) {
        words.insert({"w" + std::to_string(i % 6), i});
        if (i == 10 || i == 44) {
            for (const auto &w : words)
                printf("%s=%d ", w.first.c_str(), w.second);
            puts("");
        }
    }
    std::unordered_multimap<std::string, int> copy = words, few{{"a", 1}, {"b", 2}, {"a", 3}, {"a", 4}};
    printf("%zu %zu %d\n", copy.erase("w3"), copy.size(), few.find("a")->second);
    for (const auto &w : few)
        printf("%s=%d ", w.first.c_str(), w.second);
    puts("");
    std::unordered_multiset<unsigned> s{3, 1, 3, 20, 3};
    s.insert(1u);
    s.erase(s.begin());
    for (unsigned n : s)
        printf("%u ", n);
    printf("%zu\n", s.count(3));
    std::multiset<double, std::greater<double>> d{1.5, 2.5, 1.5};
    d.insert(0.5);
    d.insert({2.5, 9});
    for (double x : d)
        printf("%g ", x);
    printf("%zu %g\n", d.count(2.5), *d.upper_bound(2.5));
    auto range = d.equal_range(1.5);
    d.erase(range.first, range.second);
    printf("%zu %d\n", d.size(), d == std::multiset<double, std::greater<double>>{9, 2.5, 2.5, 0.5});
    std::multimap<std::string, int> ordered{{"x", 1}, {"a", 2}, {"x", 0}};
    ordered.insert({"x", 7});
    for (auto [at, end] = ordered.equal_range("x"); at != end; ++at)
        printf("%d ", at->second);
    printf("%zu %zu\n", ordered.erase("x"), ordered.size());
}
