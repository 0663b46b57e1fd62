// Traits by their short names.
#include <cstdio>
#include <type_traits>

template <class T> struct width {
    static const int value = sizeof(T) * 8;
};
// constant before anything runs, though the instance is made here
const int bits = width<short>::value;
struct limits {
    static const bool wide = width<long>::value > bits;
};

template <class T> static const char *name()
{
    if constexpr (std::is_same_v<T, float>)
        return "float";
    else if constexpr (std::is_integral_v<T> && !std::is_same_v<T, bool>)
        return std::is_unsigned_v<T> ? "unsigned" : "integer";
    else
        return std::is_pointer_v<T> ? "pointer" : "other";
}

template <class T> static void unused(T value)
{
    if (std::is_same_v<T, int>)
        printf("int\n");
}

int main()
{
    printf("%s %s %s", name<float>(), name<int>(), name<size_t>());
    printf(" %s %s %s\n", name<char *>(), name<bool>(), name<double>());
    static_assert(std::is_floating_point_v<double>, "");
    constexpr bool both = std::is_arithmetic_v<short> && !std::is_void_v<int>;
    printf("%d %d %d\n", both, std::is_void_v<void>, std::is_signed_v<long>);
    printf("%d %d\n", bits, limits::wide);
    using namespace std;
    printf("%d\n", is_same_v<remove_const_t<const int>, int>);
    return 0;
}
