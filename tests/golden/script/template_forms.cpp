// what templates of functions and structs may look like
#include <array>
#include <cstddef>
#include <cstdio>
#include <string>
#include <vector>

template <class T, size_t N> void show(const T (&a)[N])
{
    for (size_t i = 0; i < N; i++)
        printf("%g ", (double)a[i]);
    printf("(%zu)\n", N);
}
template <size_t N> int first_and_length(int (&a)[N]) { return a[0]++ + (int)N; }
template <typename T, size_t N> constexpr size_t count_of(const T (&)[N]) { return N; }
template <class T, size_t R, size_t C> size_t cells(T (&)[R][C]) { return R * 100 + C; }
template <class T, size_t N> size_t slots(const std::array<T, N> &a) { return N + a.size(); }
template <size_t N> size_t inner(const std::vector<std::array<int, N>> &v) { return N * v.size(); }

template <class T> const char *kind(T) { return "value"; }
template <class T> const char *kind(T *) { return "pointer"; }
template <class T> const char *kind(const std::vector<T> &) { return "vector"; }
template <class T, size_t N> const char *kind(const std::array<T, N> &) { return "array"; }

template <class T> const char *name() { return "other"; }
template <> const char *name<int>() { return "int"; }
template <> const char *name<float>() { return "float"; }
template <class T> T twice(const T &x, int by = 2) { return x * by; }
template <> std::string twice(const std::string &x, int by);
template <> std::string twice(const std::string &x, int by)
{
    std::string all;
    while (by-- > 0)
        all += x;
    return all;
}

template <class T> T scale(T x, int by = 2, T plus = T(1));
template <class U> U scale(U x, int by, U plus) { return x * by + plus; }
template <class T> struct Adder {
    T add(T x = T(3), int n = sizeof(T)) { return x + n; }
};

template <class T, int N = 4> class Ring
{
public:
    struct Node {
        T value;
        Node *next;
    };
    Ring(T first, const char *label);
    ~Ring();
    Ring &push(T x);
    T get(int i) const;
    Node *find(T x);
    template <class F> void each(F f)
    {
        for (int i = 0; i < used; i++)
            f(nodes[i].value);
    }
    static int made;
    static int total() { return made; }
    Ring &operator+=(const Ring &other);

private:
    Node nodes[N];
    int used = 0;
    std::string label;
};
Ring<int> early(5, "early");
template <class T, int N> int Ring<T, N>::made = 0;
template <class T, int N> Ring<T, N>::Ring(T first, const char *label) : nodes{}, label(label)
{
    made++;
    push(first);
}
template <class V, int M> Ring<V, M>::~Ring() { printf("end of %s\n", label.c_str()); }
template <class T, int N> Ring<T, N> &Ring<T, N>::push(T x)
{
    if (used < N)
        nodes[used++].value = x;
    return *this;
}
template <class T, int N> T Ring<T, N>::get(int i) const { return nodes[i].value; }
template <class T, int N> typename Ring<T, N>::Node *Ring<T, N>::find(T x)
{
    for (int i = 0; i < used; i++)
        if (nodes[i].value == x)
            return &nodes[i];
    return nullptr;
}
template <class T, int N> Ring<T, N> &Ring<T, N>::operator+=(const Ring &other)
{
    for (int i = 0; i < other.used; i++)
        push(other.get(i));
    return *this;
}

int main()
{
    int a[] = {1, 2, 3};
    double b[2] = {1.5, 2};
    float grid[3][5];
    show(a);
    show(b);
    printf("%d %zu %zu\n", first_and_length(a), count_of(b), cells(grid));
    std::array<int, 6> six{};
    printf("%zu %zu\n", slots(six), inner(std::vector<std::array<int, 3>>(2)));
    printf("%s %s %s %s\n", kind(1), kind(a), kind(std::vector<int>()), kind(six));
    printf("%s %s %s\n", name<int>(), name<float>(), name<char>());
    printf("%d %s\n", twice(4), twice(std::string("ab")).c_str());
    printf("%d %g %g\n", scale(3), scale(1.5, 4), scale(1.5, 4, 0.25));
    printf("%d %g\n", Adder<int>().add(), Adder<double>().add(1.5));
    Ring<int> ring(1, "ints");
    ring.push(2).push(3) += early;
    int sum = 0;
    ring.each([&](int x) { sum += x; });
    printf("%d %d %d\n", sum, ring.find(3)->value, ring.find(9) == nullptr);
    Ring<double, 2> few(0.5, "doubles");
    few.push(1.5).push(2.5);
    printf("%g %d %d\n", few.get(1), Ring<int>::total(), Ring<double, 2>::made);
    return 0;
}
