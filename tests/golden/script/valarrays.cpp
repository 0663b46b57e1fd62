// std::valarray
#include <algorithm>
#include <cstdio>
#include <iterator>
#include <numeric>
#include <utility>
#include <valarray>
static void show(const char *what, const std::valarray<int> &v)
{
    printf("%s:", what);
    for (int x : v)
        printf(" %d", x);
    puts("");
}
static void show(const char *what, const std::valarray<double> &v)
{
    printf("%s:", what);
    for (const auto &x : v)
        printf(" %g", x);
    puts("");
}
static std::valarray<double> line(const std::valarray<double> &x, double a, double b)
{
    return a * x + b;
}
int main()
{
    const int numbers[] = {4, 1, 3};
    std::valarray<int> zero(3), ones(1, 4), from(numbers, 3), listed{5, 6, 7, 8}, none;
    show("zero", zero);
    show("ones", ones);
    show("from", from);
    show("listed", listed);
    printf("%zu %zu\n", none.size(), listed.size());
    show("sum", ones + listed);
    show("mixed", 2 * listed - ones * 3 + listed / 2);
    show("rest", listed % 3);
    show("bits", (listed & 6) | (listed << 1));
    show("negative", -listed);
    show("not", ~listed);
    listed += ones;
    listed *= 2;
    listed -= 1;
    show("own", listed);
    printf("%d %d %d\n", listed.sum(), listed.min(), listed.max());
    std::valarray<bool> big = listed > 12;
    printf("%d%d%d%d\n", big[0], big[1], big[2], big[3]);
    show("equal", std::valarray<int>(listed)[listed == 13]);
    std::valarray<int> masked = listed[big];
    show("masked", masked);
    listed[listed < 13] = 0;
    show("set", listed);
    listed[1] = 40;
    show("shifted", listed.shift(1));
    show("back", listed.shift(-2));
    show("turned", listed.cshift(1));
    show("turned back", listed.cshift(-1));
    show("applied", listed.apply([](int x) { return x + 100; }));
    std::valarray<double> m(12);
    std::iota(std::begin(m), std::end(m), 0.5);
    std::valarray<double> row = m[std::slice(4, 4, 1)], column = m[std::slice(1, 3, 4)];
    show("row", row);
    show("column", column);
    m[std::slice(0, 3, 4)] = 9;
    m[std::slice(3, 3, 4)] = column;
    m[std::slice(2, 3, 4)] += column;
    show("matrix", m);
    show("root", std::sqrt(std::valarray<double>{1, 4, 9}));
    show("power", std::pow(std::valarray<double>{1, 2, 3}, 2.0));
    show("abs", std::abs(std::valarray<double>{-1.5, 2}));
    show("line", line(row, 2, 1));
    show("exp", std::exp(std::valarray<double>{0.0, 1.0}));
    auto copy = row;
    copy[0] = -1;
    std::swap(copy, row);
    auto moved = std::move(copy);
    show("moved", moved);
    row = 3.5;
    show("filled", row);
    row.resize(2, 1.25);
    show("resized", row);
    row = {7, 8, 9};
    std::sort(std::begin(row), std::end(row), [](double a, double b) { return a > b; });
    show("sorted", row);
    for (auto &x : row)
        x /= 2;
    printf("%g %g\n", std::accumulate(std::begin(row), std::end(row), 0.0), (row * row).sum());
    std::valarray<bool> both = (row > 3.6) && (row < 4.2);
    printf("%d %d\n", both[0], both[1]);
    std::valarray<int> v = {1, 2, 3, 4, 5, 6}, w = {10, 20, 30};
    v[std::slice(0, 3, 1)] = v[std::slice(3, 3, 1)];
    for (int x : v)
        printf("%d ", x);
    v[std::slice(0, 3, 2)] = w[std::slice(0, 3, 1)];
    for (int x : v)
        printf("%d ", x);
    w[w > 10] = v[v < 6 && v > 3];
    for (int x : w)
        printf("%d ", x);
    puts("");
    return 0;
}
