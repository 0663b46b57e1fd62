// Templates told apart by a struct that nobody defines; constexpr pointers; operators of enums that are
// templates; ::new.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <new>
#include <type_traits>
#include <utility>
#include <vector>

template <class Tag, class T> class Strong
{
    T v_;

  public:
    constexpr explicit Strong(T v = T{}) : v_(v) {}
    constexpr T get() const { return v_; }
    friend constexpr bool operator<(Strong a, Strong b) { return a.v_ < b.v_; }
    friend constexpr bool operator==(Strong a, Strong b) { return a.v_ == b.v_; }
    Strong &operator++()
    {
        ++v_;
        return *this;
    }
    friend Strong doubled(Strong a) { return Strong(a.v_ * 2); }
};
using Bytes = Strong<struct BytesTag, std::size_t>;
using Index = Strong<struct IndexTag, int>;
struct Request {
    Index id;
    Bytes size;
};

enum class Flag : std::uint32_t { None = 0, Pinned = 1, Timed = 4 };
template <class E, class = std::enable_if_t<std::is_enum_v<E>>> constexpr E operator|(E a, E b)
{
    using U = std::underlying_type_t<E>;
    return static_cast<E>(static_cast<U>(a) | static_cast<U>(b));
}
enum Plain { ONE = 1, TWO = 2 };

template <class T> class Span
{
    T *p_;
    std::size_t n_;

  public:
    constexpr Span(T *p, std::size_t n) : p_(p), n_(n) {}
    constexpr T *begin() const { return p_; }
    constexpr T *end() const { return p_ + n_; }
};
static int numbers[3] = {1, 2, 3};
constexpr int *first = numbers;
constexpr int *at(int *p, int n) { return p + n; }

template <class T, std::size_t N> class Held
{
    alignas(T) unsigned char raw_[N * sizeof(T)];
    std::size_t n_ = 0;
    T *at(std::size_t i) { return std::launder(reinterpret_cast<T *>(raw_) + i); }

  public:
    template <class... A> T &add(A &&...a)
    {
        T *p = ::new (static_cast<void *>(raw_ + n_ * sizeof(T))) T(std::forward<A>(a)...);
        n_++;
        return *p;
    }
    ~Held()
    {
        while (n_)
            at(--n_)->~T();
    }
    T &operator[](std::size_t i) { return *at(i); }
};
struct Noisy {
    int n;
    explicit Noisy(int n) : n(n) {}
    ~Noisy() { printf("end %d\n", n); }
};

int main()
{
    std::vector<Request> all{{Index{3}, Bytes{64}}, {Index{1}, Bytes{16}}, {Index{2}, Bytes{32}}};
    std::sort(all.begin(), all.end(), [](auto &a, auto &b) { return a.size < b.size; });
    for (auto &r : all)
        printf("%d:%zu ", (++r.id).get(), doubled(r.size).get());
    printf("%d\n", all[0].id == Index(2));
    Flag f = Flag::None;
    for (char c : {'p', 't'})
        f = f | (c == 'p' ? Flag::Pinned : c == 't' ? Flag::Timed : Flag::None);
    printf("%u %d\n", static_cast<unsigned>(f), static_cast<int>(ONE | TWO));
    for (int &n : Span<int>(numbers, 3))
        n *= 10;
    *first += 1;
    *at(numbers, 2) += 5;
    int sum = 0;
    for (int n : Span<const int>(numbers, 3))
        sum += n;
    printf("%d\n", sum);
    Held<Noisy, 3> held;
    held.add(1);
    held.add(2).n = 7;
    printf("%d %d\n", held[0].n, held[1].n);
    int *one = ::new int(4);
    printf("%d %d\n", *one, alignof(std::max_align_t) >= 8);
    ::delete one;
}
