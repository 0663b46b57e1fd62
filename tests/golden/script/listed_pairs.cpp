// A list in braces is one pair, or several, by what the two parts take.
#include <cstdio>
#include <map>
#include <set>
#include <utility>
struct S {
    int h = 0;
    double s = 0;
};
struct K {
    int a;
    const char *b;
    bool operator<(const K &o) const
    {
        return a < o.a;
    }
};
int main()
{
    std::map<K, S> m;
    m.insert({{2, "two"}, {5, 6}});
    std::map<std::pair<int, int>, std::pair<int, int>> q;
    q.insert({{1, 2}, {3, 4}});
    printf("%zu %zu %g\n", m.size(), q.size(), m.begin()->second.s);
    q.insert({{{1, 2}, {3, 4}}, {{5, 6}, {7, 8}}});
    printf("%zu\n", q.size());
    std::map<int, int> i;
    i.insert({{1, 2}, {3, 4}});
    i.insert({5, 6});
    printf("%zu\n", i.size());
    std::set<std::pair<int, int>> s;
    s.insert({1, 2});
    s.insert({{3, 4}, {5, 6}});
    printf("%zu\n", s.size());
}
