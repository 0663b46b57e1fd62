// Structs in structs that are templates, as what a type is erased by.
#include <cstdio>
#include <functional>
#include <utility>
#include <memory>
struct Guard {
    std::function<void()> f;
    template <class F> explicit Guard(F &&g) : f(std::forward<F>(g)) {}
    ~Guard() { if (f) f(); }
};
class AnyCallable {
    struct Base { virtual ~Base() = default; virtual int call(int) = 0; virtual std::unique_ptr<Base> clone() const = 0; };
    template <class F> struct Impl : Base { F f; explicit Impl(F g) : f(std::move(g)) {} int call(int x) override { return f(x); } std::unique_ptr<Base> clone() const override { return std::make_unique<Impl>(f); } };
    std::unique_ptr<Base> p;
public:
    template <class F> AnyCallable(F f) : p(std::make_unique<Impl<F>>(std::move(f))) {}
    AnyCallable(const AnyCallable &o) : p(o.p->clone()) {}
    AnyCallable(AnyCallable &&) noexcept = default;
    int operator()(int x) const { return p->call(x); }
};
int main() {
    Guard g([] { puts("bye"); });
    AnyCallable a([](int x) { return x + 1; }); AnyCallable b = a; AnyCallable c = std::move(a);
    printf("%d %d\n", b(1), c(2));
}
