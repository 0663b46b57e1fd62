// std::bitset
#include <bitset>
#include <cstdio>
#include <iostream>
#include <stdexcept>
#include <string>
#include <vector>

enum Flag { READY, BUSY, DONE, FLAGS };
struct State {
    std::bitset<FLAGS> flags;
    int id = 0;
};

template <size_t N> static void show(const char *name, const std::bitset<N> &b)
{
    std::printf("%s %s %d/%d %d%d%d\n", name, b.to_string().c_str(), int(b.count()), int(b.size()),
                b.any(), b.none(), b.all());
}

int main()
{
    std::bitset<8> a, b(0x1a5), c(std::string("1101")), d("00110011");
    show("a", a);
    show("b", b);
    show("c", c);
    show("d", d);
    a.set(3).set(5).set(6, true).reset(5);
    a[0] = true;
    a[1] = a[0];
    a[7] = b[7];
    a.flip(2);
    a[4].flip();
    show("a", a);
    std::printf("%d %d %d %d\n", bool(a[1]), a.test(5), ~a[0], int(a.to_ulong()));
    show("&", a & b);
    show("|", a | d);
    show("^", a ^ d);
    show("~", ~a);
    show("<<", a << 3);
    show(">>", a >> 2);
    std::printf("%d %d\n", a == b, a != b);
    a.set();
    show("all", a);
    a.reset();
    show("none", a);
    std::bitset<130> wide;
    for (size_t i = 0; i < wide.size(); i += 7)
        wide[i] = true;
    show("wide", wide);
    show("left", wide << 67);
    show("right", wide >> 66);
    show("far", wide << 130);
    wide.flip();
    show("flip", wide);
    std::bitset<64> word(~0ull);
    show("word", word);
    show("shift", word << 63);
    std::printf("%zu %zu %zu %zu\n", sizeof(a), sizeof(word), sizeof(wide), sizeof(std::bitset<65>));
    State s;
    s.flags.set(BUSY);
    std::vector<State> states(3, s);
    states[1].flags |= std::bitset<FLAGS>(4);
    for (const State &each : states)
        std::cout << each.flags << ' ' << each.flags.to_ullong() << '\n';
    std::bitset<32> mask = 0xff00ff00u, zero(0);
    std::printf("%d %d\n", int(mask.count()), int(zero.count()));
    unsigned bits = 0;
    for (int i = 0; i < 32; i++)
        if (mask[i])
            bits += i;
    std::printf("%u %s\n", bits, std::bitset<4>(11).to_string('.', '#').c_str());
    try {
        a.set(8);
    } catch (const std::out_of_range &e) {
        std::printf("%s\n", e.what());
    }
    try {
        std::printf("%d\n", a.test(100));
    } catch (const std::out_of_range &e) {
        std::printf("%s\n", e.what());
    }
    try {
        std::bitset<8> wrong(std::string("10x"));
    } catch (const std::invalid_argument &e) {
        std::printf("%s\n", e.what());
    }
    try {
        std::printf("%lu\n", wide.to_ulong());
    } catch (const std::overflow_error &e) {
        std::printf("%s\n", e.what());
    }
    return 0;
}
