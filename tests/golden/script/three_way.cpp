// c++20: comparisons by <=>, defaulted and what is made of them.
#include <algorithm>
#include <compare>
#include <cstdio>
#include <set>
#include <string>
#include <tuple>
#include <utility>
#include <vector>
using namespace std;
struct P0 {
    int x;
    double y;
    auto operator<=>(const P0 &) const = default;
};
static void run0()
{
    P0 a{1, 2.0}, b{1, 3.0};
    printf("%d %d %d", a < b, a == b, (a <=> b) == std::partial_ordering::less);
    puts("");
}
struct B1 {
    int k;
    auto operator<=>(const B1 &) const = default;
};
struct D1 : B1 {
    std::string s;
    int a[3];
    auto operator<=>(const D1 &) const = default;
};
static void run1()
{
    D1 a{{1}, "x", {1, 2, 3}}, b{{1}, "x", {1, 2, 4}}, c{{0}, "z", {9, 9, 9}};
    printf("%d %d %d %d", a<b, a> c, a != b, a == a);
    puts("");
}
template <class T> struct Box2 {
    T v;
    bool operator==(const Box2 &) const = default;
    auto operator<=>(const Box2 &) const = default;
};
static void run2()
{
    Box2<int> a{1}, b{2};
    Box2<std::string> c{"q"}, d{"q"};
    printf("%d %d %d", a < b, c == d, (a <=> b) < 0);
    puts("");
}
struct E3 {
    int id;
    bool operator==(int o) const
    {
        return id == o;
    }
};
static void run3()
{
    E3 e{4};
    printf("%d %d %d", e == 4, 4 == e, e != 5);
    puts("");
}
enum class L4 { low, high };
static void run4()
{
    printf("%d", (L4::low <=> L4::high) < 0);
    int *p = nullptr, q;
    (void)q;
    printf("%d", ('a' <=> 'b') < 0);
    puts("");
}
struct S5 {
    std::vector<int> v;
    std::pair<int, int> p;
    bool operator==(const S5 &) const = default;
};
static void run5()
{
    S5 a{{1, 2}, {3, 4}}, b{{1, 2}, {3, 5}};
    printf("%d %d", a == b, a != b);
    puts("");
}
struct V6 {
    int a;
    std::strong_ordering operator<=>(const V6 &o) const
    {
        return o.a <=> a;
    }
    bool operator==(const V6 &) const = default;
};
static void run6()
{
    std::vector<V6> v{{1}, {3}, {2}};
    std::sort(v.begin(), v.end());
    for (auto &x : v)
        printf("%d", x.a);
    std::set<V6> s{{5}, {6}};
    printf("%d", s.begin()->a);
    puts("");
}

static void run7()
{
    double n = 0.0 / 0.0;
    auto c = 1.0 <=> n;
    printf("%d %d %d", c == std::partial_ordering::unordered, c<0, c> 0);
    puts("");
}
struct T8 {
    int h, m;
    friend auto operator<=>(const T8 &, const T8 &) = default;
};
static void run8()
{
    T8 a{1, 2}, b{1, 1};
    printf("%d %d", a > b, a == b);
    auto r = a <=> b;
    if (r > 0)
        puts("g");
    else if (r < 0)
        puts("l");
    switch (1) {
    default:
        printf("%d", std::is_gteq(r));
    }
    puts("");
}

static void run9()
{
    std::string a = "x", b = "y";
    auto c = a <=> b;
    printf("%d %d", c < 0, c != 0);
    std::tuple<int, int> t{1, 2}, u{1, 3};
    printf("%d", (t <=> u) < 0);
    puts("");
}
int main()
{
    run0();
    run1();
    run2();
    run3();
    run4();
    run5();
    run6();
    run7();
    run8();
    run9();
}
