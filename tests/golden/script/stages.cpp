// Literals, scoped enums, CRTP, virtual stages, asserts about objects.
#include <array>
#include <cstdint>
#include <cstdio>
#include <memory>
#include <string>
#include <string_view>
#include <vector>
namespace units {
inline namespace v1 { struct Bytes { unsigned long long n; constexpr operator size_t() const { return n; } }; }
constexpr Bytes operator""_KiB(unsigned long long v) { return {v << 10}; }
constexpr Bytes operator""_MiB(unsigned long long v) { return {v << 20}; }
constexpr long double operator""_ms(long double v) { return v / 1000; }
inline std::string operator""_s(const char *s, size_t n) { return std::string(s, n); }
}
using namespace units;
enum class Op : std::uint8_t { Add, Mul = 4, Neg };
constexpr const char *name(Op o) { switch (o) { case Op::Add: return "add"; case Op::Mul: return "mul"; default: return "neg"; } }
enum class Flags : unsigned { None = 0, A = 1 << 0, B = 1 << 1, C = 1 << 2 };
constexpr Flags operator|(Flags a, Flags b) { return static_cast<Flags>(static_cast<unsigned>(a) | static_cast<unsigned>(b)); }
constexpr bool has(Flags f, Flags b) { return (unsigned(f) & unsigned(b)) != 0; }
template <class D> struct Shape { double area() const { return self().area_impl(); } const D &self() const { return static_cast<const D &>(*this); } static int count; Shape() { ++count; } };
template <class D> int Shape<D>::count = 0;
struct Sq : Shape<Sq> { double s; explicit Sq(double s) : s(s) {} double area_impl() const { return s * s; } };
struct Ci : Shape<Ci> { double r; explicit Ci(double r) : r(r) {} double area_impl() const { return 3 * r * r; } };
template <class T> double twice(const Shape<T> &s) { return 2 * s.area(); }
constexpr int fib(int n) { return n < 2 ? n : fib(n - 1) + fib(n - 2); }
constexpr auto table = [] { std::array<int, 8> t{}; for (int i = 0; i < 8; i++) t[i] = i * i; return t; }();
static_assert(fib(10) == 55, "fib");
static_assert(2_KiB == 2048);
class Stage { public: virtual ~Stage() = default; virtual int run(int x) = 0; virtual std::string name() const { return "stage"; } protected: int calls_ = 0; };
class AddStage final : public Stage { int k_; public: explicit AddStage(int k) : k_(k) {} int run(int x) override { ++calls_; return x + k_; } std::string name() const override { return "add" + std::to_string(k_); } };
class MulStage : public Stage { int k_; public: MulStage(int k) : k_{k} {} int run(int x) override { return x * k_; } };
class Pipeline { std::vector<std::unique_ptr<Stage>> s_; public: template <class S, class... A> Pipeline &add(A &&...a) { s_.push_back(std::make_unique<S>(std::forward<A>(a)...)); return *this; }
    int run(int x) const { for (auto &s : s_) x = s->run(x); return x; } auto begin() const { return s_.begin(); } auto end() const { return s_.end(); } size_t size() const noexcept { return s_.size(); } };
struct Config { int n = 4; double f{2.5}; std::string s = "def"; bool on : 1; unsigned mode : 3; };
template <int N, class T = float> struct Vec { T d[N]{}; T &operator[](int i) { return d[i]; } const T &operator[](int i) const { return d[i]; } static constexpr int size = N; template <class F> Vec map(F f) const { Vec r; for (int i = 0; i < N; i++) r[i] = f(d[i]); return r; } friend Vec operator+(const Vec &a, const Vec &b) { Vec r; for (int i = 0; i < N; i++) r[i] = a[i] + b[i]; return r; } };
using Vec3 = Vec<3>;
constexpr std::string_view trim(std::string_view s) { while (!s.empty() && s.front() == ' ') s.remove_prefix(1); while (!s.empty() && s.back() == ' ') s.remove_suffix(1); return s; }
struct Meters { double v; constexpr auto operator+(Meters o) const { return Meters{v + o.v}; } constexpr bool operator<(Meters o) const { return v < o.v; } };
int main()
{
    std::printf("%zu %zu %.4f %s\n", size_t(4_KiB), size_t(1_MiB), double(2.5_ms), "lit"_s.c_str());
    std::printf("%s %d %s\n", name(Op::Mul), int(Op::Neg), name(static_cast<Op>(0)));
    auto f = Flags::A | Flags::C; std::printf("%d %d\n", has(f, Flags::B), has(f, Flags::C));
    Sq s(2), s2(3); Ci c(1); std::printf("%g %g %d %d\n", twice(s), twice(c), Sq::count, Ci::count);
    std::printf("%d %d\n", table[5], fib(15));
    Pipeline p; p.add<AddStage>(3).add<MulStage>(4).add<AddStage>(-1);
    std::printf("%d %zu", p.run(2), p.size()); for (const auto &st : p) std::printf(" %s", st->name().c_str()); std::puts("");
    if (auto *a = dynamic_cast<AddStage *>(p.begin()->get())) std::printf("is %s\n", a->name().c_str());
    Config cfg{}; cfg.mode = 5; cfg.on = true; std::printf("%d %g %s %d %d\n", cfg.n, cfg.f, cfg.s.c_str(), cfg.on, cfg.mode);
    Config c2{8, 1.5, "x"}; std::printf("%d %s\n", c2.n, c2.s.c_str());
    Vec3 v{{1, 2, 3}}; auto w = v.map([](float x) { return x * x; }) + v; std::printf("%g %g %g %d\n", w[0], w[1], w[2], Vec3::size);
    auto t = trim("  ab c "); std::printf("[%.*s] %zu\n", int(t.size()), t.data(), t.find('c'));
    constexpr Meters m = Meters{1} + Meters{2.5}; static_assert(Meters{1} < m); std::printf("%g\n", m.v);
    std::int64_t big = INT64_C(1) << 40; std::uint32_t u = 0xFFFF'FFFFu; std::printf("%lld %u %d\n", (long long)big, u, 0b1010'1010);
    union { float f; std::uint32_t i; } pun; pun.f = 1.0f; std::printf("%08x\n", pun.i);
    const char *raw = R"(a\n"b")"; std::puts(raw);
    alignas(16) char buf[32]; std::printf("%zu %d\n", alignof(Vec3), int((reinterpret_cast<std::uintptr_t>(buf) & 15) == 0));
    [[maybe_unused]] int unused = 0;
    switch (auto k = fib(6); k) { case 8: std::puts("eight"); [[fallthrough]]; case 9: std::puts("fell"); break; default: std::puts("no"); }
    for (auto [i, j] = std::pair{0, 10}; i < j; i += 3, j -= 3) std::printf("%d-%d ", i, j); std::puts("");
}
