// What an enum is in arithmetic: [conv.prom], int where that holds all its values, however it is stored.
#include <cstdio>

enum { ROUNDS = 2 };
enum E { A = 1, B };
enum N { M = -1, P };
enum U { LARGE = 4000000000u };
enum F : unsigned { ONE = 1 };

int main()
{
    E e = B;
    N n = P;
    U u = LARGE;
    F f = ONE;
    for (int r = -1; r < ROUNDS; r++)
        printf("%d ", r);
    printf("\n%d %d %d %d\n", -1 < ROUNDS, -1 < e, -2 < n, -1 < A);
    printf("%d %d %d\n", -1 < u, -1 < f, -3 / B);
    long sum = ROUNDS - 5;
    double half = (A - B) / 2.0;
    printf("%ld %.1f %d\n", sum, half, (e - 7) / 2);
    return 0;
}
