#include <stdio.h>
int calls;
static bool t(bool v) { calls++; return v; }
int main()
{
    int a = 17, b = 5;
    printf("%d %d %d %d %d\n", a + b, a - b, a * b, a / b, a % b);
    printf("%d %d %d %d %d %d\n", a & b, a | b, a ^ b, ~a, a << 2, a >> 1);
    printf("%d %d %d\n", -a / b, -a % b, -a >> 1);
    printf("%d %d %d %d %d %d\n", a < b, a > b, a <= b, a >= b, a == b, a != b);
    bool t1 = t(false) && t(true), t2 = t(true) || t(false);
    printf("%d %d %d\n", t1, t2, calls);
    a += 3; a -= 1; a *= 2; a /= 3; a %= 7; a <<= 3; a >>= 1; a |= 1; a &= 13; a ^= 2;
    printf("%d\n", a);
    int i = 3;
    printf("%d ", i++);
    printf("%d ", ++i);
    printf("%d ", i--);
    printf("%d\n", --i);
    int x = (i = 4, i + 1);
    printf("%d %d\n", x, i > 2 ? 10 : 20);
    unsigned u = 3, w = 5;
    printf("%u %d %u\n", u - w, (int)(u - w), u / 2);
    printf("%d %d\n", -1 < 1u, (int)'a' + 1);
    long long ll = 1LL << 33;
    printf("%lld %d\n", ll, (int)ll);
    double d = 7.0 / 2;
    printf("%g %g %d %g\n", d, 7 / 2 * 1.0, (int)3.99, (float)1 / 3);
    int n = 0;
    for (int k = 0; k < 10; k++) {
        if (k == 3)
            continue;
        if (k == 8)
            break;
        n += k;
    }
    printf("%d\n", n);
    while (n > 10)
        n -= 4;
    do
        n++;
    while (n < 12);
    printf("%d\n", n);
    for (int k = 0, m = 10; k < m; k++, m--)
        n += m - k;
    printf("%d\n", n);
    for (int k = 0; k < 6; k++)
        switch (k) {
        case 0:
            printf("zero ");
            break;
        case 1:
        case 2:
            printf("few ");
        case 3:
            printf("fall ");
            break;
        default:
            printf("many ");
        }
    printf("\n");
    int tries = 0;
again:
    if (++tries < 3)
        goto again;
    printf("%d\n", tries);
    if (int z = tries * 2; z > 5)
        printf("%d\n", z);
    else if (z == 5)
        printf("five\n");
    int sh = 31;
    printf("%d %u\n", 1 << (sh - 1), 1u << sh);
    printf("%d %d\n", sizeof(a) == 4, (int)sizeof(char[3]));
    int arr[] = {1, 2, 3, 4}, *p = arr, *q = arr + 3;
    printf("%d %d %ld %d\n", *p, p[1], (long)(q - p), p < q);
    printf("%d\n", 2[arr]);
    for (;;)
        if (++n > 100)
            break;
    printf("%d\n", n);
    return 0;
}
