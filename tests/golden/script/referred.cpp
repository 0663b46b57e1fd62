// Overloads by what they refer to
#include <cstdio>
#include <string>
#include <utility>
struct S {
    int v;
};
int f(const S &)
{
    return 1;
}
int f(S &)
{
    return 2;
}
int f(S &&)
{
    return 3;
}
int g(const int &)
{
    return 1;
}
int g(int &&)
{
    return 2;
}
int h(int &)
{
    return 1;
}
int h(const int &)
{
    return 2;
}
struct O {
    int m() &
    {
        return 1;
    }
    int m() const &
    {
        return 2;
    }
    int m() &&
    {
        return 3;
    }
    void s(const std::string &)
    {
        puts("copy");
    }
    void s(std::string &&)
    {
        puts("move");
    }
};
int k(const std::string &)
{
    return 1;
}
int k(std::string &)
{
    return 2;
}
int k(std::string &&)
{
    return 3;
}
int main()
{
    S s{1};
    const S c{2};
    printf("%d %d %d %d %d\n", f(s), f(c), f(S{3}), f(std::move(s)), f(std::move(c)));
    int i = 0;
    const int j = 1;
    printf("%d %d %d %d %d\n", g(i), g(5), g(j), h(i), h(5));
    std::string t = "a";
    const std::string u = "b";
    printf("%d %d %d %d\n", k(t), k(u), k(t + u), k(std::move(t)));
    O o;
    std::string z = "z";
    o.s(z);
    o.s(z + "y");
    o.s(std::move(z));
    o.s("lit");
    const O oc{};
    printf("%d %d %d %d %d\n", o.m(), oc.m(), O().m(), std::move(o).m(), std::move(oc).m());
}
