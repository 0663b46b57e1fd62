// Structs in functions: their methods, and members that hide the function's variables.
#include <cstdio>
#include <memory>
#include <variant>
#include <vector>
using namespace std;
struct A0 {
    int f() const
    {
        struct W {
            int d;
            int operator()(int x)
            {
                return x + d;
            }
        };
        W w{1};
        return w(2);
    }
};
static void run0()
{
    A0 a;
    printf("%d", a.f());
    puts("");
}
struct A1 {
    std::variant<int, double> v;
    int f() const
    {
        struct W {
            int d;
            int operator()(int x)
            {
                return x + d;
            }
            int operator()(double x)
            {
                return 5;
            }
        };
        return std::visit(W{3}, v);
    }
};
static void run1()
{
    A1 a;
    a.v = 4;
    printf("%d", a.f());
    puts("");
}
struct J2;
using Arr2 = std::vector<J2>;
struct J2 {
    std::variant<int, std::shared_ptr<Arr2>> v;
    int f(int d = 0) const
    {
        struct W {
            int d;
            int operator()(int x)
            {
                return x + d;
            }
            int operator()(const std::shared_ptr<Arr2> &a)
            {
                int s = 0;
                for (auto &x : *a)
                    s += x.f(d);
                return s;
            }
        };
        return std::visit(W{d}, v);
    }
};
static void run2()
{
    J2 a;
    a.v = 4;
    printf("%d", a.f());
    puts("");
}
template <class F> int call(F f)
{
    return f(3);
}
struct J3 {
    int k;
    int f(int d) const
    {
        struct W {
            const J3 *j;
            int operator()(int x)
            {
                return x > 0 ? j->f(x - 1) + 1 : 0;
            }
        };
        return d > 5 ? 0 : call(W{this});
    }
};
static void run3()
{
    J3 a{1};
    printf("%d", a.k);
    puts("");
}
int main()
{
    run0();
    run1();
    run2();
    run3();
}
