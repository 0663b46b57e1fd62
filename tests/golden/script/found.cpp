// Operators of enumerations, functions that arguments find, members of one instance
#include <cstdio>
#include <list>
#include <string>
enum class F : unsigned { None = 0, A = 1, B = 2, C = 4 };
constexpr F operator|(F a, F b)
{
    return (F)((unsigned)a | (unsigned)b);
}
constexpr F operator&(F a, F b)
{
    return (F)((unsigned)a & (unsigned)b);
}
constexpr F operator~(F a)
{
    return (F)(~(unsigned)a & 7);
}
F &operator|=(F &a, F b)
{
    return a = a | b;
}
F &operator&=(F &a, F b)
{
    a = a & b;
    return a;
}
bool operator!(F a)
{
    return a == F::None;
}
F &operator++(F &a)
{
    return a = (F)((unsigned)a + 1);
}
F operator++(F &a, int)
{
    F old = a;
    ++a;
    return old;
}
F operator-(F a)
{
    return a;
}
F operator<<(F a, int n)
{
    return (F)((unsigned)a << n);
}
enum Plain { P, Q };
Plain operator+(Plain a, int n)
{
    return (Plain)((int)a + n);
}
Plain &operator+=(Plain &a, int n)
{
    return a = a + n;
}
Plain &operator++(Plain &p)
{
    return p = Plain(p + 1);
}
namespace ns
{
enum class M { X = 1, Y = 2 };
inline M operator|(M a, M b)
{
    return M((int)a | (int)b);
}
inline M &operator|=(M &a, M b)
{
    return a = a | b;
}
inline M operator~(M a)
{
    return M(~(int)a & 3);
}
struct V {
    int x;
    friend V operator+(V a, V b)
    {
        return V{a.x + b.x};
    }
    friend bool operator==(const V &a, const V &b)
    {
        return a.x == b.x;
    }
    friend int value(const V &v)
    {
        return v.x;
    }
    friend void show(const V &v)
    {
        printf("show %d\n", v.x);
    }
};
int twice(V v)
{
    return v.x * 2;
}
struct W {
    int w;
    friend int sum(const W &a, const W &b);
};
int sum(const W &a, const W &b)
{
    return a.w + b.w;
}
} // namespace ns
template <class T> struct R {
    T v;
    void f();
    int g() const;
};
template <> void R<double>::f();
template <> void R<double>::f()
{
    printf("double %g\n", v);
}
template <> void R<int>::f()
{
    printf("int %d\n", v);
}
template <class T> int R<T>::g() const
{
    return 1;
}
template <> int R<int>::g() const
{
    return 2;
}
int main()
{
    F f = F::A;
    f |= F::B;
    printf("%u\n", (unsigned)f);
    f &= ~F::A;
    printf("%u %d\n", (unsigned)f, !f);
    ++f;
    f++;
    printf("%u %u\n", (unsigned)f, (unsigned)(F::A << 1));
    Plain p = P;
    p += 1;
    ++p;
    printf("%d\n", p);
    auto m = ns::M::X;
    m |= ns::M::Y;
    m = ~m;
    printf("%d\n", (int)m);
    ns::V a{1}, b{2};
    printf("%d %d %d %d\n", (a + b).x, a == b, value(a), twice(b));
    show(b);
    ns::W w{3};
    printf("%d\n", sum(w, w));
    R<double> r{2.5};
    r.f();
    R<int> ri{3};
    ri.f();
    printf("%d %d\n", r.g(), ri.g());
    std::list<int> l{1, 2, 1, 3};
    l.remove(l.front());
    printf("%zu %d\n", l.size(), l.front());
    std::list<std::string> ls{"a", "b", "a"};
    ls.remove(ls.front());
    printf("%zu\n", ls.size());
}
