#include <cstdio>
#include <valarray>
#include <cmath>
int main() { std::valarray<double> v{1, 2, 3, 4, 5}; std::valarray<size_t> at{4, 0, 2}; std::valarray<double> got = v[at]; printf("%g %g %g\n", got[0], got[1], got[2]);
 v[at] = std::valarray<double>{9, 8, 7}; v[at] += std::valarray<double>(1.0, 3); v[at] = 0.5; printf("%g %g\n", v[0], v[1]);
 std::valarray<double> p = std::pow(2.0, v), q = std::pow(v, 2.0), r = std::pow(v, v), s = std::atan2(1.0, v), t = std::atan2(v, v); printf("%g %g %g %g %g\n", p[1], q[1], r[1], s[1], t[0]); 
 const auto &cv = v; std::valarray<double> cg = cv[at]; printf("%g\n", cg[1]);
 v *= std::valarray<double>(2.0, 5); printf("%g %g\n", v.sum(), v.max()); }
