// c++20: three-way comparison
#include <algorithm>
#include <compare>
#include <cstdio>
#include <map>
#include <set>
#include <string>
#include <vector>
struct Version {
    int major, minor, patch;
    auto operator<=>(const Version &) const = default;
};
struct Item {
    double cost;
    std::string name;
    std::partial_ordering operator<=>(const Item &o) const
    {
        if (auto c = cost <=> o.cost; c != 0)
            return c;
        return name <=> o.name;
    }
    bool operator==(const Item &o) const = default;
};
struct Weak {
    int key, payload;
    std::weak_ordering operator<=>(const Weak &o) const
    {
        return key <=> o.key;
    }
    bool operator==(const Weak &o) const
    {
        return key == o.key;
    }
};
struct Dim {
    unsigned x = 1, y = 1, z = 1;
    friend bool operator==(const Dim &, const Dim &) = default;
};
const char *say(std::strong_ordering o)
{
    return o < 0 ? "less" : o > 0 ? "greater" : "equal";
}
int main()
{
    Version a{1, 2, 3}, b{1, 3, 0}, c{1, 2, 3};
    printf("%d %d %d %d %d\n", a<b, a == c, a >= c, b> a, a != b);
    printf("%s %s %s\n", say(a <=> b), say(b <=> a), say(a <=> c));
    std::vector<Version> v{{2, 0, 0}, {1, 9, 9}, {1, 10, 0}};
    std::sort(v.begin(), v.end());
    for (auto &x : v)
        printf("%d.%d.%d ", x.major, x.minor, x.patch);
    puts("");
    std::set<Version> s(v.begin(), v.end());
    s.insert({1, 9, 9});
    printf("%zu\n", s.size());
    Item i{1.5, "a"}, j{1.5, "b"};
    printf("%d %d %d\n", i < j, i == j, (i <=> j) == std::partial_ordering::less);
    Weak w{1, 2}, x{1, 3};
    printf("%d %d %d\n", w == x, w < x, std::is_eq(w <=> x));
    printf("%d %d\n", (1 <=> 2) < 0, (2.0 <=> 1.0) > 0);
    printf("%d\n", (std::string("abc") <=> std::string("abd")) < 0);
    Dim d, e{2};
    printf("%d %d\n", d == e, d != e);
    printf("%d\n", std::is_lt(3 <=> 4));
    std::map<Version, const char *> m{{{1, 0, 0}, "one"}, {{0, 1, 0}, "zero"}};
    printf("%s\n", m.begin()->second);
    auto r = std::strong_ordering::equal;
    printf("%d\n", r == 0);
}
