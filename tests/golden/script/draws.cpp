// Distributions of <random>: the draws of GCC's library.
#include <cstdio>
#include <random>
#include <vector>

template <class D> static void draw(const char *name, D d)
{
    std::mt19937 g(7);
    std::minstd_rand small(3);
    std::mt19937_64 wide(11);
    printf("%s:", name);
    for (int i = 0; i < 6; i++)
        printf(" %.12g", (double)d(g));
    printf(" %.12g %.12g\n", (double)d(small), (double)d(wide));
}

int main()
{
    draw("exponential", std::exponential_distribution<double>(1.0 / 50));
    draw("exponential float", std::exponential_distribution<float>(2.5f));
    draw("exponential 1", std::exponential_distribution<>());
    draw("geometric", std::geometric_distribution<int>(0.1));
    draw("geometric 0.5", std::geometric_distribution<>());
    draw("discrete", std::discrete_distribution<int>{5, 3, 2});
    std::vector<double> weights{1, 0, 4, 2.5};
    draw("discrete of a vector", std::discrete_distribution<unsigned>(weights.begin(), weights.end()));
    draw("discrete of one", std::discrete_distribution<>{3});
    std::discrete_distribution<int> kinds{1, 1, 2};
    for (double p : kinds.probabilities())
        printf("%.3f ", p);
    printf("%d %d\n", kinds.min(), kinds.max());
    std::mt19937 g(1);
    std::exponential_distribution<double> gap(0.25);
    double a = gap(g), b = gap(g);
    printf("%.9f %.9f\n", a, b);
}
