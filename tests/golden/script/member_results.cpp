// Results that a method's members say, unions without a name in a constructor's list, and friends of a
// base that is made of what derives from it.
#include <cstdio>
#include <iostream>
#include <string>
#include <tuple>
#include <utility>

template <class Derived> struct Shape {
    double area() const { return static_cast<const Derived *>(this)->own_area(); }
    friend std::ostream &operator<<(std::ostream &os, const Shape &s)
    {
        return os << Derived::label << '(' << s.area() << ')';
    }
    friend bool operator<(const Derived &a, const Derived &b) { return a.area() < b.area(); }
};
struct Square : Shape<Square> {
    static constexpr const char *label = "square";
    double side;
    explicit Square(double s) : side(s) {}
    double own_area() const { return side * side; }
};
struct Rect : Shape<Rect> {
    static constexpr const char *label = "rect";
    double w, h;
    Rect(double w, double h) : w(w), h(h) {}
    double own_area() const { return w * h; }
};

template <class T> class Expected {
    union {
        T value;
        int code;
    };
    bool ok;

  public:
    Expected(T v) : value(v), ok(true) {}
    static Expected fail(int e)
    {
        Expected x{T{}};
        x.ok = false;
        x.code = e;
        return x;
    }
    explicit operator bool() const { return ok; }
    T operator*() const { return value; }
    int error() const { return code; }
    template <class F> auto then(F f) const -> decltype(f(value))
    {
        return ok ? f(value) : decltype(f(value))::fail(code);
    }
};

struct Tagged {
    int tag;
    union {
        float f;
        struct {
            short low, high;
        };
    };
    Tagged(short l, short h) : tag(1), low(l), high{h} {}
    explicit Tagged(float x) : f{x}, tag(2) {}
};

int main()
{
    std::cout << Square(2) << ' ' << Rect(2, 3.5) << ' ' << (Square(1) < Square(2)) << '\n';
    auto half = [](int v) { return v % 2 == 0 ? Expected<int>(v / 2) : Expected<int>::fail(v); };
    Expected<int> a = Expected<int>(12).then(half).then(half), b = a.then(half).then(half);
    printf("%d %d %d %d\n", (bool)a, *a, (bool)b, b.error());
    Tagged t(3, 4), u(1.5f);
    printf("%d %d %d %d %.1f\n", t.tag, t.low, t.high, u.tag, u.f);

    auto all = std::tuple_cat(std::make_tuple(1, 'a'), std::make_tuple(2.5), std::make_tuple(std::string("x"), 7L));
    printf("%d %s %.1f %ld\n", (int)std::tuple_size_v<decltype(all)>, std::get<3>(all).c_str(), std::get<2>(all),
           std::get<4>(all));
    printf("%d\n", std::apply([](auto x, auto y) { return x * y; }, std::make_pair(6, 7)));
}
