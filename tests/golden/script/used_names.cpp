// using Base::name: functions, fields, types and operators of a base under the struct's own access.
#include <cstdio>
#include <string>
#include <vector>

struct Base {
    void f(int n) { std::printf("Base::f(int) %d\n", n); }
    void f(double x, int n = 4) { std::printf("Base::f(double, int) %.1f %d\n", x, n); }
    void hidden(int n) { std::printf("Base::hidden %d\n", n); }
    template <class T> void show(T value) { std::printf("Base::show %d of %d\n", int(value), count); }
    virtual void turn(int n) { std::printf("Base::turn(int) %d\n", n); }
    virtual void turn(const char *s) { std::printf("Base::turn(const char *) %s\n", s); }
    static int twice(int n) { return 2 * n; }
    virtual ~Base() = default;
    int operator()(int n) const { return n + count; }
    Base &operator+=(int n)
    {
        count += n;
        return *this;
    }

  protected:
    int count = 7;
    void locked() { std::printf("locked %d\n", count++); }
};

struct Derived : Base {
    using Base::f;
    using Base::hidden;
    using Base::turn;
    using Base::locked, Base::count;
    using Base::operator();
    using Base::operator+=;
    using Base::show;
    using Base::twice;
    void f(const char *s) { std::printf("Derived::f %s\n", s); }
    void hidden(int n) { std::printf("Derived::hidden %d\n", n); }
    void turn(int n) override { std::printf("Derived::turn %d\n", n); }
    void show(const std::string &s) { std::printf("Derived::show %s\n", s.c_str()); }
    int operator()(const char *s) const { return int(std::string(s).size()); }
    Derived &operator+=(const char *s)
    {
        count += int(std::string(s).size()) * 100;
        return *this;
    }
};

struct Last : Derived {
    using Derived::f;
    void f(std::vector<int> v) { std::printf("Last::f %d\n", int(v.size())); }
    void turn(const char *s) override { std::printf("Last::turn %s\n", s); }
};

class Secret : Base {
  public:
    using Base::f;
    using Base::twice;
    int sum() { return count; }

  private:
    using Base::hidden;
};

template <class T> struct Store {
    using value_type = T;
    explicit Store(T v) : value_(v) {}
    void put(T v) { value_ = v; }
    T get() const { return value_; }

  protected:
    T value_;
};
template <class T> class Counted : public Store<T> {
    using Super = Store<T>;

  public:
    using typename Store<T>::value_type;
    using Super::Super;
    using Super::put;
    using Store<T>::value_;
    void put(T v, int times)
    {
        for (int i = 0; i < times; i++)
            put(v);
        n += times;
        value_ = value_ + 1;
    }
    value_type doubled() const { return value_ + value_; }
    int n = 0;
};

namespace space {
struct Deep {
    int deep(int n) { return n * 3; }
};
} // namespace space
struct Diver : space::Deep {
    using space::Deep::deep;
    int deep(const char *s) { return deep(int(std::string(s).size())); }
};

int main()
{
    Derived d;
    d.f(1);
    d.f(2.5);
    d.f("text");
    d.hidden(3);
    d.turn(4);
    d.turn("around");
    d.locked();
    d.count += 10;
    d.locked();
    std::printf("%d %d\n", d(1), d("four"));
    d += 5;
    d += "ab";
    std::printf("%d\n", d.count);
    d.show(6.5);
    d.show(std::string("a string"));
    std::printf("%d %d\n", Derived::twice(4), d.twice(5));
    Last last;
    last.f(9);
    last.f("last");
    last.f(1.5, 2);
    last.f(std::vector<int>(3));
    Derived *p = &last;
    p->turn(5);
    p->turn("virtual");
    Base *b = &last;
    b->turn(6);
    b->turn("base");
    Secret s;
    s.f(11);
    std::printf("%d %d\n", s.sum(), s.twice(8));
    Counted<double> c(1.5);
    c.put(2.25);
    c.put(3.5, 2);
    std::printf("%.2f %.2f %.2f %d\n", c.get(), c.doubled(), c.value_, c.n);
    Counted<int>::value_type v = 3;
    std::printf("%d %d\n", v, Diver().deep("abcd"));
    return 0;
}
