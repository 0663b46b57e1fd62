// Static and other methods of one name, expressions as templates, limits, memory of operator new.
// device-buffer style classes with policies, CRTP, tag dispatch, expression templates
#include <cstdio>
#include <cstddef>
#include <cstdlib>
#include <initializer_list>
#include <stdexcept>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>
#include <memory>
#include <new>

template <typename E> struct VecExpr {
    double operator[](std::size_t i) const { return static_cast<const E &>(*this)[i]; }
    std::size_t size() const { return static_cast<const E &>(*this).size(); }
};
class Vec : public VecExpr<Vec> {
    std::vector<double> d_;
public:
    Vec(std::initializer_list<double> l) : d_(l) {}
    explicit Vec(std::size_t n) : d_(n) {}
    template <typename E> Vec(const VecExpr<E> &e) : d_(e.size()) { for (std::size_t i = 0; i < d_.size(); ++i) d_[i] = e[i]; }
    double operator[](std::size_t i) const { return d_[i]; }
    double &operator[](std::size_t i) { return d_[i]; }
    std::size_t size() const { return d_.size(); }
};
template <typename L, typename R> class Sum : public VecExpr<Sum<L, R>> {
    const L &l_; const R &r_;
public:
    Sum(const L &l, const R &r) : l_(l), r_(r) {}
    double operator[](std::size_t i) const { return l_[i] + r_[i]; }
    std::size_t size() const { return l_.size(); }
};
template <typename L, typename R> Sum<L, R> operator+(const VecExpr<L> &l, const VecExpr<R> &r) { return {static_cast<const L &>(l), static_cast<const R &>(r)}; }

struct host_tag {}; struct device_tag {};
template <typename Tag> struct Alloc;
template <> struct Alloc<host_tag> { static void *get(std::size_t n) { return ::operator new(n); } static void put(void *p) { ::operator delete(p); } static constexpr const char *name() { return "host"; } };
template <> struct Alloc<device_tag> { static void *get(std::size_t n) { return std::malloc(n); } static void put(void *p) { std::free(p); } static constexpr const char *name() { return "device"; } };
template <typename T, typename Tag = host_tag, typename A = Alloc<Tag>> class Buffer {
    T *p_ = nullptr; std::size_t n_ = 0;
public:
    using value_type = T; using pointer = T *;
    Buffer() noexcept = default;
    explicit Buffer(std::size_t n) : p_(static_cast<T *>(A::get(n * sizeof(T)))), n_(n) {}
    Buffer(Buffer &&o) noexcept { swap(o); }
    Buffer &operator=(Buffer o) noexcept { swap(o); return *this; }
    ~Buffer() { if (p_) A::put(p_); }
    void swap(Buffer &o) noexcept { using std::swap; swap(p_, o.p_); swap(n_, o.n_); }
    T *data() const noexcept { return p_; }
    std::size_t bytes() const noexcept { return n_ * sizeof(T); }
    operator bool() const noexcept { return p_; }
    static constexpr std::string_view where() { return A::name(); }
};
template <typename T> using DevBuf = Buffer<T, device_tag>;

void launch_impl(int n, std::true_type) { std::printf("vec4 %d\n", n / 4); }
void launch_impl(int n, std::false_type) { std::printf("scalar %d\n", n); }
template <int N> void launch() { launch_impl(N, std::integral_constant<bool, N % 4 == 0>{}); }

template <typename T, T... Vs> struct value_list { static constexpr std::size_t size = sizeof...(Vs); };
template <typename... Args> void check(const char *fmt, Args... args) { std::printf(fmt, args...); }
template <typename F, typename... Ts> void each(F f, Ts &&...ts) { (f(std::forward<Ts>(ts)), ...); }
template <typename T> constexpr T sum(T v) { return v; }
template <typename T, typename... R> constexpr T sum(T v, R... r) { return v + sum<T>(r...); }

class Status {
    int code_; std::string msg_;
public:
    Status(int c = 0, std::string m = {}) : code_(c), msg_(std::move(m)) {}
    bool ok() const { return code_ == 0; }
    const std::string &msg() const & { return msg_; }
    std::string msg() && { return std::move(msg_); }
    friend bool operator==(const Status &a, const Status &b) { return a.code_ == b.code_; }
    friend bool operator!=(const Status &a, const Status &b) { return !(a == b); }
    Status &operator<<(const std::string &s) { msg_ += s; return *this; }
    explicit operator int() const { return code_; }
};
struct Loud { static int n; Loud() { ++n; } Loud(const Loud &) { n += 10; } Loud(Loud &&) noexcept { n += 100; } ~Loud() { n += 1000; } };
int Loud::n = 0;
Loud make() { return Loud{}; }
void take(Loud) {}
int main() {
    Vec a{1, 2, 3}, b{4, 5, 6}, c{10, 10, 10};
    Vec d = a + b + c;
    std::printf("%.0f %.0f %.0f\n", d[0], d[1], d[2]);
    Buffer<float> h(8); DevBuf<double> dv(4); dv = DevBuf<double>(16);
    Buffer<float> h2 = std::move(h);
    std::printf("%zu %zu %d %d %s %s\n", h2.bytes(), dv.bytes(), static_cast<bool>(h), bool(h2), Buffer<int>::where().data(), std::string(DevBuf<int>::where()).c_str());
    launch<1024>(); launch<1023>();
    check("%d %s %.1f\n", 1, "two", 3.0);
    each([](const auto &x) { std::printf("%zu,", sizeof x); }, 1, 2.0, 'c', "four");
    std::printf("%d %d\n", sum(1, 2, 3, 4), static_cast<int>(value_list<int, 1, 2, 3>::size));
    Status s(3, "bad"); s << " launch" << "!"; auto m = Status(1, "tmp").msg();
    std::printf("%s %s %d %d %d\n", s.msg().c_str(), m.c_str(), s == Status(3), s != Status(), int(s));
    { Loud l = make(); take(l); take(std::move(l)); take(Loud()); }
    std::printf("%d\n", Loud::n);
    alignas(Loud) unsigned char raw[sizeof(Loud)]; auto *p = new (raw) Loud; p->~Loud(); std::printf("%d\n", Loud::n);
    int x = 1; auto &&[q, w] = std::forward_as_tuple(x, 2); q = 7; std::printf("%d %d\n", x, w);
    auto lam = [i = 0]() mutable { return i++; }; lam(); lam(); std::printf("%d\n", lam());
    const auto fn = +[](int v) { return v * 3; }; std::printf("%d\n", fn(4));
    int (*table[])(int) = {fn, [](int v) { return -v; }}; for (auto f : table) std::printf("%d ", f(5)); std::printf("\n");
    std::unique_ptr<int[]> arr(new int[3]{1, 2, 3}); std::printf("%d\n", arr[2]);
    try { throw std::out_of_range("idx"); } catch (const std::logic_error &e) { std::printf("%s\n", e.what()); }
    try { std::vector<int>(2).at(5); } catch (const std::out_of_range &) { std::printf("oor\n"); }
    switch (int v = x % 4; v) { case 3: { std::printf("three\n"); [[fallthrough]]; } case 2: std::printf("two\n"); break; default: break; }
    for (auto [i, n] = std::pair{0, 3}; i < n; ++i) std::printf("%d", i); std::printf("\n");
    goto done;
done:
    std::printf("%s\n", R"(raw "str" \n)");
}
