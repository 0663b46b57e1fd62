// C++20: what is required of the elements of a pack.
#include <cstdio>

template <class... A>
concept Sum = requires(A... a) { (a + ...); };
template <class... A>
concept Total = requires(A... a) {
    sizeof...(a);
    (void)(a, ...);
    { (a + ... + 0) };
};
template <class... A>
concept Goes = requires(A... a) {
    (a.go(), ...);
    requires(sizeof(A) + ...) > 4;
};
template <class T>
concept Made = requires { noexcept(T()); };
template <class T>
concept Going = requires(T t) {
    { noexcept(t.go()) };
};
struct Go {
    int x[2];
    void go()
    {
        puts("go");
    }
};
struct Argued {
    Argued(int)
    {
    }
};
template <class... A>
    requires requires(A... a) { (a.go(), ...); }
void go(A &...a)
{
    (a.go(), ...);
}
int main()
{
    Go a, b;
    go(a, b);
    printf("%d %d %d\n", Sum<int, double>, Sum<int *, int *>, Total<int, double>);
    printf("%d %d\n", Goes<Go, Go>, Goes<Go, int>);
    printf("%d %d %d %d\n", Made<int>, Made<Argued>, Going<Go>, Going<int>);
}
