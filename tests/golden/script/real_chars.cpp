// std::to_chars of numbers with a point
#include <charconv>
#include <cstdio>
#include <string>
#include <string_view>
#include <system_error>
template <class... A> static void show(A... a)
{
    char text[40];
    auto [end, ec] = std::to_chars(text, text + sizeof text, a...);
    printf("%.*s %d\n", (int)(end - text), text, ec == std::errc{});
}
int main()
{
    show(3.25);
    show(0.1f);
    show(0.1);
    show(1e30);
    show(-1.0 / 3);
    show(123456789.0);
    show(2.5, std::chars_format::fixed, 3);
    show(12345.678, std::chars_format::scientific, 2);
    show(0.0001234, std::chars_format::general, 3);
    for (double x : {1.1, 0.0, -2.5, 1e23, 1e-7, 123456789.0, 1e6, 1e5, 0.0001, 0.1}) {
        for (auto format : {std::chars_format::fixed, std::chars_format::scientific,
                            std::chars_format::general, std::chars_format::hex}) {
            show(x, format);
            show((float)x, format);
        }
        show(x, std::chars_format::hex, 3);
    }
    char small[3];
    auto full = std::to_chars(small, small + 3, 12345);
    auto real = std::to_chars(small, small + 3, 1.25);
    printf("%d %d %td\n", full.ec == std::errc::value_too_large,
           real.ec == std::errc::value_too_large, real.ptr - small);
    return 0;
}
