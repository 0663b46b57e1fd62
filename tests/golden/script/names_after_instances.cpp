// A name that is declared behind an instance of a template, whose parameter is called so: it is still
// known when a method of that instance has been read.
#include <atomic>
#include <cstdio>

template <class T> struct Cell {
    T value;
    T swap(T next)
    {
        T old = value;
        value = next;
        return old;
    }
    template <class U> T add(U more)
    {
        T old = value;
        value += more;
        return old;
    }
};

typedef Cell<int> Number;
using Wide = Cell<double>;

constexpr int T = 128;
typedef float U;

int main()
{
    Number n{1};
    Wide w{0.5};
    printf("%d %.1f\n", n.swap(T), w.swap(T));
    printf("%d %.1f\n", n.add(2.0), w.add(T));
    U third = T / 3.f;
    printf("%d %.1f %d %.2f\n", n.value, w.value, T, third);
    std::atomic<int> next{0};
    next.fetch_add(1);
    int tile = T;
    next.exchange(T);
    next.fetch_sub(T / 2);
    printf("%d %d %d\n", tile, T, next.load());
}
