// Overloads that std::enable_if tells apart, and specializations
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
template <class T, typename std::enable_if<std::is_same<T, float>::value && sizeof(T) == 4>::type
                       * = nullptr>
int fl(T)
{
    return 1;
}
template <class T, typename std::enable_if<!std::is_same<T, float>::value || sizeof(T) != 4>::type
                       * = nullptr>
int fl(T)
{
    return 2;
}
template <class T> auto len(const T &t) -> decltype(t.size())
{
    return t.size();
}
template <class T> int len(T *)
{
    return -1;
}
template <class, class = void> struct has_size : std::false_type {
};
template <class T>
struct has_size<T, std::void_t<decltype(std::declval<T>().size())>> : std::true_type {
};
template <class T, class E = void> struct Pick {
    static const int v = 0;
};
template <class T> struct Pick<T, std::enable_if_t<std::is_integral_v<T>>> {
    static const int v = 1;
};
template <class T> struct Pick<T, typename std::enable_if<std::is_floating_point<T>::value>::type> {
    static const int v = 2;
};
template <class T> constexpr bool is_f = std::is_same<T, float>::value;
template <class T> inline constexpr bool always_false = false;
template <class T> struct Tr {
    static constexpr int v = 0;
};
template <> struct Tr<float> {
    static constexpr int v = 1;
};
template <class T> constexpr int tr_v = Tr<T>::v;
template <class T> constexpr T pi = T(3.14159);
template <typename T> void show(const T &x)
{
    if constexpr (std::is_same_v<T, int>)
        puts("int");
    else if constexpr (std::is_same_v<T, std::string>)
        puts("str");
    else
        static_assert(always_false<T>, "no");
}
template <class T, T v> struct Ic {
    static constexpr T value = v;
};
int main()
{
    printf("%d %g %d %d %d\n", twice(3), half(3.0), half(8), kind(3), kind("x"));
    printf("%d %d\n", fl(1.0f), fl(2));
    std::string s = "abc";
    printf("%d %d\n", (int)len(s), len(&s));
    printf("%d %d\n", has_size<std::string>::value, has_size<int>::value);
    printf("%d %d %d\n", Pick<int>::v, Pick<double>::v, Pick<std::string>::v);
    printf("%d %d %d %d %g\n", is_f<float>, is_f<int>, tr_v<float>, tr_v<int>, pi<double>);
    show(3);
    show(std::string("x"));
    printf("%d\n", Ic<int, 4>::value);
    if constexpr (has_size<std::vector<int>>::value)
        puts("yes");
    static_assert(std::is_same_v<std::true_type::value_type, bool>);
    printf("%d\n", std::integral_constant<int, 3>::value);
}
