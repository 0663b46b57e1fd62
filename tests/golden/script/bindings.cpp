#include <array>
#include <cstdio>
#include <string>
#include <utility>
#include <vector>
struct Point {
    int x;
    double y;
};
struct Handle {
    int id;
    Handle(int n) : id(n)
    {
        printf("+%d ", id);
    }
    Handle(Handle &&o) noexcept : id(o.id)
    {
        o.id = 0;
    }
    ~Handle()
    {
        printf("-%d ", id);
    }
};
struct Both {
    Handle a;
    Handle b;
};
static Point make(int n)
{
    return {n, n / 2.0};
}
static Both both()
{
    return Both{Handle(1), Handle(2)};
}
static std::pair<int, std::string> named(int n)
{
    return std::make_pair(n, std::string("name"));
}
template <class T> T sum(std::pair<T, T> p)
{
    const auto &[a, b] = p;
    return a + b;
}
int main()
{
    auto [x, y] = make(3);
    printf("%d %.1f\n", x, y);
    x = 5;
    const auto [n, name] = named(4);
    printf("%d %s\n", n, name.c_str());
    Point p{1, 2};
    auto &[px, py] = p;
    px += 10;
    py = 7;
    printf("%d %.1f\n", p.x, p.y);
    auto &&[qx, qy] = make(8);
    qx++;
    printf("%d %.1f\n", qx, qy);
    int pair[2] = {1, 2};
    auto &[first, second] = pair;
    first = 20;
    printf("%d %d\n", pair[0], second);
    std::array<int, 3> three = {1, 2, 3};
    auto [a, b, c] = three;
    a = 9;
    printf("%d %d %d %d\n", a, b, c, three[0]);
    std::vector<std::pair<int, const char *>> all = {{1, "one"}, {2, "two"}};
    for (auto &[number, text] : all) {
        number *= 10;
        printf("%d %s\n", number, text);
    }
    for (const auto &[number, text] : all)
        printf("%d ", number);
    for (auto [number, text] : all)
        number = 0;
    printf("%d\n", all[1].first);
    auto both_of = [&] { return x + (int)y; };
    printf("%d\n", both_of());
    auto f = [&x = x, q = y](int k) {
        x += k;
        return q;
    };
    double was = f(2);
    printf("%.1f %d\n", was, x);
    {
        auto [h, i] = both();
        printf("%d %d\n", h.id, i.id);
    }
    printf("\n%d\n", sum(std::make_pair(3, 4)));
    if (auto [u, v] = make(1); u < v)
        printf("less\n");
    else
        printf("not less\n");
    return 0;
}
