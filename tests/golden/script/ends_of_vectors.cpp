// Iterators of std::vector and std::string are classes: temporaries of them may be changed
#include <cstdio>
#include <string>
#include <utility>
#include <vector>
template <class C> static int last(C &c)
{
    return *--c.end();
}
template <class T> struct Range {
    T &of;
    decltype(std::declval<T &>().begin()) from;
    decltype(std::declval<T &>().end()) to;
    decltype(std::declval<T &>().size()) n;
    explicit Range(T &of) : of(of), from(of.begin()), to(of.end()), n(of.size())
    {
    }
};
int main()
{
    std::vector<int> v{1, 2, 3};
    printf("%d %zu\n", *--v.end(), v.size());
    printf("%d %d\n", *++v.begin(), *v.begin());
    auto behind = v.end()--;
    printf("%d %zu\n", behind == v.end(), v.size());
    for (int i = 0; i < 3; i++)
        *--v.end() += i;
    printf("%d %d\n", last(v), v[2]);
    auto before = --v.end();
    *before++ = 9;
    printf("%d %d\n", v.back(), before == v.end());
    std::string s = "abc";
    *--s.end() = 'z';
    printf("%s %c %zu\n", s.c_str(), *++s.begin(), s.size());
    std::vector<std::string> names{"x", "yy"};
    printf("%zu\n", (--names.end())->size());
    v.erase(--v.end());
    Range r(v);
    ++r.from;
    --r.to;
    printf("%d %zu %d\n", r.from == r.to, r.n, *r.from);
    return 0;
}
