#include <cstdint>
#include <cstdio>
#include <functional>
#include <string>
#include <thread>
#include <type_traits>
#include <vector>
/* References that are kept: std::reference_wrapper; enums as numbers: std::underlying_type. */
enum class Mode : uint8_t { Sync, Async = 200 };
enum Plain { ONE = 1 };
struct Stat {
    int count;
    double total;
};
union Both {
    int i;
    float f;
};
template <class E> constexpr auto to_int(E e)
{
    return static_cast<std::underlying_type_t<E>>(e);
}
static void bump(int &x)
{
    ++x;
}
static void add(int id, std::vector<Stat> &out, const double &scale)
{
    out[(size_t)id].count += id;
    out[(size_t)id].total += scale * id;
}
static int twice(int x)
{
    return 2 * x;
}
static double total(const std::vector<std::reference_wrapper<Stat>> &all)
{
    double sum = 0;
    for (const Stat &s : all)
        sum += s.total;
    return sum;
}
int main()
{
    static_assert(std::is_enum<Mode>::value && !std::is_enum_v<int> && std::is_class_v<Stat> &&
                      std::is_union_v<Both> && !std::is_class_v<Both>,
                  "");
    static_assert(std::is_same_v<std::underlying_type_t<Mode>, uint8_t>, "");
    printf("%d %d %zu\n", to_int(Mode::Async), to_int(Mode::Sync),
           sizeof(std::underlying_type<Mode>::type));
    int v = 1, w = 5;
    std::reference_wrapper<int> r = v;
    r.get() += 10;
    int &q = r;
    q++;
    const int &c = r;
    printf("%d %d %d %d\n", v, c, r + 1, r.get());
    r = std::ref(w);
    bump(r);
    printf("%d %d\n", v, w);
    std::vector<std::reference_wrapper<int>> refs;
    int a = 1, b = 2;
    refs.push_back(a);
    refs.push_back(std::ref(b));
    refs.emplace_back(w);
    for (int &x : refs)
        x *= 5;
    for (auto &x : refs)
        bump(x);
    for (auto x : refs)
        printf("%d ", x.get());
    printf("\n%d %d %d\n", a, b, w);
    std::vector<Stat> stats(3, Stat{0, 0.5});
    double scale = 1.5;
    std::vector<std::thread> ts;
    for (int i = 0; i < 3; i++)
        ts.emplace_back(add, i, std::ref(stats), std::cref(scale));
    for (auto &t : ts)
        t.join();
    std::vector<std::reference_wrapper<Stat>> all;
    for (Stat &s : stats)
        all.emplace_back(s);
    printf("%d %.2f\n", stats[2].count, total(all));
    std::thread t(bump, std::ref(v));
    t.join();
    auto bound = std::bind(bump, std::ref(v));
    bound();
    std::function<void(int &)> fn = bump;
    fn(v);
    auto call = std::ref(twice);
    printf("%d %d\n", v, call(21));
    auto made = std::ref(v);
    made.get() = 77;
    bump(made);
    const auto fixed = std::cref(w);
    printf("%d %d\n", v, fixed.get());
}
