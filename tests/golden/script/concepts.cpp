// c++20: concepts and what they constrain, functions with parameters of type auto
#include <concepts>
#include <cstdio>
#include <string>
#include <type_traits>
#include <vector>
template <typename T>
concept Numeric = std::integral<T> || std::floating_point<T>;
template <typename T>
concept Buffer = requires(T t, const T c)
{
    {
        t.data()
        } -> std::convertible_to<void *>;
    {
        c.bytes()
        } -> std::same_as<std::size_t>;
    typename T::value_type;
    requires sizeof(typename T::value_type) >= 2;
};
template <Numeric T> constexpr T ceil_div(T a, T b)
{
    return (a + b - 1) / b;
}
struct Buf {
    using value_type = float;
    float *p = nullptr;
    std::size_t n = 0;
    void *data()
    {
        return p;
    }
    std::size_t bytes() const
    {
        return n * sizeof(float);
    }
};
struct CharBuf {
    using value_type = char;
    void *data()
    {
        return nullptr;
    }
    std::size_t bytes() const
    {
        return 1;
    }
};
void describe(Buffer auto &b)
{
    printf("buffer of %zu\n", b.bytes());
}
void describe(auto &)
{
    puts("something");
}
template <class T>
requires(sizeof(T) == 4) void only4(T)
{
    puts("four");
}
template <class T>
requires(sizeof(T) == 8) void only4(T)
{
    puts("eight");
}
template <class T> void kind(T)
{
    puts("any");
}
template <std::integral T> void kind(T)
{
    puts("integral");
}
template <std::unsigned_integral T> void kind(T)
{
    puts("unsigned");
}
template <class T>
requires std::floating_point<T> &&(sizeof(T) > 4) void kind(T)
{
    puts("double");
}
auto twice(auto x)
{
    return x + x;
}
auto mix(const auto &a, int k, std::floating_point auto b) -> decltype(a[0] + b)
{
    return a[k] + b;
}
template <class T> struct Holder {
    T v;
    void show() requires std::integral<T>
    {
        printf("int %d\n", (int)v);
    }
    void show() requires(!std::integral<T>)
    {
        puts("no int");
    }
    template <class U>
    requires std::convertible_to<U, T>
    void set(U u)
    {
        v = u;
    }
    auto add(auto o) const
    {
        return v + o;
    }
    Holder(T t) requires(sizeof(T) > 1) : v(t)
    {
    }
    Holder(T t) requires(sizeof(T) == 1) : v(t + 1)
    {
    }
};
template <class T>
concept Has = requires(T t)
{
    t.size();
};
template <class T> int count(const T &t)
{
    if constexpr (Has<T>)
        return (int)t.size();
    else if constexpr (requires { t.n; })
        return (int)t.n;
    else
        return -1;
}
template <Numeric... Ts> auto total(Ts... ts)
{
    return (ts + ... + 0);
}
template <class T> struct Tag {
    static constexpr int v = 0;
};
template <std::integral T> struct Tag<T> {
    static constexpr int v = 1;
};
template <class T>
requires std::floating_point<T>
struct Tag<T> {
    static constexpr int v = 2;
};
template <typename F, typename... A>
requires std::invocable<F, A...>
auto call(F f, A... a)
{
    return f(a...);
}
template <class T, class U>
concept Same = std::same_as<T, U>;
template <Same<int> T> void isint(T)
{
    puts("is int");
}
struct Op {
    virtual ~Op() = default;
};
struct Add : Op {
};
template <std::derived_from<Op> T> const char *op()
{
    return "op";
}
static_assert(Numeric<int> && !Numeric<char *>);
static_assert(Buffer<Buf> && !Buffer<CharBuf> && !Buffer<int>);
static_assert(std::totally_ordered<int> && std::regular<std::string> &&
              !std::copyable<struct Nope *> == false);
int main()
{
    printf("%d %g\n", ceil_div(10, 3), ceil_div(10.0, 4.0));
    Buf b;
    b.n = 5;
    describe(b);
    int i = 0;
    describe(i);
    CharBuf c;
    describe(c);
    only4(1);
    only4(1.0);
    kind("x");
    kind(1);
    kind(2u);
    kind(3.0);
    kind(4.f);
    printf("%d %g %s\n", twice(2), twice(1.5), twice(std::string("ab")).c_str());
    int arr[] = {1, 2};
    printf("%g\n", mix(arr, 1, 0.5));
    Holder<int> h(3);
    h.show();
    h.set(2.5);
    h.show();
    Holder<double> d(1.5);
    d.show();
    printf("%g %d\n", d.add(1), h.add('a'));
    Holder<char> ch('a');
    printf("%c\n", ch.v);
    printf("%d %d %d\n", count(std::vector<int>{1, 2}), count(b), count(3));
    printf("%d %g\n", total(1, 2), total(1, 2.5));
    printf("%d %d %d\n", Tag<int>::v, Tag<float>::v, Tag<char *>::v);
    printf("%d\n", call([](int a, int b) { return a * b; }, 6, 7));
    isint(1);
    puts(op<Add>());
    auto add = []<Numeric T>(T a, T b) { return a + b; };
    printf("%d %g\n", add(1, 2), add(1.5, 2.0));
    auto sz = []<class T, std::size_t N>(T(&)[N]) { return N; };
    printf("%zu\n", sz(arr));
    auto tag = []<int N>(std::integral_constant<int, N>) { return N; };
    printf("%d\n", tag(std::integral_constant<int, 5>{}));
    auto seq = [&]<std::size_t... I>(std::index_sequence<I...>)
    {
        return ((arr[I] * 10) + ...);
    };
    printf("%d\n", seq(std::make_index_sequence<2>{}));
    auto el = []<class T>(const std::vector<T> &v, auto k) { return v.size() + sizeof(T) + k; };
    printf("%zu\n", el(std::vector<double>{1, 2}, 1));
    std::integral auto n = 5;
    const Numeric auto m = 2.5;
    printf("%d %g\n", n, m);
    constexpr bool ok = requires(Buf x)
    {
        x.p;
        x.n + 1;
    };
    printf(
        "%d %d\n", ok, requires { requires Numeric<Buf>; });
}
