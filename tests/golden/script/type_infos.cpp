// What typeid says of types and of objects, and dynamic_cast.
#include <any>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <cxxabi.h>
#include <functional>
#include <memory>
#include <new>
#include <optional>
#include <string>
#include <tuple>
#include <typeindex>
#include <typeinfo>
#include <utility>
#include <vector>
using namespace std;
namespace app
{
struct S {
};
template <class T, int N> struct A {
    struct In {
    };
};
enum class E { a };
namespace deep
{
struct D {
};
} // namespace deep
template <class... T> struct P {
};
} // namespace app
template <class A, class B> struct Pr {
};
template <bool B> struct Flag {
};
static void run0()
{
    printf("%s %s %s %s %s %s %s\n", typeid(app::S).name(), typeid(app::A<float, 3>).name(),
           typeid(app::E).name(), typeid(app::deep::D).name(), typeid(app::P<int, char>).name(),
           typeid(Pr<app::S, app::S>).name(), typeid(Flag<true>).name());
    puts("");
}
namespace app
{
struct T {
};
} // namespace app
static void run1()
{
    printf("%s %s %s\n", typeid(Pr<app::S, app::T>).name(),
           typeid(Pr<app::S *, const app::S *>).name(),
           typeid(Pr<Pr<int, int>, Pr<int, int>>).name());
    puts("");
}

static void run2()
{
    printf("%s %s %s %s\n", typeid(std::string).name(), typeid(std::vector<int>).name(),
           typeid(std::vector<std::vector<float>>).name(), typeid(std::pair<int, double>).name());
    puts("");
}

static void run3()
{
    printf("%s %s %s %s %s\n", typeid(const char *).name(), typeid("abc").name(),
           typeid(int (*)(float, char)).name(), typeid(int[3]).name(), typeid(const int &).name());
    puts("");
}

static void run4()
{
    printf("%s %s %s\n", typeid(std::shared_ptr<int>).name(),
           typeid(std::function<void(int)>).name(), typeid(std::tuple<int, char>).name());
    puts("");
}

static void run5()
{
    printf("%s %s %s\n", typeid(std::array<int, 3>).name(),
           typeid(std::optional<std::vector<int>>).name(), typeid(nullptr).name());
    puts("");
}

static void run6()
{
    auto l = [](int x) { return x; };
    printf("%d %d\n", typeid(l) == typeid(int), typeid(l(1)) == typeid(int));
    int i = 0;
    printf("%s %d", typeid(i++).name(), i);
    puts("");
}
template <class T> const char *tn()
{
    return typeid(T).name();
}
static void run7()
{
    printf("%s %s %s %s %s %s", tn<int>(), tn<float>(), tn<double>(), tn<unsigned char>(),
           tn<long long>(), tn<bool>());
    puts("");
}
struct B8 {
    virtual void f()
    {
    }
    virtual ~B8()
    {
    }
};
struct C8 : B8 {
};
struct M8 {
    virtual ~M8()
    {
    }
};
struct D8 : M8, C8 {
};
static void run8()
{
    D8 d;
    B8 &b = d;
    M8 *m = &d;
    printf("%s %s %d %d", typeid(b).name(), typeid(*m).name(), typeid(b) == typeid(*m),
           typeid(m) == typeid(M8 *));
    C8 c;
    B8 *bp = &c;
    printf(" %s", typeid(*bp).name());
    puts("");
}

static void run9()
{
    std::any a = 3;
    printf("%d %d", a.type() == typeid(int), a.type() == typeid(float));
    a = std::string("x");
    printf("%d", a.type() == typeid(std::string));
    a.reset();
    printf("%d", a.type() == typeid(void));
    puts("");
}
struct B11 {
    virtual ~B11()
    {
    }
};
struct C11 : B11 {
    int x = 5;
};
struct D11 : B11 {
};
static void run10()
{
    C11 c;
    B11 &b = c;
    printf("%d", dynamic_cast<C11 &>(b).x);
    try {
        dynamic_cast<D11 &>(b);
        puts("no");
    } catch (const std::bad_cast &e) {
        printf("%s", e.what());
    }
    puts("");
}
struct B12 {
    virtual ~B12()
    {
    }
};
struct C12 : B12 {
    int x = 5;
};
static void run11()
{
    B12 *n = nullptr;
    try {
        printf("%s", typeid(*n).name());
    } catch (const std::bad_typeid &e) {
        printf("%s", e.what());
    }
    puts("");
}
struct B13 {
    virtual ~B13()
    {
    }
};
struct M13 {
    virtual ~M13()
    {
    }
    int y = 1;
};
struct C13 : B13, M13 {
    int x = 5;
};
static void run12()
{
    C13 c;
    M13 *m = &c;
    printf("%d %d", dynamic_cast<void *>(m) == (void *)&c, dynamic_cast<B13 *>(m) == &c);
    puts("");
}

static void run13()
{
    int st;
    char *s = abi::__cxa_demangle(typeid(std::vector<double *>).name(), nullptr, nullptr, &st);
    printf("%s %d", s, st);
    free(s);
    puts("");
}
template <class T> std::string dm()
{
    int st = 0;
    std::unique_ptr<char, void (*)(void *)> p(abi::__cxa_demangle(typeid(T).name(), 0, 0, &st),
                                              std::free);
    return st == 0 ? p.get() : "?";
}
namespace other
{
template <class T, unsigned N> struct A {
};
} // namespace other
static void run14()
{
    printf("%s %s %s %s", dm<const char *>().c_str(), dm<other::A<float, 3>>().c_str(),
           dm<std::string>().c_str(), dm<unsigned long>().c_str());
    puts("");
}
int main()
{
    run0();
    run1();
    run2();
    run3();
    run4();
    run5();
    run6();
    run7();
    run8();
    run9();
    run10();
    run11();
    run12();
    run13();
    run14();
}
