// _Pragma("..."), as macros have pragmas: between declarations, statements and in front of loops.
#include <cstdio>

#define QUIET(x) _Pragma("GCC diagnostic push") _Pragma("GCC diagnostic ignored \"-Wunused\"") x _Pragma("GCC diagnostic pop")
#define UNROLL(n) _Pragma("GCC unroll 4")

_Pragma("GCC diagnostic push")
QUIET(static int twice(int x) { return 2 * x; })
struct pair {
    int a;
    _Pragma("GCC diagnostic push") int b;
};
_Pragma("GCC diagnostic pop")

int main()
{
    int sum = 0;
    UNROLL(4)
    for (int i = 0; i < 5; i++)
        sum += twice(i);
    _Pragma("GCC diagnostic push");
    pair p = {sum, 1};
    printf("%d %d\n", p.a, p.b);
}
