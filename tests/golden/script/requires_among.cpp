// c++20: requires-expressions among other conditions
#include <cstdio>
#include <type_traits>
template <class T> constexpr bool has_size = requires(const T &t) { t.size(); } && std::is_class_v<T>;
template <class T> constexpr bool either = std::is_integral_v<T> || requires(T t) { t.get(); };
template <class T> constexpr bool negated = !requires(T t) { t.get(); };
template <class T> inline constexpr bool called = (requires(T t) { t(); });
template <class T> bool f(T t) { constexpr bool b = requires { t.size(); } && sizeof(T) > 4; if constexpr (requires { t.get(); } || b) return true; return false; }
template <class T> struct S { static constexpr bool value = requires(T t) { t.size(); } && true; };
struct A { int size() const { return 3; } int n[2]; };
struct B { int get() { return 1; } };
template <class T> concept Sized = requires(T t) { t.size(); } && requires(T t) { t.n; };
int main() { printf("%d %d %d %d %d %d %d\n", has_size<A>, has_size<B>, has_size<int>, either<int>, either<B>, either<A>, negated<A>); printf("%d %d %d %d %d %d\n", called<A>, f(A()), f(B()), f(3), S<A>::value, Sized<A>); 
 auto g = [](auto x) { return requires { x.get(); } ? 1 : 2; }; printf("%d %d\n", g(B()), g(A())); }
