// Packs that the parameters of a function, or of a std::function, say.
#include <cstddef>
#include <cstdio>
#include <functional>
#include <string>
#include <utility>

static int twice(int a, float b)
{
    return a > b ? 2 * a : -1;
}
static void nothing() { std::printf("nothing\n"); }
static double scale(double x, const char *name, int *out)
{
    std::printf("%s\n", name);
    *out = 3;
    return 2 * x;
}
static long pick(long a) { return a; }
static long pick(long a, long b) { return a + b; }
template <class T> long pick(T *p) { return *p; }

template <typename... Args> int call(int (*f)(Args...), Args... args) { return f(args...); }
template <typename R, typename... Args>
R logged(const char *what, R (*f)(Args...), Args... args)
{
    std::printf("%s %zu\n", what, sizeof...(Args));
    return f(args...);
}
template <class R, class... A> size_t arity(R (*)(A...)) { return sizeof...(A); }
template <class R, class... A> std::function<R(A...)> wrap(R (*f)(A...))
{
    return [f](A... a) { return f(a...); };
}
template <class R, class... A> R run(const std::function<R(A...)> &f, A... a)
{
    return f(std::forward<A>(a)...);
}

int main()
{
    int out = 0;
    std::printf("%d %d\n", call(&twice, 3, 1.0f), call(twice, 1, 2.0f));
    logged("nothing", &nothing);
    double d = logged("scale", scale, 1.5, static_cast<const char *>("name"), &out);
    std::printf("%.1f %d\n", d, out);
    long one = logged<long>("one", &pick, 4L), two = logged<long>("two", pick, 4L, 5L);
    std::printf("%ld %ld\n", one, two);
    std::printf("%zu %zu %zu\n", arity(&twice), arity(scale), arity(nothing));
    auto w = wrap(&twice);
    std::printf("%d %d\n", w(5, 1.f), run(w, 6, 1.f));
    return 0;
}
