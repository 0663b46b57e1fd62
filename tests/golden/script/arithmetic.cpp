// Integer and floating arithmetic at the edges of their types.
#include <stdint.h>
#include <stdio.h>

static int calls = 0;
static int noisy(int x)
{
    calls++;
    return x;
}

int main()
{
    unsigned char uc = 255;
    signed char sc = -128;
    short s = -32768;
    unsigned short us = 65535;
    unsigned u = 4294967295u;
    long l = -9223372036854775807L - 1;
    unsigned long ul = 18446744073709551615ul;
    uc++;
    sc--;
    s--;
    us += 2;
    u += 2;
    ul += 3;
    printf("%d %d %d %d %u %ld %lu\n", uc, sc, s, us, u, l, ul);
    printf("%d %d %d\n", -7 / 2, -7 % 2, 7 % -2);
    printf("%d %u %d\n", -8 >> 1, (unsigned)-8 >> 1, 1 << 10);
    printf("%d %d\n", (char)200, (unsigned char)-1);
    printf("%d %d %d\n", -1 < 1u, -1L < 1u, (unsigned char)255 == (signed char)-1);
    printf("%.9g %.17g\n", 0.1f, 0.1);
    printf("%.9g\n", 16777216.0f + 1.0f);
    printf("%.9g %.9g\n", 1.0f / 3.0f, (float)(1.0 / 3.0));
    printf("%d %d %u\n", (int)3.99, (int)-3.99, (unsigned)3000000000.0);
    printf("%.17g %.17g\n", (double)ul, (double)(float)16777217);
    printf("%d %d %d\n", 5 & 3, 5 | 3, 5 ^ 3);
    printf("%d %u\n", ~5, ~5u);
    printf("%d %d\n", !5, !!5);
    int i = 5;
    int j = i++ + 10;
    int k = ++i * 2;
    printf("%d %d %d\n", i, j, k);
    i += 3;
    i -= 1;
    i *= 7;
    i /= 3;
    i %= 11;
    i <<= 4;
    i >>= 1;
    i |= 1;
    i &= ~2;
    i ^= 0x55;
    printf("%d\n", i);
    float f = 1.5f;
    f += 1;
    f *= i;
    f -= 0.25;
    f /= 3;
    printf("%.9g\n", f);
    char c = 'a';
    c += 2;
    printf("%c %d\n", c, c);
    bool b = 5;
    b = b + 1;
    printf("%d\n", b);
    if (noisy(0) && noisy(1))
        printf("no\n");
    if (noisy(1) || noisy(2))
        printf("yes %d\n", calls);
    int chosen = noisy(3) ? noisy(4) : noisy(5);
    printf("%d %d\n", chosen, calls);
    uint64_t h = 14695981039346656037ull;
    for (int n = 0; n < 100; n++) {
        h ^= (uint64_t)n * 31;
        h *= 1099511628211ull;
    }
    printf("%llx\n", (unsigned long long)h);
    int32_t big = 2147483647;
    int64_t wide = (int64_t)big * big;
    printf("%ld %ld\n", (long)wide, (long)(wide >> 33));
    printf("%zu %zu %zu\n", sizeof(int), sizeof(wide), sizeof(char[7]));
    double d = 1e300 * 1e10;
    printf("%f %f %d\n", d, -d, d > 1e308);
    double nan = d - d;
    printf("%d %d %d %d\n", nan == nan, nan != nan, nan < 1, !(nan >= 1));
    enum color { RED, GREEN = 5, BLUE };
    color e = BLUE;
    printf("%d %d\n", e, e > GREEN);
    printf("%d\n", (3, 4));
    return 0;
}
