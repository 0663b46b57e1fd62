/* <random>: what libstdc++ draws. */
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <random>
#include <vector>
template <class G> void draws(const char *name, G g)
{
    std::uniform_int_distribution<int> die(1, 6), wide;
    std::uniform_int_distribution<long> longer(-1000000000000, 1000000000000);
    std::uniform_int_distribution<unsigned long> whole(0, ~0ul);
    std::uniform_int_distribution<unsigned char> byte(3, 250);
    std::uniform_real_distribution<float> f(-1.0f, 1.0f);
    std::uniform_real_distribution<> d(0.0, 10.0);
    std::normal_distribution<float> nf(0.0f, 1.0f);
    std::normal_distribution<double> nd(5, 2);
    std::bernoulli_distribution coin(0.3);
    printf("%s:", name);
    for (int i = 0; i < 5; i++)
        printf(" %d", die(g));
    printf(" %lu", (unsigned long)g());
    for (int i = 0; i < 3; i++)
        printf(" %d", wide(g));
    for (int i = 0; i < 3; i++)
        printf(" %ld", longer(g));
    for (int i = 0; i < 3; i++)
        printf(" %lu", whole(g));
    for (int i = 0; i < 3; i++)
        printf(" %d", byte(g));
    for (int i = 0; i < 3; i++)
        printf(" %.9g", f(g));
    for (int i = 0; i < 3; i++)
        printf(" %.17g", d(g));
    for (int i = 0; i < 5; i++)
        printf(" %.7g", nf(g));
    for (int i = 0; i < 5; i++)
        printf(" %.15g", nd(g));
    for (int i = 0; i < 8; i++)
        printf(" %d", coin(g));
    printf("\n");
}
template <class G> void mix(G &g, int n)
{
    std::vector<int> v(n);
    for (int i = 0; i < n; i++)
        v[i] = i;
    std::shuffle(v.begin(), v.end(), g);
    for (int x : v)
        printf("%d ", x);
    printf("\n");
}
int main()
{
    draws("default", std::mt19937());
    draws("seeded", std::mt19937(42));
    draws("64", std::mt19937_64(42));
    draws("minstd", std::default_random_engine(7));
    std::mt19937 g(1234);
    mix(g, 10);
    mix(g, 17);
    std::mt19937_64 wide;
    mix(wide, 12);
    std::minstd_rand0 small;
    mix(small, 9);
    g.seed(99);
    g.discard(1000);
    unsigned long sum = 0;
    for (int i = 0; i < 2000; i++)
        sum = sum * 3 + g();
    std::uniform_int_distribution<int> big(0, 2000000000);
    for (int i = 0; i < 200; i++)
        sum = sum * 3 + (unsigned long)big(g);
    printf("%lu %lu %lu\n", sum, (unsigned long)std::mt19937::max(),
           (unsigned long)std::default_random_engine::min());
    return 0;
}
