// Folds whose operand is a trait of two types.
#include <cstdio>
#include <type_traits>
template <class T, class... Ts> bool f() { return (std::is_same_v<T, Ts> || ...); }
template <class T, class... Ts> struct S { static constexpr bool value = (std::is_same<T, Ts>::value || ...); static constexpr bool v2 = (std::is_same_v<T, Ts> || ...); };
template <class T, class... Ts> constexpr bool one_of = (std::is_same<T, Ts>::value || ...);
template <class... Ts> constexpr int total = (sizeof(Ts) + ... + 0);
int main() {
    printf("%d %d %d\n", f<int, char, int>(), S<int, char>::value, S<int, int>::v2);
    printf("%d %d\n", one_of<int, char, int>, total<int, char>);
}
