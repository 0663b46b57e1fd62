// c++20: concepts of the library, asked of types
#include <concepts>
#include <cstdio>
#include <string>
#include <vector>
template <typename T>
concept Numeric = std::integral<T> || std::floating_point<T>;
struct Buf {
    using value_type = float;
    float *p = nullptr;
    std::size_t n = 0;
    void *data()
    {
        return p;
    }
    std::size_t bytes() const
    {
        return n * sizeof(float);
    }
};
template <typename T>
concept B1 = requires(T t, const T c)
{
    {
        t.data()
        } -> std::convertible_to<void *>;
};
template <typename T>
concept B2 = requires(T t, const T c)
{
    {
        c.bytes()
        } -> std::same_as<std::size_t>;
};
template <typename T>
concept B3 = requires(T t, const T c)
{
    typename T::value_type;
};
template <typename T>
concept B4 = requires(T t, const T c)
{
    requires sizeof(typename T::value_type) >= 2;
};
template <typename T>
concept B5 = requires
{
    sizeof(typename T::value_type) >= 2;
};
using namespace std;
struct M {
    M(M &&) = default;
    M &operator=(M &&) = default;
};
struct NC {
    NC(const NC &) = delete;
};
int main()
{
    printf("%d %d %d %d %d %d %d\n", Numeric<int>, Numeric<char *>, B1<Buf>, B2<Buf>, B3<Buf>,
           B4<Buf>, B5<Buf>);
    printf("%d %d %d %d %d\n", totally_ordered<int>, regular<int>, copyable<int>, semiregular<int>,
           equality_comparable<int>);
    printf("%d %d %d %d %d\n", totally_ordered<string>, regular<string>, copyable<string>,
           movable<string>, default_initializable<string>);
    printf("%d %d %d %d %d\n", move_constructible<string>, copy_constructible<string>, movable<M>,
           copyable<M>, movable<NC>);
    printf("%d %d %d %d %d\n", assignable_from<string &, string>, destructible<string>,
           swappable<string>, convertible_to<const char *, string>, convertible_to<string, int>);
    printf("%d %d %d\n", regular<vector<int>>, totally_ordered<Buf>, equality_comparable<Buf>);
}
