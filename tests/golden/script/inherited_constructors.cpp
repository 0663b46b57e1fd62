// using Base::Base: the constructors of a base are those of what derives from it.
#include <cstdio>
#include <memory>
#include <stdexcept>
#include <string>
#include <utility>

struct Error : std::logic_error {
    using std::logic_error::logic_error;
};
class CudaError : public std::runtime_error {
  public:
    using std::runtime_error::runtime_error;
    int code = 7;
};

struct Base {
    Base() { std::printf("Base()\n"); }
    Base(int n, const char *name = "none") : n_(n), name_(name) {}
    explicit Base(std::string name, std::unique_ptr<int> p = nullptr)
        : n_(p ? *p : -1), name_(std::move(name))
    {
    }
    Base(const Base &) = default;
    virtual ~Base() = default;
    virtual void show() const { std::printf("Base %d %s\n", n_, name_.c_str()); }

  protected:
    Base(double) : n_(99) {}
    int n_ = 0;
    std::string name_;
};
struct Derived : Base {
    using Base::Base;
    Derived(const char *name, int n) : Base(n + 1, name) { more = "own"; }
    void show() const override { std::printf("Derived %d %s %s\n", n_, name_.c_str(), more.c_str()); }
    std::string more = "more";
};
struct Only : Base {
    using Base::Base;
    int n = 4;
};
template <class T> struct Holder {
    explicit Holder(T value) : value_(std::move(value)) {}
    T value_;
};
template <class T> struct Named : Holder<T> {
    using Super = Holder<T>;
    using Super::Super;
    const char *name = "named";
};
template <class T> struct Twice : Holder<T> {
    using Holder<T>::Holder;
    T twice() const { return this->value_ + this->value_; }
};

int main()
{
    try {
        throw Error("text");
    } catch (const std::exception &e) {
        std::printf("%s\n", e.what());
    }
    try {
        throw CudaError(std::string("out of ") + "memory");
    } catch (const CudaError &e) {
        std::printf("%s %d\n", e.what(), e.code);
    }
    Derived a("own", 1), b(3), c(3, "three"), d(std::string("moved"), std::make_unique<int>(5));
    Derived copy = b;
    for (const Base *p : {static_cast<const Base *>(&a), static_cast<const Base *>(&b),
                          static_cast<const Base *>(&c), static_cast<const Base *>(&d),
                          static_cast<const Base *>(&copy)})
        p->show();
    Derived implicit = 8;
    implicit.show();
    Only only, other(2, "two");
    only.show();
    other.show();
    std::printf("%d\n", only.n + other.n);
    Named<std::string> n("value");
    std::printf("%s %s\n", n.value_.c_str(), n.name);
    std::printf("%d\n", Twice<int>(21).twice());
    return 0;
}
