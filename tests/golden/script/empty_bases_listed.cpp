#include <cstdio>
#include <array>
struct E { constexpr int one() const { return 1; } };
struct F { int *p = nullptr; };
struct A : E { int x; };
struct B : E { int x = 5; constexpr int sum() const { return x + one(); } };
struct C : F, E { int x = 2; };
template <class D> struct Base { constexpr int twice() const { return 2 * static_cast<const D *>(this)->v; } };
struct P : Base<P> { int v; constexpr explicit P(int v) : v(v) {} };
template <class... Ts> struct overloaded : Ts... { using Ts::operator()...; };
template <class... Ts> overloaded(Ts...) -> overloaded<Ts...>;
struct Says { Says() { printf("says\n"); } Says(const Says &) { printf("copied\n"); } ~Says() { printf("ends\n"); } };
struct Loud : Says { int x = 3; };
struct Tag {};
struct Tagged : Tag { short s[2]; };
static const A listed[] = {{{}, 1}, {E{}, 2}};
static Tagged tags[2] = {{{}, {1, 2}}, {Tag(), {3, 4}}};
int main()
{
    constexpr A a{{}, 3};
    constexpr A a2{E{}, 4};
    static_assert(a.x == 3 && a2.x == 4);
    constexpr B b;
    static_assert(b.sum() == 6);
    constexpr P p(21);
    static_assert(p.twice() == 42);
    constexpr std::array<P, 2> ps{P(1), P(2)};
    static_assert(ps[1].twice() == 4);
    E e;
    A from{e, 7};
    const A both[2] = {{e, 1}, {e, 2}};
    printf("%d %d %d %d\n", from.x, both[1].x, listed[1].x, tags[1].s[0]);
    C c;
    static_cast<E &>(c) = e;
    printf("%d %d\n", c.x, c.p == nullptr);
    Loud loud, other(loud);
    other = loud;
    printf("%d %d\n", loud.x, other.x);
    Loud *many = new Loud[2];
    many[1] = loud;
    delete[] many;
    auto f = overloaded{[](int) { return 1; }, [](double) { return 2; }};
    printf("%d %d\n", f(1), f(1.0));
    auto get = [](A a) { return a; };
    A got = get(from);
    got = A{{}, got.x + 1};
    printf("%d\n", got.x);
    A zero = A();
    A *fresh = new A();
    printf("%d %d\n", zero.x, fresh->x);
    delete fresh;
}
struct Made { Made() { printf("made\n"); } };
struct Late : Made { int x = 3, y = 4; };
struct Two : Made, Tag { int x; };
int run()
{
    Late a{}, b{Made()}, c{{}, 5}, d{Made{}, 6, 7};
    Two e{}, f{{}, {}, 9};
    printf("%d %d %d %d %d %d %d\n", a.x, b.x, b.y, c.x, d.y, e.x, f.x);
    return 0;
}
int ran = run();
