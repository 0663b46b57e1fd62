/* Values as arguments of templates: packs of numbers, std::integer_sequence, functions. */
#include <array>
#include <cstdio>
#include <tuple>
#include <utility>
#include <vector>

template <size_t... I> void all(int d, std::index_sequence<I...>)
{
    (printf("%d ", d + (int)I), ...);
    printf("of %zu\n", sizeof...(I));
}
template <int... Ns> int sum() { return (Ns + ... + 0); }
template <int... Ns> int count() { return (int)sizeof...(Ns); }
template <int N> int twice() { return 2 * N; }
template <int... Ns> void each()
{
    int values[] = {twice<Ns>()...};
    for (int v : values)
        printf("%d ", v);
    printf("\n");
}
template <typename F, size_t... I> void call_each(F f, std::index_sequence<I...>) { (f(I), ...); }
template <size_t N, typename F> void unrolled(F f) { call_each(f, std::make_index_sequence<N>{}); }
template <typename... Ts, size_t... I> int add_all(const std::tuple<Ts...> &t, std::index_sequence<I...>)
{
    return (std::get<I>(t) + ...);
}
template <typename Tuple, size_t... I> double add_tuple(const Tuple &t, std::index_sequence<I...>)
{
    return (std::get<I>(t) + ... + 0.0);
}
template <size_t... I> std::array<int, sizeof...(I)> squares(std::index_sequence<I...>)
{
    return {int(I * I)...};
}
template <typename T, T... V> void show(std::integer_sequence<T, V...> s)
{
    printf("%zu:", s.size());
    ((printf(" %d", (int)V)), ...);
    printf("\n");
}
template <bool... B> bool every() { return (B && ...); }
template <auto... V> int autos() { return (int(V) + ... + 0); }
template <size_t... I> int with_lambda(const std::vector<int> &v, std::index_sequence<I...>)
{
    auto f = [&](int k) { return k + (v[I] + ...); };
    return f(1);
}
template <int N, int... Rest> int first() { return N * 100 + (int)sizeof...(Rest); }

int add(int a, int b) { return a + b; }
int multiply(int a, int b) { return a * b; }
double multiply(double a, double b) { return a * b; }
template <typename T> T larger(T a, T b) { return a > b ? a : b; }
template <int (*Op)(int, int)> int apply(int a, int b) { return Op(a, b); }
template <int Op(int, int)> int apply_plain(int a, int b) { return Op(a, b); }
template <auto Op, typename... Args> auto apply_auto(Args... args) { return Op(args...); }
using operation = int (*)(int, int);
template <operation Op = add> struct folder {
    int value;
    void take(int n) { value = Op(value, n); }
    static int one(int n);
};
template <operation Op> int folder<Op>::one(int n) { return Op(n, 1); }
template <typename T, T (*Op)(T, T)> T typed(T a, T b) { return Op(a, b); }
template <typename F, F *Op> int by_type(int a, int b) { return Op(a, b); }
template <operation... Ops> void run_all(int a, int b) { (printf("%d ", Ops(a, b)), ...); printf("\n"); }
template <operation Op> operation address() { return Op; }
template <operation Op> int by_struct(folder<Op> f) { return Op(f.value, 3); }
template <auto N> int number() { return (int)sizeof(N) * 100 + (int)N; }
template <int (*Op)(int, int)> int nested(int a) { return apply<Op>(a, a); }

int main()
{
    all(10, std::make_index_sequence<4>{});
    all(10, std::index_sequence<7, 2>());
    all(0, std::make_index_sequence<0>());
    all(1, std::make_index_sequence<40>());
    printf("%d %d %d\n", sum<1, 2, 3>(), sum<>(), count<4, 4, 4, 4>());
    each<1, 5, 9>();
    unrolled<3>([](size_t i) { printf("<%zu>", i); });
    printf("\n");
    printf("%d %.2f\n", add_all(std::make_tuple(1, 2, 3), std::make_index_sequence<3>()),
           add_tuple(std::make_tuple(1, 2.5), std::index_sequence_for<int, double>()));
    for (int v : squares(std::make_index_sequence<6>()))
        printf("%d ", v);
    printf("\n");
    show(std::make_integer_sequence<int, 5>());
    show(std::integer_sequence<char, 1, -2>{});
    printf("%d %d %d\n", every<true, true>(), every<true, false>(), autos<1, 'a', 3u>());
    printf("%d\n", with_lambda({1, 2, 3}, std::make_index_sequence<3>{}));
    printf("%d\n", first<7, 8, 9>());
    printf("%d %d %d\n", apply<add>(3, 4), apply<multiply>(3, 4), apply<&add>(1, 1));
    printf("%d %d %d\n", apply_plain<add>(3, 4), apply_auto<add>(5, 6), apply<larger<int>>(5, 6));
    printf("%d\n", apply<larger<int>>(8, 2));
    folder<multiply> product{2};
    product.take(5);
    folder<> total{2};
    total.take(5);
    printf("%d %d %d\n", product.value, total.value, folder<add>::one(5));
    printf("%.1f %d\n", typed<double, multiply>(1.5, 3), by_type<int(int, int), add>(2, 9));
    run_all<add, multiply, larger<int>>(6, 7);
    printf("%d %d\n", address<add>()(1, 2), address<add>() == add);
    printf("%d %d %d\n", by_struct(product), by_struct(total), nested<multiply>(9));
    printf("%d %d\n", number<3>(), number<3L>());
}
