#include <cstdio>
#include <utility>
#include <vector>
struct H {
    int id;
    H() : id(7)
    {
        printf("+7 ");
    }
    H(int n) : id(n)
    {
        printf("+%d ", n);
    }
    H(H &&o) noexcept : id(o.id)
    {
        o.id = 0;
    }
    H &operator=(H &&o) noexcept
    {
        std::swap(id, o.id);
        return *this;
    }
    ~H()
    {
        if (id)
            printf("-%d ", id);
    }
};
struct Two {
    H a, b;
    int n = 4;
};
struct Nest {
    Two t;
    H x;
    int k;
};
template <class T> class Box
{
  public:
    explicit Box(T v) : value(std::move(v))
    {
    }
    Box(Box &&o) : value(std::move(o.value))
    {
    }
    T &get()
    {
        return value;
    }
    T &&take()
    {
        return std::move(value);
    }

  private:
    T value;
};
H pick(bool a)
{
    H x(1), y(2);
    if (a)
        return x;
    return y;
}
H choose(bool a, H &p)
{
    return a ? std::move(p) : H(5);
}
H fwd(H h)
{
    return h;
}
struct Count {
    static H shared;
};
H Count::shared;
int main()
{
    {
        Two t{H(1)};
        printf("%d %d %d\n", t.a.id, t.b.id, t.n);
    }
    printf("\n");
    {
        Nest n{{H(3), H(4)}, {}, 5};
        printf("%d %d %d\n", n.t.n, n.x.id, n.k);
    }
    printf("\n");
    {
        H a[3] = {H(8), 9};
        printf("%d %d %d\n", a[0].id, a[1].id, a[2].id);
    }
    printf("\n");
    {
        Two a[2]{};
        printf("%d\n", a[1].n);
    }
    printf("\n");
    {
        Box<H> b(H(10));
        Box<H> c(std::move(b));
        H h(c.take());
        printf("%d\n", h.id);
    }
    printf("\n");
    {
        H x = pick(true), y = pick(false);
        printf("%d %d\n", x.id, y.id);
    }
    printf("\n");
    {
        H p(6);
        H q = choose(true, p), r = choose(false, p);
        printf("%d %d %d\n", p.id, q.id, r.id);
    }
    printf("\n");
    {
        H f = fwd(fwd(H(11)));
        printf("%d\n", f.id);
    }
    printf("\n");
    {
        H *p = new H(12);
        H *q = new H(std::move(*p));
        delete p;
        delete q;
    }
    printf("\n");
    for (int i = 0; i < 3; i++) {
        H h(20 + i);
        if (i == 1)
            continue;
        if (H(30 + i).id == 32)
            break;
        printf("| ");
    }
    printf("%d\n", Count::shared.id);
    std::vector<H> v;
    v.reserve(4);
    for (int i : {1, 2, 3})
        v.emplace_back(i);
    std::swap(v[0], v[2]);
    v.erase(v.begin(), v.begin() + 2);
    printf("\n%d %d\n", v[0].id, (int)v.size());
    std::vector<H> w(std::move(v));
    v = std::move(w);
    auto z = std::move(v.back());
    printf("%d\n", z.id);
    return z.id - 1;
}
