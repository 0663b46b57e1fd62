// What a range-for over a list in braces goes through ends behind the loop.
#include <cstdio>
#include <memory>
#include <string>
#include <vector>

struct T {
    int n;
    T(int x) : n(x) { printf("+%d ", n); }
    ~T() { printf("-%d ", n); }
    T(const T &o) : n(o.n) { printf("c%d ", n); }
};
T made(int n) { return T(n); }
int early() {
    for (const T &t : {T(1), T(2), T(3)})
        if (t.n == 2)
            return t.n;
    return 0;
}
void thrown() {
    for (const T &t : {T(4), T(5)})
        if (t.n == 5)
            throw 1;
}

int main() {
    for (T t : {T(1), T(2)})
        printf("it ");
    puts("");
    for (const T &t : {made(1), T(2), made(3)})
        printf("it%d ", t.n);
    puts("");
    for (const auto &t : {T(7)}) {
        if (t.n)
            break;
    }
    puts("");
    printf("%d\n", early());
    try {
        thrown();
    } catch (int e) {
        printf("caught\n");
    }
    for (int i = 0; i < 2; i++)
        for (auto &t : {T(i), T(i + 10)}) {
            if (t.n == 1)
                continue;
            T u(100 + t.n);
        }
    puts("");
    T kept(8);
    for (const T &t : {kept, T(9)})
        printf("it%d ", t.n);
    puts("");
    for (const std::string &s : {std::string("a"), std::string("b")})
        printf("%s ", s.c_str());
    auto shared = std::make_shared<int>(3);
    for (auto p : {shared, shared})
        printf("%ld ", p.use_count());
    printf("%ld\n", shared.use_count());
    for (const T *t : {&kept, (T *)nullptr})
        printf("%d ", t ? t->n : 0);
    for (auto v : {std::vector<int>{1, 2}, std::vector<int>{3}})
        printf("%zu ", v.size());
    puts("");
}
