// What programs use of the language beside the usual: literals, overloads, variadic functions, captures.
#include <algorithm>
#include <array>
#include <cstdarg>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <initializer_list>
#include <iostream>
#include <map>
#include <memory>
#include <new>
#include <numeric>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>
namespace a::b::c { inline namespace v2 { constexpr int version() { return 2; } } struct Tag {}; int adl(Tag) { return 5; } }
namespace abc = a::b::c;
class Poly { std::vector<double> c_; public: Poly(std::initializer_list<double> c) : c_(c) {} explicit Poly(int n) : Poly(std::vector<double>(n, 1.0)) {} explicit Poly(std::vector<double> c) : c_(std::move(c)) {} double operator()(double x) const { double r = 0; for (auto it = c_.rbegin(); it != c_.rend(); ++it) r = r * x + *it; return r; } Poly &operator*=(double k) & { for (auto &x : c_) x *= k; return *this; } Poly derivative() const { std::vector<double> d; for (size_t i = 1; i < c_.size(); ++i) d.push_back(i * c_[i]); return Poly(std::move(d)); } size_t degree() const { return c_.size() - 1; } friend std::ostream &operator<<(std::ostream &o, const Poly &p); };
std::ostream &operator<<(std::ostream &o, const Poly &p) { bool first = true; for (size_t i = p.c_.size(); i-- > 0;) { if (p.c_[i] == 0) continue; if (!first) o << " + "; o << p.c_[i]; if (i) o << "x^" << i; first = false; } return o; }
struct Str { std::string s; std::string get() && { return std::move(s); } const std::string &get() const & { return s; } operator std::string() const { return s; } explicit operator bool() const { return !s.empty(); } char &operator[](size_t i) { return s[i]; } const char &operator[](size_t i) const { return s[i]; } };
class Iter { int *p_; public: Iter(int *p) : p_(p) {} int &operator*() const { return *p_; } Iter &operator++() { ++p_; return *this; } Iter operator++(int) { Iter t(*this); ++*this; return t; } Iter operator+(int n) const { return Iter(p_ + n); } int operator-(const Iter &o) const { return int(p_ - o.p_); } bool operator!=(const Iter &o) const { return p_ != o.p_; } int *operator->() const { return p_; } };
struct Pt { int x, y; }; struct PP { Pt p; Pt *operator->() { return &p; } };
class Outer { public: class Inner { int v_; friend class Outer; public: explicit Inner(int v) : v_(v) {} }; enum Kind { A, B = 5, C }; static constexpr Kind def = B; static int peek(const Inner &i) { return i.v_; } union { int i; float f; }; struct { int w, h; } size{3, 4}; Outer() : i(7) {} };
static int vsum(int n, ...) { va_list ap; va_start(ap, n); int s = 0; for (int k = 0; k < n; ++k) s += va_arg(ap, int); va_end(ap); return s; }
static void vlog(const char *fmt, ...) { char b[64]; va_list ap; va_start(ap, fmt); std::vsnprintf(b, sizeof b, fmt, ap); va_end(ap); std::printf("<%s>\n", b); }
template <auto N> struct Const { static constexpr auto value = N; };
template <class T> constexpr T pi = T(3.14159265358979L);
template <class T, class U = T> struct Pair { T a; U b; Pair(T a, U b) : a(a), b(b) {} }; template <class T> Pair(T) -> Pair<T>;
template <class T> struct Traits { static constexpr const char *n = "any"; }; template <class T> struct Traits<T *> { static constexpr const char *n = "ptr"; }; template <class T, size_t N> struct Traits<T[N]> { static constexpr const char *n = "arr"; }; template <> struct Traits<int> { static constexpr const char *n = "int"; }; template <class R, class... A> struct Traits<R(A...)> { static constexpr const char *n = "fn"; };
template class Pair<int>; extern template struct Traits<char>;
template <class T> decltype(auto) fwd(T &&t) { return std::forward<T>(t); }
template <class T> auto len(const T &t) -> decltype(t.length()) { return t.length(); } template <class T, size_t N> constexpr size_t len(T (&)[N]) { return N; }
constexpr int collatz(int n) { int k = 0; while (n != 1) { n = n % 2 ? 3 * n + 1 : n / 2; ++k; } return k; }
struct Counter { inline static int made = 0; Counter() { ++made; } }; static Counter global_counter; thread_local int tls = 3;
class Cell { double v_ = 0; mutable int reads_ = 0; public: double get() const { ++reads_; return v_; } Cell &set(double v) { v_ = v; return *this; } int reads() const { return reads_; } auto make() { return [*this]() mutable { v_ += 1; return v_; }; } auto bump() { return [this](double d = 2) { return v_ += d; }; } };
int &pick(int &x, int &y, bool f) { return f ? x : y; }
void *operator_new_count(size_t n) { return std::malloc(n); }
static int depth = 0; struct Scope { Scope() { ++depth; } ~Scope() { --depth; } };
int main()
{
    std::printf("%d %d %d\n", a::b::c::version(), abc::v2::version(), adl(abc::Tag{}));
    Poly p{1, 0, 2}; p *= 2; std::cout << p << " | " << p(2) << " | " << p.derivative() << " | " << Poly(3).degree() << "\n";
    Str s{"abc"}; s[0] = 'X'; std::string t = s; std::cout << t << s.get() << Str{"tmp"}.get() << (s ? 1 : 0) << "\n";
    int arr[] = {4, 5, 6}; int sum = 0; for (Iter i(arr), e(arr + 3); i != e; i++) sum += *i; std::cout << sum << (Iter(arr) + 2 - Iter(arr)) << PP{{8, 9}}->y << "\n";
    Outer o; o.f = 1; std::cout << Outer::peek(Outer::Inner(4)) << Outer::C << Outer::def << o.size.h << "\n";
    std::cout << vsum(3, 1, 2, 3) << "\n"; vlog("%s-%d", "v", 7);
    std::cout << Const<'x'>::value << Const<42>::value << " " << pi<float> << "\n"; Pair pr(1, 2.5); Pair<int, char> pc{1, 'c'}; std::cout << pr.b << pc.b << "\n";
    std::cout << Traits<int>::n << Traits<int *>::n << Traits<int[3]>::n << Traits<double>::n << Traits<int(char)>::n << "\n";
    int x = 1, y = 2; fwd(x) = 5; pick(x, y, false) = 9; (x > y ? x : y) += 1; std::cout << x << y << " " << len(std::string("four")) << len(arr) << collatz(27) << "\n";
    Cell c; c.set(1).set(3); auto m = c.make(); m(); auto b = c.bump(); b(); b(1); std::cout << m() << c.get() << c.reads() << Counter::made << tls << "\n";
    auto fib = [](auto self, int n) -> long { return n < 2 ? n : self(self, n - 1) + self(self, n - 2); }; std::cout << fib(fib, 15) << "\n";
    auto generic = [](const auto &v) { using T = std::decay_t<decltype(v)>; if constexpr (std::is_arithmetic_v<T>) return v * 2; else return v + v; }; std::cout << generic(4) << generic(std::string("ab")) << "\n";
    alignas(Pt) unsigned char raw[sizeof(Pt) * 2]; Pt *pp = new (raw) Pt{1, 2}; pp[1] = Pt{3, 4}; std::cout << pp->x + pp[1].y << "\n"; pp->~Pt();
    std::unique_ptr<Pt[]> many(new Pt[3]{{1, 2}, {3, 4}}); std::cout << many[1].y << many[2].x << "\n"; int **grid = new int *[2]; for (int i = 0; i < 2; i++) { grid[i] = new int[2](); grid[i][1] = i; } std::cout << grid[1][1] << grid[1][0] << "\n"; for (int i = 0; i < 2; i++) delete[] grid[i]; delete[] grid;
    { Scope s1; Scope s2; std::cout << depth; } std::cout << depth << alignof(double) << sizeof(Pt[2]) << "\n";
    std::map<std::string, std::function<int(int, int)>> ops{{"+", std::plus<int>{}}, {"-", [](int a, int b) { return a - b; }}, {"*", std::multiplies<>()}}; for (auto &[k, f] : ops) std::cout << k << f(6, 3) << " "; std::cout << "\n";
    const auto table = [] { std::array<int, 5> r{}; std::generate(r.begin(), r.end(), [n = 1]() mutable { return n *= 2; }); return r; }(); std::cout << std::accumulate(table.begin(), table.end(), 0) << "\n";
    static const struct { const char *n; int v; } rows[] = {{"one", 1}, {"two", 2}}; for (const auto &r : rows) std::cout << r.n << r.v; std::cout << "\n";
    volatile int vi = 3; vi = vi + 1; long rr = vi; std::cout << rr << "\n"; int i = 0; int z = (i = 3, i + 1); std::cout << z << "\n"; enum { N = 4 }; int vla[N] = {1, 0, 5}; std::cout << vla[2] << vla[3] << "\n";
    std::exit(0);
}
