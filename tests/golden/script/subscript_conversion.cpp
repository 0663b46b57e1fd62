// What converts to a pointer is one to [], *, + and [] from the other side.
#include <cstdio>
#include <vector>

struct Buffer {
    float *data;
    explicit operator bool() const { return data != nullptr; }
    operator float *() const { return data; }
};

template <class T> class Owned {
  public:
    explicit Owned(int n) : p(new T[n]()), n(n) {}
    ~Owned() { delete[] p; }
    Owned(const Owned &) = delete;
    operator T *() { return p; }
    operator const T *() const { return p; }
    int size() const { return n; }

  private:
    T *p;
    int n;
};

struct Named : Owned<int> {
    Named() : Owned<int>(3) {}
};

struct Pair {
    int x, y;
};

struct Index {
    int i;
    operator int() const { return i; }
};

template <class T> T sum(const Owned<T> &o)
{
    T s = 0;
    for (int i = 0; i < o.size(); i++)
        s += o[i];
    return s + *o;
}

struct Plain {
    int *q;
    operator int *() { return q; }
    operator int *() const { return q + 1; }
};

struct Table {
    Owned<double> values{4};
    double &at(int i) { return values[i]; }
    double total() const { return values[0] + values[1]; }
};

int main()
{
    float f[4] = {1, 2, 3, 4};
    Buffer b{f};
    b[0] = 5;
    b[1] += 2;
    *b *= 2;
    ++b[2];
    printf("%g %g %g %g %g %d %d\n", b[0], *(b + 1), 2 [b], *b, b[3u], !b, b ? 1 : 0);
    Index two{2};
    printf("%g %g %g\n", b[two], f[two], *(b + two));
    float *at = &b[1];
    printf("%d\n", (int)(at - b));

    Owned<int> o(3);
    for (int i = 0; i < o.size(); i++)
        o[i] = i + 7;
    const Owned<int> &c = o;
    printf("%d %d %d %d\n", c[1], *c, sum(o), sum(c));

    Named n;
    n[2] = 9;
    *n = 4;
    printf("%d\n", n[0] + n[1] + n[2]);

    Owned<Pair> pairs(2);
    pairs[1].y = 6;
    (*pairs).x = 3;
    printf("%d %d\n", pairs[1].y, pairs[0].x);

    int q[2] = {10, 20};
    Plain p{q};
    const Plain k{q};
    printf("%d %d %d\n", p[0], k[0], *p + *k);

    Table t;
    t.at(0) = 1.5;
    t.values[1] = 2;
    printf("%g\n", t.total());

    std::vector<Buffer> many{b, {f + 2}};
    many[1][0] = 11;
    printf("%g %d\n", f[2], (bool)many[1][1]);
}
