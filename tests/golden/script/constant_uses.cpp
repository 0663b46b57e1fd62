// Calls of constexpr functions where constants are wanted.
#include <algorithm>
#include <array>
#include <cstdio>
#include <cstring>
#include <initializer_list>
#include <string>
#include <string_view>
#include <utility>
using namespace std;
constexpr std::array<int, 8> squares()
{
    std::array<int, 8> t{};
    for (int i = 0; i < 8; i++)
        t[i] = i * i;
    return t;
}
constexpr auto SQ = squares();
static void run0()
{
    int s = 0;
    for (int x : SQ)
        s += x;
    printf("%d %d", s, SQ[3]);
    puts("");
}
struct Table {
    unsigned v[16];
    constexpr Table() : v()
    {
        for (unsigned i = 0; i < 16; i++) {
            unsigned c = i;
            for (int k = 0; k < 4; k++)
                c = c & 1 ? 0xEDB88320u ^ (c >> 1) : c >> 1;
            v[i] = c;
        }
    }
    constexpr unsigned operator[](int i) const
    {
        return v[i];
    }
};
constexpr Table CRC;
static void run1()
{
    printf("%08x %08x", CRC[1], CRC[15]);
    puts("");
}
constexpr int fib(int n)
{
    return n < 2 ? n : fib(n - 1) + fib(n - 2);
}
constexpr int log2i(unsigned n)
{
    int r = 0;
    while (n >>= 1)
        ++r;
    return r;
}
template <int N> struct Buf {
    char d[N];
};
static void run2()
{
    Buf<fib(10)> b;
    static_assert(log2i(1024) == 10, "");
    printf("%zu %d", sizeof b, log2i(4096));
    int arr[log2i(256)];
    printf(" %zu", sizeof arr / sizeof *arr);
    puts("");
}
constexpr size_t len(const char *s)
{
    size_t n = 0;
    while (s[n])
        ++n;
    return n;
}
static void run3()
{
    char buf[len("hello") + 1];
    strcpy(buf, "hello");
    printf("%zu %s", sizeof buf, buf);
    puts("");
}
constexpr unsigned long long operator""_h(const char *s, size_t n)
{
    unsigned long long h = 1469598103934665603ull;
    for (size_t i = 0; i < n; i++)
        h = (h ^ (unsigned char)s[i]) * 1099511628211ull;
    return h;
}
unsigned long long rt(const std::string &s)
{
    return operator""_h(s.data(), s.size());
}
static void run4()
{
    for (std::string w : {"h2d", "d2h", "zzz"})
        switch (rt(w)) {
        case "h2d"_h:
            puts("H");
            break;
        case "d2h"_h:
            puts("D");
            break;
        default:
            puts("?");
        }
    puts("");
}
enum class Op : unsigned char { add, mul, count };
constexpr const char *names[] = {"add", "mul"};
static_assert(sizeof(names) / sizeof(*names) == (size_t)Op::count, "");
static void run5()
{
    printf("%s", names[(int)Op::mul]);
    puts("");
}
struct Dim {
    int x, y;
    constexpr int area() const
    {
        return x * y;
    }
    constexpr Dim scaled(int k) const
    {
        return {x * k, y * k};
    }
};
constexpr Dim tile{8, 4};
static void run6()
{
    float smem[tile.area()];
    static_assert(tile.scaled(2).area() == 128, "");
    printf("%zu", sizeof smem);
    puts("");
}
template <int W, int H> struct Cfg {
    static constexpr int width = W, height = H, size = W * H;
    static constexpr bool wide = W > H;
};
using C = Cfg<32, 8>;
static void run7()
{
    int a[C::size];
    printf("%zu %d", sizeof a, C::wide);
    if constexpr (C::wide)
        printf("w");
    else
        printf("n");
    puts("");
}
constexpr int pick(int k)
{
    switch (k) {
    case 0:
        return 5;
    case 1:
        return 7;
    default:
        return -1;
    }
}
constexpr int total()
{
    int t = 0;
    int tmp[4] = {1, 2, 3, 4};
    for (int x : tmp)
        t += x * pick(1);
    return t;
}
static void run8()
{
    static_assert(pick(0) == 5, "");
    int a[total()];
    printf("%zu", sizeof a / 4);
    puts("");
}
constexpr std::pair<int, int> mm(int a, int b)
{
    return a < b ? std::pair<int, int>(a, b) : std::pair<int, int>(b, a);
}
static void run9()
{
    constexpr auto p = mm(5, 3);
    int a[p.first];
    printf("%zu %d", sizeof a / 4, p.second);
    puts("");
}
constexpr std::string_view sv = "abc";
constexpr unsigned hs(std::string_view s)
{
    unsigned h = 5381;
    for (char c : s)
        h = h * 33 + c;
    return h;
}
static void run10()
{
    static_assert(sv.size() == 3);
    printf("%u", hs(sv));
    switch (hs(std::string_view("go"))) {
    case hs("go"):
        puts("go");
        break;
    }
    puts("");
}
constexpr auto make = [](int n) { return n * 3; };
static void run11()
{
    int a[make(4)];
    printf("%zu", sizeof a / 4);
    constexpr int v[] = {1, 2, 3};
    constexpr int sum = v[0] + v[1] + v[2];
    static_assert(sum == 6, "");
    puts("");
}
constexpr int maxof(std::initializer_list<int> l)
{
    int m = *l.begin();
    for (int x : l)
        m = x > m ? x : m;
    return m;
}
static void run12()
{
    int a[maxof({3, 9, 2})];
    printf("%zu", sizeof a / 4);
    int b[std::max({4, 6})];
    printf("%zu", sizeof b / 4);
    int c[std::min(4, 6)];
    printf("%zu", sizeof c / 4);
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
    run10();
    run11();
    run12();
}
