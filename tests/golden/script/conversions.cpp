// What a record converts to by itself, and what becomes of that: a pointer to const, to void.
#include <cstdio>

struct both {
    int *p;
    operator int *()
    {
        return p;
    }
    operator const int *() const
    {
        return p;
    }
};
struct one {
    int *p;
    operator int *() const
    {
        return p;
    }
};

static int first(const int *p)
{
    return p[0];
}
static int is_set(const void *p)
{
    return p != nullptr;
}

int main()
{
    int a[2] = {3, 4};
    both v = {a};
    const both fixed = v;
    one w = {a + 1};
    const one c = w;
    const int *q = w;
    printf("%d %d %d %d %d %d\n", first(v), first(fixed), first(w), first(c), is_set(w),
           q == a + 1);
    return 0;
}
