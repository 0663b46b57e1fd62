// <charconv>
#include <charconv>
#include <cstdio>
#include <string>
#include <string_view>
int main()
{
    int v = 0;
    std::string num = "123abc";
    auto [ptr, ec] = std::from_chars(num.data(), num.data() + num.size(), v);
    printf("%d %d %d\n", v, (int)(ptr - num.data()), ec == std::errc());
    auto r = std::from_chars("zz", "zz" + 2, v);
    printf("%d %d\n", r.ec == std::errc::invalid_argument, v);
    unsigned long u;
    std::string_view sv = "ff";
    auto q = std::from_chars(sv.data(), sv.data() + sv.size(), u, 16);
    printf("%lu %d\n", u, q.ec == std::errc{});
    short s;
    auto t = std::from_chars("99999", "99999" + 5, s);
    (void)t;
    char buf[16];
    auto w = std::to_chars(buf, buf + 16, 42);
    printf("%.*s\n", (int)(w.ptr - buf), buf);
    double d;
    const char *ds = "2.5e1,";
    auto x = std::from_chars(ds, ds + 6, d);
    printf("%g %d\n", d, (int)(x.ptr - ds));
}
