// c++20: packs of arguments, types, numbers, bases and lambdas
#include <array>
#include <cstdio>
#include <iostream>
#include <memory>
#include <string>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>
template <class... Ts> constexpr auto sum(Ts... ts)
{
    return (ts + ... + 0);
}
template <class... Ts> void print(Ts &&...ts)
{
    ((std::cout << ts << ' '), ...);
    std::cout << sizeof...(Ts) << '\n';
}
template <typename... Args> void pack_args(void **out, Args &...args)
{
    int i = 0;
    ((out[i++] = (void *)&args), ...);
}
template <class T, class... Rest> struct Count {
    static constexpr int value = 1 + Count<Rest...>::value;
};
template <class T> struct Count<T> {
    static constexpr int value = 1;
};
template <class... Ops> class Pipeline
{
    std::tuple<Ops...> ops_;

  public:
    explicit Pipeline(Ops... ops) : ops_(std::move(ops)...)
    {
    }
    void run(int x)
    {
        std::apply([&](auto &...op) { (op(x), ...); }, ops_);
    }
    template <std::size_t... I> void each(std::index_sequence<I...>)
    {
        (printf("%zu:%d ", I, std::get<I>(ops_)(int(I))), ...);
        puts("");
    }
    void each()
    {
        each(std::index_sequence_for<Ops...>{});
    }
};
template <class... Bases> struct Mixed : Bases... {
    void all()
    {
        (Bases::go(), ...);
    }
};
struct A {
    void go()
    {
        puts("A");
    }
};
struct B {
    void go()
    {
        puts("B");
    }
};
template <int... Ns> struct Sizes {
    static constexpr int total = (Ns + ...);
    static constexpr std::array<int, sizeof...(Ns)> list{Ns...};
};
template <class F, class... Args> decltype(auto) timed(const char *n, F &&f, Args &&...args)
{
    printf("[%s] ", n);
    return std::forward<F>(f)(std::forward<Args>(args)...);
}
template <class T, class... Us> constexpr bool one_of = (std::is_same_v<T, Us> || ...);
template <class... Ts> struct TypeList {
    template <template <class...> class C> using apply = C<Ts...>;
};
template <typename Head, typename... Tail> struct Rec {
    Head h;
    Rec<Tail...> t;
    Rec(Head a, Tail... b) : h(a), t(b...)
    {
    }
};
template <typename H> struct Rec<H> {
    H h;
    Rec(H a) : h(a)
    {
    }
};
template <class... Ts> auto make_vec(Ts &&...ts)
{
    using T = std::common_type_t<Ts...>;
    return std::vector<T>{static_cast<T>(std::forward<Ts>(ts))...};
}
template <std::size_t N, class F> constexpr void static_for(F &&f)
{
    [&]<std::size_t... I>(std::index_sequence<I...>)
    {
        (f(std::integral_constant<std::size_t, I>{}), ...);
    }
    (std::make_index_sequence<N>{});
}
void first()
{
}
template <class T, class... R> void first(T t, R... r)
{
    std::cout << t << ';';
    first(r...);
}
int main()
{
    printf("%d %g\n", sum(1, 2, 3), sum(1.5, 2));
    print(1, "two", 3.5, std::string("four"));
    int a = 1;
    float b = 2;
    void *ptrs[2];
    pack_args(ptrs, a, b);
    printf("%g\n", *(float *)ptrs[1]);
    printf("%d\n", Count<int, float, char>::value);
    Pipeline p(
        [](int x) {
            printf("p%d ", x);
            return x;
        },
        [](int x) {
            printf("q%d\n", x * 2);
            return x * 3;
        });
    p.run(4);
    p.each();
    Mixed<A, B> m;
    m.all();
    printf("%d %d\n", Sizes<1, 2, 3>::total, Sizes<4, 5>::list[1]);
    printf("%d\n", timed(
                       "add", [](int x, int y) { return x + y; }, 3, 4));
    printf("%d %d\n", one_of<int, float, int>, one_of<char, int>);
    TypeList<int, double>::apply<std::tuple> t{1, 2.5};
    printf("%g\n", std::get<1>(t));
    Rec<int, double, char> r(1, 2.5, 'c');
    printf("%c\n", r.t.t.h);
    auto v = make_vec(1, 2.5, 3.f);
    printf("%zu %g\n", v.size(), v[1]);
    static_for<3>([](auto i) { printf("%zu ", i.value); });
    puts("");
    first(1, 'x', "s");
    puts("");
    auto l = [](auto... xs) { return (xs * ... * 1); };
    printf("%d\n", l(2, 3, 4));
    std::tuple tt(1, std::string("a"), 2.0);
    auto &[i, s, d] = tt;
    s += "b";
    printf("%s\n", std::get<std::string>(tt).c_str());
    auto cat = std::tuple_cat(tt, std::make_tuple('z'));
    printf("%zu\n", std::tuple_size_v<decltype(cat)>);
}
