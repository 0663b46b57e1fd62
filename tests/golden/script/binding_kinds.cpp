// structured bindings
#include <algorithm>
#include <array>
#include <cstdio>
#include <map>
#include <set>
#include <string>
#include <tuple>
#include <unordered_map>
#include <utility>
#include <vector>
struct Launch {
    int blocks, threads;
    float ms;
};
struct Bits {
    unsigned a : 3, b : 5;
};
struct Point {
    int x_, y_;
};
struct Own {
    int a = 1;
    std::string b = "two";
    template <size_t I> auto get() const
    {
        if constexpr (I == 0)
            return a;
        else
            return b;
    }
};
namespace std
{
template <> struct tuple_size<Own> : integral_constant<size_t, 2> {
};
template <> struct tuple_element<0, Own> {
    using type = int;
};
template <> struct tuple_element<1, Own> {
    using type = string;
};
} // namespace std
std::tuple<int, std::string, double> three()
{
    return {1, "x", 2.5};
}
Launch plan(int n)
{
    return {n / 256, 256, n * 0.5f};
}
int main()
{
    auto [a, b, c] = three();
    printf("%d %s %g\n", a, b.c_str(), c);
    const auto &[bl, th, ms] = plan(1024);
    printf("%d %d %g\n", bl, th, ms);
    int arr[3] = {7, 8, 9};
    auto &[p, q, r] = arr;
    q = 80;
    printf("%d %d %d\n", p, arr[1], r);
    std::map<std::string, std::pair<int, double>> m{{"k", {1, 2.0}}, {"l", {3, 4.0}}};
    for (auto &[name, value] : m) {
        auto &[n, d] = value;
        n += 10;
        printf("%s %d %g\n", name.c_str(), n, d);
    }
    if (auto [it, fresh] = m.insert({"z", {5, 6}}); fresh)
        printf("new %s\n", it->first.c_str());
    if (auto [it, fresh] = m.try_emplace("z", 7, 8); !fresh)
        printf("old %d\n", it->second.first);
    std::array<int, 2> ar{3, 4};
    auto [x, y] = ar;
    printf("%d\n", x * y);
    Bits bits{5, 17};
    auto [ba, bb] = bits;
    printf("%u %u\n", ba, bb);
    auto &&[ox, oy] = Own{};
    printf("%d %s\n", ox, oy.c_str());
    std::vector<std::tuple<int, char>> vt{{1, 'a'}, {2, 'b'}};
    for (auto [i, ch] : vt)
        printf("%d%c ", i, ch);
    puts("");
    auto f = [u = a, &w = b] { return u + (int)w.size(); };
    printf("%d\n", f());
    std::pair<int, int> pr{1, 2};
    auto &[f1, s1] = pr;
    std::swap(f1, s1);
    printf("%d %d\n", pr.first, pr.second);
    auto lam = [](const std::pair<int, int> &z) {
        auto [i, j] = z;
        return i * 10 + j;
    };
    printf("%d\n", lam(pr));
    std::set<std::pair<int, int>> st{{1, 2}, {0, 5}};
    for (const auto &[i, j] : st)
        printf("%d-%d ", i, j);
    puts("");
    int m2[2][2] = {{1, 2}, {3, 4}};
    for (auto &[i, j] : m2)
        printf("%d ", i + j);
    puts("");
    auto [mn, mx] = std::minmax({4, 2, 9});
    printf("%d %d\n", mn, mx);
    for (auto [i, j] = std::pair(0, 10); i < j; i += 3, j--)
        printf("%d:%d ", i, j);
    puts("");
}
