// SFINAE, enable_if, void_t, tag dispatch, CRTP
#include <cstdio>
#include <iterator>
#include <list>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>
template <class, class = void> struct has_size : std::false_type {
};
template <class T>
struct has_size<T, std::void_t<decltype(std::declval<T>().size())>> : std::true_type {
};
template <class T> using require_arith = std::enable_if_t<std::is_arithmetic<T>::value, int>;
template <class T, require_arith<T> = 0> const char *kind(T)
{
    return "number";
}
template <class T, std::enable_if_t<has_size<T>::value, int> = 0> const char *kind(const T &)
{
    return "container";
}
template <class T> auto describe(const T &t, int) -> decltype(t.describe(), std::string())
{
    return t.describe();
}
template <class T> std::string describe(const T &, long)
{
    return "plain";
}
struct Talk {
    std::string describe() const
    {
        return "talk";
    }
};
struct tag_fast {
};
struct tag_slow {
};
template <class T> struct speed {
    using type = std::conditional_t<(sizeof(T) <= 4), tag_fast, tag_slow>;
};
int run(tag_fast)
{
    return 1;
}
int run(tag_slow)
{
    return 2;
}
template <class T> int run()
{
    return run(typename speed<T>::type{});
}
template <class D> struct Shape {
    double area() const
    {
        return self().area_impl() * scale();
    }
    const D &self() const
    {
        return static_cast<const D &>(*this);
    }
    double scale() const
    {
        return 1;
    }
};
struct Sq : Shape<Sq> {
    double s;
    explicit Sq(double v) : s(v)
    {
    }
    double area_impl() const
    {
        return s * s;
    }
};
struct Circ : Shape<Circ> {
    double r = 2;
    double area_impl() const
    {
        return 3 * r * r;
    }
};
template <class D> double area(const Shape<D> &s)
{
    return s.area();
}
template <class D> struct Counted {
    static inline int live = 0;
    Counted()
    {
        ++live;
    }
    Counted(const Counted &)
    {
        ++live;
    }
    ~Counted()
    {
        --live;
    }
};
struct Stream : Counted<Stream> {
};
struct Event : Counted<Event> {
    int id = 0;
};
template <class T> struct traits {
    static constexpr bool pod = false;
    static const char *name()
    {
        return "?";
    }
};
#define TRAIT(T)                                                                                   \
    template <> struct traits<T> {                                                                 \
        static constexpr bool pod = true;                                                          \
        static const char *name()                                                                  \
        {                                                                                          \
            return #T;                                                                             \
        }                                                                                          \
    }
TRAIT(float);
TRAIT(double);
TRAIT(unsigned int);
template <class It>
typename std::iterator_traits<It>::value_type last(It b, It e, std::random_access_iterator_tag)
{
    return *(e - 1);
}
template <class It>
typename std::iterator_traits<It>::value_type last(It b, It e, std::forward_iterator_tag)
{
    auto r = *b;
    while (b != e)
        r = *b++;
    return r;
}
template <class It> auto last(It b, It e)
{
    return last(b, e, typename std::iterator_traits<It>::iterator_category());
}
template <class T, class = std::enable_if_t<std::is_floating_point<T>::value>> T half(T x)
{
    return x / 2;
}
template <class T, typename std::enable_if<std::is_integral<T>::value>::type * = nullptr>
T half(T x)
{
    return x >> 1;
}
template <class F, class... A> constexpr bool callable = std::is_invocable_v<F, A...>;
template <class T> typename std::enable_if<std::is_pointer<T>::value, bool>::type isp(T)
{
    return true;
}
template <class T> typename std::enable_if<!std::is_pointer<T>::value, bool>::type isp(T)
{
    return false;
}
int main()
{
    printf("%s %s %s\n", kind(3), kind(std::string("x")), kind(std::vector<int>()));
    printf("%s %s\n", describe(Talk(), 0).c_str(), describe(5, 0).c_str());
    printf("%d %d\n", run<float>(), run<double>());
    printf("%g %g\n", area(Sq(3)), area(Circ()));
    {
        Stream a, b = a;
        Event e;
        printf("%d %d\n", Stream::live, Event::live);
    }
    printf("%d %d\n", Stream::live, Counted<Event>::live);
    printf("%s %s %s %d\n", traits<float>::name(), traits<unsigned>::name(), traits<char>::name(),
           traits<double>::pod);
    std::vector<int> v{1, 2, 3};
    std::list<int> l{4, 5};
    printf("%d %d\n", last(v.begin(), v.end()), last(l.begin(), l.end()));
    printf("%g %d\n", half(3.0), half(7));
    auto f = [](int, float) { return 1; };
    printf("%d %d\n", callable<decltype(f), int, int>, callable<decltype(f), std::string>);
    int q;
    printf("%d %d\n", isp(&q), isp(q));
    static_assert(std::is_same<std::common_type_t<int, double>, double>::value, "");
    static_assert(std::is_base_of_v<Shape<Sq>, Sq>);
    static_assert(std::is_trivially_copyable_v<Event> == false);
    static_assert(std::is_same_v<std::invoke_result_t<decltype(f), int, float>, int>);
    printf("%d %d %d\n", std::is_convertible_v<int, double>, std::is_constructible_v<Sq, double>,
           std::is_default_constructible_v<Sq>);
    printf("%d %d\n", (int)std::is_enum_v<int>, (int)std::rank_v<int[2][3]>);
    printf("%d %d\n", (int)std::extent_v<int[5]>, (int)std::alignment_of_v<double>);
}
