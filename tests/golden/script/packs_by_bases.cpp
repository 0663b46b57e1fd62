// Packs taken apart by inheritance.
#include <cstdio>
#include <string>
template <class... T> struct Sum;
template <> struct Sum<> { static constexpr int bytes = 0; };
template <class H, class... T> struct Sum<H, T...> { static constexpr int bytes = sizeof(H) + Sum<T...>::bytes; };
template <class... T> struct Pack;
template <> struct Pack<> { void print() const { printf("\n"); } };
template <class H, class... T> struct Pack<H, T...> : Pack<T...> { H v; Pack(H h, T... t) : Pack<T...>(t...), v(h) {} void print() const { printf("%g ", (double)v); Pack<T...>::print(); } };
int main() { printf("%d\n", Sum<int, double, char>::bytes); Pack<int, float> p(1, 2.5f); p.print(); }
