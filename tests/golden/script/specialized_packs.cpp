// Specializations of what functions, tuples, values and packs are made of; constructors that are templates alone.
#include <cstdio>
#include <string>
#include <tuple>
#include <type_traits>
#include <vector>
#include <functional>
template <typename F> struct fn_traits;
template <typename R, typename... A> struct fn_traits<R(A...)> { using result = R; static constexpr std::size_t arity = sizeof...(A); using args = std::tuple<A...>; };
template <typename R, typename... A> struct fn_traits<R (*)(A...)> : fn_traits<R(A...)> {};
template <int N, bool B> struct Pick { static constexpr int v = N; };
template <int N> struct Pick<N, true> { static constexpr int v = -N; };
template <> struct Pick<7, true> { static constexpr int v = 700; };
template <typename T, std::size_t N> struct Arr { static constexpr int kind = 1; };
template <typename T> struct Arr<T, 0> { static constexpr int kind = 0; };
template <typename T> struct is_tuple : std::false_type {};
template <typename... A> struct is_tuple<std::tuple<A...>> : std::true_type { static constexpr std::size_t n = sizeof...(A); };
template <int N> struct Fact { static constexpr long v = N * Fact<N - 1>::v; };
template <> struct Fact<0> { static constexpr long v = 1; };
template <typename... Ts> struct Longest;
template <typename T> struct Longest<T> { using type = T; };
template <typename T, typename U, typename... R> struct Longest<T, U, R...> { using type = typename Longest<std::conditional_t<(sizeof(T) >= sizeof(U)), T, U>, R...>::type; };
template <std::size_t I, typename T, typename... R> struct nth { using type = typename nth<I - 1, R...>::type; };
template <typename T, typename... R> struct nth<0, T, R...> { using type = T; };
template <typename T, typename... Ts> struct contains : std::false_type {};
template <typename T, typename U, typename... R> struct contains<T, U, R...> : std::conditional_t<std::is_same_v<T, U>, std::true_type, contains<T, R...>> {};
template <typename Sig> class Delegate;
template <typename R, typename... A> class Delegate<R(A...)> {
    std::function<R(A...)> f_;
public:
    template <typename F> Delegate(F f) : f_(std::move(f)) {}
    Delegate(const Delegate &) = default;
    R operator()(A... a) const { return f_(a...); }
};
template <typename... A> int given(int (*f)(A...), std::decay_t<A>... a) { return f(a...); }
static int product(const int &a, int b) { return a * b; }
int main() {
    printf("%d\n", given(product, 3, 4));
    printf("%zu %zu %d\n", fn_traits<int(char, double)>::arity, fn_traits<void (*)(int)>::arity, (int)std::is_same_v<fn_traits<int(char)>::result, int>);
    printf("%zu\n", std::tuple_size_v<fn_traits<int(char, long)>::args>);
    printf("%d %d %d %d %d\n", Pick<3, false>::v, Pick<3, true>::v, Pick<7, true>::v, Arr<int, 0>::kind, Arr<int, 3>::kind);
    printf("%d %d %zu\n", is_tuple<int>::value, is_tuple<std::tuple<int, char>>::value, is_tuple<std::tuple<int, char>>::n);
    printf("%ld %zu %zu\n", Fact<6>::v, sizeof(Longest<char, double, int>::type), sizeof(nth<2, char, int, short>::type));
    printf("%d %d\n", contains<int, char, int>::value, contains<long, char, int>::value);
    Delegate<int(int, int)> d([](int a, int b) { return a * b; }); printf("%d\n", d(6, 7));
}
