// Overloads by std::true_type and std::false_type, which traits are
#include <cstdio>
#include <string>
#include <type_traits>
template <class T> void impl(T, std::true_type)
{
    puts("yes");
}
template <class T> void impl(T, std::false_type)
{
    puts("no");
}
template <class T> void go(T x)
{
    impl(x, std::is_integral<T>{});
    impl(x, typename std::is_pointer<T>::type());
    impl(x, std::is_same<T, double>());
    impl(x, std::is_arithmetic<T>{});
    impl(x, std::bool_constant<(sizeof(T) > 4)>{});
}
int main()
{
    go(1);
    go(2.5);
    go("x");
    printf("%d %d\n", std::is_same<int, int>{}(),
           std::is_same<int, int>{} && std::is_floating_point<float>());
    bool b = std::is_class<std::string>();
    printf("%d %d %zu\n", b, std::is_enum<int>{}() ? 1 : 0,
           sizeof(std::is_same<int, int>::value_type));
}
