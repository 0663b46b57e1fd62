#include <cstdio>
#include <cstdlib>
#include <vector>
static void usage [[noreturn]] () { exit(0); }
int twice [[nodiscard]] (int x [[maybe_unused]]) { return 2 * x; }
struct S {
    int v [[maybe_unused]] = 3;
    int get [[nodiscard]] () const { return v; }
    void set(int n) [[gnu::unused]] { v = n; }
};
struct alignas(16) [[maybe_unused]] T { float x; };
using Old [[deprecated]] = int;
enum class E { a [[maybe_unused]], b [[deprecated]] = 4 };
template <class T> T thrice [[nodiscard]] (T x) { return 3 * x; }
namespace [[maybe_unused]] inner { int a [[maybe_unused]] = 2, b [[maybe_unused]](5); }
int main()
{
    int a [[maybe_unused]] = 1, b [[maybe_unused]][2] = {2, 3};
    for (auto x [[maybe_unused]] : std::vector<int>{1, 2})
        a++;
    auto [p, q] = std::pair<int, int>(1, 2);
    auto f = [](int k [[maybe_unused]]) [[gnu::unused]] { return 5; };
    S s;
    s.set(9);
    switch (a) { case 3: [[likely]] a++; [[fallthrough]]; default: [[unlikely]] a++; }
    if (a > 2) [[likely]] { a++; }
    printf("%d %d %d %d %d %d %d %d\n", a, b[1], f(1), s.get(), twice(3), thrice(2), inner::a + inner::b, p + q);
    usage();
}
