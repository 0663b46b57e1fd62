/* Types inside types, by every way to name them, and templates of names of types. */
#include <vector>
#include <cstdio>
#include <string>
#include <array>
#include <deque>

template <typename T> struct Buf {
    using value_type = T;
    using pointer = T *;
    using const_reference = const T &;
    typedef size_t size_type;
    T *p; size_type n;
    pointer data() { return p; }
    const_reference at(size_type i) const { return p[i]; }
};
struct Cfg { using index = int; typedef float real; static constexpr int K = 3; index n; real r; enum Mode { A, B }; struct In { int x; }; };
template <class C> typename C::value_type sum(const C &c) {
    typename C::value_type s{};
    for (typename C::size_type i = 0; i < c.size(); ++i) s += c[i];
    return s;
}
template <class C> void show(C &c) {
    for (typename C::iterator it = c.begin(); it != c.end(); ++it) printf("%d ", (int)*it);
    printf("\n");
}
using ints = std::vector<int>;
template <class T> using many = std::vector<T>;
template <class A, class B = A> using of = many<B>;
template <class T> struct Ring {
    template <class U> using slot = Buf<U>;
    using cell = slot<T>;
    many<T> cells;
    typename many<T>::iterator first() { return cells.begin(); }
    typename cell::value_type zero() { return typename cell::value_type(); }
};
template <class T> typename Buf<T>::value_type first(const Buf<T> &b) { return b.p[0]; }
template <class T> T total(const many<T> &v)
{
    T sum = T();
    for (const auto &x : v)
        sum += x;
    return sum;
}
int main() {
    std::vector<int> v(4, 2);
    decltype(v)::value_type x = 3;
    std::vector<float>::size_type n = 4;
    std::vector<int>::iterator it = v.begin();
    std::vector<int>::const_iterator ci = v.cbegin();
    ints::value_type q = 7;
    std::string::size_type pos = 0;
    for (std::vector<int>::size_type i = 0; i < v.size(); i++) v[i] = i;
    Buf<float> b; Buf<float>::value_type f = 1.5f;
    Cfg::index k = Cfg::K; Cfg::real r = 2; Cfg::Mode m = Cfg::B; Cfg::In in{4};
    std::array<int, 3> a{1,2,3}; decltype(a)::value_type z = 1;
    std::deque<int>::value_type dz = 5;
    printf("%d %d %zu %d %d %d %zu %g %d %g %d %d\n", (int)sum(v), x, n, *it, *ci, q, pos, f, k, r, (int)m, in.x + z + dz);
    show(v);
    printf("%zu\n", sizeof(decltype(b)::value_type) + sizeof(std::vector<double>::value_type));
    many<double> halves(3, 0.5);
    of<float, int> four(2, 4);
    many<many<int>> nested(2);
    nested[1].push_back(9);
    Ring<long> ring;
    ring.cells.push_back(11);
    float two[] = {2.5f, 3.5f};
    b.p = two;
    printf("%g %d %d %ld %ld %g\n", total(halves), total(four), (int)nested[1][0], *ring.first(),
           ring.zero() + (long)sizeof(Ring<char>::cell::value_type), first(b));
    return 0;
}
