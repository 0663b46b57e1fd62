// New at a given address, destructors by name, at() that throws, and smaller parts of the library.
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <initializer_list>
#include <new>
#include <numeric>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>
#include <algorithm>
struct Noisy {
    int v;
    std::string name;
    Noisy(int v, const char *name) : v(v), name(name) { printf("make %d %s\n", v, name); }
    ~Noisy() { printf("end %d %s\n", v, name.c_str()); }
};
struct Plain { int a, b; };
template <class T> struct Slot {
    alignas(T) unsigned char room[sizeof(T)];
    bool full = false;
    template <class... A> T &put(A... a)
    {
        full = true;
        return *new (room) T(a...);
    }
    void end()
    {
        if (full)
            reinterpret_cast<T *>(room)->~T();
        full = false;
    }
};
struct Node {
    int id;
    std::vector<int> after;
};
static int add(std::initializer_list<int> after = {})
{
    Node n{1, after};
    return (int)n.after.size() * 10 + (n.after.empty() ? 0 : n.after[0]);
}
static int total(const std::vector<int> &v) { return std::accumulate(v.begin(), v.end(), 0); }
int main()
{
    alignas(Plain) unsigned char buffer[3 * sizeof(Plain)];
    Plain *p = new (buffer) Plain{7, 8};
    Plain *q = new (buffer + sizeof(Plain)) Plain[2]{{1, 2}, {3, 4}};
    printf("%d %d %d %d %d\n", p->a, p->b, q[0].b, q[1].a, (unsigned char *)q == buffer + sizeof(Plain));
    p->~Plain();
    int *four = new (std::nothrow) int[4]{1, 2};
    printf("%d %d\n", four != nullptr, four[1]);
    delete[] four;
    Slot<Noisy> slot;
    printf("%d\n", slot.put(4, "four").v);
    slot.end();
    slot.end();
    Slot<int> number;
    number.put(5);
    number.end();
    void *room = malloc(sizeof(Noisy));
    Noisy *n = new (room) Noisy(6, "six");
    n->~Noisy();
    free(room);

    std::vector<int> v(3);
    try {
        v.at(2) = 4;
        v.at(5) = 1;
        printf("not here\n");
    } catch (const std::out_of_range &e) {
        printf("caught %s, %d\n", e.what(), v.at(2));
    }
    try {
        std::vector<std::string> one(1);
        one.at(1) = "x";
    } catch (const std::exception &e) {
        printf("caught %s\n", e.what());
    }
    std::initializer_list<int> list = {4, 5, 6};
    printf("%d %d %d\n", add({1, 2}), add(), total(list));
    std::string_view motif = "ACGT";
    char bytes[8] = {};
    size_t copied = motif.copy(bytes, 8);
    printf("%s %zu %zu\n", bytes, copied, motif.copy(bytes, 1, 3));
    printf("%s\n", bytes);
    errno = 0;
    FILE *f = fopen("/no such folder/input.bin", "rb");
    if (!f && errno == ENOENT)
        printf("%s\n", strerror(errno));
    std::vector<double> w{1.5, 2.5, 3};
    printf("%g %g %g\n", std::reduce(w.begin(), w.end()), std::transform_reduce(w.begin(), w.end(), w.begin(), 0.0),
           std::transform_reduce(w.begin(), w.end(), 1.0, [](double a, double b) { return a + b; },
                                 [](double x) { return x * 2; }));
    int seen = 0;
    auto behind = std::for_each_n(w.begin(), 2, [&](double x) { seen += (int)x; });
    printf("%d %d\n", seen, (int)(behind - w.begin()));
    printf("%d\n", std::inner_product(v.begin(), v.end(), v.begin(), 1, [](int a, int b) { return a + b; },
                                      [](int a, int b) { return a * b; }));
}
