// A defaulted constructor beside a defaulted copy or move: it makes virtual bases and tables all
// the same.
#include <cstdio>
#include <memory>
#include <string>

struct Named {
    std::string name = "z";
};
struct Moves : virtual Named {
    int a = 2;
    Moves() = default;
    Moves(Moves &&) = default;
};
struct Copies : virtual Named {
    int a = 3;
    Copies() = default;
    Copies(const Copies &) = default;
};
struct Shape {
    Shape() = default;
    Shape(const Shape &) = default;
    Shape &operator=(const Shape &) = default;
    virtual ~Shape() = default;
    virtual int sides() const
    {
        return k;
    }
    int k = 4;
};
struct Triangle : Shape {
    int sides() const override
    {
        return 3;
    }
};
static Moves make()
{
    Moves m;
    m.name = "made";
    return m;
}
int main()
{
    Moves m = make();
    m.name += "!";
    Copies c, *d = new Copies();
    d->name += "abc";
    printf("%s %d %s %d %s\n", m.name.c_str(), m.a, c.name.c_str(), c.a, d->name.c_str());
    delete d;
    std::unique_ptr<Shape> p = std::make_unique<Triangle>();
    Shape s, t = Shape();
    const Shape &r = s, &q = t;
    printf("%d %d %d %d\n", p->sides(), r.sides(), q.sides(), t.k);
}
