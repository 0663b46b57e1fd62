// More of templates as arguments of templates.
#include <array>
#include <cstdio>
#include <cstdlib>
#include <deque>
#include <functional>
#include <map>
#include <optional>
#include <tuple>
#include <type_traits>
#include <unordered_map>
#include <utility>
#include <vector>
using namespace std;
namespace n0
{
template <class T> struct A {
    template <class U> using pr = std::pair<T, U>;
    template <class U> struct in {
        T a;
        U b;
    };
};
void run()
{
    A<int>::pr<float> x(1, 2.5f);
    printf("%d %g", x.first, x.second);
    A<char>::in<int> y{'a', 3};
    printf("%c%d", y.a, y.b);
    puts("");
}
} // namespace n0
namespace n1
{
template <class K, class V, template <class, class> class M = std::map> struct D {
    M<K, V> m;
};
void run()
{
    D<int, int> d;
    d.m[3] = 4;
    printf("%zu", d.m.size());
    puts("");
}
} // namespace n1
namespace n2
{
template <class K, class V, template <class...> class M = std::unordered_map> struct D {
    M<K, V> m;
};
void run()
{
    D<int, int> d;
    d.m[3] = 4;
    printf("%zu", d.m.size());
    D<int, int, std::map> e;
    e.m[1] = 2;
    printf("%zu", e.m.size());
    puts("");
}
} // namespace n2
namespace n3
{
template <template <class> class Op, class T> T apply(T a, T b)
{
    return Op<T>()(a, b);
}
void run()
{
    printf("%d %g", apply<std::plus>(1, 2), apply<std::multiplies>(2.5, 2.0));
    puts("");
}
} // namespace n3
namespace n4
{
template <typename T, template <typename> class Alloc> struct Pool {
    Alloc<T> a;
    T *get()
    {
        return a.allocate(1);
    }
};
template <class T> struct Mine {
    T *allocate(size_t n)
    {
        return (T *)malloc(n * sizeof(T));
    }
};
void run()
{
    Pool<int, Mine> p;
    int *q = p.get();
    *q = 3;
    printf("%d", *q);
    free(q);
    puts("");
}
} // namespace n4
namespace n5
{
template <class T> struct Tag {
};
template <template <class> class A, template <class> class B> struct same_t : std::false_type {
};
template <template <class> class A> struct same_t<A, A> : std::true_type {
};
template <class T> struct Other {
};
void run()
{
    printf("%d %d", same_t<Tag, Tag>::value, same_t<Tag, Other>::value);
    puts("");
}
} // namespace n5
namespace n6
{
template <class T, size_t N> struct Arr {
    T v[N];
};
template <template <class, size_t> class A, class T, size_t N> size_t len(const A<T, N> &)
{
    return N;
}
void run()
{
    Arr<int, 5> a;
    std::array<float, 3> b;
    printf("%zu %zu", len(a), len(b));
    puts("");
}
} // namespace n6
namespace n7
{
template <template <class...> class F, class... Ts> struct map_types {
    using type = std::tuple<F<Ts>...>;
};
void run()
{
    map_types<std::optional, int, char>::type t;
    std::get<0>(t) = 4;
    printf("%d %d", *std::get<0>(t), std::get<1>(t).has_value());
    puts("");
}
} // namespace n7
namespace n8
{
template <class T> struct is_opt : std::false_type {
};
template <class T> struct is_opt<std::optional<T>> : std::true_type {
};
template <template <class> class P, class... Ts>
constexpr int count_if_v = (0 + ... + (P<Ts>::value ? 1 : 0));
void run()
{
    printf("%d", count_if_v<is_opt, int, std::optional<int>, std::optional<char>>);
    puts("");
}
} // namespace n8
namespace n9
{
template <class C> struct node_of;
template <template <class, class...> class C, class T, class... A> struct node_of<C<T, A...>> {
    using type = T;
};
void run()
{
    printf("%d %d", std::is_same<node_of<std::vector<int>>::type, int>::value,
           std::is_same<node_of<std::deque<char>>::type, char>::value);
    puts("");
}
} // namespace n9
namespace n10
{
template <template <class...> class C, class... A> C<std::decay_t<A>...> make(A &&...a)
{
    return C<std::decay_t<A>...>(std::forward<A>(a)...);
}
void run()
{
    auto p = make<std::pair>(1, 2.5);
    printf("%d %g", p.first, p.second);
    puts("");
}
} // namespace n10
int main()
{
    n0::run();
    n1::run();
    n2::run();
    n3::run();
    n4::run();
    n5::run();
    n6::run();
    n7::run();
    n8::run();
    n9::run();
    n10::run();
}
