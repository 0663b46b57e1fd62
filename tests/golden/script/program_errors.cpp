// Errors of one's own, iterators of one's own, what is chosen by types.
#include <cstdio>
#include <exception>
#include <functional>
#include <iterator>
#include <map>
#include <memory>
#include <new>
#include <sstream>
#include <stdexcept>
#include <string>
#include <system_error>
#include <type_traits>
#include <typeinfo>
#include <vector>
class Error : public std::runtime_error { int code_; public: Error(int c, const std::string &w) : std::runtime_error(w + " (" + std::to_string(c) + ")"), code_(c) {} int code() const noexcept { return code_; } };
class Fatal : public Error { public: using Error::Error; const char *what() const noexcept override { return "fatal"; } };
struct Tracer { const char *n; Tracer(const char *n) : n(n) { std::printf("+%s ", n); } ~Tracer() { std::printf("-%s ", n); } };
static int risky(int n) { Tracer t("risky"); if (n == 1) throw Error(7, "one"); if (n == 2) throw Fatal(8, "two"); if (n == 3) throw 42; if (n == 4) throw std::string("str"); return n; }
static void outer(int n) { Tracer t("outer"); try { risky(n); } catch (const Fatal &f) { std::printf("[rethrow %d] ", f.code()); throw; } catch (const Error &e) { std::printf("[%s] ", e.what()); } }
class Range { int a_, b_; public: Range(int a, int b) : a_(a), b_(b) {}
    class iterator { int v_; public: using iterator_category = std::forward_iterator_tag; using value_type = int; using difference_type = std::ptrdiff_t; using pointer = const int *; using reference = int; explicit iterator(int v = 0) : v_(v) {} int operator*() const { return v_; } iterator &operator++() { ++v_; return *this; } iterator operator++(int) { auto t = *this; ++v_; return t; } bool operator==(const iterator &o) const { return v_ == o.v_; } bool operator!=(const iterator &o) const { return !(*this == o); } };
    iterator begin() const { return iterator(a_); } iterator end() const { return iterator(b_); } };
template <class T, class = void> struct has_size : std::false_type {};
template <class T> struct has_size<T, std::void_t<decltype(std::declval<T>().size())>> : std::true_type {};
template <class T> std::enable_if_t<has_size<T>::value, size_t> len(const T &t) { return t.size(); }
template <class T> std::enable_if_t<!has_size<T>::value, size_t> len(const T &) { return 1; }
 template <class C, class T> C wrap2(T t) { C c; c.push_back(t); return c; }
struct fast_tag {}; struct slow_tag {};
static const char *pick(fast_tag) { return "fast"; } static const char *pick(slow_tag) { return "slow"; }
template <class T> const char *choose() { return pick(std::conditional_t<(sizeof(T) <= 4), fast_tag, slow_tag>{}); }
class Shape { struct Concept { virtual ~Concept() = default; virtual double area() const = 0; virtual std::unique_ptr<Concept> clone() const = 0; }; template <class T> struct Model : Concept { T t; Model(T t) : t(std::move(t)) {} double area() const override { return t.area(); } std::unique_ptr<Concept> clone() const override { return std::make_unique<Model>(t); } }; std::unique_ptr<Concept> p_;
public: template <class T> Shape(T t) : p_(std::make_unique<Model<T>>(std::move(t))) {} Shape(const Shape &o) : p_(o.p_->clone()) {} Shape(Shape &&) noexcept = default; Shape &operator=(Shape o) noexcept { p_.swap(o.p_); return *this; } double area() const { return p_->area(); } };
struct Sq { double s; double area() const { return s * s; } }; struct Di { double r; double area() const { return 3 * r * r; } };
struct Base { virtual ~Base() {} virtual int id() const { return 1; } int x = 1; }; struct Left : Base { int id() const override { return 2; } }; struct Log { std::string lines; void log(const std::string &s) { lines += s + ";"; } }; struct Both : Left, private Log { int id() const override { return 3; } void run() { log("run"); log("done"); } const std::string &get() const { return lines; } };
template <class T> class Singleton { public: static T &get() { static T t; return t; } protected: Singleton() = default; }; class Cfg : public Singleton<Cfg> { public: std::map<std::string, int> v; };
class Counter { static inline int live = 0; public: Counter() { ++live; } Counter(const Counter &) { ++live; } ~Counter() { --live; } static int count() { return live; } };
int main()
{
    for (int i = 0; i < 5; i++) { try { outer(i); } catch (const std::exception &e) { std::printf("{%s}", e.what()); } catch (int v) { std::printf("{int %d}", v); } catch (...) { std::printf("{...}"); } std::puts(""); }
    int s = 0; for (int v : Range(2, 6)) s += v; std::printf("%d %ld\n", s, (long)std::distance(Range(0, 9).begin(), Range(0, 9).end()));
    std::vector<int> from(Range(1, 4).begin(), Range(1, 4).end()); std::printf("%zu\n", from.size());
    std::printf("%zu %zu %zu\n", len(std::string("abc")), len(5), len(from));
    std::printf("%zu %s %s\n", wrap2<std::vector<int>>(3).size(), choose<int>(), choose<double>());
    std::vector<Shape> v{Sq{2}, Di{1}}; auto c = v; v[0] = Di{2}; double t = 0; for (auto &x : v) t += x.area(); for (auto &x : c) t += x.area(); std::printf("%g\n", t);
    Both b; b.run(); Base &r = b; std::printf("%d %s %d\n", r.id(), b.get().c_str(), dynamic_cast<Left *>(&r) != nullptr);
    std::unique_ptr<Base> up = std::make_unique<Both>(); std::printf("%d\n", up->id());
    Cfg::get().v["a"] = 4; std::printf("%d\n", Cfg::get().v.at("a"));
    { std::vector<Counter> cs(3); auto d = cs; std::printf("%d ", Counter::count()); } std::printf("%d\n", Counter::count());
    std::exception_ptr ep; try { throw Error(1, "kept"); } catch (...) { ep = std::current_exception(); } try { std::rethrow_exception(ep); } catch (const Error &e) { std::printf("%s %d\n", e.what(), e.code()); }
    try { std::vector<int> w(2); w.at(9) = 1; } catch (const std::out_of_range &) { std::puts("oor"); }
    try { throw std::logic_error("logic"); } catch (const std::runtime_error &) { std::puts("no"); } catch (const std::logic_error &e) { std::puts(e.what()); }
    auto guarded = [](auto f) noexcept(false) { try { return f(); } catch (const std::exception &e) { return std::string("caught ") + e.what(); } }; std::printf("%s %s\n", guarded([] { return std::string("ok"); }).c_str(), guarded([]() -> std::string { throw std::invalid_argument("bad"); }).c_str());
    try { std::stoi("zz"); } catch (const std::invalid_argument &e) { std::printf("%s\n", e.what()); }
    std::ostringstream os; os << std::hex << 255 << std::dec << ' ' << 1.5; std::puts(os.str().c_str());
    try { auto p = std::make_unique<int[]>(2); throw std::bad_alloc(); } catch (const std::bad_alloc &e) { std::puts("alloc"); }
}
