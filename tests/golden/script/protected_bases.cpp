// A base whose constructors, copies and destructor are protected: only what derives may use them.
#include <array>
#include <cstdio>
#include <memory>
#include <utility>
#include <vector>

struct Base {
    int n() const { return n_; }

  protected:
    Base() : n_(3) {}
    Base(const Base &other) : n_(other.n_ + 1) {}
    Base(Base &&other) noexcept : n_(std::exchange(other.n_, 0)) {}
    Base &operator=(const Base &other)
    {
        n_ = other.n_ + 10;
        return *this;
    }
    ~Base() { std::printf("end %d\n", n_); }
    int n_;
};
struct Leaf : Base {
    int twice() const { return 2 * n_; }
};
struct Holder {
    Leaf leaf;
    int more = 5;
};

template <class D> class Integrator {
  public:
    void run() { static_cast<D *>(this)->step(); }

  protected:
    Integrator() = default;
    ~Integrator() = default;
    int steps_ = 0;
};
struct Leapfrog : Integrator<Leapfrog> {
    void step() { std::printf("step %d\n", ++steps_); }
};

struct Assigned {
    int n = 1;
    Assigned &operator=(const Assigned &other)
    {
        n = other.n;
        return *this;
    }
};
struct More : Assigned {
    int m = 2;
};

int main()
{
    Leaf a;
    std::array<Leaf, 2> two;
    std::printf("%d %d\n", a.n(), two[1].twice());
    Leaf b = a, c(std::move(b));
    a = c;
    std::printf("%d %d %d\n", a.n(), b.n(), c.n());
    Holder h, k = h;
    std::printf("%d %d\n", k.leaf.n(), k.more);
    std::vector<Leaf> v(2);
    v.push_back(a);
    std::printf("%d %d\n", v[0].n(), v[2].n());
    auto p = std::make_unique<Leapfrog>();
    p->run();
    Leapfrog l[2];
    l[1].run();
    l[1].run();
    More m, o;
    o.n = 5;
    o.m = 7;
    m = o; // not by the operator= of the base alone
    std::printf("%d %d\n", m.n, m.m);
    return 0;
}
