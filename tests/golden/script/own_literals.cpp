// Literals that the program defines
#include <cstddef>
#include <cstdio>
constexpr size_t operator""_MiB(unsigned long long n)
{
    return n << 20;
}
constexpr size_t operator"" _KiB(unsigned long long n)
{
    return n << 10;
}
constexpr double operator""_us(long double n)
{
    return (double)n * 1e-6;
}
constexpr double operator""_us(unsigned long long n)
{
    return (double)n * 1e-6;
}
size_t operator""_len(const char *s, size_t n)
{
    return n;
}
int main()
{
    printf("%zu %zu %g %g %zu\n", 4_MiB, 16_KiB, 2.5_us, 3_us, "hello"_len);
    char buf[1_KiB];
    printf("%zu\n", sizeof buf);
    static_assert(1_MiB == 1024 * 1_KiB, "");
}
