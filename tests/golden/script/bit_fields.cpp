// Bit fields: layout, values that are cut, promotions.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>

struct Flags {
    unsigned ready : 1;
    unsigned mode : 3;
    unsigned : 2;
    int level : 4;
    bool on : 1;
    unsigned char tail;
};
struct Wide {
    uint64_t low : 40;
    uint64_t high : 24;
    uint64_t next : 60;
    uint64_t crossing : 10;
};
struct Mixed {
    char c;
    int a : 5;
    short s : 9;
    int : 0;
    unsigned b : 31;
    signed char d : 7;
    char e;
};
struct Small {
    unsigned char a : 3, b : 5;
    unsigned char c : 6;
};
struct Pad {
    char a;
    long : 3;
    char b;
};
enum Color : unsigned { RED, GREEN, BLUE };
struct Pixel {
    Color color : 2;
    unsigned alpha : 8;
    Pixel() : color(BLUE), alpha(300) {}
};
union FloatBits {
    float f;
    struct {
        uint32_t mantissa : 23, exponent : 8, sign : 1;
    } parts;
    uint32_t word;
};
struct Defaults {
    unsigned a : 4;
    int b : 4;
    Defaults() : a(9), b(-3) {}
    Defaults(const Defaults &) = default;
    int sum() const { return a + b; }
    std::string name = "defaults";
};

template <class T> static void bytes(const char *name, const T &value)
{
    unsigned char raw[sizeof(T)];
    std::memcpy(raw, &value, sizeof value);
    std::printf("%s %zu %zu:", name, sizeof(T), alignof(T));
    for (unsigned char b : raw)
        std::printf(" %02x", b);
    std::printf("\n");
}
static int calls = 0;
static int called() { return ++calls; }

int main()
{
    Flags f = {1, 5, -3, true, 0x77};
    bytes("Flags", f);
    std::printf("%d %d %d %d %d\n", f.ready, f.mode, f.level, f.on, f.tail);
    f.mode = 9;
    f.level = 8;
    f.ready += 3;
    std::printf("%d %d %d\n", f.ready, f.mode, f.level);
    f.mode--;
    f.mode -= 3;
    int old = f.level++, now = ++f.level;
    std::printf("%d %d %d %d\n", f.mode, old, now, f.level);
    int value = f.mode = 13;
    int again = (f.level = 7) + 1;
    std::printf("%d %d %d\n", value, again, f.level -= 20);
    std::printf("%d %d\n", f.mode - 6 < 0, -f.mode < 0);
    unsigned full = 0;
    std::printf("%d %d\n", full - 6 < 0, 7 - f.mode - 6 < 0);
    std::printf("%d %d\n", ~f.mode, f.mode << 30 < 0);
    const unsigned &copy = f.mode;
    f.mode = 0;
    std::printf("%u %u\n", copy, f.mode);

    Wide w = {0x123456789abcull, 0xffffffffull, ~0ull, 1023};
    bytes("Wide", w);
    w.low++;
    w.high <<= 4;
    w.crossing >>= 3;
    std::printf("%lx %lx %lx %lx\n", (unsigned long)w.low, (unsigned long)w.high,
                (unsigned long)w.next, (unsigned long)w.crossing);

    Mixed m;
    std::memset(&m, 0, sizeof m);
    m.c = 'c';
    m.a = -7;
    m.s = 200;
    m.b = 0x7fffffff;
    m.d = 64;
    m.e = 'e';
    bytes("Mixed", m);
    std::printf("%d %d %u %d %c%c\n", m.a, m.s, m.b, m.d, m.c, m.e);
    Small s{};
    s.a = 7;
    s.b = 9;
    s.c = 70;
    bytes("Small", s);
    std::printf("%zu %zu\n", sizeof(Pad), alignof(Pad));
    Pixel p, *q = new Pixel;
    q->color = GREEN;
    p.alpha &= 0x2f;
    std::printf("%d %d %d %d %zu\n", p.color, p.alpha, q->color, q->color == GREEN, sizeof(Pixel));
    delete q;
    FloatBits x;
    x.f = -6.5f;
    std::printf("%x %x %d\n", x.parts.mantissa, x.parts.exponent, x.parts.sign);
    x.parts.sign = 0;
    x.parts.exponent++;
    std::printf("%g %x\n", x.f, x.word);
    Defaults d, e = d;
    e.a = called() + 20;
    d = e;
    std::printf("%d %d %d %s %d\n", d.a, d.b, d.sum(), d.name.c_str(), calls);
    Flags list[3] = {{1, 2, 3, false, 4}, {0, called() + 5u, called() - 9}};
    for (const Flags &each : list)
        std::printf("%d %d %d %d %d\n", each.ready, each.mode, each.level, each.on, each.tail);
    Flags *heap = static_cast<Flags *>(std::malloc(sizeof(Flags)));
    heap->mode = 6;
    heap->ready = 1;
    std::printf("%d %d\n", heap->mode, heap->ready);
    std::free(heap);
    switch (f.mode) {
    case 0:
        std::printf("zero\n");
    }
    if (f.on && !f.mode)
        std::printf("on\n");
    auto type = f.mode;
    type = 100;
    std::printf("%u\n", type);
    return 0;
}
