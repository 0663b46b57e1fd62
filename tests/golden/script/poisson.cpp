// Poisson's distribution: the draws of GCC's library, by products below a mean of 12 and by rejection above.
#include <cmath>
#include <cstdio>
#include <random>

template <class D> static void draw(const char *name, D d)
{
    std::mt19937 g(7);
    std::minstd_rand small(3);
    std::mt19937_64 wide(11);
    long long sum = 0;
    printf("%s:", name);
    for (int i = 0; i < 12; i++)
        printf(" %lld", (long long)d(g));
    for (int i = 0; i < 3000; i++)
        sum += (long long)d(g) * (i % 7 + 1);
    printf(" %lld %lld %lld\n", (long long)d(small), (long long)d(wide), sum);
}

int main()
{
    draw("1", std::poisson_distribution<>());
    draw("4", std::poisson_distribution<int>(4));
    draw("11.99", std::poisson_distribution<long>(11.99));
    draw("12", std::poisson_distribution<int>(12));
    draw("12.5", std::poisson_distribution<unsigned>(12.5));
    draw("40", std::poisson_distribution<int>(40));
    draw("1000", std::poisson_distribution<int>(1000));
    draw("1e6", std::poisson_distribution<long long>(1e6));
    draw("0.01", std::poisson_distribution<int>(0.01));
    draw("20000 in 16 bits", std::poisson_distribution<short>(20000));
    std::poisson_distribution<int> d(30);
    std::mt19937 g(5);
    int a = d(g);
    d.reset();
    int b = d(g);
    printf("%d %d %.1f %d %d\n", a, b, d.mean(), d.min(), d.max());
    printf("%.15g %.15g %.9g %.15g\n", std::lgamma(10.5), lgamma(-1.5), (double)lgammaf(3.25f), std::lgamma(4));
}
