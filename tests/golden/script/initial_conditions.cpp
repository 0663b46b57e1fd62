// if and switch with an initialization, and throw as an operand of ?:
#include <cstdio>
#include <map>
#include <stdexcept>
#include <string>
enum class K { A, B, C };
int f(int v)
{
    return v > 0 ? v : throw std::runtime_error("neg");
}
K g(int x)
{
    return (K)x;
}
int main()
{
    switch (int x = 3; x) {
    case 3:
        printf("three\n");
        break;
    default:
        printf("other\n");
    }
    switch (auto k = g(1); k) {
    case K::A:
        puts("A");
        break;
    case K::B:
        puts("B");
        break;
    case K::C:
        puts("C");
    }
    std::map<std::string, int> m;
    m["a"] = 1;
    if (auto it = m.find("a"); it != m.end())
        printf("%d\n", it->second);
    else
        puts("none");
    if (int n = f(2); n > 1)
        printf("n %d\n", n);
    else if (int q = 3; q == n)
        puts("q");
    if (int z = f(1))
        printf("z %d\n", z);
    try {
        int y = f(-1);
        printf("%d\n", y);
    } catch (const std::exception &e) {
        printf("caught %s\n", e.what());
    }
    switch (int y = f(5)) {
    case 5:
        printf("five %d\n", y);
    }
    int w = 0;
    bool ok = true;
    ok ? (void)(w = 3) : throw 1;
    printf("%d\n", w);
    const char *s = w ? "x" : throw 2;
    puts(s);
    std::string t = w ? std::string("str") : throw 2;
    puts(t.c_str());
    int &r = w ? w : throw 3;
    r = 8;
    printf("%d\n", w);
    try {
        ok = false;
        ok ? throw 1 : throw 2.5;
    } catch (double d) {
        printf("%g\n", d);
    }
    auto lam = [&](int i) -> int { return i < 3 ? i : throw std::out_of_range("big"); };
    try {
        lam(2);
        lam(5);
    } catch (std::out_of_range &e) {
        puts(e.what());
    }
}
