/* References to whatever comes, and what std::forward hands on. */
#include <cstdio>
#include <utility>
#include <vector>
struct S {
    int n;
    S(int n) : n(n)
    {
    }
    S(const S &o) : n(o.n)
    {
        printf("c%d ", n);
    }
    S(S &&o) noexcept : n(o.n)
    {
        o.n = 0;
        printf("m%d ", n);
    }
    ~S()
    {
        printf("~%d ", n);
    }
};
void take(const S &s)
{
    printf("const& %d\n", s.n);
}
void take(S &s)
{
    printf("& %d\n", s.n);
    s.n++;
}
void take(S &&s)
{
    printf("&& %d\n", s.n);
    S own(std::move(s));
    printf("\n");
}
template <class T> void pass(T &&s)
{
    take(std::forward<T>(s));
}
template <class T> void keep(T &&s)
{
    take(s);
}
template <class T> void cast(T &&s)
{
    take(static_cast<T &&>(s));
}
template <class T, class A> T make(A &&a)
{
    return T(std::forward<A>(a));
}
template <class F, class A> auto call(F &&f, A &&a)
{
    return f(std::forward<A>(a));
}
template <class F> void time_it(const char *what, F &&f)
{
    printf("%s: ", what);
    f();
}
int twice(int x)
{
    return 2 * x;
}
template <class T> void bump(T &&x)
{
    x += 1;
}
int main()
{
    S a(1);
    const S b(2);
    pass(a);
    pass(b);
    pass(S(3));
    pass(std::move(a));
    printf("%d\n", a.n);
    keep(a);
    keep(b);
    keep(S(4));
    cast(a);
    cast(S(5));
    S c = make<S>(a);
    S d = make<S>(std::move(c));
    printf("\n");
    S e = make<S>(7);
    printf("%d %d\n", e.n, d.n);
    int i = 4;
    bump(i);
    printf("%d\n", i);
    printf("%d %d\n", call(twice, i), call([&](int k) { return k + i; }, 3));
    time_it("lambda", [&] { printf("%d\n", i); });
    auto l = [] { printf("named\n"); };
    time_it("l", l);
    double x = 2.5;
    bump(x);
    printf("%g\n", x);
    std::vector<S> v;
    v.reserve(4);
    auto add = [&v](auto &&s) { v.push_back(std::forward<decltype(s)>(s)); };
    add(a);
    add(S(8));
    printf("\n");
    v.clear();
    printf("\n");
    return 0;
}
