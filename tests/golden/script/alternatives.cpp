// Which alternative a number becomes; two variants at once
#include <cstdio>
#include <string>
#include <variant>
struct A {
    int a;
};
struct B {
    double b;
};
int main()
{
    std::variant<int, double> v = 2.5;
    printf("%zu\n", v.index());
    v = 3;
    printf("%zu\n", v.index());
    v = 4.5f;
    printf("%zu\n", v.index());
    std::variant<int, double> w = 2.5f;
    printf("%zu %g\n", w.index(), std::get<double>(w));
    printf("%d %d\n", v == w, v != w);
    v.emplace<0>(7);
    printf("%d\n", std::get<0>(v));
    v.emplace<double>(1.5);
    printf("%g\n", std::get<double>(v));
    std::variant<std::string, int> s = "abc";
    printf("%zu\n", s.index());
    s.emplace<0>("xyz");
    printf("%s\n", std::get<std::string>(s).c_str());
    std::variant<A, B> x = A{1}, y = B{2.5};
    std::visit([](auto &p, auto &q) { printf("%zu %zu\n", sizeof p, sizeof q); }, x, y);
    printf("%d\n", std::holds_alternative<A>(x));
    std::variant<bool, std::string> bs = std::string("t");
    printf("%zu\n", bs.index());
    std::variant<long, float> lf = 3L;
    printf("%zu\n", lf.index());
    lf = 2.0f;
    printf("%zu\n", lf.index());
    std::variant<std::monostate, int> ms;
    printf("%zu\n", ms.index());
    if (auto *p = std::get_if<int>(&ms))
        printf("%d\n", *p);
    else
        puts("none");
    std::variant<int, std::string> is = 5;
    is = std::string("q");
    printf("%zu\n", is.index());
    char c = 'c';
    std::variant<int, double> fromc = c;
    printf("%zu\n", fromc.index());
    std::variant<int, float> fi;
    fi = 7;
    std::variant<int, float> fj{std::in_place_type<float>, 2.5f};
    printf("%zu %zu\n", fi.index(), fj.index());
}
