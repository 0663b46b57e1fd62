// c++20: a cast to the type that a value has already makes another value; requirements that need
// room for one
#include <concepts>
#include <cstdio>
#include <string>
#include <type_traits>
#include <utility>
struct S {
    int a;
};
template <class T> static void set(T &&x)
{
    x = 9;
}
template <class T>
concept Made = requires(T t)
{
    new T;
    {
        new T[3]
        } -> std::same_as<T *>;
    {
        T
        {
            t
        }
        } -> std::same_as<T>;
    {
        T(t)
        } -> std::same_as<T>;
    {
        (T) t
        } -> std::same_as<T>;
    {
        static_cast<T>(t)
        } -> std::same_as<T>;
    {
        static_cast<T &>(t)
        } -> std::same_as<T &>;
};
template <class T>
concept Named = requires(T t)
{
    t.template part<int>(2);
    typename T::template Rest<int>;
    {
        std::string(t.name()) + "!"
        } -> std::same_as<std::string>;
}
&&requires
{
    T().name();
};
struct Part {
    template <class U> struct Rest {
    };
    template <class U> U part(U u)
    {
        return u;
    }
    const char *name() const
    {
        return "part";
    }
};
int main()
{
    int x = 1;
    S s{2};
    set(int(x));
    printf("%d ", x);
    set(int{x});
    printf("%d ", x);
    set((int)x);
    printf("%d ", x);
    set(static_cast<int>(x));
    printf("%d ", x);
    auto &&r = int(x);
    r = 7;
    printf("%d ", x);
    auto &&q = S(s);
    q.a = 7;
    printf("%d ", s.a);
    auto &&w = (S)s;
    w.a = 8;
    printf("%d ", s.a);
    auto &&z = static_cast<S>(s);
    z.a = 8;
    printf("%d ", s.a);
    const int &k = int(x);
    x = 4;
    printf("%d\n", k);
    std::string text = "abc";
    auto &&copy = static_cast<std::string>(text);
    copy += "d";
    printf("%s %s\n", text.c_str(), copy.c_str());
    printf("%d%d%d\n", std::is_same_v<decltype(int{x}), int>, std::is_same_v<decltype((int)x), int>,
           std::is_same_v<decltype(S(s)), S>);
    printf("%d%d%d%d\n", Made<int>, Made<S>, Named<Part>, Named<S>);
    return 0;
}
