// c++20: lambdas with template parameters
#include <concepts>
#include <cstdio>
#include <functional>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>
template <typename F> void dispatch(int bits, F &&f)
{
    switch (bits) {
    case 32:
        f.template operator()<float>(1);
        break;
    case 64:
        f.template operator()<double>(2);
        break;
    default:
        std::forward<F>(f).template operator()<char>(3);
    }
}
template <int N, class F> constexpr void unroll(F &&f)
{
    [&]<int... I>(std::integer_sequence<int, I...>)
    {
        (f(std::integral_constant<int, I>{}), ...);
    }
    (std::make_integer_sequence<int, N>{});
}
struct Runner {
    int base = 10;
    template <std::integral T> T run(T x)
    {
        auto l = [this]<class U>(U u) requires std::integral<U>
        {
            return base + u;
        };
        return l(x);
    }
};
namespace lib
{
template <class T>
concept Shape = requires(const T &t)
{
    {
        t.area()
        } -> std::convertible_to<double>;
    {
        T::sides
        } -> std::convertible_to<int>;
}
&&std::is_class_v<T>;
} // namespace lib
struct Sq {
    double a;
    static constexpr int sides = 4;
    double area() const
    {
        return a * a;
    }
};
struct Ci {
    double r;
    double area() const
    {
        return 3 * r * r;
    }
};
double sum(const std::vector<Sq> &v, const lib::Shape auto &one)
{
    double s = 0;
    for (auto &x : v)
        s += x.area();
    return s + one.area();
}
int main()
{
    int k = 5;
    dispatch(32, [&]<typename T>(int x) { printf("%zu %d\n", sizeof(T), x + k); });
    dispatch(64, [&]<typename T>(int x) {
        printf("%zu %d\n", sizeof(T), x + k);
        k++;
    });
    dispatch(1, []<typename T>(auto) { printf("%zu\n", sizeof(T)); });
    printf("%d\n", k);
    unroll<3>([&](auto i) { printf("%d ", i.value + k); });
    puts("");
    Runner r;
    printf("%g\n", sum({{1}, {2}}, Sq{3}));
    printf("%d\n", r.run(4));
    std::variant<int, double> v = 2.5;
    std::visit([]<class T>(T x) { printf("%zu %g\n", sizeof(T), (double)x); }, v);
    auto z = []<class T = int>(T x = 3)
    {
        return x;
    };
    printf("%d\n", z());
    printf("%d %d\n", lib::Shape<Sq>, lib::Shape<Ci>);
    std::function<int(int)> f = []<class T>(T x) { return x * 2; };
    printf("%d\n", f(4));
    auto nop = []<class T> { return sizeof(T); };
    printf("%zu\n", nop.operator()<short>());
    printf("%zu\n", nop.operator()<double>());
}
