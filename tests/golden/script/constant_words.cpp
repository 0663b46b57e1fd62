// c++20: consteval and constinit
#include <cstdio>
consteval int cube(int x)
{
    return x * x * x;
}
constinit int g = cube(3);
struct S {
    static consteval int two()
    {
        return 2;
    }
    consteval S(int a) : a(a)
    {
    }
    int a;
};
template <class T> consteval T id(T x)
{
    return x;
}
template <class T> constinit T zero = T(4);
int main()
{
    constexpr int k = cube(2);
    static constinit thread_local int q = 5;
    int a[cube(2)];
    S s(3);
    auto l = [](int x) consteval
    {
        return x + 1;
    };
    g++;
    printf("%d %d %d %zu %d %d %d %d %g\n", g, k, q, sizeof a, S::two(), s.a, id(7), l(3),
           zero<double>);
}
