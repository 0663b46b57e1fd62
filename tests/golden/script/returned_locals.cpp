// What is returned becomes another type: local objects are moved.
#include <any>
#include <cstdio>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>
using namespace std;
struct B {
    virtual ~B()
    {
    }
    virtual int id()
    {
        return 0;
    }
};
struct D : B {
    int id() override
    {
        return 7;
    }
};
std::unique_ptr<B> mk()
{
    auto d = std::make_unique<D>();
    return d;
}
std::optional<std::vector<int>> ov()
{
    std::vector<int> v{1, 2};
    return v;
}
std::shared_ptr<const B> sh()
{
    auto p = std::make_shared<D>();
    return p;
}
std::variant<int, std::unique_ptr<int>> va()
{
    auto p = std::make_unique<int>(3);
    return p;
}
std::any an()
{
    std::string s = "any";
    return s;
}
std::string st()
{
    const char *c = "c";
    return c;
}
std::function<int()> fn()
{
    auto l = [q = std::make_shared<int>(4)] { return *q; };
    return l;
}
std::optional<std::string> os(std::string s)
{
    return s;
}
static void run0()
{
    printf("%d %zu %d %s %s %d %s %d", mk()->id(), ov()->size(), *std::get<1>(va()),
           std::any_cast<std::string>(an()).c_str(), st().c_str(), fn()(), os("p")->c_str(),
           sh() != nullptr);
    puts("");
}
struct T {
    int v;
    T(int x) : v(x)
    {
    }
    T(const T &o) : v(o.v)
    {
        printf("c");
    }
    T(T &&o) : v(o.v)
    {
        printf("m");
    }
};
struct H {
    T t;
    H(const T &x) : t(x)
    {
    }
    H(T &&x) : t(std::move(x))
    {
    }
};
H mh()
{
    T t(3);
    return t;
}
H mp(T t)
{
    return t;
}
static void run1()
{
    H h = mh();
    printf("%d", h.t.v);
    T a(4);
    H k = mp(a);
    printf("%d", k.t.v);
    puts("");
}
int main()
{
    run0();
    run1();
}
