// Members' own initial values mean what the struct sees, wherever an object is made.
#include <array>
#include <cstdio>
#include <functional>
#include <string>
#include <vector>
static const int N = 100;
static int label_count = 0;
struct Config {
    enum Mode { FAST, SAFE };
    enum class Order { FIRST, SECOND };
    static constexpr int N = 4;
    static const int half = N / 2;
    Mode mode = SAFE;
    Order order = Order::SECOND;
    int n = N;
    int sizes[N] = {1, 2, half};
    char name[8] = "conf";
    using real = float;
    real scale = real(2);
    int twice = n * 2;
    const char *text = label();
    int *at = &n;
    static const char *label()
    {
        label_count++;
        return "label";
    }
};
struct Made {
    enum { START = 9 };
    struct Inner {
        int z = 3;
    } inner;
    int x, y = START;
    std::vector<int> list = {1, 2, START};
    std::function<int()> get = [this] { return x + y; };
    Made() = default;
    Made(int v) : x(v)
    {
    }
    int sum() const
    {
        return get() + inner.z;
    }
};
template <int K, class T> struct Fixed {
    static constexpr int twice = K * 2;
    enum { SELF = K };
    int m = twice, s = SELF;
    T value = T(K) / 2;
    std::array<T, K> all = {};
};
class Capped
{
    static constexpr size_t cap = 16;
    size_t room = cap;
    char buffer[cap] = {};

  public:
    size_t get() const
    {
        return room + sizeof buffer;
    }
};
struct Base {
    static constexpr int unit = 7;
};
struct Derived : Base {
    int value = unit;
    int more{value + 1};
};
namespace space
{
constexpr int inside = 5;
struct In {
    int v = inside;
};
} // namespace space
int main()
{
    const int half = 77, FAST = 88;
    int n = 1;
    Config c;
    printf("%d %d %d %d %d %d %s %g %d %s %d\n", c.mode, (int)c.order, c.n, c.sizes[1], c.sizes[2],
           c.sizes[3], c.name, c.scale, c.twice, c.text, c.at == &c.n);
    Config d{Config::FAST, Config::Order::FIRST, 6};
    printf("%d %d %d %d %d %d\n", d.mode, d.n, d.twice, d.sizes[0], label_count, half + FAST + n);
    Made m(3);
    printf("%d %d %zu\n", m.sum(), m.list[2], m.list.size());
    Fixed<4, double> f;
    Fixed<3, int> g = {};
    printf("%d %d %g %zu %d %d\n", f.m, f.s, f.value, f.all.size(), g.value, g.m);
    printf("%zu\n", Capped().get());
    Derived e;
    auto *h = new Derived();
    printf("%d %d %d %d\n", e.value, e.more, h->more, space::In().v);
    delete h;
    struct Local {
        enum { A = 4 };
        int a = A, b = a + 1;
    };
    std::vector<Local> all(2);
    printf("%d %d\n", all[1].a, all[1].b);
    return 0;
}
