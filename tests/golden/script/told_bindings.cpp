// Bindings to bases, bit fields and what get<I>() gives.
#include <cstdio>
#include <string>
#include <tuple>
#include <vector>
struct B {
    int a, b;
};
struct D : B {
    void f()
    {
    }
};
static void run0()
{
    D d;
    d.a = 1;
    d.b = 2;
    auto &[x, y] = d;
    y = 5;
    printf("%d %d", x, d.b);
    puts("");
}
struct F {
    unsigned a : 3, : 2, b : 5;
};
static void run1()
{
    F f{5, 17};
    const auto [x, y] = f;
    printf("%u %u", x + y, y);
    puts("");
}
struct V {
    virtual ~V()
    {
    }
    int a = 1;
    float b = 2;
};
static void run2()
{
    V v;
    auto [x, y] = v;
    printf("%d %g", x, y);
    puts("");
}
struct Own {
    int a = 1;
    std::string b = "two";
};
template <size_t I> auto &get(Own &o)
{
    if constexpr (I == 0)
        return o.a;
    else
        return o.b;
}
template <size_t I> const auto &get(const Own &o)
{
    if constexpr (I == 0)
        return o.a;
    else
        return o.b;
}
namespace std
{
template <> struct tuple_size<Own> : integral_constant<size_t, 2> {
};
template <> struct tuple_element<0, Own> {
    using type = int;
};
template <> struct tuple_element<1, Own> {
    using type = string;
};
} // namespace std
static void run3()
{
    Own o;
    auto &[x, y] = o;
    x = 7;
    y += "!";
    printf("%d %s", o.a, o.b.c_str());
    std::vector<Own> v(2);
    for (auto &[i, s] : v) {
        i++;
        printf("%d%s", i, s.c_str());
    }
    for (const auto &[i, s] : v)
        printf("%d", i);
    puts("");
}
int main()
{
    run0();
    run1();
    run2();
    run3();
}
