// c++20: what the library has of it.
#include <algorithm>
#include <array>
#include <compare>
#include <cstdio>
#include <string>
#include <type_traits>
#include <vector>
struct Cfg { int streams = 1; double scale = 1.0; const char *name = "none"; bool on = false; };
enum class Mode { Fast, Slow };
constexpr int cube(int n) { return n * n * n; }
int counter = 5;
template <class C> void show(const C &c) { for (const auto &x : c) std::printf("%d ", int(x)); std::puts(""); }
template <int N> struct Fixed { std::array<int, N> d{}; constexpr int sum() const { int s = 0; for (int x : d) s += x; return s; } };
int main()
{
    Cfg c{.streams = 4, .name = "x"};
    std::printf("%d %g %s %d\n", c.streams, c.scale, c.name, c.on);
    std::printf("%d %d\n", cube(3), ++counter);
    if (int n = 3; n > 2) [[likely]] std::puts("likely");
    std::string s = "prefix.cu"; std::printf("%d%d\n", s.starts_with("pre"), s.ends_with(".cu"));
    std::vector<int> v{1, 2, 3, 4, 5, 6}; std::erase_if(v, [](int x) { return x % 2; });  std::erase(v, 4); std::printf("%zu\n", v.size());
    Fixed<3> f{{1, 2, 3}}; std::printf("%d\n", f.sum());
    std::printf("%d\n", std::ssize(v) == 2);
    show(v);
}
