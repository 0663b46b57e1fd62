/* Variadic templates: factories, recursion, folds. */
#include <cstdio>
#include <iostream>
#include <string>
#include <utility>
#include <vector>
struct S {
    int a, b;
    S() : a(0), b(0)
    {
    }
    S(int a, int b) : a(a), b(b)
    {
    }
    S(const S &o) : a(o.a), b(o.b)
    {
        printf("c ");
    }
    S(S &&o) : a(o.a), b(o.b)
    {
        o.a = 0;
        printf("m ");
    }
};
template <class T, class... Args> T *make(Args &&...args)
{
    return new T(std::forward<Args>(args)...);
}
template <typename T, typename... A> T build(A &&...a)
{
    return T{std::forward<A>(a)...};
}
void all()
{
    printf("end\n");
}
template <class T, class... Rest> void all(const T &first, Rest... rest)
{
    std::cout << first << (sizeof...(Rest) ? ", " : " ");
    all(rest...);
}
template <class... T> auto sum(T... v)
{
    return (v + ... + 0);
}
int same(int a)
{
    return a;
}
template <class... T> int sums(T... v)
{
    return (v + ... + (0)) * 100 + (v + ... + same(1)) + ((2) + ... + v) + (... + (v));
}
template <class... T> void counts(T... v)
{
    ((printf("%d of %zu, ", v, sizeof...(v))), ...);
    (printf("%zu\n", sizeof...(v) + sizeof...(T)), ..., (void)v);
}
template <class... T> void both(std::pair<T, double>... v)
{
    (printf("%g/%zu ", v.first + v.second, sizeof...(T)), ...);
    (same(int{v.first}), ...);
}
template <class... T> auto less(T... v)
{
    return (... - v);
}
template <class... T> auto more(T... v)
{
    return (v - ...);
}
template <class... T> bool every(T... v)
{
    return (v && ...);
}
template <class... T> void say(const T &...v)
{
    ((std::cout << v << ' '), ...);
    (std::cout << ... << v) << '\n';
}
template <class F, class... A> auto call(F &&f, A &&...a) -> decltype(f(std::forward<A>(a)...))
{
    return f(std::forward<A>(a)...);
}
template <class... A> int log_line(const char *format, A... a)
{
    return printf(format, a...);
}
template <class T> struct Pool {
    std::vector<T *> all;
    template <class... A> T &add(A &&...a)
    {
        all.push_back(new T(std::forward<A>(a)...));
        return *all.back();
    }
};
template <class... A> std::vector<int> list(A... a)
{
    return {a...};
}
template <class... A> size_t bytes(A... a)
{
    size_t n = 0;
    ((n += sizeof(a)), ...);
    return n;
}
template <class... V> void twice(V... v)
{
    say((v * 2)...);
}
template <class T> T one(T a)
{
    return a;
}
template <class T, class... R> T one(T a, R... r)
{
    return a + one(r...);
}
int main()
{
    S *p = make<S>(1, 2), *q = make<S>(), *r = make<S>(*p);
    S moved = build<S>(std::move(*p));
    printf("%d %d %d %d %d %d\n", p->a, p->b, q->a, r->a, r->b, moved.a);
    all(1, 2.5, "three", std::string("four"));
    all();
    printf("%d %d %d %d %d\n", sum(1, 2, 3), sum(), less(10, 3, 2), more(10, 3, 2), every(1, 0, 1));
    say(1, "b", 2.5);
    int n = 3;
    call([&](int by, int &to) { to += by; }, 4, n);
    printf("%d %d\n", n, call([](int a, double b) { return (int)(a * b); }, 3, 1.5));
    printf("%d\n", log_line("%s %d %g\n", "x", 1, 2.5));
    Pool<S> pool;
    pool.add(5, 6).b++;
    pool.add(pool.add(7, 8));
    for (S *s : pool.all)
        printf("%d/%d ", s->a, s->b);
    for (int x : list(4, 5, 6))
        printf("%d ", x);
    printf("%zu %d\n", bytes('a', 1, 2.0), one(1, 2, 3));
    twice(1, 2, 3);
    counts(4, 5, 6);
    both(std::pair<int, double>{1, 2.5}, std::pair<int, double>{3, 4.5});
    printf("%d\n", sums(1, 2, 3));
    return 0;
}
