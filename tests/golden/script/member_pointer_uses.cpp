// Pointers to members in typedefs, templates, tables, std::function and conversions to bases.
#include <cstdio>
#include <functional>
#include <memory>
#include <string>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>
namespace app
{
struct Base {
    int id = 1;
    int twice(int n)
    {
        return 2 * n + id;
    }
    virtual int v() const
    {
        return 1;
    }
    virtual ~Base()
    {
    }
};
struct Derived : Base {
    int own = 5;
    void set(int n)
    {
        own = n;
    }
    void set(double d)
    {
        own = (int)(d * 10);
    }
    int v() const override
    {
        return 2;
    }
    int get() const
    {
        return own;
    }
    int &ref()
    {
        return own;
    }
};
template <class T> struct Box {
    T value{};
    T get() const
    {
        return value;
    }
    void put(T v)
    {
        value = v;
    }
};
} // namespace app
using app::Base;
using app::Derived;
typedef int (Base::*Op)(int);
using Getter = int (Derived::*)() const;
static int (Base::*choose(bool))(int)
{
    return &Base::twice;
}
template <class T> struct traits : traits<decltype(&T::operator())> {
};
template <class C, class R, class... A> struct traits<R (C::*)(A...) const> {
    using result = R;
    static constexpr int n = sizeof...(A);
    using tuple = std::tuple<std::decay_t<A>...>;
};
template <class F> void show(F f)
{
    printf("%d %d\n", traits<F>::n, (int)std::is_same<typename traits<F>::result, double>::value);
    f(1, 2.5f);
}
struct Functor {
    int operator()(int a) const
    {
        return a + 1;
    }
};
template <class T> class Property
{
    T *o;
    int (T::*g)() const;
    void (T::*s)(int);

  public:
    Property(T *o, int (T::*g)() const, void (T::*s)(int)) : o(o), g(g), s(s)
    {
    }
    operator int() const
    {
        return (o->*g)();
    }
    Property &operator=(int v)
    {
        (o->*s)(v);
        return *this;
    }
};
template <auto M> struct Call {
    template <class T, class... A> static auto on(T &t, A... a)
    {
        return (t.*M)(a...);
    }
};
template <class T, int (T::*M)(int)> int fixed(T &t, int n)
{
    return (t.*M)(n);
}
struct Field {
    const char *name;
    double Base::*none;
    int Derived::*p;
};
template <class T> struct Column {
    const char *name;
    std::function<std::string(const T &)> text;
};
template <class T, class M> Column<T> column(const char *n, M T::*m)
{
    return {n, [m](const T &t) { return std::to_string(t.*m); }};
}
struct Row {
    int a;
    float b;
    long c;
};
class Machine
{
    using State = void (Machine::*)();
    State state_ = &Machine::idle;
    int steps_ = 0;
    void idle()
    {
        steps_++;
        state_ = &Machine::busy;
    }
    void busy()
    {
        steps_ += 10;
        state_ = steps_ > 20 ? &Machine::done : &Machine::idle;
    }
    void done()
    {
        state_ = nullptr;
    }

  public:
    int run()
    {
        while (state_)
            (this->*state_)();
        return steps_;
    }
};
int main()
{
    Derived d;
    Base b;
    Base *pb = &d;
    const Derived cd;
    Op op = &Base::twice;
    printf("%d %d %d\n", (d.*op)(3), (pb->*op)(3), (b.*choose(true))(1));
    void (Derived::*si)(int) = &Derived::set;
    void (Derived::*sd)(double) = &Derived::set;
    (d.*si)(4);
    printf("%d ", d.own);
    (d.*sd)(4.2);
    printf("%d\n", d.own);
    Getter g = &Derived::get;
    printf("%d %d\n", (d.*g)(), (cd.*g)());
    (d.*&Derived::ref)() = 77;
    printf("%d\n", d.own);
    show([](int, float x) { return x * 2.0; });
    printf("%d\n", traits<Functor>::n);
    Property<Derived> p(&d, &Derived::get, &Derived::set);
    p = 9;
    printf("%d\n", (int)p);
    printf("%d %d\n", Call<&Derived::get>::on(d), Call<&Base::twice>::on(d, 2));
    printf("%d\n", fixed<Base, &Base::twice>(b, 4));
    auto bf = &app::Box<double>::get;
    app::Box<double> box;
    (box.*(&app::Box<double>::put))(2.5);
    printf("%g %g\n", (box.*bf)(), box.*&app::Box<double>::value);
    std::unique_ptr<Derived> u(new Derived);
    printf("%d %d\n", (u.get()->*g)(), ((*u).*g)());
    Column<Row> cs[] = {column("a", &Row::a), column("b", &Row::b), column("c", &Row::c)};
    Row row{1, 2.5f, 3};
    for (auto &c : cs)
        printf("%s=%s ", c.name, c.text(row).c_str());
    puts("");
    printf("%d\n", Machine().run());
    int Derived::*pm = &Base::id;
    printf("%d\n", d.*pm);
    Derived ds[2];
    int sum = 0;
    for (auto &x : ds)
        sum += x.*pm;
    printf("%d\n", sum);
    int (Derived::*inherited)(int) = &Base::twice;
    printf("%d\n", (d.*inherited)(6));
    printf("%d %d\n", (int)std::is_member_pointer<decltype(g)>::value,
           (int)std::is_member_function_pointer<decltype(pm)>::value);
    std::function<int(Derived &)> f = &Derived::get;
    printf("%d\n", f(d));
    int (Base::*virt)() const = &Base::v;
    printf("%d %d %d\n", (d.*virt)(), (b.*virt)(), virt == &Base::v);
    std::vector<std::pair<std::string, int (Base::*)(int)>> ops{{"twice", &Base::twice}};
    for (auto &[n, o] : ops)
        printf("%s %d\n", n.c_str(), (b.*o)(5));
    const int Derived::*cp = &Derived::own;
    printf("%d\n", d.*cp);
    printf("%d\n", std::mem_fn(&Derived::get)(u.get()));
    auto bound = std::bind(&Derived::get, &d);
    printf("%d\n", bound());
    printf("%d\n", std::invoke(&Derived::own, d));
    std::invoke(&Derived::own, d) = 3;
    printf("%d\n", d.own);
    printf("%d\n", std::invoke(&Derived::own, std::ref(d)));
    return 0;
}
