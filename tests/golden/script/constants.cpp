// Constants of floating point, durations, switch and comma in constexpr functions
#include <chrono>
#include <cstdio>
constexpr double kPi = 3.14159;
constexpr float kHalf = 0.5f;
constexpr int I = (int)(kPi * 2);
static_assert(I == 6, "");
static_assert(kPi > 3, "");
constexpr std::chrono::microseconds budget(250);
constexpr auto frame = std::chrono::milliseconds(16);
constexpr std::chrono::seconds none{};
static_assert(frame > budget, "");
constexpr int pick(int k)
{
    switch (k) {
    case 0:
        return 10;
    case 1:
    case 2:
        return 20;
    default:
        break;
    }
    return 30;
}
constexpr int loopy(int n)
{
    int a = 0, b = 1;
    for (int i = 0, j = n; i < j; ++i, --j)
        a += b, b++;
    return a;
}
enum class Kind { A, B };
constexpr int size_of(Kind k)
{
    switch (k) {
    case Kind::A:
        return 4;
    case Kind::B:
        return 8;
    }
    return 0;
}
constexpr int nested(int k)
{
    int n = 0;
    switch (k) {
    case 1:
        n++;
        [[fallthrough]];
    case 2: {
        n += 2;
        break;
    }
    default:
        n = 9;
    }
    return n;
}
template <int K> struct I2 {
    int v = K;
};
int main()
{
    I2<pick(1)> p;
    I2<loopy(6)> q;
    I2<size_of(Kind::B)> r;
    I2<nested(1)> s;
    I2<nested(5)> t;
    printf("%d %d %d %d %d\n", p.v, q.v, r.v, s.v, t.v);
    printf("%ld %ld %ld\n", (long)budget.count(), (long)frame.count(), (long)none.count());
    constexpr size_t bytes = (size_t)(1.5 * 1024);
    char bb[bytes];
    printf("%zu\n", sizeof bb);
    constexpr float ratio = 0.1f;
    constexpr bool b = (double)ratio == 0.1;
    printf("%d\n", b);
    int arr[(int)(kHalf * 10)];
    printf("%zu\n", sizeof arr / 4);
    static constexpr double third = 1.0 / 3;
    printf("%g\n", third);
}
