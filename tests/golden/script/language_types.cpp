#include <stdio.h>
#include <stdint.h>
#include <stddef.h>
#include <limits.h>
#include <float.h>
#include <string.h>
struct Point { int x, y; float w; };
struct Nested { Point p[2]; char name[8]; union { int i; float f; } u; };
enum Color { RED, GREEN = 5, BLUE };
enum class Mode : unsigned char { A = 1, B };
typedef unsigned long long ull;
using real = double;
struct Bits { unsigned a, b; int c; };
static int counter() { static int n = 0; return ++n; }
int g2[2][3] = {{1, 2, 3}, {4, 5, 6}};
int g3[2][2][2] = {1, 2, 3, 4, 5, 6, 7, 8};
static void by_ref(int &a, const Point &p) { a += p.x; }
static int sum(const int *p, int n) { int s = 0; while (n--) s += *p++; return s; }
static Point make(int a, int b = 7, float c = 0.5f) { Point p = {a, b, c}; return p; }
int main()
{
    printf("%zu %zu %zu %zu %zu %zu %zu\n", sizeof(char), sizeof(short), sizeof(int), sizeof(long), sizeof(void *), sizeof(Point), sizeof(Nested));
    printf("%zu %zu %zu\n", sizeof(g3), offsetof(Nested, u), sizeof(Bits));
    Nested n = {{{1, 2, 3.0f}, {4, 5, 6.0f}}, "abc", {9}};
    Nested *pn = &n;
    pn->p[1].x += 10;
    printf("%d %s %d %g\n", n.p[1].x, pn->name, n.u.i, (*pn).p[0].w);
    Color c = BLUE;
    Mode m = Mode::B;
    printf("%d %d %d\n", c, (int)m, c == BLUE);
    ull big = 1ull << 40;
    real r = 1.0 / 3;
    printf("%llu %.15g %d\n", big, r, INT_MAX);
    int local[3][4];
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 4; j++)
            local[i][j] = i * 10 + j;
    int (*row)[4] = &local[1];
    printf("%d %d %d %ld\n", (*row)[2], row[1][3], g3[1][0][1], (long)(&local[2][0] - &local[0][0]));
    int k = 5;
    int vla[k];
    for (auto i = 0; i < k; i++)
        vla[i] = i * i;
    printf("%d %zu\n", sum(vla, k), sizeof(vla));
    int v = 1;
    by_ref(v, make(3));
    int &ref = v;
    ref++;
    auto &again = ref;
    again *= 2;
    const int *cp = &v;
    printf("%d %d %d\n", v, *cp, make(1, 2).y);
    counter();
    counter();
    printf("%d\n", counter());
    Bits b = {7, 31, -3};
    b.a = 9;
    printf("%u %u %d\n", b.a, b.b, b.c);
    uint8_t u8 = 300 & 0xff;
    int8_t i8 = (int8_t)200;
    uint16_t u16 = (uint16_t)70000;
    printf("%u %d %u\n", u8, i8, u16);
    char s[] = "hello";
    char t[10] = {'a', 'b'};
    printf("%zu %zu %s\n", sizeof s, strlen(t), s + 2);
    void *vp = &v;
    int *ip = static_cast<int *>(vp);
    uintptr_t up = reinterpret_cast<uintptr_t>(ip);
    printf("%d %d\n", *ip, up == (uintptr_t)&v);
    int (*fp)(const int *, int) = sum;
    printf("%d %d\n", fp(vla, 3), (*fp)(vla, 2));
    float f = 0.1f;
    printf("%.9g %d %g\n", f, f == 0.1, FLT_MAX);
    bool flag = 5;
    long double ld = 1.5L;
    printf("%d %.2Lf %c\n", flag, ld, 'x');
    int *np = nullptr;
    printf("%d %d\n", np == NULL, !np);
    Point arr[2] = {{1, 2, 3}, {4, 5, 6}};
    for (const Point &q : arr)
        printf("%d ", q.x + q.y);
    printf("\n");
    return 0;
}
