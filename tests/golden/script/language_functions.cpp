#include <initializer_list>
#include <map>
#include <tuple>
#include <stdio.h>
#include <stdlib.h>
#include <functional>
#include <algorithm>
#include <utility>
int fact(int n) { return n < 2 ? 1 : n * fact(n - 1); }
int add(int a, int b = 2, int c = 3) { return a + b + c; }
double add(double a, double b) { return a + b; }
static inline void swap_ints(int *a, int *b) { int t = *a; *a = *b; *b = t; }
int later(int);
namespace util {
int f(int a) { return a + 1; }
namespace deep { const int K = 9; }
}
template <typename T> T biggest(T a, T b) { return a > b ? a : b; }
template <int N> int times(int a) { return N * a; }
int apply(int (*f)(int), int a) { return f(a); }
struct Counter {
    int n;
    explicit Counter(int start = 0) : n(start) { printf("make %d\n", n); }
    ~Counter() { printf("drop %d\n", n); }
    Counter &operator+=(int k) { n += k; return *this; }
    int get() const { return n; }
    static int zero() { return 0; }
};
template <typename T> struct Pair {
    T a, b;
    T sum() const { return a + b; }
};
struct Less { bool operator()(int a, int b) const { return a > b; } };
int cmp(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }
int main()
{
    printf("%d %d %d %d %g\n", fact(6), add(1), add(1, 1), add(1, 1, 1), add(1.5, 2.5));
    int a = 1, b = 2;
    swap_ints(&a, &b);
    std::swap(a, b);
    printf("%d %d %d %d\n", a, b, later(4), util::f(3) + util::deep::K);
    using namespace util;
    printf("%d\n", f(1));
    int v[] = {3, 1, 2};
    printf("%d %g %d %d\n", biggest(3, 9), biggest<double>(1, 2.5), 6, times<4>(5));
    auto square = [](int q) { return q * q; };
    int base = 10;
    auto plus = [&base](int q) { return base + q; };
    auto copy = [=](int q) mutable { return base + q; };
    base = 20;
    printf("%d %d %d %d\n", square(5), plus(1), copy(1), apply([](int q) { return -q; }, 8));
    {
        Counter c(5);
        (c += 3) += 1;
        printf("%d %d\n", c.get(), Counter::zero());
        Counter d;
    }
    Counter *h = new Counter(7);
    delete h;
    Pair<float> pf = {1.5f, 2.5f};
    printf("%g\n", pf.sum());
    std::sort(v, v + 3, Less());
    printf("%d %d %d\n", v[0], v[1], v[2]);
    qsort(v, 3, sizeof(int), cmp);
    printf("%d %d\n", v[0], v[2]);
    printf("%d %d %d\n", std::min(2, 1), std::max(3.0, 2.0) > 2, abs(-4));
    return 0;
}
int later(int a) { return a * 100; }
