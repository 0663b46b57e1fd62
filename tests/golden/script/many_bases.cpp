// As many bases as a struct likes, virtual ones, too.
#include <cstdio>

template <int I> struct Part {
    int part = I;
};
struct X : virtual Part<0>, virtual Part<1>, virtual Part<2> {
};
struct Y : virtual Part<3>, virtual Part<4>, virtual Part<0> {
};
struct Z : X, Y, virtual Part<5>, virtual Part<6> {
    int a = 100, b = 200;
};
struct Ten : Part<0>, Part<1>, Part<2>, Part<3>, Part<4>, Part<5>, Part<6>, Part<7>, Part<9> {
    int c = 300, d = 400, e = 500;
};
template <int... I> struct All : virtual Part<I>... {
    int sum() const
    {
        return (Part<I>::part + ... + 0);
    }
};
int main()
{
    Z z;
    X &x = z;
    z.Part<0>::part = 9;
    printf("%d %d %d %d\n", x.Part<0>::part, z.Part<4>::part, z.Part<6>::part, z.a + z.b);
    Ten t;
    printf("%d %d %d\n", t.Part<9>::part, t.Part<3>::part, t.c + t.d + t.e);
    All<1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12> all;
    printf("%d\n", all.sum());
}
