// std::variant, and what constexpr functions give
#include <array>
#include <cstdio>
#include <string>
#include <type_traits>
#include <variant>
#include <vector>

struct Copy {
    size_t bytes;
};
struct Kernel {
    int blocks;
    std::string name;
};
struct Wait {
};
using Step = std::variant<Copy, Kernel, Wait>;

struct Noisy {
    int n;
    explicit Noisy(int n) : n(n)
    {
    }
    Noisy(const Noisy &o) : n(o.n)
    {
        printf("copy %d\n", n);
    }
    Noisy(Noisy &&o) noexcept : n(o.n)
    {
        o.n = -1;
    }
    Noisy &operator=(const Noisy &o)
    {
        printf("assign %d\n", o.n);
        n = o.n;
        return *this;
    }
    Noisy &operator=(Noisy &&o) noexcept
    {
        n = o.n;
        o.n = -1;
        return *this;
    }
    ~Noisy()
    {
        if (n >= 0)
            printf("end %d\n", n);
    }
};

struct Cost {
    double operator()(const Copy &c) const
    {
        return (double)c.bytes / 10;
    }
    double operator()(const Kernel &k) const
    {
        return k.blocks;
    }
    double operator()(Wait) const
    {
        return 0;
    }
};

constexpr int ceil_div(int a, int b)
{
    return (a + b - 1) / b;
}
constexpr unsigned log2_of(unsigned n)
{
    unsigned bits = 0;
    for (; n > 1; n >>= 1)
        ++bits;
    return bits;
}
constexpr long fib(int n)
{
    return n < 2 ? n : fib(n - 1) + fib(n - 2);
}
constexpr bool is_prime(int n)
{
    if (n < 2)
        return false;
    for (int i = 2; i * i <= n; i++)
        if (n % i == 0)
            return false;
    return true;
}
template <class T> constexpr T clamp_to(T x, T low, T high)
{
    return x < low ? low : x > high ? high : x;
}
template <int N> struct Tile {
    static constexpr int bytes()
    {
        return N * 4;
    }
    float data[N];
};
static_assert(ceil_div(10, 3) == 4, "rounds up");
static_assert(is_prime(97) && !is_prime(91));
enum { BLOCKS = ceil_div(1000, 256) };

int main()
{
    std::vector<Step> plan{Copy{1 << 20}, Kernel{64, "scale"}, Wait{}};
    plan.push_back(Kernel{8, "add"});
    plan.emplace_back(Copy{16});
    for (const Step &step : plan)
        std::visit(
            [](const auto &x) {
                using T = std::decay_t<decltype(x)>;
                if constexpr (std::is_same_v<T, Copy>)
                    printf("copy %zu\n", x.bytes);
                else if constexpr (std::is_same_v<T, Kernel>)
                    printf("kernel %s %d\n", x.name.c_str(), x.blocks);
                else
                    printf("wait\n");
            },
            step);
    double total = 0;
    for (auto &step : plan)
        total += std::visit(Cost{}, step);
    printf("%g\n", total);

    std::variant<int, std::string, double> v = 3;
    printf("%d %zu\n", std::get<int>(v), v.index());
    v = "text";
    if (auto *s = std::get_if<std::string>(&v))
        printf("%s %d\n", s->c_str(), (int)std::holds_alternative<int>(v));
    v = 2.5;
    printf("%g %d\n", std::get<2>(v), std::get_if<0>(&v) == nullptr);
    try {
        std::get<int>(v);
    } catch (const std::bad_variant_access &e) {
        printf("%s\n", e.what());
    }
    std::variant<int, std::string, double> other = v;
    printf("%d\n", (int)(other == v));
    v.emplace<std::string>(3, 'x');
    std::swap(v, other);
    printf("%s\n", std::get<std::string>(other).c_str());
    {
        std::variant<std::monostate, Noisy> none, some(Noisy(1));
        none = some;
        none = Noisy(2);
        none = some;
        printf("%zu\n", none.index());
    }

    std::array<int, ceil_div(9, 4)> three{};
    int table[log2_of(256)] = {0};
    constexpr long f = fib(12);
    switch ((int)f) {
    case fib(12):
        printf("%zu %zu %ld %d\n", three.size(), sizeof table / sizeof *table, f, BLOCKS);
    }
    printf("%d %d\n", clamp_to(9, 1, 5), Tile<clamp_to(40, 1, 32)>::bytes());
    return 0;
}
