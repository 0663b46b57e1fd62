/* Functions of <cmath> are of the type that they are given, as std::max demands, and struct's own
 * assignments stay beside operators that take other types. */
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <iostream>
#include <vector>
struct Scalar {
    float value, scale;
    Scalar &operator=(float v)
    {
        value = v;
        return *this;
    }
};
struct Sum {
    double total = 0;
    template <class T> Sum &operator=(const T &v)
    {
        total = v;
        return *this;
    }
};
static float worst(const std::vector<float> &a, const std::vector<float> &b)
{
    float most = 0.0f;
    for (size_t i = 0; i < a.size(); i++)
        most = std::max(most, std::abs(a[i] - b[i]));
    return most;
}
template <class T> const char *kind(T)
{
    return sizeof(T) == 4 ? "float" : "double";
}
int main()
{
    float f = 2;
    double d = 2;
    std::cout << std::max(std::sqrt(f), 1.0f) << " " << sizeof(std::sqrt(f)) << sizeof(std::sqrt(d))
              << sizeof(std::sqrt(2)) << "\n";
    std::cout.precision(12);
    std::cout << std::sqrt(f) << " " << std::sqrt(d) << " " << std::sqrt(2) << " " << sqrt(2u)
              << " " << std::exp(f) << " " << std::log2(8) << "\n";
    std::cout << std::pow(2.0f, 3) << " " << std::pow(f, 0.5f) << " " << std::pow(2, 10) << " "
              << pow(2L, 0.5) << " " << std::fmod(7, 3) << " " << std::atan2(1.0f, 1.0f) << "\n";
    printf("%s %s %s %s %s\n", kind(std::sin(f)), kind(std::sin(d)), kind(std::pow(f, f)),
           kind(std::pow(f, d)), kind(std::ceil(f)));
    printf("%g %d %g %ld %g\n", std::abs(-3.5), std::abs(-3), (double)std::abs(-2.5f),
           std::abs(-7L), std::abs(-0.25));
    printf("%g %g\n", (double)worst({1, 2.5f, -3}, {1.25f, 2.5f, -1}), std::fabs(-1));
    double (*p)(double) = std::floor;
    printf("%g %g %d\n", p(2.75), std::round(-2.5), (int)std::ceil(10 / 4.0));
    std::vector<float> v = {4, 9};
    std::transform(v.begin(), v.end(), v.begin(), [](float x) { return std::sqrt(x); });
    printf("%g %g\n", (double)v[0], (double)std::hypot(v[0], v[1]));
    Scalar a{1, 2}, b{3, 4};
    a = b;
    b = 7.5f;
    printf("%g %g %g %g\n", (double)a.value, (double)a.scale, (double)b.value, (double)b.scale);
    Sum s, t;
    s = 3;
    t = s;
    printf("%g\n", t.total);
}
