// Lists of types that are gone through one by one: the ... of a list in < > that ends with half of
// a >> is that list's own.
#include <cstdio>
#include <tuple>
#include <type_traits>

template <class... T> struct list {};
template <int... I> struct ints {};

template <class L> struct length;
template <> struct length<list<>> {
    static constexpr int value = 0;
};
template <class H, class... T> struct length<list<H, T...>> {
    static constexpr int value = 1 + length<list<T...>>::value;
};

template <int I, class L> struct at;
template <class H, class... T> struct at<0, list<H, T...>> {
    using type = H;
};
template <int I, class H, class... T> struct at<I, list<H, T...>> : at<I - 1, list<T...>> {};

template <class A, class B> struct joined;
template <class... A, class... B> struct joined<list<A...>, list<B...>> {
    using type = list<A..., B...>;
};

template <class L> struct reversed;
template <> struct reversed<list<>> {
    using type = list<>;
};
template <class H, class... T> struct reversed<list<H, T...>> {
    using type = typename joined<typename reversed<list<T...>>::type, list<H>>::type;
};

template <class T, class L> struct index_of;
template <class T, class... R> struct index_of<T, list<T, R...>> : std::integral_constant<int, 0> {};
template <class T, class H, class... R>
struct index_of<T, list<H, R...>> : std::integral_constant<int, 1 + index_of<T, list<R...>>::value> {};

template <class L> struct product;
template <> struct product<ints<>> {
    static constexpr int value = 1;
};
template <int H, int... T> struct product<ints<H, T...>> {
    static constexpr int value = H * product<ints<T...>>::value;
};

template <class... T> std::tuple<list<T...>, int> both(T...)
{
    return {list<T...>{}, int(sizeof...(T))};
}

template <class... T> int less(int a, T... t)
{
    return (0 + ... + (a < t ? 1 : 0));
}

template <class... T> constexpr bool all_int = std::conjunction_v<std::is_same<T, int>...>;

int main()
{
    using three = list<char, int, double>;
    printf("%d %zu %zu\n", length<three>::value, sizeof(at<2, three>::type),
           sizeof(at<0, reversed<three>::type>::type));
    printf("%d %d %d\n", index_of<double, three>::value, product<ints<2, 3, 4>>::value,
           std::get<1>(both(1, 2.0)));
    printf("%d %d %d\n", less(2, 1, 3, 4), all_int<int, int>, all_int<int, char>);
}
