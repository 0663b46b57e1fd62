// Methods of a template that its arguments have no use for, and that nobody calls.
#include <cstdio>
#include <string>
#include <vector>
struct Plain { int v; };
template <class T> class Box {
    T v_;
  public:
    explicit Box(T v) : v_(v) {}
    bool operator<(const Box &o) const { return v_ < o.v_; }
    int size() const { return (int)v_.size(); }
    T twice() const
    {
        static_assert(sizeof(T) > 100, "never called");
        return v_;
    }
    template <class F> auto map(F f) const { return f(v_); }
    const T &get() const { return v_; }
};
template <class T> struct Base { virtual ~Base() {} virtual int id() const { return 1; } int print() const { return static_cast<const T *>(this)->missing(); } };
struct Derived : Base<Derived> { int id() const override { return 2; } };
int main()
{
    Box<Plain> p(Plain{3});
    Box<std::string> s("abc"), t("abd");
    std::printf("%d %d %d %d\n", p.get().v, s.size(), s < t, s.map([](const std::string &x) { return (int)x.size(); }));
    Derived d;
    std::printf("%d\n", d.id());
}
