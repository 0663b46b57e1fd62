// c++20: clauses behind the parameters that name them, folds in clauses, and concepts behind a
// const
#include <concepts>
#include <cstdio>
#include <type_traits>
#include <vector>
template <typename T>
concept Sized = requires(const T &t)
{
    t.size();
};
auto total(const Sized auto &...c)
{
    return (c.size() + ...);
}
auto sum(auto... xs) requires(std::integral<decltype(xs)> &&...)
{
    return (xs + ...);
}
double sum(auto... xs) requires(!(std::integral<decltype(xs)> && ...))
{
    return -1.5;
}
const char *kind(auto x) requires std::integral<decltype(x)>
{
    return "integral";
}
const char *kind(auto x) requires std::floating_point<decltype(x)>
{
    return "floating";
}
template <typename T> const char *kind(T *p) requires requires
{
    *p + 1;
}
{
    return "pointer";
}
template <typename T> struct Box {
    T v;
    int wide(T x) requires(sizeof(x) > 4)
    {
        return 8;
    }
    int wide(T x) requires(sizeof(x) <= 4)
    {
        return 4;
    }
};
int main()
{
    std::vector<float> a(3), b(4);
    int n = 1;
    auto only = [](auto x) requires std::integral<decltype(x)>
    {
        return x + 1;
    };
    printf("%d %d %.1f %s %s %s %d %d %d\n", (int)total(a, b), sum(1, 2, 3), sum(1, 2.0), kind(1),
           kind(1.0), kind(&n), Box<int>{}.wide(1), Box<double>{}.wide(1), only(4));
}
