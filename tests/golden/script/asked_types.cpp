// What <type_traits> says of types and of what can be done with them.
#include <cstdio>
#include <memory>
#include <string>
#include <type_traits>
struct B {}; struct D : B {}; struct N { N(int) {} N(const N &) = delete; N(N &&) {} N &operator=(const N &) = delete; N &operator=(N &&) { return *this; } };
enum E { X };
template <class T> std::enable_if_t<std::is_base_of_v<B, T>, int> f(const T &) { return 1; }
template <class T> std::enable_if_t<!std::is_base_of_v<B, T>, int> f(const T &) { return 2; }
template <class F> int call(F f) { if constexpr (std::is_invocable_v<F, int>) return f(3); else if constexpr (std::is_invocable_v<F>) return f(); else return -1; }
int main() {
  printf("%d%d%d\n", std::is_base_of_v<B, D>, std::is_base_of_v<D, B>, std::is_base_of<B, int>::value);
  printf("%d%d%d%d\n", std::is_convertible_v<int, double>, std::is_convertible_v<std::string, int>, std::is_convertible_v<const char *, std::string>, std::is_convertible_v<D *, B *>);
  printf("%d%d%d%d%d\n", std::is_copy_constructible_v<std::string>, std::is_copy_constructible_v<std::unique_ptr<int>>, std::is_copy_constructible_v<N>, std::is_move_constructible_v<N>, std::is_default_constructible_v<N>);
  printf("%d%d%d\n", std::is_constructible_v<N, int>, std::is_constructible_v<N, std::string>, std::is_copy_assignable_v<N>);
  printf("%d%d\n", f(D()), f(3));
  printf("%d %d %d\n", call([](int x) { return x; }), call([] { return 9; }), call([](int, int) { return 0; }));
  printf("%d%d%d\n", std::is_same_v<std::common_type_t<int, double>, double>, std::is_same_v<std::make_unsigned_t<int>, unsigned>, std::is_lvalue_reference_v<int &>);
  printf("%d%d%d\n", std::conjunction_v<std::is_integral<int>, std::is_signed<int>>, std::disjunction_v<std::is_pointer<int>, std::is_enum<E>>, std::negation_v<std::is_void<int>>);
}
