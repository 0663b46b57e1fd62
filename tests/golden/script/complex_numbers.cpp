/* std::complex. */
#include <cmath>
#include <complex>
#include <cstdio>
#include <iomanip>
#include <iostream>
#include <vector>
typedef std::complex<float> cfloat;
using cdouble = std::complex<double>;
static void dft(const std::vector<cfloat> &in, std::vector<cfloat> &out)
{
    size_t n = in.size();
    for (size_t k = 0; k < n; k++) {
        cfloat s(0.0f, 0.0f);
        for (size_t j = 0; j < n; j++)
            s += in[j] * std::polar(1.0f, (float)(-2.0 * M_PI * (double)(k * j) / (double)n));
        out[k] = s;
    }
}
int main()
{
    std::vector<cfloat> in(8), out(8);
    for (int i = 0; i < 8; i++)
        in[(size_t)i] = cfloat((float)i, 0.5f * (float)i);
    dft(in, out);
    for (auto &c : out)
        printf("%.3f %.3f |%.3f|\n", c.real(), c.imag(), std::abs(c));
    cdouble z(1, 2), w = z * std::conj(z) + 1.0;
    printf("%.1f %.1f %.1f %zu\n", w.real(), w.imag(), std::norm(z), sizeof z);
    z /= cdouble(0.5, 1);
    printf("%.17g %.17g %.17g\n", z.real(), z.imag(), std::arg(z));
    cdouble q = 2.0 / cdouble(3, 4) - 1.0 + -z;
    printf("%.17g %.17g %d %d\n", q.real(), q.imag(), q == z, q != z);
    cfloat f = cfloat(1.5f, -2.25f) / cfloat(0.3f, 7.0f);
    printf("%.9g %.9g\n", f.real(), f.imag());
    z = 3;
    z.imag(4);
    std::cout << z << " " << cfloat(0.5f, -1) << " " << std::fixed << std::setprecision(2) << q
              << "\n";
    const cdouble i(0, 1);
    cdouble e = std::exp(i * M_PI);
    printf("%.6f %.6f %.3f %.3f\n", e.real(), e.imag(), std::real(q), std::imag(q));
    cfloat *raw = new cfloat[4];
    raw[1] = cfloat(7, 8);
    float *parts = reinterpret_cast<float *>(raw);
    printf("%g %g %g\n", parts[0], parts[2], parts[3]);
    delete[] raw;
    cdouble wide = cfloat(1, 2);
    printf("%g %g %g %d %g\n", wide.real(), wide.imag(), std::abs(-3.5), std::abs(-3),
           std::exp(0.0));
}
