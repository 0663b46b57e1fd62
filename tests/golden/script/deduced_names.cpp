// Names that a deduced initial value hides, and those it does not; those of the file behind ::.
#include <vector>
#include <cstdio>
namespace a { struct Z { int v = 2; int n() const { auto v2 = v; return v2; } int get() { auto q = [](int q) { return q + 1; }(3); return q; } }; int fun(int x) { auto y = x; return y; } }
template <class T> T twice(T t) { auto r = t; auto x = r; return x + r; }
int size() { return 4; }
struct W { int size() const { return 7; } int other() const { auto s = size(); return s; } };
auto fun = a::fun(3);
auto r = twice(2);
int main() {
    auto x = twice(4);
    auto r = twice(x);
    std::vector<int> v{1, 2, 3};
    for (auto v : v) printf("%d ", v);
    auto t = [&] { auto w = x; auto q = [=](auto t) { return t + w; }; return q(1); }();
    auto y = [x = x] { return x; }();
    a::Z z; auto n = z.n(); auto get = z.get(); auto w = W().other();
    printf("%d %d %d %d %d %d %d %d\n", x, r, t, y, n, get, w, fun + ::r);
}
