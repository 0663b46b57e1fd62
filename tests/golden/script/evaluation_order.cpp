// The order in which GCC, and so nvcc, evaluates what C++ leaves open, and what C++17 demands.
#include <cstdio>
#include <string>
#include <tuple>
#include <vector>
#include <algorithm>
#include <utility>
#include <functional>
struct T { int v; T(int v) : v(v) { printf("T%d ", v); } T(const T &o) : v(o.v) { printf("copy%d ", v);} ~T() { printf("~T%d ", v); } 
  T operator-(const T &o) const { return T(v * 10 + o.v); } T &operator+=(const T &) { return *this; } T &operator=(const T&) { printf("= "); return *this; }
  int operator()(int, int) const { return 0; } int operator[](int) const {return 0;} bool operator==(const T&o) const { return v==o.v; }
  virtual T& m(int, int) { return *this;} };
T operator+(const T &a, const T &b) { return T(a.v * 10 + b.v); }
T operator<<(const T &a, const T &b) { return T(a.v * 10 + b.v); }
bool operator<(const T &a, const T &b) { return a.v<b.v; }
T operator&&(const T &a, const T &b) { return T(a.v * 10 + b.v); }
void byvalue(T a, T b) { printf("in "); }
void byref(const T &a, const T &b) { printf("in "); }
void two(int a, int b) { printf("two(%d, %d) ", a, b); }
int r(const char *s) { printf("%s ", s); return 1; }
T g(0);
T *pg(int n) { printf("pg%d ", n); return &g; }
T &rg(int n) { printf("rg%d ", n); return g; }
struct P { int a, b; P(int a, int b) : a(a), b(b) {} };
struct Agg { int a, b; };
int n;
int nx() { return n++; }
long wide;
double real;
bool flag;
int up() { n += 10; wide += 10; real += 10; flag = !flag; return 2; }
unsigned char small;
unsigned char less() { small = 11; return 2; }
struct Held { static int s; int m; int up() { m += 10; s += 10; return 2; } int sums() { return m + up(); } } held;
int Held::s;
int by(int &r) { r += 10; return 2; }
int given(int l) { auto b = [&] { l += 10; return 2; }; return l + b(); }
int refers(int &l) { auto b = [&] { l += 10; return 2; }; return l + b(); }
typedef void (*fn)(int,int);
fn pick() { printf("pick "); return two; }
template <class... A> void pack(A... a) { int dummy[] = {0, (printf("%d ", (int)a), 0)...}; (void)dummy; }
template <class... A> void pack2(A... a) { two(nx(), nx()); }
#define L(...) { printf("%s: ", #__VA_ARGS__); n = 0; __VA_ARGS__; printf("\n"); }
int main() {
  int i = 0; long arr[4] = {0,1,2,3}; int j = 5; int *pj = &j;
  L(byvalue(T(1), T(2)));
  L(byref(T(1), T(2)));
  L(two(nx(), nx()));
  L(i = 0; two(i, i++));
  L(i = 0; two(i++, i));
  L(i = 0; two(i, ++i));
  L(i = 0; two(++i, i));
  L(i = 0; two(i + 1, i++));
  L(i = 0; two(i++, i + 1));
  L(j = 0; two(j, (*pj)++));
  L(j = 0; two((*pj)++, j));
  L(j = 0; two(j, j++));
  L(j = 0; two(j++, j));
  L(i = 0; two(i++, i++));
  L(arr[i = 1] = 5; i = 0; arr[i++] = i; printf("%ld %d", arr[0], i));
  L(i = 2; arr[2] = 1; arr[i++] += i; printf("%ld %d", arr[2], i));
  L(two(n, nx()));
  L(two(nx(), n));
  L(rg(1) + rg(2));
  L(rg(1) - rg(2));
  L(rg(1) << rg(2));
  L(rg(1) < rg(2));
  L(rg(1) == rg(2));
  L(rg(1) && rg(2));
  L(rg(1) += rg(2));
  L(rg(1) = rg(2));
  L(rg(1)(r("a"), r("b")));
  L(rg(1)[r("a")]);
  L(pg(1)->m(r("a"), r("b")));
  L(rg(1).m(r("a"), r("b")).m(r("c"), r("d")));
  L(pick()(r("a"), r("b")));
  L(P p(nx(), nx()); printf("%d %d", p.a, p.b));
  L(P p{nx(), nx()}; printf("%d %d", p.a, p.b));
  L(P p = P(nx(), nx()); printf("%d %d", p.a, p.b));
  L(P *p = new P(nx(), nx()); printf("%d %d", p->a, p->b));
  L(P *p = new P{nx(), nx()}; printf("%d %d", p->a, p->b));
  L(Agg p{nx(), nx()}; printf("%d %d", p.a, p.b));
  L(int x[] = {nx(), nx()}; printf("%d %d", x[0], x[1]));
  L(std::vector<int> v{nx(), nx()}; printf("%d %d", v[0], v[1]));
  L(auto p = std::make_pair(nx(), nx()); printf("%d %d", p.first, p.second));
  L(auto p = std::make_tuple(nx(), nx(), nx()); printf("%d %d", std::get<0>(p), std::get<2>(p)));
  L(std::pair<int, int> p(nx(), nx()); printf("%d %d", p.first, p.second));
  L(std::pair<int, int> p{nx(), nx()}; printf("%d %d", p.first, p.second));
  L(std::vector<std::pair<int, int>> v; v.emplace_back(nx(), nx()); printf("%d %d", v[0].first, v[0].second));
  L(std::vector<std::pair<int, int>> v; v.push_back({nx(), nx()}); printf("%d %d", v[0].first, v[0].second));
  L(std::vector<int> v(5, 0); v[nx()] = nx() + 5; printf("%d %d %d", v[0], v[1], v[2]));
  L(std::vector<int> v(2 + nx(), nx()); printf("%d %d", (int)v.size(), v[0]));
  L(std::string s(2 + nx(), 'a' + nx()); printf("%s", s.c_str()));
  L(auto f = [](int a, int b) { printf("%d %d", a, b); }; f(nx(), nx()));
  L(std::function<void(int, int)> f = [](int a, int b) { printf("%d %d", a, b); }; f(nx(), nx()));
  L(pack(nx(), nx(), nx()));
  L(printf("%d %d %d", nx(), nx(), nx()));
  L(printf("%d", nx() + 10 * nx()));
  L(printf("%d", nx() * 10 - nx()));
  L(printf("%d", nx() < nx()));
  L(printf("%d", arr[nx()] == nx()));
  L(printf("%d", std::max(nx(), nx())));
  L(printf("%d", std::min({nx(), nx(), nx()})));
  L(arr[nx()] += nx(); printf("%ld %ld", arr[0], arr[1]));
  L(arr[nx()] = nx(); printf("%ld %ld", arr[0], arr[1]));
  L(std::string s = std::to_string(nx()) + "," + std::to_string(nx()) + "," + std::to_string(nx()); printf("%s", s.c_str()));
  L(std::string s = "x"; s += std::to_string(nx()) + std::to_string(nx()); printf("%s", s.c_str()));
  L(i = 0; i += i++ + 1; printf("%d", i));
  L(T a(1); T b(2); byvalue(a, b));
  L(T a(1); byvalue(T(3), a));
  int k;
  // a variable alone on the left of what may be exchanged is read last
#define M(e) { n = 0; wide = 0; real = 0; flag = false; small = 1; held.m = Held::s = 0; j = k = 1; printf("%s: %g\n", #e, (double)(e)); }
  M(n + up());
  M(up() + n);
  M(n * up());
  M(n & up());
  M(n | up());
  M(n ^ up());
  M(n - up());
  M(n / up());
  M(n % up());
  M(n << up());
  M(n == up() + 8);
  M(n < up());
  M(n >= up());
  M(n + 1 + up());
  M(n + up() + n);
  M(n + (up() + n));
  M((n + 0) * 2 + up());
  M(n + (up() > 1));
  M((unsigned)n + up());
  M((long)n + up());
  M(wide + up());
  M(n + (long)up());
  M(real + up());
  M(real * up());
  M(flag + up());
  M(small < less());
  M(small + less());
  M(arr[n] + up());
  M(*pj + up());
  M(held.m + held.up());
  M(held.s + held.up());
  M(held.sums());
  M(Held::s + held.up());
  M(n + n++);
  M(n + (n = 5));
  M(given(1));
  M(refers(k));
  M(k + by(k));
  M(k - by(k));
  M(n + (n > 0 ? 1 : up()));
  M(n > up() ? 1 : 0);
  M((n > up() || n == 12));
  M(n ? n + up() : 5);
  n = 0;
  if (n < up())
    printf("early ");
  n = 0;
  while (n > up())
    n = -100, printf("late ");
  switch (n = 1; n + up()) { case 13: printf("late "); }
  n = 0; n += n + up(); printf("%d\n", n);
}
