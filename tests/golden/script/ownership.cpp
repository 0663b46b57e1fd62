// RAII wrappers, pimpl, factory, observer, expression templates, matrix, move semantics
#include <algorithm>
#include <array>
#include <cassert>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <initializer_list>
#include <iostream>
#include <map>
#include <memory>
#include <numeric>
#include <optional>
#include <sstream>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <unordered_map>
#include <utility>
#include <vector>
namespace detail
{
template <class T> struct Deleter {
    void operator()(T *p) const
    {
        std::printf("free %d\n", p ? 1 : 0);
        std::free(p);
    }
};
} // namespace detail
template <class T> class HostBuffer
{
    std::unique_ptr<T[], detail::Deleter<T>> data_;
    size_t size_ = 0;

  public:
    HostBuffer() = default;
    explicit HostBuffer(size_t n) : data_(static_cast<T *>(std::calloc(n, sizeof(T)))), size_(n)
    {
        if (!data_)
            throw std::bad_alloc();
    }
    HostBuffer(std::initializer_list<T> l) : HostBuffer(l.size())
    {
        std::copy(l.begin(), l.end(), begin());
    }
    HostBuffer(HostBuffer &&o) noexcept
        : data_(std::move(o.data_)), size_(std::exchange(o.size_, 0))
    {
    }
    HostBuffer &operator=(HostBuffer &&o) noexcept
    {
        if (this != &o) {
            data_ = std::move(o.data_);
            size_ = std::exchange(o.size_, 0);
        }
        return *this;
    }
    HostBuffer(const HostBuffer &) = delete;
    HostBuffer &operator=(const HostBuffer &) = delete;
    T *begin()
    {
        return data_.get();
    }
    T *end()
    {
        return begin() + size_;
    }
    const T *begin() const
    {
        return data_.get();
    }
    const T *end() const
    {
        return begin() + size_;
    }
    T &operator[](size_t i)
    {
        assert(i < size_);
        return data_[i];
    }
    const T &operator[](size_t i) const
    {
        return data_[i];
    }
    size_t size() const noexcept
    {
        return size_;
    }
    bool empty() const
    {
        return !size_;
    }
    size_t bytes() const
    {
        return size_ * sizeof(T);
    }
};
template <class E> struct Expr {
    const E &self() const
    {
        return static_cast<const E &>(*this);
    }
};
template <class L, class R, class Op> struct Bin : Expr<Bin<L, R, Op>> {
    const L &l;
    const R &r;
    Bin(const L &a, const R &b) : l(a), r(b)
    {
    }
    double operator[](size_t i) const
    {
        return Op::apply(l[i], r[i]);
    }
    size_t size() const
    {
        return l.size();
    }
};
struct Add {
    static double apply(double a, double b)
    {
        return a + b;
    }
};
struct Mul {
    static double apply(double a, double b)
    {
        return a * b;
    }
};
struct Vec : Expr<Vec> {
    std::vector<double> d;
    Vec(std::initializer_list<double> l) : d(l)
    {
    }
    explicit Vec(size_t n) : d(n)
    {
    }
    template <class E> Vec(const Expr<E> &e) : d(e.self().size())
    {
        for (size_t i = 0; i < d.size(); i++)
            d[i] = e.self()[i];
    }
    double operator[](size_t i) const
    {
        return d[i];
    }
    size_t size() const
    {
        return d.size();
    }
};
template <class L, class R> Bin<L, R, Add> operator+(const Expr<L> &a, const Expr<R> &b)
{
    return {a.self(), b.self()};
}
template <class L, class R> Bin<L, R, Mul> operator*(const Expr<L> &a, const Expr<R> &b)
{
    return {a.self(), b.self()};
}
template <class T, size_t R, size_t C> class Matrix
{
    std::array<std::array<T, C>, R> m{};

  public:
    T &operator()(size_t r, size_t c)
    {
        return m.at(r).at(c);
    }
    const T &operator()(size_t r, size_t c) const
    {
        return m[r][c];
    }
    template <size_t K> Matrix<T, R, K> operator*(const Matrix<T, C, K> &o) const
    {
        Matrix<T, R, K> out;
        for (size_t i = 0; i < R; i++)
            for (size_t j = 0; j < K; j++) {
                T s{};
                for (size_t k = 0; k < C; k++)
                    s += (*this)(i, k) * o(k, j);
                out(i, j) = s;
            }
        return out;
    }
    friend std::ostream &operator<<(std::ostream &os, const Matrix &x)
    {
        for (const auto &row : x.m) {
            for (const auto &v : row)
                os << v << ' ';
            os << '|';
        }
        return os;
    }
};
class Stage
{
  public:
    virtual ~Stage() = default;
    virtual std::string name() const = 0;
    virtual double cost(size_t n) const
    {
        return 1.0 * n;
    }
};
class Scale final : public Stage
{
    double k_;

  public:
    explicit Scale(double k) : k_(k)
    {
    }
    std::string name() const override
    {
        return "scale";
    }
    double cost(size_t n) const override
    {
        return Stage::cost(n) * k_;
    }
};
class Reduce : public Stage
{
  public:
    std::string name() const override
    {
        return "reduce";
    }
};
class Registry
{
    using Make = std::function<std::unique_ptr<Stage>(double)>;
    std::map<std::string, Make> makers_;
    Registry()
    {
        add("scale", [](double k) { return std::make_unique<Scale>(k); });
        add("reduce", [](double) { return std::make_unique<Reduce>(); });
    }

  public:
    static Registry &get()
    {
        static Registry r;
        return r;
    }
    void add(const std::string &n, Make m)
    {
        makers_.emplace(n, std::move(m));
    }
    std::unique_ptr<Stage> make(const std::string &n, double k = 1) const
    {
        auto it = makers_.find(n);
        if (it == makers_.end())
            throw std::out_of_range("no stage " + n);
        return it->second(k);
    }
};
class Widget
{
    struct Impl;
    std::unique_ptr<Impl> p_;

  public:
    Widget();
    ~Widget();
    Widget(Widget &&) noexcept;
    int value() const;
};
struct Widget::Impl {
    int v = 99;
};
Widget::Widget() : p_(new Impl)
{
}
Widget::~Widget() = default;
Widget::Widget(Widget &&) noexcept = default;
int Widget::value() const
{
    return p_ ? p_->v : -1;
}
template <class F> class ScopeExit
{
    F f_;
    bool on_ = true;

  public:
    explicit ScopeExit(F f) : f_(std::move(f))
    {
    }
    ~ScopeExit()
    {
        if (on_)
            f_();
    }
    void dismiss()
    {
        on_ = false;
    }
};
template <class F> ScopeExit<F> on_exit_do(F f)
{
    return ScopeExit<F>(std::move(f));
}
template <class T> struct Node {
    T value;
    std::shared_ptr<Node> next;
    std::weak_ptr<Node> prev;
};
template <class T> class Signal
{
    std::vector<std::function<void(const T &)>> slots;

  public:
    template <class F> void connect(F &&f)
    {
        slots.emplace_back(std::forward<F>(f));
    }
    template <class... A> void emit(A &&...a)
    {
        T t{std::forward<A>(a)...};
        for (auto &s : slots)
            s(t);
    }
};
struct Ev {
    int id;
    std::string what;
};
int main()
{
    {
        HostBuffer<float> a{1, 2, 3};
        HostBuffer<float> b(std::move(a));
        printf("%zu %zu %g %zu\n", a.size(), b.size(), std::accumulate(b.begin(), b.end(), 0.f),
               b.bytes());
        a = std::move(b);
        for (auto &x : a)
            x *= 2;
        printf("%g %d\n", a[2], b.empty());
    }
    Vec x{1, 2, 3}, y{4, 5, 6};
    Vec z = x + y * x;
    printf("%g %g %g\n", z[0], z[1], z[2]);
    Matrix<int, 2, 3> m;
    Matrix<int, 3, 2> n;
    for (int i = 0; i < 6; i++) {
        m(i / 3, i % 3) = i;
        n(i / 2, i % 2) = i + 1;
    }
    std::cout << m * n << '\n';
    try {
        m(5, 0) = 1;
    } catch (const std::out_of_range &e) {
        puts("out of range");
    }
    for (const char *s : {"scale", "reduce", "none"})
        try {
            auto st = Registry::get().make(s, 2.5);
            printf("%s %g\n", st->name().c_str(), st->cost(4));
        } catch (const std::exception &e) {
            printf("error: %s\n", e.what());
        }
    Widget w;
    Widget v(std::move(w));
    printf("%d %d\n", v.value(), w.value());
    {
        auto g = on_exit_do([] { puts("leaving"); });
        auto h = on_exit_do([] { puts("never"); });
        h.dismiss();
        puts("inside");
    }
    auto n1 = std::make_shared<Node<int>>();
    auto n2 = std::make_shared<Node<int>>();
    n1->next = n2;
    n2->prev = n1;
    n1->value = 5;
    printf("%ld %ld %d\n", n1.use_count(), n2.use_count(), n2->prev.lock()->value);
    n1.reset();
    printf("%d\n", n2->prev.expired());
    Signal<Ev> sig;
    int seen = 0;
    sig.connect([&](const Ev &e) { seen += e.id; });
    sig.connect([](const Ev &e) { std::cout << e.what << '\n'; });
    sig.emit(3, "three");
    sig.emit(4, std::string("four"));
    printf("%d\n", seen);
    std::unordered_map<std::string, std::unique_ptr<Stage>> cache;
    auto get = [&cache](const std::string &k) -> Stage & {
        auto &slot = cache[k];
        if (!slot)
            slot = Registry::get().make(k);
        return *slot;
    };
    printf("%s %d\n", get("reduce").name().c_str(), &get("reduce") == &get("reduce"));
    std::vector<std::pair<std::string, int>> kv{{"b", 2}, {"a", 1}};
    std::sort(kv.begin(), kv.end());
    std::ostringstream os;
    for (const auto &[k, val] : kv)
        os << k << '=' << val << (&k == &kv.back().first ? "" : ",");
    std::cout << os.str() << std::endl;
    static_assert(std::is_nothrow_move_constructible<Widget>::value, "");
    static_assert(!std::is_copy_constructible<HostBuffer<int>>::value, "");
}
