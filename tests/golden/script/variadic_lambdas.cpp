/* Variadic lambdas, packs that lambdas capture, packs whose types are given. */
#include <cstdio>
#include <functional>
#include <string>
#include <utility>
#include <vector>
template <typename... Ts> constexpr size_t total_size()
{
    return (sizeof(Ts) + ... + 0);
}
template <typename... Ts> int count_of()
{
    return (int)sizeof...(Ts);
}
template <typename R, typename... A> R make(A... a)
{
    return R((a + ... + 0));
}
template <typename... A> void show(A... a)
{
    ((printf("%d ", (int)a)), ...);
    printf("| ");
}
template <typename F, typename... Args> int twice(F &&f, Args &&...args)
{
    f(std::forward<Args>(args)...);
    return f(std::forward<Args>(args)...);
}
template <typename... Args> int later(int (*f)(int, int), Args... args)
{
    auto run = [&] { return f(args...); };
    auto copy = [=]() { return f(args...) + 1; };
    auto named = [f, args...] { return f(args...) + 2; };
    auto refs = [f, &args...] { return f(args...) + 3; };
    auto with = [&](int more) { return f(args...) + more; };
    auto generic = [&](auto more) { return f(args...) + more; };
    std::function<int()> kept = [=] { return f(args...) * 2; };
    return run() + copy() + named() + refs() + with(4) + generic(5) + kept();
}
static int sub(int a, int b)
{
    return a - b;
}
static int add3(int a, int b, int c)
{
    return a + b + c;
}
int main()
{
    auto count = [](auto &&...xs) { return sizeof...(xs); };
    auto all = [](auto... xs) { return (xs && ...); };
    auto sum = [](auto first, auto... rest) { return (first + ... + rest); };
    auto apply = [](auto f, auto &&...a) { return f(std::forward<decltype(a)>(a)...); };
    int calls = 0;
    auto counted = [&calls](const auto &...xs) {
        calls++;
        return (int)(xs + ... + 0);
    };
    auto print = [&](const char *name, auto... xs) {
        printf("%s:", name);
        ((printf(" %d", xs)), ...);
        printf(" (%d)\n", calls);
    };
    printf("%zu %zu %d %d\n", count(), count(1, "b", 2.5), all(true, true), all(true, false));
    printf("%d %.1f %d %d\n", sum(1, 2, 3), sum(0.5, 1), apply(sub, 9, 4), apply(add3, 1, 2, 3));
    printf("%d %d\n", counted(1, 2, 3), counted());
    print("none");
    print("some", 4, 5, 6);
    printf("%zu %d %d %d\n", total_size<int, double>(), count_of<>(), count_of<int, char, float>(),
           make<int>(1, 2));
    show<int, int>(1.9, 2.9, 3);
    show<char>(300);
    printf("%d %d\n", twice([](int a, int b) { return a * b; }, 6, 7), later(sub, 10, 3));
    std::vector<std::string> words;
    auto put = [&words](auto &&...w) { (words.push_back(std::forward<decltype(w)>(w)), ...); };
    put("a", std::string("b"), "c");
    for (auto &w : words)
        printf("%s", w.c_str());
    printf("\n");
}
