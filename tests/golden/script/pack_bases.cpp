// Structs whose bases are a pack: policies, chains, what they use of them
#include <cstdio>
#include <string>
#include <tuple>
#include <type_traits>
#include <utility>
struct Count {
    int n = 0;
    void tick()
    {
        n++;
    }
    int get() const
    {
        return n;
    }
};
struct Name {
    std::string s = "none";
    void label(const char *t)
    {
        s = t;
    }
};
template <class D> struct Printer {
    void print() const
    {
        printf("%s\n", static_cast<const D *>(this)->text().c_str());
    }
};
template <class... Ms> struct Thing : Printer<Thing<Ms...>> {
    std::string text() const
    {
        return "thing";
    }
};
template <class... Bs> struct All : public Bs... {
    All() = default;
    explicit All(Bs... bs) : Bs(std::move(bs))...
    {
    }
    using Bs::operator()...;
    static constexpr std::size_t size = sizeof...(Bs);
    int extra = 1;
};
struct OnInt {
    int k;
    int operator()(int x) const
    {
        return x * k;
    }
};
struct OnText {
    std::string p;
    std::string operator()(const std::string &s) const
    {
        return p + s;
    }
};
template <class... Ps> class Policy : Ps...
{
  public:
    template <class... A> Policy(A &&...a) : Ps{std::forward<A>(a)}...
    {
    }
    void run()
    {
        int order[] = {(Ps::apply(), 0)...};
        (void)order;
    }
};
struct PA {
    int v;
    ~PA()
    {
        printf("~PA%d\n", v);
    }
    void apply()
    {
        printf("PA %d\n", v);
    }
};
struct PB {
    double v;
    void apply()
    {
        printf("PB %g\n", v);
    }
};
template <class... Ts> struct Tagged : Count, Ts... {
    int all()
    {
        return get() + (0 + ... + Ts::weight());
    }
};
struct W1 {
    static int weight()
    {
        return 1;
    }
};
struct W2 {
    int weight()
    {
        return 20;
    }
};
template <class... L> struct Chain;
template <> struct Chain<> {
    int sum() const
    {
        return 0;
    }
};
template <class H, class... T> struct Chain<H, T...> : H, Chain<T...> {
    int sum() const
    {
        return H::get() + Chain<T...>::sum();
    }
};
struct C1 {
    int get() const
    {
        return 1;
    }
    int a = 5;
};
struct C2 {
    int get() const
    {
        return 2;
    }
};
struct NoPack {
};
template <class... Bs> struct Maybe : Bs... {
    int x = 3;
};
int main()
{
    All<OnInt, OnText> a{OnInt{3}, OnText{"<"}};
    printf("%d %s %zu %d\n", a(4), a(std::string("x")).c_str(), a.size, a.extra);
    OnInt &oi = a;
    oi.k = 5;
    printf("%d\n", a(4));
    {
        Policy<PA, PB> p(1, 2.5);
        p.run();
    }
    Thing<int> t;
    t.print();
    Tagged<W1, W2> g;
    g.tick();
    printf("%d\n", g.all());
    printf("%d\n", Chain<C1, C2>{}.sum());
    Maybe<> m;
    printf("%d\n", m.x);
    Maybe<Count, Name> mm;
    mm.tick();
    mm.label("z");
    printf("%d %s %d\n", mm.get(), mm.s.c_str(), mm.x);
    Maybe<Count, Name> c2 = mm;
    c2.tick();
    printf("%d %d\n", mm.n, c2.n);
    printf("%d\n", std::is_base_of_v<Count, Maybe<Count, Name>>);
}
