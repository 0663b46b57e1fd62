// c++20: views of parts: join, split, elements, single, common, counted
#include <algorithm>
#include <array>
#include <cstdio>
#include <list>
#include <map>
#include <numeric>
#include <ranges>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>
namespace rv = std::views;
static void show(std::string_view text)
{
    printf("[%.*s]", (int)text.size(), text.data());
}
int main()
{
    std::string line = "a,bb,,ccc";
    for (auto part : line | rv::split(','))
        show(std::string_view(part.begin(), part.end()));
    puts("");
    for (const char *text : {"", ",", "x", ",x", "x,", ",,"}) {
        int n = 0;
        for (auto part : std::string_view(text) | rv::split(',')) {
            show({part.begin(), part.end()});
            n++;
        }
        printf("%d ", n);
    }
    puts("");
    using namespace std::string_view_literals;
    for (auto part : rv::split("one::two:three::"sv, "::"sv))
        show(std::string_view(part.begin(), part.end()));
    puts("");
    std::vector<int> v{1, 0, 2, 3, 0, 0, 4};
    for (auto part : v | rv::split(0))
        printf("%d/%zu ", std::accumulate(part.begin(), part.end(), 0), part.size());
    puts("");
    std::vector<std::vector<int>> nested{{}, {1}, {2, 3}, {}, {4}, {}};
    for (int &x : nested | rv::join)
        x *= 10;
    for (int x : nested | rv::join | rv::filter([](int x) { return x > 10; }))
        printf("%d ", x);
    puts("");
    auto rows = rv::iota(1, 4) | rv::transform([](int n) { return std::vector<int>(n, n); });
    for (int x : rows | rv::join)
        printf("%d ", x);
    for (int x : rv::iota(0, 3) | rv::transform([](int n) { return rv::iota(0, n); }) | rv::join)
        printf("(%d)", x);
    puts("");
    std::list<std::string> words{"ab", "", "cd"};
    for (char c : words | rv::join)
        putchar(c);
    puts("");
    std::vector<std::tuple<int, std::string, double>> t{{1, "x", 0.5}, {2, "y", 1.5}};
    for (auto &s : t | rv::elements<1>)
        s += "!";
    for (auto &s : t | rv::elements<1>)
        printf("%s ", s.c_str());
    for (double d : t | rv::elements<2> | rv::reverse)
        printf("%g ", d);
    puts("");
    for (int x : rv::single(7))
        printf("%d ", x);
    for (int x : rv::empty<int>)
        printf("%d ", x);
    for (int x : rv::counted(v.begin() + 2, 2))
        printf("%d ", x);
    auto first = rv::iota(0) | rv::take(4) | rv::common;
    printf("%d\n", std::accumulate(first.begin(), first.end(), 0));
    for (int x : rv::take_while(v, [](int x) { return x < 3; }))
        printf("%d ", x);
    for (int x : rv::drop_while(v, [](int x) { return x < 3; }))
        printf("%d ", x);
    puts("");
    return 0;
}
