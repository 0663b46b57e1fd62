// Statements.
#include <stdio.h>

static int fib(int n)
{
    return n < 2 ? n : fib(n - 1) + fib(n - 2);
}

static const char *kind(int n)
{
    switch (n % 5) {
    case 0:
        return "zero";
    case 1:
    case 2:
        break;
    case 3:
        n++; // falls through
    default:
        return n > 8 ? "large" : "small";
    }
    return "middle";
}

static int counter()
{
    static int n = 10;
    return n++;
}

int main()
{
    for (int i = 0; i < 10; i++) {
        if (i == 3)
            continue;
        if (i == 8)
            break;
        printf("%d %s\n", i, kind(i));
    }
    int n = 27, steps = 0;
    while (n != 1) {
        n = n % 2 ? 3 * n + 1 : n / 2;
        steps++;
    }
    printf("%d\n", steps);
    do {
        n += 7;
    } while (n < 50);
    printf("%d\n", n);
    int total = 0;
    for (int i = 0; i < 20; i++)
        for (int j = i; j < 20; j++) {
            if ((i + j) % 7 == 0)
                goto next;
            total += i * j;
        next:;
        }
    printf("%d\n", total);
    printf("%d\n", fib(20));
    counter();
    counter();
    printf("%d\n", counter());
    int i = 0;
again:
    if (i++ < 3)
        goto again;
    printf("%d\n", i);
    for (int a = 0, b = 10; a < b; a += 2, b--)
        printf("%d-%d ", a, b);
    printf("\n");
    for (;;) {
        if (++i > 100)
            break;
    }
    switch (i) {
    case 101: {
        int local = i * 2;
        printf("%d\n", local);
    }
    }
    unsigned u = 3;
    while (u--)
        printf("%u ", u);
    printf("\n");
    return 0;
}
