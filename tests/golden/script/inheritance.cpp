/* A public base, and functions that are virtual. */
#include <cstdio>
#include <string>
#include <utility>
#include <vector>
struct Base {
    int id;
    static const int kind = 7;
    using number = double;
    Base(int id) : id(id)
    {
        printf("B+%d ", id);
        name();
    }
    virtual ~Base()
    {
        printf("B~%d ", id);
        name();
    }
    virtual void run(int x) = 0;
    virtual void name() const
    {
        printf("base\n");
    }
    int twice() const
    {
        return 2 * id;
    }
    void over(int)
    {
        printf("over int\n");
    }

  protected:
    int hidden = 5;
    void touch()
    {
        hidden++;
    }
};
struct A : Base {
    std::string text;
    A(int id, const char *t) : Base(id), text(t)
    {
        printf("A+ ");
        name();
    }
    ~A() override
    {
        printf("A~ ");
        name();
    }
    void run(int x) override
    {
        touch();
        printf("A::run %d %d %s %d\n", x, hidden, text.c_str(), twice());
    }
    void name() const override
    {
        printf("A\n");
    }
};
class B final : public A
{
  public:
    number extra = 1.5;
    B() : A(3, "from B")
    {
    }
    void run(int x) override
    {
        A::run(x + 1);
        Base::name();
        printf("B::run %g %d\n", extra, kind);
    }
};
template <class T> struct Layer : Base {
    T weight;
    Layer(T w) : Base(9), weight(w)
    {
    }
    void run(int x) override
    {
        printf("Layer %g\n", (double)(weight * x));
    }
};
struct Plain {
    int a = 1;
    int get() const
    {
        return a;
    }
};
struct More : Plain {
    int b = 2;
    int sum() const
    {
        return a + b + get();
    }
};
struct Deep : More {
    int a = 10;
    int all()
    {
        return a + More::a + b;
    }
};
void take(Base &b)
{
    b.run(1);
}
void look(const Base *b)
{
    b->name();
}
struct Shape {
    virtual double area() const
    {
        return 0;
    }
    virtual Shape *copy() const
    {
        return new Shape(*this);
    }
    virtual ~Shape() = default;
};
struct Square : Shape {
    double s;
    Square(double s) : s(s)
    {
    }
    double area() const override
    {
        return s * s;
    }
    Square *copy() const override
    {
        return new Square(*this);
    }
};
struct Counter {
    static int count;
    Counter()
    {
        count++;
    }
    ~Counter()
    {
        count--;
    }
};
int Counter::count = 0;
struct Holder : Shape {
    Counter c[3];
};
struct Op {
    virtual int operator()(int a, int b) const = 0;
};
struct Add : Op {
    int operator()(int a, int b) const override
    {
        return a + b;
    }
};
int apply(const Op &op, int a, int b)
{
    return op(a, b);
}
struct Square4 : Square {
    Square4() : Square(4)
    {
    }
};
int at(const Shape *)
{
    return 1;
}
int at(const Square *)
{
    return 2;
}
int at(const void *)
{
    return 3;
}
int at(Holder *)
{
    return 4;
}
int at(const Holder *)
{
    return 5;
}
int by(const Shape &)
{
    return 1;
}
int by(const Square &)
{
    return 2;
}
int by(Holder &)
{
    return 3;
}
int by(const Holder &)
{
    return 4;
}
int value(Plain)
{
    return 1;
}
int value(More)
{
    return 2;
}
struct Money {
    int n;
    Money(int n) : n(n)
    {
    }
    int operator+(int by) const
    {
        return n + by;
    }
    int operator-() const
    {
        return -n;
    }
    bool operator==(const Money &) const
    {
        return false;
    }
    bool operator<(double) const
    {
        return false;
    }
    bool operator!=(const Money &) const
    {
        return true;
    }
};
struct Coin : Money {
    int kind = 1;
    Coin(int n) : Money(n)
    {
    }
};
Coin operator+(const Coin &a, const Coin &b)
{
    return Coin(a.n * b.n + a.kind);
}
Coin operator-(const Coin &a, const Coin &b)
{
    return Coin(a.n - b.n - b.kind);
}
bool operator==(const Coin &, const Coin &)
{
    return true;
}
bool operator<(const Coin &, double)
{
    return true;
}
struct Purse : Holder {
};
int main()
{
    {
        Square4 s;
        Purse h;
        const Purse c;
        Shape plain;
        Deep d;
        int n = 0;
        printf("%d %d %d %d %d %d\n", at(&s), at(&plain), at(&h), at(&c), at(&n), at(&d));
        printf("%d %d %d %d %d %d\n", by(s), by(plain), by(h), by(c), by(Square4()), value(d));
        Coin a(5), b(7);
        printf("%d %d %d %d %d\n", (a + b).n, a + 1, (a - b).n, -a, (a + b) + 2);
        printf("%d %d %d %d %d\n", a == b, a < 1.0, a != b, b == Money(3), Coin(1) == a);
    }
    {
        std::vector<Base *> all;
        all.push_back(new A(1, "one"));
        all.push_back(new B);
        all.push_back(new Layer<float>(2.5f));
        for (Base *b : all) {
            b->run(4);
            b->name();
            take(*b);
            look(b);
        }
        all[0]->over(1);
        for (auto *b : all)
            delete b;
    }
    {
        B b;
        Base &r = b;
        r.run(0);
        A a = b;
        a.run(5);
        static_cast<A &>(r).name();
        printf("%d\n", B::kind + A::kind + b.twice());
    }
    {
        More m;
        Plain *p = &m;
        Plain cut = m;
        Deep d;
        printf("%d %d %d %d\n", m.sum(), p->a, cut.a, d.all());
        More agg{};
        printf("%d\n", agg.b);
    }
    {
        Shape s;
        Square q(3);
        Shape cut = q;
        Shape *c = q.copy(), *from = new Square(q);
        s = q;
        printf("%g %g %g %g %g\n", s.area(), cut.area(), c->area(), from->area(),
               ((const Shape &)q).area());
        delete c;
        delete from;
        Shape *h = new Holder;
        printf("%d ", Counter::count);
        delete h;
        printf("%d\n", Counter::count);
        Base *none = nullptr;
        delete none;
        Shape *pick = s.area() > 1 ? &s : &q;
        printf("%g %d %d\n", pick->area(), pick == &q, (int)(sizeof(Square) + sizeof(Shape)));
    }
    {
        Square q(2);
        Shape plain, *s = &q, *none = nullptr;
        printf("%d %d %d %d\n", dynamic_cast<Square *>(s) == &q,
               dynamic_cast<Square *>(&plain) != nullptr, dynamic_cast<Holder *>(s) == nullptr,
               dynamic_cast<Square *>(none) == nullptr);
    }
    Add add;
    printf("%d %d\n", apply(add, 2, 3), add(4, 5));
    std::vector<A> v;
    v.reserve(2);
    v.emplace_back(11, "v");
    v.push_back(A(12, "w"));
    for (A &a : v)
        a.run(1);
    return 0;
}
