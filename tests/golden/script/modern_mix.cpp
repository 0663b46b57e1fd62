// c++20: strong types, expected values, orders, spans, latches, ranges and bits in one program
#include <algorithm>
#include <array>
#include <barrier>
#include <bit>
#include <compare>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <latch>
#include <memory>
#include <numbers>
#include <numeric>
#include <optional>
#include <ranges>
#include <semaphore>
#include <source_location>
#include <span>
#include <stop_token>
#include <string>
#include <thread>
#include <tuple>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>
template <typename E>
requires std::is_enum_v<E>
constexpr auto to_underlying(E e) noexcept
{
    return static_cast<std::underlying_type_t<E>>(e);
}
template <typename T, typename Tag> class Strong
{
    T v_;

  public:
    constexpr explicit Strong(T v) : v_(v)
    {
    }
    constexpr T get() const
    {
        return v_;
    }
    friend constexpr auto operator<=>(const Strong &, const Strong &) = default;
    constexpr Strong &operator+=(const Strong &o)
    {
        v_ += o.v_;
        return *this;
    }
    friend constexpr Strong operator+(Strong a, const Strong &b)
    {
        return a += b;
    }
};
using Bytes = Strong<std::size_t, struct BytesTag>;
using StreamId = Strong<int, struct StreamTag>;
constexpr Bytes operator""_KB(unsigned long long n)
{
    return Bytes{n * 1024};
}
template <class T> class Expected
{
    std::variant<T, int> v_;

  public:
    Expected(T t) : v_(std::in_place_index<0>, std::move(t))
    {
    }
    static Expected fail(int e)
    {
        Expected x{T{}};
        x.v_.template emplace<1>(e);
        return x;
    }
    explicit operator bool() const
    {
        return v_.index() == 0;
    }
    T &value() &
    {
        return std::get<0>(v_);
    }
    T &operator*()
    {
        return value();
    }
    int error() const
    {
        return std::get<1>(v_);
    }
    template <std::invocable<T &> F> auto and_then(F &&f) -> std::invoke_result_t<F, T &>
    {
        if (*this)
            return std::forward<F>(f)(value());
        return std::invoke_result_t<F, T &>::fail(error());
    }
};
template <auto V> struct Const {
    static constexpr auto value = V;
};
template <std::size_t N> struct FixedString {
    char s[N]{};
    constexpr FixedString(const char (&t)[N])
    {
        std::copy_n(t, N, s);
    }
};
struct Version {
    int major{}, minor{}, patch{};
    auto operator<=>(const Version &) const = default;
};
class Base
{
  public:
    virtual ~Base() = default;
    [[nodiscard]] virtual int cost() const noexcept = 0;
    bool operator<(const Base &o) const
    {
        return cost() < o.cost();
    }
};
class Cheap final : public Base
{
    int cost() const noexcept override
    {
        return 1;
    }
};
class Dear final : public Base
{
  public:
    using Base::Base;
    int cost() const noexcept override
    {
        return 9;
    }
};
template <typename... Fs> struct Overload : Fs... {
    using Fs::operator()...;
};
constexpr std::array<int, 5> squares = [] {
    std::array<int, 5> a{};
    for (int i = 0; auto &x : a) {
        x = i * i;
        ++i;
    }
    return a;
}();
template <typename T> T reduce(std::span<const T> s, std::invocable<T, T> auto op, T init = {})
{
    for (const auto &x : s)
        init = op(init, x);
    return init;
}
struct Node {
    int v;
    std::unique_ptr<Node> l, r;
    static std::unique_ptr<Node> insert(std::unique_ptr<Node> n, int v)
    {
        if (!n)
            return std::unique_ptr<Node>(new Node{v, nullptr, nullptr});
        (v < n->v ? n->l : n->r) = insert(std::move(v < n->v ? n->l : n->r), v);
        return n;
    }
    template <class F> static void walk(const std::unique_ptr<Node> &n, F &&f)
    {
        if (n) {
            walk(n->l, f);
            f(n->v);
            walk(n->r, f);
        }
    }
};
int main()
{
    enum class Lane : unsigned char { a = 3 };
    printf("%d\n", (int)to_underlying(Lane::a));
    Bytes b = 4_KB + 1_KB;
    printf("%zu %d %d\n", b.get(), b > 4_KB, StreamId{1} == StreamId{2});
    auto alloc = [](std::size_t n) -> Expected<int> {
        if (n > 100)
            return Expected<int>::fail(2 ? 600 : 0);
        return static_cast<int>(n);
    };
    auto r = alloc(5);
    if (auto e = alloc(500); !e)
        printf("err %d\n", (int)e.error());
    printf("%d\n", *r.and_then([](int &x) { return Expected<int>(x * 2); }));
    printf("%d %d\n", Const<7>::value, (int)Const<'c'>::value);
    Version v1{12, 4, 1}, v2{.major = 13};
    printf("%d %d %d\n", v1 < v2, v1 == v2, (v1 <=> v2) < 0);
    std::vector<std::unique_ptr<Base>> bs;
    bs.push_back(std::make_unique<Dear>());
    bs.push_back(std::make_unique<Cheap>());
    std::ranges::sort(bs, [](const auto &a, const auto &b) { return *a < *b; });
    printf("%d\n", bs[0]->cost());
    std::variant<int, std::string, double> var = "text";
    std::visit(Overload{[](int i) { printf("int %d\n", i); },
                        [](const std::string &s) { printf("str %s\n", s.c_str()); },
                        [](auto x) { printf("other %g\n", x); }},
               var);
    printf("%d\n", squares[4]);
    std::array<float, 3> f{1, 2, 4};
    printf("%g\n", reduce<float>(f, std::plus<>{}));
    printf("%g\n", reduce(
                       std::span<const float>(f), [](float a, float b) { return a * b; }, 1.f));
    printf("%d %d %u %d\n", std::popcount(0xF0u), std::countl_zero(1u), std::bit_ceil(5u),
           std::has_single_bit(8u));
    printf("%x\n", std::bit_cast<std::uint32_t>(1.0f));
    printf("%.4f\n", std::numbers::pi_v<float>);
    std::latch done(2);
    std::counting_semaphore<4> sem(1);
    int shared = 0;
    {
        std::jthread a([&] {
            sem.acquire();
            shared++;
            sem.release();
            done.count_down();
        });
        std::jthread bb([&](std::stop_token st) {
            sem.acquire();
            shared += st.stop_requested() ? 100 : 1;
            sem.release();
            done.count_down();
        });
        done.wait();
    }
    printf("%d\n", shared);
    std::barrier bar(2, [&]() noexcept { shared *= 10; });
    {
        std::jthread a([&] { bar.arrive_and_wait(); });
        bar.arrive_and_wait();
    }
    printf("%d\n", shared);
    std::unique_ptr<Node> root;
    for (int x : {5, 2, 8, 1})
        root = Node::insert(std::move(root), x);
    Node::walk(root, [](int x) { printf("%d ", x); });
    puts("");
    auto tup = std::make_tuple(1, 2.5, std::string("z"));
    std::apply([](auto &&...a) { printf("%zu\n", sizeof...(a)); }, tup);
    auto [x, y, z] = tup;
    printf("%g%s\n", x + y, z.c_str());
    printf("%d\n", std::cmp_less(-1, 1u));
    std::vector<int> v{1, 2, 3, 4};
    std::erase_if(v, [](int x) { return x % 2; });
    printf("%zu %d\n", v.size(), std::midpoint(2, 8));
    if (std::string s = "prefix-x"; s.starts_with("prefix"))
        puts(s.substr(7).c_str());
    auto ptr = std::make_unique_for_overwrite<int[]>(4);
    ptr[0] = 1;
    auto lam = [=, p = std::move(ptr)]() mutable { return ++p[0]; };
    printf("%d %d\n", lam(), lam());
    int arr2[]{1, 2, 3};
    printf("%zu %zu\n", std::ssize(arr2) + 0ul, std::size(arr2));
    auto maxv = std::max({1, 9, 4});
    printf("%d\n", maxv);
    std::optional<int> o;
    printf("%d %d\n", o.value_or(4), o.has_value());
}
