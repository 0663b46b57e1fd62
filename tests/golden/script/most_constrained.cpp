// c++20: which of several constrained functions and methods is meant
// scan of a few idioms that may be wrong silently
#include <concepts>
#include <cstdio>
#include <memory>
#include <string>
#include <type_traits>
#include <vector>
template <class T> struct Wrap {
    T t;
    template <class U> Wrap<U> map(auto f) const
    {
        return {f(t)};
    }
};
template <class T>
concept Small = sizeof(T) < 4;
template <class T>
concept Tiny = Small<T> && sizeof(T) == 1;
template <Small T> int f(T)
{
    return 1;
}
template <Tiny T> int f(T)
{
    return 2;
}
int f(auto)
{
    return 3;
}
int f(double)
{
    return 4;
}
struct X {
    int g(auto)
    {
        return 1;
    }
    int g(std::integral auto)
    {
        return 2;
    }
    int g(int)
    {
        return 3;
    }
    int g(auto, auto) const
    {
        return 4;
    }
};
template <class T>
requires std::is_pointer_v<T>
int h(T)
{
    return 1;
}
template <class T> int h(T *)
{
    return 2;
}
template <typename T> struct S {
    int k() requires(sizeof(T) == 4)
    {
        return 4;
    }
    int k() requires(sizeof(T) == 8)
    {
        return 8;
    }
    int k()
    {
        return 0;
    }
};
int main()
{
    printf("%d %d %d %d %d\n", f((short)1), f('c'), f(1), f(1.0), f(1.f));
    X x;
    printf("%d %d %d %d %d\n", x.g("a"), x.g(1L), x.g(1), x.g(1, 2), x.g(2.5));
    int *p = nullptr;
    (void)p;
    printf("%d %d %d\n", S<int>{}.k(), S<double>{}.k(), S<char>{}.k());
    Wrap<int> w{3};
    printf("%g\n", w.map<double>([](int v) { return v * 1.5; }).t);
}
