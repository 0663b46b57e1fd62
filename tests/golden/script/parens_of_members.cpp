// T name(member * ...) defines a variable: what stands in its parentheses is a member of the struct
// around, declared before or after the method, its own or a base's, and no type.
#include <cstdio>
#include <functional>
#include <string>
#include <vector>

struct V {
    int value;
    V(int v) : value(v) {}
};

struct Mat {
    int rows, cols;
    Mat(int r, int c) : rows(r), cols(c) {}
};

struct Base {
    int depth = 3;
    static const int kinds = 2;
    enum { SIDES = 4 };

protected:
    int hidden = 6;
};

struct Grid : Base {
    Grid(int n) : n(n)
    {
        std::vector<int> a(n * n); // the parameter
        std::vector<int> b(w * n);
        filled = (int)(a.size() + b.size());
    }
    int area()
    {
        std::vector<double> a(n * n), b(w * n);
        std::string s(n * w, 'a');
        V v(n * n);
        Mat m(w * 2, n);
        return (int)(a.size() + b.size() + s.size()) + v.value + m.rows * m.cols;
    }
    int later() const
    {
        std::vector<int> a(after * 2);
        V v(after & mask);
        V u(twice() * 2);
        return (int)a.size() + v.value * 100 + u.value * 10000;
    }
    int inherited()
    {
        V v(depth * depth);
        V u(hidden * n);
        V k(kinds * n);
        V s(SIDES * n);
        return v.value + u.value + k.value + s.value;
    }
    int constants()
    {
        V a(scale * n), b(LIMIT * n), c(RED * n);
        return a.value + b.value + c.value;
    }
    int in_lambda()
    {
        auto f = [this](int k) {
            V v(n * k);
            V u(w & k);
            return v.value + u.value;
        };
        auto g = [&] {
            V v(after * n);
            return v.value;
        };
        return f(5) + g();
    }
    static int fixed()
    {
        V v(scale * 2);
        return v.value;
    }
    int nested()
    {
        struct Local {
            int q = 3;
            int get()
            {
                V v(q * q);
                return v.value;
            }
        } local;
        V v(local.get() * n);
        return v.value;
    }
    int outside();
    int twice() const { return 2 * n; }

    int n, w = 5, filled;
    int after = 7, mask = 6;
    static constexpr int scale = 11;
    static int LIMIT;
    enum { RED = 13 };
};
int Grid::LIMIT = 12;

int Grid::outside()
{
    std::vector<int> a(after * w);
    V v(n & after);
    return (int)a.size() + v.value;
}

template <class T> struct Field : Base {
    T width;
    std::size_t size()
    {
        std::vector<T> a(width * width);
        std::vector<T> b(this->depth * count);
        return a.size() + b.size();
    }
    T first()
    {
        V v(depth_of * width);
        return v.value;
    }
    int count = 2;
    static constexpr int depth_of = 9;
};

// these are declarations of functions all the same
int made(int *);
struct Taker {
    typedef int number;
    int n = 2;
    int call()
    {
        int made(number *);
        int m = 5;
        return made(&m) * n;
    }
};
int made(int *p) { return *p + 1; }

int main()
{
    Grid g(4);
    printf("%d %d %d %d %d\n", g.filled, g.area(), g.later(), g.inherited(), g.constants());
    printf("%d %d %d %d\n", g.in_lambda(), Grid::fixed(), g.nested(), g.outside());
    Field<int> f;
    f.width = 8;
    printf("%zu %d %d\n", f.size(), f.first(), Taker().call());
}
