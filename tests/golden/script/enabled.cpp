// Templates that are there for some types only; templates of constants
#include <cstdio>
#include <string>
#include <type_traits>
#include <vector>
template <class T, class = std::enable_if_t<std::is_integral_v<T>>> T twice(T x)
{
    return x * 2;
}
template <class T> std::enable_if_t<std::is_floating_point<T>::value, T> half(T x)
{
    return x / 2;
}
template <class T> typename std::enable_if<std::is_integral<T>::value, T>::type half(T x)
{
    return x / 2 + 100;
}
template <class T, std::enable_if_t<std::is_pointer_v<T>, int> = 0> int kind(T)
{
    return 1;
}
template <class T, std::enable_if_t<!std::is_pointer_v<T>, int> = 0> int kind(T)
{
    return 2;
}
template <class T> const char *name()
{
    if constexpr (std::is_same_v<T, float>)
        return "float";
    else if constexpr (std::is_same_v<T, double>)
        return "double";
    else {
        static_assert(std::is_integral_v<T>, "x");
        return "int";
    }
}
template <class T> auto get(T t)
{
    if constexpr (std::is_pointer_v<T>)
        return *t;
    else
        return t;
}
template <typename T> void show(const T &x)
{
    if constexpr (std::is_same_v<T, std::string>)
        printf("s %s\n", x.c_str());
    else if constexpr (std::is_arithmetic_v<T>)
        printf("n %g\n", (double)x);
    else {
        printf("v");
        for (auto &e : x)
            show(e);
    }
}
template <class, class = void> struct has_size : std::false_type {
};
template <class T>
struct has_size<T, std::void_t<decltype(std::declval<T>().size())>> : std::true_type {
};
template <class T> constexpr bool is_f = std::is_same<T, float>::value;
template <class T> struct Tr {
    static constexpr int v = 0;
};
template <> struct Tr<float> {
    static constexpr int v = 1;
};
template <class T> constexpr int tr_v = Tr<T>::v;
int main()
{
    printf("%d %g %d %d %d\n", twice(3), half(3.0), half(8), kind(3), kind("x"));
    printf("%s %s %s\n", name<float>(), name<double>(), name<int>());
    int x = 4;
    printf("%d %g\n", get(&x), get(2.5));
    show(std::string("hi"));
    show(3);
    show(std::vector<int>{1, 2});
    printf("%d %d\n", has_size<std::string>::value, has_size<int>::value);
    printf("%d %d %d %d\n", is_f<float>, is_f<int>, tr_v<float>, tr_v<int>);
    std::conditional_t<sizeof(int) == 4, float, double> z = 1.5f;
    printf("%zu\n", sizeof z);
    std::decay_t<const int &> dd = 3;
    std::remove_reference_t<int &> rr = 4;
    printf("%d\n", dd + rr);
    static_assert(std::is_trivially_copyable_v<int>);
}
