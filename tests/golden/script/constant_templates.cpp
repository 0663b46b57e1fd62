// Templates of constants and what they are for some types.
#include <cstdio>
#include <vector>
#include <type_traits>
enum Type { F32, F64, I32 };
template <typename T> inline constexpr Type type_v = I32;
template <> inline constexpr Type type_v<float> = F32;
template <> inline constexpr Type type_v<double> = F64;
template <class T> constexpr bool is_vec = false;
template <class T> constexpr bool is_vec<std::vector<T>> = true;
template <class T> constexpr bool is_vec<T *> = is_vec<T>;
template <class T> constexpr const char *name_v = "?";
template <> constexpr const char *name_v<int> = "int";
template <> constexpr const char *name_v<long>{"long"};
template <int N> constexpr long fact = N * fact<N - 1>;
template <> constexpr long fact<0> = 1;
template <class T, class U> constexpr bool same = false;
template <class T> constexpr bool same<T, T> = true;
template <class T> std::enable_if_t<is_vec<T>, int> f(const T &) { return 1; }
template <class T> std::enable_if_t<!is_vec<T>, int> f(const T &) { return 2; }
namespace n { template <class T> constexpr int w = 1; template <> constexpr int w<char> = 2; }
int main() {
    static_assert(type_v<float> == F32 && type_v<int> == I32 && fact<5> == 120);
    printf("%d %d %d %s %s %s %ld\n", type_v<float>, type_v<double>, type_v<char>, name_v<int>, name_v<long>, name_v<char>, fact<6>);
    printf("%d %d %d %d %d\n", is_vec<int>, is_vec<std::vector<int>>, is_vec<std::vector<char> *>, same<int, int>, same<int, char>);
    printf("%d %d %d %d\n", f(std::vector<int>{}), f(3), n::w<int>, n::w<char>);
}
