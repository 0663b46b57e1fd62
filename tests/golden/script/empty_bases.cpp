// empty bases take no room, and nothing that is done to one is done to what lies in its place
#include <cstdio>
#include <memory>
#include <vector>

struct E {
    int unused() const { return 1; }
};
struct F {
    F() {}
    F(const F &) {}
    F &operator=(const F &) { return *this; }
    ~F() {}
};
struct NonCopyable {
    NonCopyable() = default;
    NonCopyable(const NonCopyable &) = delete;
};
struct A : E {
    int x;
};
struct B : E, F {
    double x = 2;
};
struct C : E {
    E e;
};
struct D : A {
    char c;
};
template <class T> struct Crtp {
    T &self() { return static_cast<T &>(*this); }
    void add(float by) { self().x += by; }
};
struct G : Crtp<G> {
    float x;
};
struct H : NonCopyable {
    short a, b;
};
struct I : H, E {
    int n = 7;
};
struct V {
    virtual ~V() {}
    virtual int get() const { return 3; }
    int held = 5, more = 6;
};
struct W : V, E {
    int get() const override { return held + unused(); }
};
struct X : E, V {
    int last = 9;
    int get() const override { return held + last; }
};
struct Y {
    E e;
    int n;
};
struct Z : E, Y {
};
struct Deep : Crtp<Deep>, Z {
    float x = 1;
};
struct alignas(8) Wide {
};
struct UsesWide : Wide {
    char c;
};
template <class Policy> struct Host : private Policy {
    size_t n;
    explicit Host(size_t n) : Policy(), n(n) {}
    size_t rounded() const { return Policy::round(n); }
};
struct Pad {
    static size_t round(size_t n) { return (n + 255) / 256 * 256; }
};
struct Both : E, F {
};
struct Inner : Both {
    Both both;
    unsigned char byte = 200;
};

template <class T> void sizes(const char *name)
{
    printf("%s %zu %zu\n", name, sizeof(T), alignof(T));
}

int main()
{
    sizes<A>("A"), sizes<B>("B"), sizes<C>("C"), sizes<D>("D"), sizes<G>("G"), sizes<H>("H");
    sizes<I>("I"), sizes<W>("W"), sizes<X>("X"), sizes<Z>("Z"), sizes<Deep>("Deep");
    sizes<UsesWide>("UsesWide"), sizes<Host<Pad>>("Host"), sizes<Both>("Both"), sizes<Inner>("Inner");
    A a;
    a.x = 0x01020304;
    static_cast<E &>(a) = E();
    A copy = a;
    static_cast<E &>(copy) = static_cast<E &>(a);
    printf("%x %x\n", a.x, copy.x);
    B b, other(b);
    other.x = 1.25;
    static_cast<F &>(other) = b;
    b = other;
    printf("%g %g\n", b.x, other.x);
    G g;
    g.x = 1;
    g.add(2.5f);
    std::vector<G> many(3, g);
    many.push_back(g);
    printf("%g %g\n", many[3].x, g.x);
    I i;
    i.a = 1, i.b = 2;
    printf("%d %d %d %d\n", i.a, i.b, i.n, i.unused());
    std::unique_ptr<V> v = std::make_unique<W>(), x(new X);
    printf("%d %d\n", v->get(), x->get());
    Deep deep;
    deep.add(3);
    deep.n = 4;
    printf("%g %d\n", deep.x, deep.n);
    printf("%zu\n", Host<Pad>(300).rounded());
    A listed{{}, 12};
    A zeroed{};
    printf("%d %d\n", listed.x, zeroed.x);
    Inner inner, second = inner;
    inner.both = second.both;
    static_cast<Both &>(second) = inner.both;
    printf("%d %d\n", inner.byte, second.byte);
    printf("%d\n", (void *)static_cast<E *>(&a) == (void *)&a);
    auto [first] = A{{}, 3};
    printf("%d\n", first);
}
