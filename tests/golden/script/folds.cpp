// Folds over types, tuples, structured bindings that copy arrays, constants by types.
#include <array>
#include <cstdio>
#include <iostream>
#include <map>
#include <string>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>
template <class... A> auto sum(A... a) { return (a + ...); }
template <class... A> bool all(A... a) { return (... && a); }
template <class T, class... R> void print(const T &t, const R &...r)
{
    std::cout << t;
    if constexpr (sizeof...(r) > 0) { std::cout << ", "; print(r...); }
    else std::cout << "\n";
}
template <class T> std::string kind(T)
{
    if constexpr (std::is_integral_v<T> && std::is_signed_v<T>) return "signed";
    else if constexpr (std::is_integral_v<T>) return "unsigned";
    else if constexpr (std::is_floating_point_v<T>) return "floating";
    else if constexpr (std::is_pointer_v<T>) return "pointer";
    else return "other";
}
template <class Tuple, std::size_t... I> void each(const Tuple &t, std::index_sequence<I...>)
{
    ((std::cout << (I ? "|" : "") << std::get<I>(t)), ...);
    std::cout << "\n";
}
template <class... T> void each(const std::tuple<T...> &t) { each(t, std::index_sequence_for<T...>{}); }
template <class T, class... Ts> constexpr bool one_of = (std::is_same_v<T, Ts> || ...);
template <int... N> struct Dims { static constexpr int total = (N * ...); static constexpr int rank = sizeof...(N); static constexpr std::array<int, sizeof...(N)> list{N...}; };
std::tuple<int, std::string, double> get() { return {3, "three", 3.5}; }
struct Point { int x, y; std::string name; };
int main()
{
    std::printf("%d %.1f %d\n", sum(1, 2, 3), sum(1.5, 2), all(true, 1, 3 > 2));
    print(1, "two", 3.5, 'c', std::string("s"));
    std::cout << kind(1) << kind(1u) << kind(1.f) << kind("x") << kind(std::string()) << "\n";
    auto [i, s, d] = get();
    std::cout << i << s << d << "\n";
    each(std::make_tuple(1, "a", 2.5, std::string("z")));
    auto [x, y, n] = Point{1, 2, "p"};
    std::cout << x + y << n << "\n";
    int arr[3] = {1, 2, 3};
    auto [a0, a1, a2] = arr;
    a0 = 9;
    std::cout << arr[0] << a0 << a1 + a2 << "\n";
    auto &[b0, b1, b2] = arr;
    b2 = 7;
    std::cout << arr[2] << b0 << b1 << "\n";
    static_assert(one_of<int, char, int> && !one_of<int, char>);
    std::cout << Dims<2, 3, 4>::total << Dims<2, 3>::rank << Dims<5, 6>::list[1] << "\n";
    std::map<std::string, std::pair<int, double>> m{{"k", {1, 2.5}}, {"j", {3, 4.5}}};
    for (const auto &[key, val] : m) {
        const auto &[p, q] = val;
        std::cout << key << p << q << " ";
    }
    std::cout << "\n";
    if (auto [it, fresh] = m.insert({"k", {9, 9}}); !fresh) std::cout << "old " << it->second.first << "\n";
    int q1; std::string q2;
    std::tie(q1, q2, std::ignore) = get();
    std::cout << q1 << q2 << "\n";
    auto t2 = std::tuple_cat(get(), std::make_tuple(true));
    std::cout << std::tuple_size_v<decltype(t2)> << std::get<3>(t2) << std::get<std::string>(t2) << "\n";
    std::cout << std::apply([](auto... v) { return (double(v) + ...); }, std::make_tuple(1, 2.5, 3)) << "\n";
    std::cout << (std::make_tuple(1, 2) < std::make_tuple(1, 3)) << "\n";
    std::array<int, 3> ar{4, 5, 6};
    auto [r0, r1, r2] = ar;
    std::cout << r0 * r1 * r2 << "\n";
}
