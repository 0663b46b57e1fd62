// std::multimap: equal keys in the order in which they were put in.
#include <cstdio>
#include <functional>
#include <iterator>
#include <map>
#include <string>
#include <vector>

struct Noisy {
    int n;
    explicit Noisy(int n) : n(n) {}
    Noisy(const Noisy &o) : n(o.n) {}
    ~Noisy() { printf("~%d ", n); }
};

template <class M> static void show(const M &m)
{
    for (const auto &[key, value] : m)
        printf("%d=%s ", key, value.c_str());
    printf("(%zu)\n", m.size());
}

int main()
{
    std::multimap<int, std::string> m{{2, "b"}, {1, "a"}, {2, "c"}};
    m.insert({2, "d"});
    m.emplace(1, "e");
    auto at = m.insert(std::make_pair(3, std::string("f")));
    printf("%s %zu %zu %zu\n", at->second.c_str(), m.count(2), m.count(7), m.size());
    show(m);
    auto range = m.equal_range(2);
    for (auto i = range.first; i != range.second; ++i)
        printf("%s ", i->second.c_str());
    printf("%s %s %d\n", m.find(2)->second.c_str(), m.upper_bound(1)->second.c_str(), m.find(9) == m.end());
    m.erase(m.find(2));
    show(m);
    printf("%zu %zu\n", m.erase(1), m.erase(5));
    show(m);
    std::multimap<int, std::string> copy = m, other;
    other = m;
    other.emplace(0, "z");
    printf("%d %d\n", copy == m, other == m);
    std::multimap<double, int, std::greater<double>> events;
    for (int i = 0; i < 50; i++)
        events.emplace((i * 7 % 5) * 0.5, i);
    for (auto i = events.rbegin(); i != events.rend(); ++i)
        printf("%d ", i->second);
    printf("\n");
    for (auto i = events.begin(); i != events.end();)
        i = i->second % 3 ? events.erase(i) : std::next(i);
    for (auto &e : events)
        e.second *= 2;
    for (auto e : events)
        printf("%.1f:%d ", e.first, e.second);
    printf("\n");
    events.erase(events.begin(), events.lower_bound(1.0));
    printf("%zu %d %d\n", events.size(), events.begin()->second, events.empty());
    {
        std::multimap<std::string, Noisy> noisy;
        noisy.emplace("x", Noisy(1));
        noisy.insert({"x", Noisy(2)});
        noisy.erase("x");
        printf("end ");
    }
    std::vector<std::pair<int, int>> pairs{{1, 2}, {1, 3}, {0, 4}};
    std::multimap<int, int> n(pairs.begin(), pairs.end());
    n.clear();
    n.swap(n);
    printf("%zu\n", n.size());
}
