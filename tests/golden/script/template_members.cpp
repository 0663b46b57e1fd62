// Members of what a template is told that are templates themselves: T::template f<int>()
#include <cstdio>
#include <utility>
#include <vector>
struct Add {
    template <class T> static T apply(T a, T b)
    {
        return a + b;
    }
    template <class T> using list = std::vector<T>;
    template <int N> static constexpr int twice = 2 * N;
    template <class T> struct Box {
        T v;
        static int size()
        {
            return sizeof(T);
        }
        struct In {
            T w;
        };
    };
};
template <class Op, class T> T run(T a, T b)
{
    return Op::template apply<T>(a, b);
}
template <class Op, class T> struct Holder {
    typename Op::template list<T> v;
    using L = typename Op::template list<T>;
    typename Op::template Box<T>::In in;
    static int n()
    {
        return Op::template Box<T>::size();
    }
};
template <class Op> auto fill(int n) -> typename Op::template list<int>
{
    typename Op::template list<int> v(n, 3);
    return v;
}
template <class P> struct Vec {
    template <class U> using rebind = Vec<U>;
    P x;
};
template <class V> typename V::template rebind<double> widen(const V &v)
{
    typename V::template rebind<double> r;
    r.x = v.x + 0.5;
    return r;
}
template <typename Alloc> using R = typename Alloc::template rebind<char>;
int main()
{
    printf("%d\n", run<Add>(2, 3));
    Holder<Add, int> h;
    h.v.push_back(4);
    Holder<Add, int>::L l = h.v;
    printf("%d %d %d\n", l[0], h.n(), (int)fill<Add>(5).size());
    printf("%g\n", widen(Vec<int>{2}).x);
    printf("%zu %d\n", sizeof(R<Vec<int>>), Add::template twice<4>);
}
