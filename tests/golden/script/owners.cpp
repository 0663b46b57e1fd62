// Owners of resources: deleters, moves, guards, shared arrays.
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <memory>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>
struct FreeDeleter { void operator()(void *p) const { std::puts("free"); std::free(p); } };
template <class T> using Buf = std::unique_ptr<T[], FreeDeleter>;
class Handle {
public:
    explicit Handle(int id) : id_(id) { std::printf("open %d\n", id_); }
    Handle(const Handle &) = delete;
    Handle &operator=(const Handle &) = delete;
    Handle(Handle &&o) noexcept : id_(std::exchange(o.id_, -1)) {}
    Handle &operator=(Handle &&o) noexcept { if (this != &o) { close(); id_ = std::exchange(o.id_, -1); } return *this; }
    ~Handle() { close(); }
    int id() const { return id_; }
private:
    void close() { if (id_ >= 0) std::printf("close %d\n", id_); id_ = -1; }
    int id_;
};
template <class F> class Guard { F f_; bool on_ = true; public: explicit Guard(F f) : f_(std::move(f)) {} ~Guard() { if (on_) f_(); } void dismiss() { on_ = false; } };
class Matrix {
    size_t r_, c_; std::vector<double> d_;
public:
    Matrix(size_t r, size_t c, double v = 0) : r_(r), c_(c), d_(r * c, v) {}
    double &operator()(size_t i, size_t j) { return d_.at(i * c_ + j); }
    double operator()(size_t i, size_t j) const { return d_.at(i * c_ + j); }
    Matrix &operator+=(const Matrix &o) { for (size_t i = 0; i < d_.size(); i++) d_[i] += o.d_[i]; return *this; }
    friend Matrix operator+(Matrix a, const Matrix &b) { return a += b; }
    friend Matrix operator*(const Matrix &a, const Matrix &b)
    {
        if (a.c_ != b.r_) throw std::invalid_argument("shape " + std::to_string(a.c_) + " vs " + std::to_string(b.r_));
        Matrix m(a.r_, b.c_);
        for (size_t i = 0; i < a.r_; i++) for (size_t j = 0; j < b.c_; j++) for (size_t k = 0; k < a.c_; k++) m(i, j) += a(i, k) * b(k, j);
        return m;
    }
    bool operator==(const Matrix &o) const { return d_ == o.d_; }
    Matrix operator-() const { Matrix m = *this; for (auto &x : m.d_) x = -x; return m; }
    explicit operator bool() const { return !d_.empty(); }
};
struct Node : std::enable_shared_from_this<Node> { std::vector<std::shared_ptr<Node>> kids; std::weak_ptr<Node> parent; std::string name; explicit Node(std::string n) : name(std::move(n)) {} ~Node() { std::printf("~%s\n", name.c_str()); }
    std::shared_ptr<Node> add(const std::string &n) { auto k = std::make_shared<Node>(n); k->parent = shared_from_this(); kids.push_back(k); return k; } };
int main()
{
    Buf<int> b(static_cast<int *>(std::malloc(16)));
    b[1] = 5;
    std::printf("%d\n", b[1]);
    {
        std::vector<Handle> hs;
        hs.reserve(4);
        hs.emplace_back(1); hs.emplace_back(2);
        Handle h = std::move(hs[0]);
        hs.push_back(Handle(3));
        std::printf("%d %d %zu\n", h.id(), hs[0].id(), hs.size());
    }
    auto del = [](FILE *f) { std::puts("pclose"); (void)f; };
    std::unique_ptr<FILE, decltype(del)> fp(stdout, del);
    std::unique_ptr<int, std::function<void(int *)>> up(new int(3), [](int *p) { std::printf("del %d\n", *p); delete p; });
    up.reset();
    { Guard g([] { std::puts("guard"); }); Guard k([] { std::puts("never"); }); k.dismiss(); }
    Matrix m(2, 2, 1), n(2, 2, 2);
    m(0, 1) = 3;
    auto p = m * n + -m;
    std::printf("%g %g %g %d\n", p(0, 0), p(0, 1), p(1, 0), p == m);
    try { m * Matrix(3, 1); } catch (const std::invalid_argument &e) { std::printf("%s\n", e.what()); }
    try { m(5, 5) = 1; } catch (const std::out_of_range &e) { std::puts("range"); }
    auto root = std::make_shared<Node>("root");
    auto kid = root->add("kid");
    kid->add("grandkid");
    std::printf("%s %ld %ld\n", kid->parent.lock()->name.c_str(), root.use_count(), kid.use_count());
    root.reset();
    std::printf("%d\n", kid->parent.expired());
    std::shared_ptr<int[]> sa(new int[3]{1, 2, 3});
    std::shared_ptr<void> sv(new int(1), [](void *p) { std::puts("void"); delete (int *)p; });
    std::printf("%d\n", sa[2]);
    auto u = std::make_unique<int[]>(4);
    std::printf("%d\n", u[3]);
}
