// std::initializer_list, made of lists in braces
#include <algorithm>
#include <cstdio>
#include <initializer_list>
#include <string>
#include <vector>
int sum(std::initializer_list<int> l)
{
    int s = 0;
    for (int x : l)
        s += x;
    return s;
}
struct P {
    std::vector<int> v;
    P(std::initializer_list<int> l) : v(l)
    {
    }
    P(int n, int m) : v(n, m)
    {
    }
};
struct Q {
    int n;
    Q(std::initializer_list<std::string> names) : n((int)names.size())
    {
        for (const auto &s : names)
            printf("%s ", s.c_str());
        puts("");
    }
};
template <class T> T biggest(std::initializer_list<T> l)
{
    T b = *l.begin();
    for (auto x : l)
        if (x > b)
            b = x;
    return b;
}
struct S {
    const char *name;
    int n;
};
int main()
{
    printf("%d %d\n", sum({1, 2, 3}), sum({}));
    for (int x : {1, 2, 3})
        printf("%d ", x);
    puts("");
    for (const char *s : {"a", "b"})
        printf("%s ", s);
    puts("");
    P p{1, 2, 3};
    P q(2, 5);
    P r = {4};
    printf("%zu %zu %zu\n", p.v.size(), q.v.size(), r.v.size());
    Q z{"a", "b"};
    printf("%d\n", z.n);
    printf("%d\n", biggest({3, 9, 2}));
    auto l = {5, 6, 7};
    printf("%zu %d\n", l.size(), *(l.begin() + 1));
    std::initializer_list<int> k = {1, 2};
    printf("%zu\n", k.size());
    for (auto s : std::initializer_list<S>{{"x", 1}, {"y", 2}})
        printf("%s%d ", s.name, s.n);
    puts("");
    for (size_t n : {size_t(1) << 10, size_t(1) << 20})
        printf("%zu ", n);
    puts("");
    printf("%d %d\n", std::max({1, 5, 2}), std::min({4, 2, 8}));
    std::vector<int> v;
    v = {1, 2};
    v.insert(v.end(), {3, 4});
    printf("%zu\n", v.size());
    for (auto &x : {1.5, 2.5})
        printf("%g ", x);
    puts("");
    std::vector<int> w(k);
    printf("%zu\n", w.size());
    std::vector<int> w2(k.begin(), k.end());
    printf("%zu\n", w2.size());
}
