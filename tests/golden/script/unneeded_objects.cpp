// Objects and closures of which a call or a name needs nothing: they are evaluated all the same.
#include <array>
#include <cstdio>
#include <functional>
#include <type_traits>
#include <utility>

struct S {
    static int f(int a) {
        printf("f%d ", a);
        return a;
    }
    template <class T> static T twice(T a) { return a + a; }
    static int v;
    static constexpr int size = 3;
    enum { LANES = 8 };
};
int S::v = 4;
S g;
S &gs() {
    printf("gs ");
    return g;
}
S mk() {
    printf("mk ");
    return S();
}
S *ps(int n) {
    printf("ps%d ", n);
    return &g;
}
struct E {
    int n;
    E(int n) : n(n) { printf("+%d ", n); }
    E(const E &) = delete;
    ~E() { printf("-%d ", n); }
    static void st(int a) { printf("st%d ", a); }
    static int v;
    E &on() {
        printf("on ");
        return *this;
    }
    void own() {
        this->st(1);
        st(2);
        (*this).v = 5;
    }
};
int E::v = 1;
int arg(const char *s) {
    printf("%s ", s);
    return 1;
}
struct D : S {};
template <class... Ts> struct overloaded : Ts... {
    using Ts::operator()...;
};
template <class... Ts> overloaded(Ts...) -> overloaded<Ts...>;
template <class F> void apply(F f) { f()(7); }
struct Lazy {
    int (*get)(int);
};
constexpr S made() { return S(); }

int main() {
    auto in = [] {
        printf("mk ");
        return [](int a) { printf("in%d ", a); };
    };
    in()(1), puts("");
    auto f = in();
    f(2), puts("");
    (printf("comma "), f)(3), puts("");
    int n = 0;
    (n++, f)(4), printf("%d\n", n);
    auto two = [] {
        printf("two ");
        return [] {
            printf("one ");
            return [] { printf("zero "); };
        };
    };
    two()()(), puts("");
    in()(arg("x")), puts("");
    auto generic = [] {
        printf("generic ");
        return [](auto a, auto b) { return a + b; };
    };
    printf("%g\n", generic()(1, 2.5));
    apply(in), puts("");
    (n > 0 ? in() : f)(5), puts("");
    gs().f(1), puts("");
    mk().f(2), puts("");
    S *p = &g;
    (n++, p)->f(3), printf("%d\n", n);
    ps(n++)->f(arg("y")), printf("%d\n", n);
    printf("%d\n", gs().v);
    gs().v = arg("z") + 8, printf("%d %d\n", S::v, g.v);
    gs().v++, printf("%d\n", S::v);
    int &r = mk().v;
    r += 2, printf("%d\n", S::v);
    (n++, S::v) = 40, printf("%d %d\n", n, S::v);
    printf("%d %g\n", gs().twice(4), S::twice<double>(1.5));
    D d;
    (printf("d "), d).f(6), puts("");
    int (*q)(int) = gs().f;
    q(8), puts("");
    auto q2 = mk().f;
    q2(9), puts("");
    E(1).st(arg("a")), puts("");
    E(2).on().st(3), puts("");
    printf("%d ", E(4).v), puts("");
    E(5).own(), printf("%d\n", E::v);
    auto closure = [] {
        printf("closure ");
        return [] { printf("called "); };
    };
    void (*to)() = closure();
    to(), puts("");
    auto plus = static_cast<void (*)()>(closure());
    plus(), puts("");
    Lazy lazy{(printf("lazy "), [](int a) { return a + 1; })};
    printf("%d\n", lazy.get(1));
    std::function<void()> kept = closure();
    kept(), puts("");
    overloaded o{[](int) { printf("int "); }, [](double) { printf("double "); }};
    auto po = [&]() -> overloaded<decltype(o)> * { return nullptr; };
    (void)po;
    (printf("o "), o)(1), (n++, o)(1.5), printf("%d\n", n);
    // of constants: nothing is left to do
    if constexpr (std::is_same<int, int>{}.value)
        puts("same");
    constexpr int three = S{}.size + made().size + g.size;
    int held[S().size] = {1, 2, 3};
    std::array<int, std::integral_constant<int, 2>::value> pair = {4, 5};
    static_assert(std::is_same<int, long>{}.value == false, "");
    printf("%d %d %d %d\n", three, held[2], pair[1], (int)S::LANES);
    printf("%zu\n", sizeof(gs().v));
}
