// Virtual bases: one for all that derive from it, made by the whole object
#include <cstdio>
#include <memory>
#include <new>
#include <string>
#include <utility>
#include <vector>
struct Plain {
    int n = 3;
    int twice() const
    {
        return 2 * n;
    }
    static int count;
    using number = int;
};
int Plain::count = 7;
struct Left : virtual Plain {
    int l = 1;
};
struct Right : public virtual Plain {
    int r = 2;
    void set(int v)
    {
        n = v;
    }
};
struct Both : Left, Right {
    int b = 4;
    int all() const
    {
        return n + l + r + b;
    }
};
struct More : Both, virtual Plain {
    number own = 5;
};
struct Trace {
    std::string name;
    explicit Trace(const std::string &name = "default") : name(name)
    {
        printf("+%s ", name.c_str());
    }
    Trace(const Trace &o) : name(o.name + "'")
    {
        printf("+%s ", name.c_str());
    }
    virtual ~Trace()
    {
        printf("-%s ", name.c_str());
    }
    virtual std::string say() const
    {
        return "trace " + name;
    }
    virtual int number() const = 0;
};
struct A : virtual Trace {
    int a;
    A(int a) : Trace("A"), a(a)
    {
        printf("A%d(%s) ", a, name.c_str());
    }
    A() : A(10)
    {
    }
    ~A()
    {
        printf("~A ");
    }
    int number() const override
    {
        return a;
    }
    virtual int only_a()
    {
        return a + 100;
    }
};
struct B : virtual Trace {
    int b;
    B(int b) : Trace("B"), b(b)
    {
        printf("B%d ", b);
    }
    ~B() override
    {
        printf("~B ");
    }
    std::string say() const override
    {
        return "b of " + name;
    }
    virtual int only_b() const
    {
        return b;
    }
    int number() const override
    {
        return b;
    }
};
struct C : A, B {
    std::string text;
    C(int x) : Trace("C"), A(x), B(x + 1), text("text")
    {
        printf("C ");
    }
    C(const C &o) : Trace(o), A(o.a), B(o.b), text(o.text)
    {
    }
    ~C()
    {
        printf("~C(%s) ", text.c_str());
    }
    int number() const override
    {
        return A::number() * 10 + B::number();
    }
    int only_b() const override
    {
        return -b;
    }
};
struct D final : C {
    D() : Trace("D"), C(5)
    {
    }
    int only_a() override
    {
        return C::only_a() + 1;
    }
};
/* a virtual base of a virtual base, and one beside it */
struct Root {
    int id;
    Root(int id = -1) : id(id)
    {
        printf("Root%d ", id);
    }
    ~Root()
    {
        printf("~Root%d ", id);
    }
};
struct Middle : virtual Root {
    int m;
    Middle(int m = 0) : Root(m), m(m)
    {
        printf("Middle%d ", m);
    }
    ~Middle()
    {
        printf("~Middle ");
    }
};
struct Side : virtual Middle {
    Side() : Root(8), Middle(7)
    {
        printf("Side ");
    }
};
struct Other : virtual Root {
    Other()
    {
        printf("Other ");
    }
};
struct End : Other, Side {
    Middle inside{1};
    End() : Root(42)
    {
        printf("End ");
    }
    int sum() const
    {
        return id + m + inside.id + inside.m;
    }
};
template <class T> struct Counted : virtual T {
    static int made;
    Counted()
    {
        made++;
    }
};
template <class T> int Counted<T>::made = 0;
struct Both2 : Counted<Plain>, Left {
};
struct Interface {
    virtual int f() const = 0;
    virtual ~Interface() = default;
};
struct Named : virtual Interface {
    virtual std::string name() const
    {
        return "named" + std::to_string(f());
    }
};
struct Impl : virtual Interface {
    int f() const override
    {
        return 12;
    }
};
struct Whole : Named, protected Impl {
};
static std::unique_ptr<Trace> make(int kind)
{
    if (kind == 0)
        return std::make_unique<C>(1);
    if (kind == 1)
        return std::unique_ptr<Trace>(new D);
    return std::make_unique<A>(kind);
}
static Both by_value(int n)
{
    Both b;
    b.n = n;
    return b;
}
static int through(const Plain &p)
{
    return p.n;
}
static int pointed(const Plain *p)
{
    return p ? p->n : -1;
}
int main()
{
    Both b;
    b.set(9);
    Left &l = b;
    Right *r = &b;
    Plain *p = &b, *q = r, &x = l;
    printf("%d %d %d %d %d\n", b.all(), l.n, r->n, b.twice(), p == q && q == &x);
    r->n++;
    Right *none = nullptr;
    printf("%d %d %d %d %d\n", through(b), through(l), pointed(r), pointed(none), Both::count);
    Right alone;
    alone.set(6);
    const Right &seen = alone;
    printf("%d %d %d\n", alone.n, seen.twice(), static_cast<const Plain &>(seen).n);
    Both moved = by_value(77), list[3];
    list[1].set(5);
    printf("%d %d %d\n", moved.all(), list[1].n + list[0].n, static_cast<Right &>(list[2]).n);
    More m;
    m.Plain::n = 1;
    printf("%d %d\n", m.all() + m.own, static_cast<Left &>(m).n);
    {
        C c(3);
        Trace &t = c;
        A &a = c;
        B &bb = c;
        printf("\n%s %d %d %d %d %d\n", t.say().c_str(), t.number(), a.number(), a.only_a(),
               bb.only_b(), bb.number());
        printf("%d %d %d\n", dynamic_cast<C *>(&t) == &c, dynamic_cast<B *>(&a) == &bb,
               dynamic_cast<D *>(&t) == nullptr);
        printf("%d %d\n", dynamic_cast<A *>(&t) == &a,
               dynamic_cast<void *>(&bb) == static_cast<void *>(&c));
        C copy(c);
        printf("\n%s %d\n", copy.say().c_str(), copy.number());
    }
    puts("");
    {
        std::vector<std::unique_ptr<Trace>> all;
        for (int i = 0; i < 3; i++)
            all.push_back(make(i));
        puts("");
        for (const auto &t : all)
            printf("%s %d, ", t->say().c_str(), t->number());
        if (auto *d = dynamic_cast<A *>(all[1].get()))
            printf("%d\n", d->only_a());
    }
    puts("");
    {
        End e;
        Middle &mid = e;
        Root &root = mid;
        printf("\n%d %d %d\n", e.sum(), root.id, static_cast<Other &>(e).id);
        Side s;
        printf("%d %d\n", s.id, s.m);
    }
    puts("");
    {
        alignas(End) unsigned char room[sizeof(End)];
        for (int i = 0; i < 2; i++) {
            End *e = new (room) End;
            e->~End();
        }
    }
    puts("");
    Both2 two;
    two.n = 2;
    printf("%d %d\n", static_cast<Left &>(two).n, Counted<Plain>::made);
    Whole w;
    const Interface &face = w;
    printf("%s %d\n", w.name().c_str(), face.f());
    A *single = new A;
    printf("%s %d\n", single->say().c_str(), single->number());
    delete single;
    puts("");
    return 0;
}
