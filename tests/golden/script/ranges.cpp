// std::begin and its like, of arrays and of containers; the linear engines.
#include <algorithm>
#include <array>
#include <cstdio>
#include <iterator>
#include <map>
#include <numeric>
#include <random>
#include <string>
#include <unordered_map>
#include <vector>

template <class Range> static double total(const Range &range)
{
    return std::accumulate(std::begin(range), std::end(range), 0.0);
}

int main()
{
    int row[] = {3, 1, 2};
    const float fixed[2] = {1, 2.5f};
    std::sort(std::begin(row), std::end(row));
    std::vector<int> v(std::begin(row), std::end(row));
    const std::vector<int> &same = v;
    std::array<int, 2> a{{4, 5}};
    std::map<int, int> m{{1, 2}};
    std::unordered_map<int, int> u{{8, 9}};
    std::string text = "text";
    printf("%d %d %d %zu\n", row[0], row[1], row[2], std::size(row));
    printf("%zu %zu %zu %zu %zu\n", std::size(v), std::size(a), std::size(m), std::size(u),
           std::size(text));
    printf("%g %g %g %g\n", total(row), total(fixed), total(v), total(a));
    printf("%d %d %d %c\n", *std::begin(same), std::begin(m)->second, std::begin(u)->second,
           *(std::end(text) - 1));
    *std::begin(v) = 8;
    std::data(v)[1] = 9;
    for (auto at = std::cbegin(v); at != std::cend(v); ++at)
        printf("%d ", *at);
    printf("%d %d\n", std::empty(v), std::empty(std::string()));
    int grid[2][3] = {{1, 2, 3}, {4, 5, 6}};
    for (auto at = std::begin(grid); at != std::end(grid); ++at)
        printf("%d %zu\n", (*at)[1], std::size(*at));
    printf("%d\n", *std::max_element(std::cbegin(row), std::cend(row)));

    std::minstd_rand small(7), usual;
    std::minstd_rand0 older(7);
    usual.discard(3);
    printf("%lu %lu %lu\n", (unsigned long)small(), (unsigned long)usual(), (unsigned long)older());
    std::uniform_int_distribution<int> die(1, 6);
    std::uniform_real_distribution<double> part(0, 1);
    for (int i = 0; i < 5; i++)
        printf("%d %.6f ", die(small), part(usual));
    printf("\n");
    return 0;
}
