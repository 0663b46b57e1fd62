// <cmath> beyond the usual: parts of numbers, signs, neighbours, hyperbolic functions.
#include <cmath>
#include <cstdio>
int main()
{
    double whole;
    float part;
    int e;
    double rest = std::modf(-3.75, &whole);
    float left = std::modf(2.5f, &part);
    std::printf("%g %g %g %g\n", rest, whole, left, part);
    double m = std::frexp(40.0, &e);
    std::printf("%g %d %d %g\n", m, e, std::ilogb(40.0), std::logb(40.0));
    std::printf("%d %d %d\n", std::signbit(-0.0), std::signbit(2.0f), std::isnan(std::nan("")));
    std::printf("%lld %lld %g %g %g\n", std::llround(2.5), std::llrint(2.5), std::nearbyint(3.5), std::remainder(7.0, 4.0), std::scalbn(1.5, 4));
    std::printf("%.6f %.6f %.6f %.6f\n", std::asinh(1.0), std::acosh(2.0), std::atanh(0.5), std::erfc(0.5));
    std::printf("%.17g %g\n", std::nextafter(1.0, 2.0), std::hypot(2.0, 3.0, 6.0));
    std::printf("%.6f %g\n", asinhf(1.0f), std::nearbyint(2));
}
