// Literals: separators, units of time, strings
#include <chrono>
#include <cstdio>
#include <string>
#include <string_view>
#include <thread>
using namespace std::chrono_literals;
using namespace std::string_literals;
using namespace std::string_view_literals;
int main()
{
    int a = 1'000'000, b = 0b1010, c = 0B11, d = 0x1'0;
    double e = 1'0.5e1;
    printf("%d %d %d %d %g %g\n", a, b, c, d, e, 0x1p4);
    auto t = 10ms;
    printf("%ld\n", (long)t.count());
    std::this_thread::sleep_for(5us);
    auto u = 1.5s;
    printf("%g\n", (double)u.count());
    printf("%ld\n", (long)std::chrono::duration_cast<std::chrono::microseconds>(2ms + 3us).count());
    auto s = "abc"s;
    printf("%s %zu\n", s.c_str(), s.size());
    auto v = "xyz"sv;
    printf("%.*s %zu\n", (int)v.size(), v.data(), v.size());
    printf("%s\n", ("a"s + "b").c_str());
    auto n = "a\0b"s;
    printf("%zu\n", n.size());
    constexpr auto limit = 100ms;
    static_assert(limit > 10ms, "");
    printf("%ld\n", (long)limit.count());
    constexpr std::chrono::milliseconds z{5};
    printf("%ld\n", (long)z.count());
    char r = R"(a"b)"[1];
    printf("%c %s\n", r, R"x(hi
there)x");
    printf("%s\n", u8"u8");
    auto day = 1h + 2min;
    printf("%ld\n", (long)std::chrono::seconds(day).count());
    unsigned long long k = 1'000ull;
    printf("%llu\n", k);
    using namespace std::literals;
    auto q = 3ns;
    printf("%ld\n", (long)q.count());
}
