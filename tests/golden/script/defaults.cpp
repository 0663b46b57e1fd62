// Defaults of parameters mean what is seen where they stand
#include <cstdio>
static const int N = 4;
int f(int n = N, int m = N * 2)
{
    return n + m;
}
struct S {
    static const int K = 3;
    int g(int k = K)
    {
        return k;
    }
    S(int v = N) : v(v)
    {
    }
    int v;
};
namespace ns
{
const int Q = 7;
int h(int q = Q)
{
    return q;
}
} // namespace ns
template <class T> struct B {
    static constexpr int W = sizeof(T);
    int w(int x = W)
    {
        return x;
    }
    T t(T d = T(5))
    {
        return d;
    }
};
int main()
{
    const int N = 100, K = 200, Q = 300, W = 400;
    printf("%d %d %d %d\n", f(), S().g(), ns::h(), S().v);
    B<double> b;
    printf("%d %g\n", b.w(), b.t());
    struct L {
        enum { E = 9 };
        int e(int x = E)
        {
            return x;
        }
    };
    printf("%d\n", L().e());
    auto lam = [](int a, int c = 6) { return a + c; };
    printf("%d %d\n", lam(1), N + K + Q + W);
}
