#include <cmath>
#include <cstdio>
int main() { int e; float w; float f = std::frexp(6.5f, &e); printf("%g %d %g %g %ld %lld %g %g\n", f, e, ldexpf(1.5f, 3), std::ldexp(1.5f, 2), lroundf(2.5f), llrintf(2.5f), modff(2.75f, &w), std::scalbln(1.0, 4L)); printf("%g %zu %zu %zu\n", std::ldexp(3, 2), sizeof(std::ldexp(1.f, 2)), sizeof(std::ldexp(1, 2)), sizeof(std::frexp(1, &e))); }
