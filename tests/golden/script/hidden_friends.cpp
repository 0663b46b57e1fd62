// Expression templates: friends that are defined in their struct and give back a type of it,
// aggregates whose members are references; arrays that are swapped; nullptr's type.
#include <cstddef>
#include <cstdio>
#include <string>
#include <utility>

namespace la {
struct Tensor {
    int v = 2;
    enum class Kind { Dot, Cross };
    struct Product {
        const Tensor &a, &b;
        int value() const { return a.v * b.v; }
    };
    static int scale(int x) { return 10 * x; }
    friend Product operator*(const Tensor &w, const Tensor &x) { return {w, x}; }
    friend Kind kind(const Tensor &t) { return t.v > 2 ? Kind::Cross : Kind::Dot; }
    friend int scaled(const Tensor &t)
    {
        Product p{t, t};
        return scale(p.value()) + t.hidden_;
    }

  private:
    int hidden_ = 1;
};
template <class L, class R> struct Sum {
    const L &l;
    const R &r;
    int value() const { return l.value() + r.value(); }
};
template <class L, class R> Sum<L, R> operator+(const L &l, const R &r)
{
    return Sum<L, R>{l, r};
}
template <class T> struct Span {
    struct Slice {
        T *first;
        int n;
    };
    T *data;
    friend Slice slice(const Span &s, int n) { return {s.data, n}; }
};
} // namespace la

struct Pair {
    const int &a, &b;
};
static Pair make(const int &a, const int &b)
{
    return {a, b};
}
static int sum(const Pair &p)
{
    return p.a + p.b;
}

struct Out {
    int &to;
    int by = 3;
};
static void add(Out out)
{
    out.to += out.by;
}

static const char *what(std::nullptr_t)
{
    return "null";
}
static const char *what(const int *)
{
    return "pointer";
}

int main()
{
    la::Tensor a, b;
    b.v = 5;
    auto p = a * b;
    b.v = 6;
    std::printf("%d %d %d\n", p.value(), kind(b) == la::Tensor::Kind::Cross, scaled(a));
    auto q = b * b;
    std::printf("%d\n", (p + q).value());
    float data[3] = {1, 2, 3};
    la::Span<float> span{data};
    auto s = slice(span, 2);
    std::printf("%.0f %d\n", s.first[1], s.n);
    int x = 1, y = 2;
    Pair one{x, y}, other = make(y, y);
    x = 10;
    std::printf("%d %d %d\n", one.a, sum(other), sum({x, 5}));
    add(Out{x});
    add({x, 7});
    std::printf("%d\n", x);
    int c[2] = {1, 2}, d[2] = {3, 4};
    std::string s1[2] = {"a", "b"}, s2[2] = {"c", "d"};
    int m[2][2] = {{1, 2}, {3, 4}}, n[2][2] = {{5, 6}, {7, 8}};
    std::swap(c, d);
    std::swap(s1, s2);
    std::swap(m, n);
    std::printf("%d %d %s %s %d\n", c[0], d[1], s1[1].c_str(), s2[0].c_str(), m[1][0]);
    std::printf("%s %s\n", what(nullptr), what(&x));
    return 0;
}
