// c++20: enumerators that are made of others of their enum; using enum
#include <cstdint>
#include <cstdio>
namespace n
{
enum class F : uint32_t { None, A = 1u << 0, B = 1u << 1, C = A | B, D, E = sizeof(int) * C };
enum class G { X = 5, Y = X, Z = Y * 2 - 1 };
enum P { p0 = 3, p1 = p0 + 1, p2 = p1 | 8 };
struct S {
    enum class M : unsigned char { a = 1, b = a << 3, c = b | a };
    using enum M;
    M m = b;
};
const char *name(G g)
{
    using enum G;
    switch (g) {
    case X:
        return "x";
    case Z:
        return "z";
    }
    return "?";
}
} // namespace n
using enum n::F;
int main()
{
    enum class L { q = 7, r = q + 1 };
    using enum L;
    int A2 = (int)A;
    printf("%u %u %u %u\n", (unsigned)C, (unsigned)n::F::D, (unsigned)n::F::E, (unsigned)A2);
    printf("%d %d %d\n", (int)n::G::Z, n::p2, (int)n::S::M::c);
    printf("%s %s\n", n::name(n::G::X), n::name(n::G::Z));
    printf("%d %d\n", (int)q, (int)L::r);
    n::S s;
    printf("%d %d\n", (int)s.m, s.m == n::S::b);
    {
        using n::G;
        printf("%d\n", (int)G::Z);
    }
}
