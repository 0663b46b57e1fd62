// Member templates that are defined outside of their struct, also of a template, and called before.
#include <cstdio>
#include <initializer_list>
#include <utility>
#include <vector>
struct Plain {
    int v;
    template <class F> int apply(F f) const;
    template <class T> static T half(T t);
    template <class T, class U = T> U twice(T t, int times = 2);
    int early()
    {
        return apply([](int x) { return x + 100; }) + half(8);
    }
};
template <class Fn> int Plain::apply(Fn fn) const
{
    return fn(v);
}
template <class T> T Plain::half(T value)
{
    return value / 2;
}
template <class A, class B> B Plain::twice(A a, int n)
{
    return B(a * n + v);
}
template <class T> struct V {
    T *p;
    int n;
    explicit V(int);
    ~V();
    template <class F> void each(F f);
    template <class U> U sum(U init) const;
    template <class U> V &operator+=(U u);
    template <class U> static V make(std::initializer_list<U> l);
    T first()
    {
        T r{};
        each([&](T &t) {
            if (!r)
                r = t;
        });
        return r;
    }
    struct In {
        T k;
        template <class G> T with(G g);
    } in{};
};
template <class T> V<T>::V(int k) : p(new T[k]()), n(k)
{
}
template <class T> V<T>::~V()
{
    delete[] p;
}
template <class T> template <class F> void V<T>::each(F f)
{
    for (int i = 0; i < n; i++)
        f(p[i]);
}
template <class E> template <class U> U V<E>::sum(U init) const
{
    for (int i = 0; i < n; i++)
        init += p[i];
    return init;
}
template <class T> template <class U> V<T> &V<T>::operator+=(U u)
{
    each([u](T &t) { t += u; });
    return *this;
}
template <class T> template <class U> V<T> V<T>::make(std::initializer_list<U> l)
{
    V v(int(l.size()));
    int i = 0;
    for (auto &x : l)
        v.p[i++] = T(x);
    return v;
}
template <class T> template <class G> T V<T>::In::with(G g)
{
    return g(k);
}
int main()
{
    Plain p{4};
    printf("%d %d %d %g\n", p.early(), p.apply([](int x) { return x * x; }), p.twice(3),
           p.twice<int, double>(3, 5));
    V<int> v(3);
    int i = 1;
    v.each([&](int &x) { x = i++; });
    v += 2;
    printf("%g %d\n", v.sum(0.5), v.first());
    auto w = V<double>::make({1, 2, 3});
    printf("%g %g\n", w.sum(0.0), w.p[2]);
    v.in.k = 6;
    printf("%d\n", v.in.with([](int x) { return x + 1; }));
}
