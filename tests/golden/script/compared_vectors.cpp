// Vectors are compared element by element.
#include <cstdio>
#include <set>
#include <string>
#include <vector>

struct Point {
    int x, y;
    bool operator==(const Point &o) const { return x == o.x && y == o.y; }
    bool operator<(const Point &o) const { return x < o.x; }
};

int main()
{
    std::vector<int> a{1, 2, 3}, b{1, 2, 3}, c{1, 2};
    const std::vector<int> d = a;
    printf("%d %d %d %d %d %d %d\n", a == b, a != c, c < a, a <= b, a > c, a >= b, d == a);
    std::vector<std::string> x{"a", "b"}, y{"a", "c"};
    printf("%d %d\n", x == y, x < y);
    std::vector<std::vector<int>> vv{{1}, {2, 3}}, ww{{1}, {2, 3}};
    printf("%d %d\n", vv == ww, vv < ww);
    std::vector<Point> p{{1, 2}}, q{{1, 2}};
    printf("%d %d\n", p == q, std::vector<int>{4, 5} == std::vector<int>{4, 6});
    std::set<std::vector<int>> seen{{2, 1}, {1, 2}, {2, 1}};
    printf("%zu %d\n", seen.size(), (*seen.begin())[0]);
}
