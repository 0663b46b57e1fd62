// Operators and members of a base that are called by a longer name.
#include <cstdio>
#include <functional>
#include <string>

struct Plain {
    int a = 1, b = 2;
};
struct Base : Plain {
    int x = 3;
    std::string name = "base";
    Base &operator=(const Base &o)
    {
        Plain::operator=(o);
        x = o.x + 1;
        name = o.name + "'";
        return *this;
    }
    int operator()(int n) const { return n * x; }
    int operator[](int i) const { return i + x; }
    int both(int n) const { return operator()(n) + operator[](n); }
    virtual void say() const { std::printf("Base %d %s\n", x, name.c_str()); }
    virtual ~Base() = default;
};
struct Derived : Base {
    int y = 9;
    Derived &operator=(const Derived &o)
    {
        if (this != &o) {
            Base::operator=(o);
            y = o.y * 2;
        }
        return *this;
    }
    int operator()(int n) const { return -Base::operator()(n); }
    bool operator==(const Derived &o) const { return y == o.y; }
    bool operator!=(const Derived &o) const { return !operator==(o); }
    void say() const override
    {
        Base::say();
        this->Base::say();
        std::printf("Derived %d\n", y);
    }
};
template <class T> struct Box {
    T value{};
    Box &operator=(const T &v)
    {
        value = v;
        return *this;
    }
    Box &operator=(const Box &) = default;
    T operator*() const { return value; }
};
template <class T> struct Lid : Box<T> {
    Lid &operator=(const T &v)
    {
        Box<T>::operator=(v + v);
        return *this;
    }
    T twice() const { return this->operator*() + Box<T>::operator*(); }
};
struct Vec {
    int x, y;
};
namespace math {
Vec operator+(Vec a, Vec b) { return {a.x + b.x, a.y + b.y}; }
} // namespace math
bool operator<(Vec a, Vec b) { return a.x < b.x; }

int main()
{
    Derived a, b;
    a.x = 10;
    a.a = 20;
    a.y = 30;
    b = a;
    std::printf("%d %d %d %d %s\n", b.a, b.b, b.x, b.y, b.name.c_str());
    b.operator=(b);
    Derived *p = &a;
    std::printf("%d %d %d\n", b.operator()(2), p->operator()(3), b.both(4));
    std::printf("%d %d %d\n", b.Base::operator()(2), p->Base::x, a.operator!=(b));
    p->say();
    p->Base::say();
    const Base &r = *p;
    r.say();
    Lid<int> lid;
    lid = 4;
    std::printf("%d %d\n", lid.twice(), lid.Box<int>::value);
    Vec v = math::operator+({1, 2}, Vec{3, 4});
    std::printf("%d %d %d\n", v.x, v.y, operator<(Vec{1, 2}, v));
    std::function<int(int)> f = [&](int n) { return p->operator()(n); };
    std::printf("%d %d\n", f(5), f.operator()(6));
    return 0;
}
