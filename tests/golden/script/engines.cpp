// random engines and distributions
#include <algorithm>
#include <cstdio>
#include <numeric>
#include <random>
#include <sstream>
#include <vector>
int main()
{
    std::mt19937 g(42);
    std::mt19937_64 g64(7);
    std::minstd_rand ms(3);
    std::minstd_rand0 m0(3);
    std::default_random_engine de;
    std::ranlux24_base rl;
    std::ranlux48 r48;
    std::knuth_b kb;
    printf("%lu %lu %lu %lu %lu\n", (unsigned long)g(), (unsigned long)g64(), (unsigned long)ms(),
           (unsigned long)m0(), (unsigned long)de());
    printf("%lu %lu %lu\n", (unsigned long)rl(), (unsigned long)r48(), (unsigned long)kb());
    std::uniform_int_distribution<int> ui(1, 6);
    std::uniform_real_distribution<float> ur(-1, 1);
    std::normal_distribution<double> nd(0, 1);
    std::bernoulli_distribution bd(0.25);
    std::exponential_distribution<double> ed(2);
    std::poisson_distribution<int> pd(4);
    std::geometric_distribution<int> gd(0.3);
    std::binomial_distribution<int> bi(10, 0.5);
    std::gamma_distribution<double> ga(2, 1);
    std::discrete_distribution<int> dd{1, 2, 3};
    std::lognormal_distribution<double> ln(0, 0.5);
    std::cauchy_distribution<double> ca;
    std::weibull_distribution<double> we(2, 1);
    std::chi_squared_distribution<double> cs(3);
    std::student_t_distribution<double> st(5);
    std::negative_binomial_distribution<int> nb(3, 0.5);
    std::extreme_value_distribution<double> ev;
    std::fisher_f_distribution<double> ff(3, 4);
    for (int i = 0; i < 5; i++)
        printf("%d %g %g %d %g %d %d\n", ui(g), ur(g), nd(g), bd(g), ed(g), pd(g), gd(g));
    for (int i = 0; i < 5; i++)
        printf("%d %g %d %g\n", bi(g), ga(g), dd(g), ln(g));
    for (int i = 0; i < 3; i++)
        printf("%g %g %g %g %d %g %g\n", ca(g), we(g), cs(g), st(g), nb(g), ev(g), ff(g));
    std::vector<int> v(8);
    std::iota(v.begin(), v.end(), 0);
    std::shuffle(v.begin(), v.end(), g);
    for (int x : v)
        printf("%d ", x);
    puts("");
    std::seed_seq seq{1, 2, 3};
    std::mt19937 gs(seq);
    printf("%u\n", gs());
    g.discard(1000);
    printf("%u\n", g());
    g.seed(1);
    printf("%u %u %u\n", g(), g.min(), g.max());
    std::mt19937 c = g;
    printf("%d %d\n", c == g, c() == g());
    printf("%g\n", std::generate_canonical<double, 53>(g));
    std::uniform_int_distribution<long> big(0, 1L << 40);
    printf("%ld\n", big(g));
    std::uniform_int_distribution<unsigned char> uc(0, 255);
    printf("%d\n", uc(g));
    printf("%d %d\n", ui.a(), ui.max());
    ui.param(std::uniform_int_distribution<int>::param_type(10, 20));
    printf("%d\n", ui(g));
    printf("%d\n", ui(g, std::uniform_int_distribution<int>::param_type(0, 3)));
    std::vector<int> s;
    std::vector<int> pop{1, 2, 3, 4, 5, 6, 7, 8, 9};
    std::sample(pop.begin(), pop.end(), std::back_inserter(s), 4, g);
    for (int x : s)
        printf("%d ", x);
    puts("");
    std::vector<double> w{0.1, 0.9};
    std::discrete_distribution<> d2(w.begin(), w.end());
    printf("%d %g\n", d2(g), d2.probabilities()[1]);
    std::linear_congruential_engine<unsigned, 1664525, 1013904223, 0> lcg(5);
    printf("%u\n", (unsigned)lcg());
    auto gen = [&g, d = std::normal_distribution<float>(5, 2)]() mutable { return d(g); };
    std::vector<float> f(4);
    std::generate(f.begin(), f.end(), gen);
    for (float x : f)
        printf("%g ", x);
    puts("");
    std::shuffle_order_engine<std::minstd_rand0, 16> so(2);
    printf("%lu\n", (unsigned long)so());
    std::discard_block_engine<std::ranlux24_base, 223, 23> db(9);
    printf("%lu\n", (unsigned long)db());
}
