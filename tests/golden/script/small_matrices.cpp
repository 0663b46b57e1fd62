// Matrices, ranges and tensors of one's own: friends that call what returns auto, bytes, tables
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <initializer_list>
#include <iterator>
#include <memory>
#include <numeric>
#include <stdexcept>
#include <type_traits>
#include <vector>
template <typename T, std::size_t R, std::size_t C> class Matrix
{
    std::array<T, R * C> a_{};

  public:
    using value_type = T;
    using iterator = typename std::array<T, R * C>::iterator;
    constexpr Matrix() = default;
    constexpr Matrix(std::initializer_list<std::initializer_list<T>> l)
    {
        std::size_t i = 0;
        for (auto &r : l)
            for (auto &x : r)
                a_[i++] = x;
    }
    constexpr T &operator()(std::size_t r, std::size_t c)
    {
        return a_[r * C + c];
    }
    constexpr const T &operator()(std::size_t r, std::size_t c) const
    {
        return a_[r * C + c];
    }
    template <std::size_t K> constexpr Matrix<T, R, K> operator*(const Matrix<T, C, K> &o) const
    {
        Matrix<T, R, K> m;
        for (std::size_t i = 0; i < R; i++)
            for (std::size_t j = 0; j < K; j++) {
                T s{};
                for (std::size_t k = 0; k < C; k++)
                    s += (*this)(i, k) * o(k, j);
                m(i, j) = s;
            }
        return m;
    }
    auto begin()
    {
        return a_.begin();
    }
    auto end()
    {
        return a_.end();
    }
    auto begin() const
    {
        return a_.cbegin();
    }
    auto end() const
    {
        return a_.cend();
    }
    friend Matrix operator+(Matrix a, const Matrix &b)
    {
        std::transform(a.begin(), a.end(), b.begin(), a.begin(), std::plus<T>());
        return a;
    }
    Matrix &operator*=(T s)
    {
        for (auto &x : *this)
            x *= s;
        return *this;
    }
    static constexpr std::size_t rows = R, cols = C;
    explicit operator bool() const
    {
        return a_[0] != T{};
    }
    T operator[](std::size_t i) const
    {
        if (i >= R * C)
            throw std::out_of_range("Matrix");
        return a_[i];
    }
    bool operator==(const Matrix &o) const
    {
        return a_ == o.a_;
    }
    bool operator!=(const Matrix &o) const
    {
        return !(*this == o);
    }
};
struct Range {
    int a, b, step;
    struct It {
        int i, step;
        int operator*() const
        {
            return i;
        }
        It &operator++()
        {
            i += step;
            return *this;
        }
        It operator++(int)
        {
            It o = *this;
            ++*this;
            return o;
        }
        bool operator!=(const It &o) const
        {
            return i < o.i;
        }
        using difference_type = int;
        using value_type = int;
        using pointer = int *;
        using reference = int;
        using iterator_category = std::input_iterator_tag;
    };
    It begin() const
    {
        return {a, step};
    }
    It end() const
    {
        return {b, step};
    }
};
template <class It> auto mean(It a, It b) -> typename std::iterator_traits<It>::value_type
{
    using V = typename std::iterator_traits<It>::value_type;
    return std::accumulate(a, b, V{}) / static_cast<V>(std::distance(a, b));
}
class Tensor
{
    std::vector<int> shape_, stride_;
    std::unique_ptr<float[]> data_;

  public:
    Tensor(std::vector<int> s) : shape_(std::move(s)), stride_(shape_.size()), data_(nullptr)
    {
        int n = 1;
        for (int i = int(shape_.size()) - 1; i >= 0; --i) {
            stride_[i] = n;
            n *= shape_[i];
        }
        data_ = std::make_unique<float[]>(n);
    }
    template <class... I> float &at(I... i)
    {
        int off = 0, d = 0;
        ((off += i * stride_[d++]), ...);
        return data_[off];
    }
    float *get()
    {
        return data_.get();
    }
    size_t numel() const
    {
        return std::accumulate(shape_.begin(), shape_.end(), size_t{1}, std::multiplies<>());
    }
};
union Bits {
    float f;
    unsigned u;
};
struct Header {
    char magic[4];
    uint16_t version : 12, flags : 4;
    uint32_t size;
};
static_assert(sizeof(Header) == 12, "packed");
template <typename T> struct is_matrix : std::false_type {
};
template <typename T, size_t R, size_t C> struct is_matrix<Matrix<T, R, C>> : std::true_type {
};
int main()
{
    Matrix<float, 2, 3> a{{1, 2, 3}, {4, 5, 6}};
    Matrix<float, 3, 2> b{{1, 0}, {0, 1}, {1, 1}};
    auto c = a * b;
    printf("%g %g %g %g\n", c(0, 0), c(0, 1), c(1, 0), c(1, 1));
    c *= 2;
    auto d = c + c;
    printf("%g %d %d\n", d[3], d == c, d != c);
    if (d)
        puts("true");
    constexpr Matrix<int, 2, 2> id{{1, 0}, {0, 1}};
    static_assert(id(0, 0) == 1);
    printf("%d\n", id(1, 1));
    try {
        d[9];
    } catch (std::exception &e) {
        printf("%s\n", e.what());
    }
    for (int i : Range{0, 10, 3})
        printf("%d ", i);
    puts("");
    std::vector<double> v{1, 2, 4};
    printf("%g\n", mean(v.begin(), v.end()));
    Tensor t({2, 3, 4});
    t.at(1, 2, 3) = 7;
    printf("%g %zu\n", t.get()[23], t.numel());
    Bits bits;
    bits.f = 1.0f;
    printf("%08x\n", bits.u);
    float f = 2.5f;
    uint32_t u;
    std::memcpy(&u, &f, sizeof u);
    printf("%x %x\n", u, reinterpret_cast<uint32_t &>(f));
    Header h{};
    std::memcpy(h.magic, "CUDA", 4);
    h.version = 0x123;
    h.flags = 5;
    printf("%.4s %x %d\n", h.magic, h.version, h.flags);
    printf("%d %d\n", is_matrix<decltype(a)>::value, is_matrix<int>{}());
    auto p = std::make_unique<int[]>(5);
    std::iota(p.get(), p.get() + 5, 1);
    printf("%d\n", std::accumulate(&p[0], &p[5], 0));
    int raw[2][3] = {{1, 2, 3}, {4, 5, 6}};
    for (auto &row : raw)
        for (int x : row)
            printf("%d", x);
    puts("");
    printf("%zu %zu\n", std::size(raw), sizeof raw / sizeof raw[0][0]);
    int(*pa)[3] = raw;
    printf("%d\n", pa[1][2]);
    auto fp = +[](int x) { return x + 1; };
    printf("%d\n", fp(3));
    int (*table[])(int) = {fp, [](int x) { return x * 2; }};
    printf("%d\n", table[1](5));
    std::vector<bool> flags(10);
    flags[3] = true;
    for (auto &&f : flags)
        f = !f;
    printf("%d %d\n", (int)flags[3], (int)std::count(flags.begin(), flags.end(), true));
    printf("%s\n",
           std::is_same<std::common_type_t<int, double>, double>::value ? "double" : "other");
    std::reverse_iterator<std::vector<double>::iterator> ri(v.end());
    printf("%g %g\n", *ri, *std::prev(v.end(), 2));
    std::reverse(v.begin(), v.end());
    printf("%g %g %g\n", v[0], v[1], v[2]);
    printf("%g %g %d %d\n", std::floor(-2.5), std::round(2.5), (int)std::isnan(NAN),
           std::signbit(-0.0));
    do {
        static int n;
        if (n++ > 2)
            break;
        printf("%d", n);
    } while (true);
    puts("");
}
