/* std::optional and std::tuple. */
#include <cstdio>
#include <map>
#include <optional>
#include <string>
#include <tuple>
#include <utility>
#include <vector>
struct Noisy {
    int n;
    Noisy(int n) : n(n)
    {
        printf("+%d ", n);
    }
    Noisy(const Noisy &o) : n(o.n)
    {
        printf("=%d ", n);
    }
    Noisy(Noisy &&o) : n(o.n)
    {
        o.n = 0;
        printf("<%d ", n);
    }
    Noisy &operator=(const Noisy &o)
    {
        n = o.n;
        printf(":%d ", n);
        return *this;
    }
    ~Noisy()
    {
        printf("-%d ", n);
    }
};
struct Size {
    int w, h;
};
std::optional<int> parse(const char *text)
{
    if (text[0] < '0' || text[0] > '9')
        return std::nullopt;
    return text[0] - '0';
}
std::optional<std::string> name(int i)
{
    if (i == 0)
        return {};
    if (i == 1)
        return "one";
    return "number " + std::to_string(i);
}
std::tuple<int, double, std::string> row(int i)
{
    return {i, i * 0.5, "r" + std::to_string(i)};
}
std::tuple<int, int> divide(int a, int b)
{
    return std::make_tuple(a / b, a % b);
}
struct Config {
    std::optional<size_t> streams;
    std::optional<std::string> label = std::nullopt;
    std::tuple<int, int, int> block{8, 4, 1};
};
bool before(const Size &a, const Size &b)
{
    return std::tie(a.w, a.h) < std::tie(b.w, b.h);
}
int main()
{
    std::optional<int> none, four = parse("4"), bad = parse("x");
    printf("%d %d %d %d\n", none.has_value(), four.has_value(), *four, bad ? 1 : 0);
    printf("%d %d %d\n", four.value_or(7), bad.value_or(7), four == 4);
    four = std::nullopt;
    printf("%d %d\n", four == none, four == std::nullopt);
    four = 5;
    if (auto five = four; five && *five == 5)
        printf("five ");
    try {
        printf("%d ", four.value());
        printf("%d\n", none.value());
    } catch (const std::bad_optional_access &e) {
        printf("%s\n", e.what());
    }
    for (int i = 0; i < 3; i++)
        if (auto n = name(i))
            printf("%s (%zu), ", n->c_str(), n->size());
    printf("%s\n", name(0).value_or("nobody").c_str());
    {
        std::optional<Noisy> a, b(Noisy(1));
        a = b;
        a.emplace(2);
        b = a;
        std::optional<Noisy> c = std::move(b);
        c.reset();
        printf("| ");
        a = Noisy(3);
        a = std::nullopt;
        printf("%d | ", a.has_value());
    }
    printf("\n");
    std::optional<Size> s = Size{3, 4}, t = {{5, 6}};
    s->w += 10;
    printf("%d %d %d\n", s->w, (*s).h, t->w);
    Config config;
    config.streams = 4;
    config.label = "run";
    printf("%zu %s %d\n", *config.streams, config.label->c_str(), std::get<0>(config.block));
    std::vector<std::optional<int>> many(3);
    many[1] = 9;
    many.push_back(std::nullopt);
    int sum = 0;
    for (const auto &m : many)
        sum += m.value_or(1);
    printf("%d\n", sum);
    auto [i, d, text] = row(3);
    printf("%d %g %s\n", i, d, text.c_str());
    int q, r;
    std::tie(q, r) = divide(17, 5);
    printf("%d %d ", q, r);
    std::tie(q, std::ignore) = divide(40, 7);
    printf("%d %d ", q, r);
    std::tie(q, r) = std::make_pair(1, 2);
    printf("%d %d\n", q, r);
    std::tuple<int, char, float> tuple(1, 'b', 2.5f), other;
    other = tuple;
    std::get<0>(other)++;
    std::get<1>(other) = 'c';
    printf("%d %c %g %d %d %d\n", std::get<0>(other), std::get<1>(other), std::get<2>(tuple),
           tuple == other, tuple < other, tuple != other);
    std::vector<std::tuple<std::string, int>> list;
    list.push_back({"a", 1});
    list.emplace_back("b", 2);
    list.push_back(std::make_tuple("c", 3));
    for (const auto &[k, v] : list)
        printf("%s%d ", k.c_str(), v);
    for (auto &e : list)
        std::get<1>(e) *= 2;
    printf("%d\n", std::get<1>(list[2]));
    printf("%d %d\n", before(Size{1, 2}, Size{1, 3}), before(Size{2, 0}, Size{1, 3}));
    std::map<std::tuple<int, int>, const char *> grid;
    grid[{1, 2}] = "x";
    grid[std::make_tuple(0, 5)] = "y";
    for (auto &[key, value] : grid)
        printf("%d.%d%s ", std::get<0>(key), std::get<1>(key), value);
    printf("%d ", std::apply([](int a, int b) { return a * 10 + b; }, std::make_tuple(4, 2)));
    printf("%zu %d\n", std::tuple_size<std::tuple<int, char, int>>::value,
           std::get<1>(std::make_pair(1, 6)));
    int x = 1, y = 2;
    auto refs = std::tie(x, y);
    std::get<1>(refs) = 20;
    auto &[rx, ry] = refs;
    rx = 10;
    printf("%d %d %d\n", x, y, ry);
    std::tuple<std::vector<int>, std::optional<int>> deep(std::vector<int>{1, 2, 3}, 4);
    printf("%zu %d\n", std::get<0>(deep).size(), *std::get<1>(deep));
    return 0;
}
