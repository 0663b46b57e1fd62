// Row proxies, visitors, factorials, unions, compositions, texts in small
#include <algorithm>
#include <array>
#include <cstdio>
#include <deque>
#include <functional>
#include <iostream>
#include <map>
#include <memory>
#include <numeric>
#include <optional>
#include <queue>
#include <set>
#include <sstream>
#include <string>
#include <tuple>
#include <unordered_map>
#include <utility>
#include <vector>
template <class T> struct Pair {
    T a;
    T b;
};
template <class T> Pair(T, T) -> Pair<T>;
template <class K, class V> struct Entry {
    K k;
    V v;
};
struct Wd {
    void all()
    {
        puts("A1 B2");
    }
};
struct A {
    int x;
    void act()
    {
        printf("A%d ", x);
    }
};
struct B {
    int y;
    void act()
    {
        printf("B%d\n", y);
    }
};
struct Vec3 {
    float x = 0, y = 0, z = 0;
    constexpr Vec3 operator+(const Vec3 &o) const
    {
        return {x + o.x, y + o.y, z + o.z};
    }
    constexpr float dot(Vec3 o) const
    {
        return x * o.x + y * o.y + z * o.z;
    }
    float &operator[](int i)
    {
        return (&x)[i];
    }
};
constexpr Vec3 operator*(float s, const Vec3 &v)
{
    return {s * v.x, s * v.y, s * v.z};
}
template <typename It, typename Cmp = std::less<>> void isort(It b, It e, Cmp cmp = {})
{
    for (auto i = b; i != e; ++i)
        std::rotate(std::upper_bound(b, i, *i, cmp), i, std::next(i));
}
class Matrix
{
    std::vector<float> d;
    int r, c;

  public:
    class Row
    {
        float *p;

      public:
        explicit Row(float *p) : p(p)
        {
        }
        float &operator[](int j)
        {
            return p[j];
        }
    };
    Matrix(int r, int c, float v = 0) : d(r * c, v), r(r), c(c)
    {
    }
    Row operator[](int i)
    {
        return Row(&d[i * c]);
    }
    int rows() const
    {
        return r;
    }
    auto &raw()
    {
        return d;
    }
};
struct Visitor;
struct Shape {
    virtual ~Shape()
    {
    }
    virtual void accept(Visitor &) const = 0;
};
struct Circle;
struct Square;
struct Visitor {
    virtual void visit(const Circle &) = 0;
    virtual void visit(const Square &) = 0;
};
struct Circle : Shape {
    double r = 1;
    void accept(Visitor &v) const override
    {
        v.visit(*this);
    }
};
struct Square : Shape {
    double s = 2;
    void accept(Visitor &v) const override
    {
        v.visit(*this);
    }
};
struct Area : Visitor {
    double a = 0;
    void visit(const Circle &c) override
    {
        a += 3 * c.r * c.r;
    }
    void visit(const Square &s) override
    {
        a += s.s * s.s;
    }
};
template <int N> struct Fact {
    enum { value = N * Fact<N - 1>::value };
};
template <> struct Fact<0> {
    enum { value = 1 };
};
union Value {
    int i;
    float f;
    struct {
        unsigned short lo, hi;
    } h;
};
namespace a::b::c
{
inline namespace v1
{
int f()
{
    return 1;
}
} // namespace v1
} // namespace a::b::c
namespace abc = a::b::c;
typedef struct {
    int id;
    char name[16];
} Rec;
static int cmp(const void *a, const void *b)
{
    return ((const Rec *)a)->id - ((const Rec *)b)->id;
}
int main()
{
    Pair p{1, 2};
    printf("%d\n", p.a + p.b);
    Entry<int, std::string> e{1, "x"};
    printf("%d%s\n", e.k, e.v.c_str());
    Wd w;
    w.all();
    Vec3 v = 2.f * Vec3{1, 2, 3} + Vec3{0, 0, 1};
    v[0] += 1;
    printf("%g %g\n", v.dot({1, 1, 1}), v[0]);
    std::vector<int> iv{3, 1, 2};
    isort(iv.begin(), iv.end());
    isort(iv.rbegin(), iv.rend());
    for (int x : iv)
        printf("%d", x);
    puts("");
    Matrix m(2, 2);
    m[1][0] = 4;
    printf("%g %d\n", m.raw()[2], m.rows());
    std::vector<std::shared_ptr<Shape>> sh{std::make_shared<Circle>(), std::make_shared<Square>()};
    Area ar;
    for (auto &s : sh)
        s->accept(ar);
    printf("%g\n", ar.a);
    printf("%d %d\n", (int)Fact<5>::value, abc::f());
    Value u;
    u.i = 0x00020001;
    printf("%d %d\n", u.h.lo, u.h.hi);
    Rec recs[3] = {{3, "c"}, {1, "a"}, {2, "b"}};
    qsort(recs, 3, sizeof recs[0], cmp);
    printf("%s%s%s\n", recs[0].name, recs[1].name, recs[2].name);
    std::map<std::pair<int, int>, std::string> grid;
    grid[{1, 2}] = "p";
    grid.emplace(std::make_pair(0, 5), "q");
    for (auto &[k, s] : grid)
        printf("%d,%d=%s ", k.first, k.second, s.c_str());
    puts("");
    std::set<std::string> names{"b", "a"};
    auto [it, ok] = names.insert("a");
    printf("%s %d %zu\n", it->c_str(), ok, names.size());
    std::priority_queue<std::pair<int, std::string>> pq;
    pq.push({2, "x"});
    pq.emplace(5, "y");
    printf("%s\n", pq.top().second.c_str());
    auto compose = [](auto f, auto g) { return [=](auto x) { return f(g(x)); }; };
    printf("%d\n", compose([](int x) { return x + 1; }, [](int x) { return x * 2; })(5));
    std::function<void()> fs[2];
    for (int i = 0; i < 2; i++)
        fs[i] = [i] { printf("f%d ", i); };
    for (auto &f : fs)
        f();
    puts("");
    int (*op)(int, int) = [](int a, int b) { return a - b; };
    printf("%d\n", op(5, 3));
    std::tuple<int, double, std::string> t{1, 2.5, "t"};
    printf("%s %zu\n", std::get<std::string>(t).c_str(), std::tuple_size<decltype(t)>::value);
    std::string str = "hello world";
    std::sort(str.begin(), str.end());
    str.erase(std::unique(str.begin(), str.end()), str.end());
    printf("%s\n", str.c_str());
    std::string big(10, 'a');
    big.insert(2, "ZZ").append(3, '!');
    printf("%s %zu %d\n", big.c_str(), big.find("ZZ"), big.compare("b") < 0);
    printf("%s\n", std::to_string(3.5).c_str());
    std::istringstream in("10 20 30");
    int sum = 0;
    for (int x; in >> x;)
        sum += x;
    printf("%d\n", sum);
    std::vector<int> nums{1, 2};
    printf("%zu\n", nums.size());
    auto opt = std::optional<std::string>{};
    opt.emplace("set");
    printf("%s\n", opt->c_str());
    for (auto [i, ch] = std::pair{0, 'a'}; i < 3; ++i, ++ch)
        printf("%c", ch);
    puts("");
    printf("%d\n", [] {
        int n = 0;
        for (auto x : {1, 2, 3})
            n += x;
        return n;
    }());
    std::vector<std::string> words{"x", "yy"};
    size_t tot = 0;
    for (const auto &s : words)
        tot += s.size();
    printf("%zu\n", tot);
    std::array<std::array<int, 2>, 2> aa{{{1, 2}, {3, 4}}};
    printf("%d\n", aa[1][0]);
    const int *cp = std::find(std::begin(aa[0]), std::end(aa[0]), 2);
    printf("%d\n", (int)(cp - aa[0].data()));
    do {
        if (tot)
            break;
    } while (0);
    switch (tot) {
    case 3: {
        int z = 1;
        printf("%d\n", z);
        break;
    }
    default:;
    }
}
